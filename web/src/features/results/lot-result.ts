import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import type { CatalogueLot } from '@saleyard/contract/rest.ts';

/** What became of a closed lot, as the list marks it. */
export type LotResult = 'bought' | 'sold' | 'passed' | 'noBid' | 'withdrawn' | 'closed';

export const LOT_RESULT_LABELS: Readonly<Record<LotResult, string>> = {
  bought: 'BOUGHT',
  sold: 'SOLD',
  passed: 'Passed In',
  noBid: 'No Bids',
  withdrawn: 'Withdrawn',
  closed: 'Closed',
};

/** A closed lot's result for the viewer; `paddle` is the viewer's alias in the sale, null when they have none. */
export function lotResult(
  lot: Pick<CatalogueLot, 'withdrawn' | 'status' | 'winner'>,
  paddle: string | null,
): LotResult {
  if (lot.withdrawn) return 'withdrawn';
  if (lot.status === null) return 'closed';
  return lot.status === 'sold' && paddle !== null && lot.winner === paddle ? 'bought' : lot.status;
}

/** Cattle that are sold by the head alone: their weight says little of their worth. */
const NOT_BY_WEIGHT = new Set(['Cow(s)', 'Cow(s) and Calves', 'Bull(s)']);

/**
 * Cents per kg of a sold head-priced lot by its curfew weight, to a tenth of a cent; null where the specification
 * has none: other stock than cattle sold for their weight, lots priced per kg, no curfew weight.
 */
export function perKgCents(
  lot: Pick<CatalogueLot, 'status' | 'bidding' | 'closedPrice' | 'publicDetails'>,
  kind: PublicAuction['kindData']['type'],
): number | null {
  const { sex, weight } = lot.publicDetails;
  if (lot.status !== 'sold' || lot.bidding !== 'head' || lot.closedPrice === null) return null;
  if (kind !== 'cattle' || NOT_BY_WEIGHT.has(sex)) return null;
  if (weight.curfew === null || weight.curfew <= 0) return null;
  return Math.round((lot.closedPrice / weight.curfew) * 10) / 10;
}

/** What a whole lot came to. `estimated`: priced per kg, reckoned by curfew (else average) weight. Cents. */
export type LotTotal = { cents: number; estimated: boolean };

/** Closed price times head, or times kg; null without a price, or without a weight to reckon by. */
export function lotTotal(
  lot: Pick<CatalogueLot, 'bidding' | 'closedPrice' | 'count' | 'publicDetails'>,
): LotTotal | null {
  if (lot.closedPrice === null) return null;
  if (lot.bidding === 'head') return { cents: lot.closedPrice * lot.count, estimated: false };
  const { curfew, average } = lot.publicDetails.weight;
  const weight = curfew ?? average;
  return weight === null
    ? null
    : { cents: Math.round(lot.closedPrice * weight * lot.count), estimated: true };
}
