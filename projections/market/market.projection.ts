import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import { isOffered } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { saleDay } from '@saleyard/domain/days.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { withWeighed } from '@saleyard/domain/listing/forms/lot-view.ts';
import { perKgOf } from '@saleyard/domain/listing/gross.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { type Descriptions, shownDescription } from '../lots/descriptions.ts';
import type { Projection } from '../projection.ts';

export const MARKET_SALES = 'market-sales';

/** Sums of the lots of a category. Only sums are stored, so that averages can span several sales. */
export type MarketSums = {
  lots: number;
  sold: number;
  passed: number;
  noBid: number;
  head: number;
  soldHead: number;
  /** Of the lots sold by the head: their total price and head. */
  byHead: { cents: number; head: number };
  /** Of the sold lots with a price by weight: their total price and weight. */
  byWeight: { cents: number; grams: number };
};

/** The results of a closed sale. `month`: in Sydney, "2026-11". */
export type MarketSaleDocument = {
  public: boolean;
  searchNumber: number;
  title: string;
  kindData: { type: KindType; title: string };
  closedAt: number;
  month: string;
  categories: readonly ({ category: string } & MarketSums)[];
};

export const NO_LOTS: MarketSums = {
  lots: 0,
  sold: 0,
  passed: 0,
  noBid: 0,
  head: 0,
  soldHead: 0,
  byHead: { cents: 0, head: 0 },
  byWeight: { cents: 0, grams: 0 },
};

export const sumOf = (a: MarketSums, b: MarketSums): MarketSums => ({
  lots: a.lots + b.lots,
  sold: a.sold + b.sold,
  passed: a.passed + b.passed,
  noBid: a.noBid + b.noBid,
  head: a.head + b.head,
  soldHead: a.soldHead + b.soldHead,
  byHead: { cents: a.byHead.cents + b.byHead.cents, head: a.byHead.head + b.byHead.head },
  byWeight: { cents: a.byWeight.cents + b.byWeight.cents, grams: a.byWeight.grams + b.byWeight.grams },
});

export const marketProjection: Projection = {
  name: 'market',
  version: 2,
  // Version 1 had prices by weight without the weights of weighed heads.
  readsSince: 1,
  collections: [{ name: MARKET_SALES, indexes: [{ keys: { month: 1 } }] }],
  of: 'auction',
  project({ id: auction, before, after, descriptions }) {
    const { details, closedAt } = after;
    if (details === null || after.terms === null || closedAt === null || after.phase !== 'closed') return [];
    if (after.cancelledAt !== undefined || !isOtherwise(before, after)) return [];
    const document: MarketSaleDocument = {
      public: details.public,
      searchNumber: details.searchNumber,
      title: details.title,
      kindData: publicAuction(after, auction).kindData,
      closedAt,
      month: monthOf(closedAt),
      categories: categoriesOf(auction, after, details.kind, descriptions),
    };
    return [{ op: 'put', collection: MARKET_SALES, id: auction, document }];
  },
};

const isOtherwise = (before: AuctionState, after: AuctionState): boolean =>
  before.phase !== after.phase ||
  before.details !== after.details ||
  before.lots.length !== after.lots.length ||
  after.lots.some((lot, index) => lot !== before.lots[index]);

/** The month of an instant (ms) in the sales' time zone: "2026-11". */
export const monthOf = (ms: number): string => saleDay(ms).slice(0, 7);

function categoriesOf(
  auction: string,
  state: AuctionState,
  kind: KindType,
  descriptions: Descriptions,
): MarketSaleDocument['categories'] {
  const sums = new Map<string, MarketSums>();
  for (const lot of state.lots) {
    if (!isOffered(lot)) continue;
    const details = withWeighed(shownDescription(lot.terms.description, descriptions));
    const [category, sex] = [String(details['stockCategory'] ?? ''), String(details['sex'] ?? '')];
    const name = category || sex || 'Not stated';
    sums.set(name, sumOf(sums.get(name) ?? NO_LOTS, sumsOf(auction, state, lot, { kind, sex, details })));
  }
  return [...sums]
    .map(([category, of]) => ({ category, ...of }))
    .sort((a, b) => (a.category < b.category ? -1 : 1));
}

const kgIn = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null);

function sumsOf(
  auction: string,
  state: AuctionState,
  lot: LotState,
  { kind, sex, details }: { kind: KindType; sex: string; details: Values },
): MarketSums {
  const { count, status, closedPrice, bidding } = publicLot(state, lot, auction);
  const isSold = status === 'sold' || status === 'soldAfterAuction';
  const price = isSold ? closedPrice : null;
  const [curfewKg, averageKg] = [kgIn(details['weightCurfewKg']), kgIn(details['weightAverageKg'])];
  // Stock sold by the head has a price per kg wherever results show one.
  const kg =
    price === null
      ? null
      : bidding === 'kg'
        ? (curfewKg ?? averageKg)
        : perKgOf(price, { kind, sex, curfewKg }) === null
          ? null
          : curfewKg;
  const grams = kg === null ? 0 : Math.round(kg * 1_000) * count;
  const byHead = price !== null && bidding === 'head' ? price * count : 0;
  return {
    lots: 1,
    sold: isSold ? 1 : 0,
    passed: status === 'passed' ? 1 : 0,
    noBid: status === 'noBid' ? 1 : 0,
    head: count,
    soldHead: isSold ? count : 0,
    byHead: { cents: byHead, head: price !== null && bidding === 'head' ? count : 0 },
    byWeight: {
      cents:
        grams === 0 || price === null ? 0 : bidding === 'head' ? byHead : Math.round((price * grams) / 1_000),
      grams,
    },
  };
}
