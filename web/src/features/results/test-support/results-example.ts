import type { OwnResult, OwnSale } from '@saleyard/contract/bids.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { exampleAuction, exampleCatalogueLot } from '@/test-support/example-sales.ts';

/** A closed cattle sale of 3 lots, for tests: one sold, one passed in, one without bids. */
export const closedAuction = (change: Parameters<typeof exampleAuction>[0] = {}) =>
  exampleAuction({
    state: 'closed',
    closedAt: 1_750_007_200_000,
    resultTable: {
      categories: [
        { sex: 'Steers', head: 80, lots: 2, sold: 1, noBid: 0, passed: 1 },
        { sex: 'Heifers', head: 40, lots: 1, sold: 0, noBid: 1, passed: 0 },
      ],
    },
    ...change,
  });

/** A lot of it as anyone reads it, for tests: sold to alias 4821 at $420.00 a head. */
export const closedLot = (change: Partial<CatalogueLot> = {}): CatalogueLot =>
  exampleCatalogueLot({ state: 'closed', status: 'sold', winner: '4821', closedPrice: 42_000, ...change });

const NOTHING_BOUGHT = { lots: 0, head: 0, grossCents: 0, estimated: false, unweighed: 0 };

/** The viewer's own part in that sale, for tests: under alias 4821. */
export const ownSale = (change: Partial<OwnSale> = {}): OwnSale => ({
  auction: 'auction-1',
  liveAt: 1_750_000_000_000,
  closed: true,
  paddle: '4821',
  lots: 1,
  bought: NOTHING_BOUGHT,
  ...change,
});

/** A lot of that sale as one of the viewer's own results, for tests. */
export function ownResult(
  change: Partial<CatalogueLot> & Partial<OwnResult> = {},
  sale: Partial<OwnResult['auctionData']> = {},
): OwnResult {
  const { status: _, ...lot } = closedLot(change as Partial<CatalogueLot>);
  const { _id, searchNumber, number, title, kindData, auctionType, liveAt, closedAt } = closedAuction();
  const { publicDetails, closedPrice } = lot;
  return {
    ...lot,
    status: 'bought',
    auctionData: {
      _id,
      searchNumber,
      number,
      title,
      kindData,
      auctionType,
      liveAt,
      closedAt,
      paddle: '4821',
      bought: NOTHING_BOUGHT,
      ...sale,
    },
    title: publicDetails.title,
    sex: publicDetails.sex,
    price: closedPrice,
    curfewWeight: publicDetails.weight.curfew,
    highestBidCents: closedPrice,
    autoBidCents: null,
    grossCents: null,
    estimated: false,
    ...(change as Partial<OwnResult>),
  };
}
