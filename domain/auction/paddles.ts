import { type BidderId, FLOOR, isOnFloor, VENDOR } from './ids.ts';
import type { AuctionState } from './state.ts';

/** Paddles of four digits: 1000 to 9998, their number is prime, so any step visits each before one repeats. */
const FIRST_PADDLE = 1000;
const PADDLES = 8999;
const STEP = 7919;
/** Bidders beyond the four-digit paddles get five digits and more. */
const NEXT_BLOCK = 9000;

/**
 * The paddle of the `n`-th bidder (from 0) of an auction: different for each n, and made from the auction's
 * private seed and the order alone, never from who the bidder is [E12].
 */
export function paddleOf(aliasSeed: number, n: number): string {
  const within = n % PADDLES;
  const offset = ((aliasSeed % PADDLES) + ((within * STEP) % PADDLES)) % PADDLES;
  return String(FIRST_PADDLE + offset + Math.floor(n / PADDLES) * NEXT_BLOCK);
}

/**
 * What others call a bidder: the paddle, `vendor` or `floor`. null for someone who has not appeared in public
 * yet (nobody, or a bidder whose auto-bids are all still sealed).
 */
export function aliasOf(state: AuctionState, bidder: BidderId): string | null {
  if (bidder === VENDOR) return VENDOR;
  if (isOnFloor(bidder)) return FLOOR;
  return state.paddles.get(bidder) ?? null;
}
