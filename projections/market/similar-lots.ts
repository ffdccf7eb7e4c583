import { SIMILAR_DAYS, SIMILAR_LISTED, type SimilarLots } from '@saleyard/contract/market.ts';
import { DAY_MS } from '@saleyard/domain/days.ts';
import type { KindType, State, Unit } from '@saleyard/domain/listing/stock.ts';
import type { Documents, Filter } from '@saleyard/platform/documents/port.ts';
import { SOLD_LOTS, type SoldLotDocument } from './sold-lots.projection.ts';

/** Sold lots that are read at most, the last ones. */
const READ_MOST = 5_000;

/** The share by which a similar lot may be lighter or heavier. */
const BAND = 0.06;

/** Whole kg between which lots are as heavy as this one (kg on average): to ten for cattle, to one for lambs. */
export function weightBand(kg: number): { from: number; to: number } {
  const step = kg >= 100 ? 10 : 1;
  return {
    from: Math.floor((kg * (1 - BAND)) / step) * step,
    to: Math.ceil((kg * (1 + BAND)) / step) * step,
  };
}

/** What lots are compared by. `weight`: kg per head on average. */
type Compared = {
  kindType: KindType;
  sex: string;
  unit: Unit;
  state?: State | undefined;
  weight?: number | undefined;
};

/** What lots like these were sold for in sales that closed lately; `now`: ms. A lot of unknown weight is not like one of a known weight. */
export async function similarLots(
  documents: Documents,
  { kindType, sex, unit, state, weight }: Compared,
  now: number,
): Promise<SimilarLots> {
  const band = weight === undefined ? null : weightBand(weight);
  const filter: Filter = {
    'kindData.type': kindType,
    closedAt: { $gte: now - SIMILAR_DAYS * DAY_MS },
    sex,
    unit,
    ...(state !== undefined && { state }),
    ...(band !== null && { weightKg: { $gte: band.from, $lte: band.to } }),
  };
  const found = await documents.find<SoldLotDocument>(SOLD_LOTS, filter, {
    sort: { closedAt: -1 },
    limit: READ_MOST,
  });
  const prices = found.map(({ price }) => price).sort((a, b) => a - b);
  const middle = (prices.length - 1) / 2;
  const [low, high] = [prices[Math.floor(middle)], prices[Math.ceil(middle)]];
  return {
    kindType,
    sex,
    unit,
    state: state ?? null,
    weight: band,
    lots: found.length,
    head: found.reduce((sum, { count }) => sum + count, 0),
    lowest: prices[0] ?? null,
    median: low === undefined || high === undefined ? null : Math.round((low + high) / 2),
    highest: prices.at(-1) ?? null,
    prices,
    sales: found.slice(0, SIMILAR_LISTED).map((lot) => ({
      _id: lot._id,
      searchNumericId: lot.searchNumericId,
      title: lot.title,
      count: lot.count,
      weightKg: lot.weightKg,
      price: lot.price,
      kindData: lot.kindData,
      auctionData: { _id: lot.auction, searchNumber: lot.searchNumber, title: lot.auctionTitle },
      closedAt: lot.closedAt,
    })),
  };
}
