import type { PublicLot } from '@saleyard/contract/realtime.ts';

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
