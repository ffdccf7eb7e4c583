import { bell, seededRandom, seedOf } from '../sample-data/random.ts';

/** Bidders guess the market from the start price: lots usually start at this part of it. */
const START_SHARE = 0.8;
/** How much bidders' valuations of one lot differ: the deviation of their logarithm. */
const OPINIONS_SPREAD = 0.08;
/** Nobody pays the full guess on average: the last but one of several bidders decides the price. */
const CAUTION = -0.04;
/** The share of all simulated bidders that goes to a sale, and the share of those that bids on a lot. */
const ATTENDING_SHARE = 0.5;
const INTERESTED_SHARE = 0.3;

/** The most this bidder would pay for this lot, in cents per unit. It never changes, so no contest goes on for ever. */
export function privateValuation(bidder: string, lot: { _id: string; startPrice: number }): number {
  const random = seededRandom(seedOf('valuation', bidder, lot._id));
  return (lot.startPrice / START_SHARE) * Math.exp(CAUTION + bell(random) * OPINIONS_SPREAD);
}

/** Whether this bidder goes to this sale. */
export const attends = (bidder: string, auction: string): boolean =>
  seededRandom(seedOf('attends', bidder, auction))() < ATTENDING_SHARE;

/** Whether this bidder bids on this lot. */
export const wants = (bidder: string, lot: string): boolean =>
  seededRandom(seedOf('wants', bidder, lot))() < INTERESTED_SHARE;
