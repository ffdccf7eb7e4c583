import type { PublicLot } from '@saleyard/contract/realtime.ts';
import type { LotDetails } from '@saleyard/contract/rest.ts';

/** Increments above the current bid that the bid buttons offer. */
export const STEPS = [1, 2, 5, 10] as const;
export type StepCount = (typeof STEPS)[number];

/** What stands as a lot's price: the current bid, else the start price. Cents. */
export const standingPrice = (lot: Pick<PublicLot, 'currentBidCents' | 'startPrice'>): number =>
  lot.currentBidCents ?? lot.startPrice;

/**
 * The amount of a bid `steps` increments above the current bid, in cents; before a first bid counted from the
 * smallest one the sale's opening policy takes. null when no bid may be made.
 */
export const bidAmount = (
  lot: Pick<PublicLot, 'nextBidCents' | 'bidIncrementCents'>,
  steps: StepCount,
): number | null =>
  lot.nextBidCents === null ? null : lot.nextBidCents + (steps - 1) * lot.bidIncrementCents;

/** Cattle that are sold by the head alone: their weight says little of their worth. */
const NOT_BY_WEIGHT = new Set(['Cow(s)', 'Cow(s) and Calves', 'Bull(s)']);

/** kg that a price per head and a price per kg are converted by: curfew weight, else the average; null unknown. */
export const pricingWeight = (details: LotDetails | null): number | null =>
  details?.publicDetails.weight.curfew ?? details?.publicDetails.weight.average ?? null;

/**
 * The same price in the lot's other unit, or null where it would mean nothing: no weight known, or head-priced
 * stock other than cattle that are sold for their weight. Rounded to a tenth of a cent per kg, a cent per head.
 */
export function swappedPrice(
  amount: number,
  lot: Pick<PublicLot, 'bidding'> & { details: LotDetails | null },
  kind: string,
): { cents: number; unit: PublicLot['bidding'] } | null {
  const details = lot.details;
  if (details === null) return null;
  if (lot.bidding === 'kg') {
    const weight = pricingWeight(details);
    return weight === null ? null : { cents: Math.round(amount * weight), unit: 'head' };
  }
  const curfew = details.publicDetails.weight.curfew;
  if (curfew === null || curfew <= 0) return null;
  if (kind !== 'cattle' || NOT_BY_WEIGHT.has(details.publicDetails.sex)) return null;
  return { cents: Math.round((amount / curfew) * 10) / 10, unit: 'kg' };
}
