import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { bell, type Random, seededRandom, seedOf } from '../sample-data/random.ts';
import { OVERLAP_MS, PERIOD_MS } from './sale-plan.ts';

/** The clerk's state of the lot under the hammer. Times in ms. */
export type Hammer = {
  lot: string;
  openedAt: number;
  currentBidCents: number | null;
  /** When the price last changed, or the lot was opened. */
  changedAt: number;
};

export type ClerkMove =
  | { kind: 'wait' }
  | { kind: 'command'; type: 'openLot' | 'knockDown' | 'passIn'; lot: string }
  | { kind: 'command'; type: 'floorBid'; lot: string; cents: number };

/** The least time a lot is open, ms. */
const SHORTEST_MS = 18_000;
/** ms without a bid after which the hammer falls: going once, going twice. */
const QUIET_MS = 9_000;
/** ms between lots, to clear the pen. */
const CLEARING_MS = 5_000;
/** The least time the floor takes to answer a bid, ms. */
const FLOOR_MS = 2_500;
/** The probability of a floor bid per look while the price is below the floor's limit. */
const FLOOR_LIKELY = 0.35;
/** The floor's valuation of a lot, as a factor of its start price, and its deviation. */
const FLOOR_SHARE = 1.18;
const FLOOR_SPREAD = 0.09;

const WAIT: ClerkMove = { kind: 'wait' };

/** The most the room would pay for a lot, in cents per unit. */
export const floorValuation = (lot: { _id: string; startPrice: number }): number =>
  lot.startPrice * FLOOR_SHARE * Math.exp(bell(seededRandom(seedOf('floor', lot._id))) * FLOOR_SPREAD);

/** The clerk's state after a look at the sale: the open lot, and since when it has its price. */
export function watch(hammer: Hammer | null, lots: readonly PublicLot[], now: number): Hammer | null {
  const open = lots.find(
    ({ state, biddingOpen, withdrawn }) => state === 'live' && biddingOpen && !withdrawn,
  );
  if (!open) return null;
  const { _id: lot, currentBidCents } = open;
  if (hammer?.lot !== lot) return { lot, openedAt: now, currentBidCents, changedAt: now };
  return hammer.currentBidCents === currentBidCents ? hammer : { ...hammer, currentBidCents, changedAt: now };
}

/**
 * What a clerk does next in an interfaced sale at human pace. `closedAt`: when the last lot was closed. Lots are
 * paced so that the sale lasts until the next one is live.
 */
export function clerkMove(
  sale: { auction: PublicAuction; lots: readonly PublicLot[] },
  hammer: Hammer | null,
  closedAt: number,
  now: number,
  random: Random,
): ClerkMove {
  const { auction, lots } = sale;
  if (auction.state !== 'live' || auction.frozenTime !== null || auction.pausedTime !== null) return WAIT;
  const left = lots.filter(({ state, withdrawn }) => state !== 'closed' && !withdrawn);
  if (hammer === null) {
    const next = left.find(({ frozenTime }) => frozenTime === null);
    if (next === undefined || now - closedAt < CLEARING_MS) return WAIT;
    return { kind: 'command', type: 'openLot', lot: next._id };
  }
  const lot = lots.find(({ _id }) => _id === hammer.lot);
  if (lot === undefined || lot.frozenTime !== null || lot.pausedTime !== null) return WAIT;
  const quietMs = now - hammer.changedAt;
  const next = lot.nextBidCents ?? (lot.currentBidCents ?? lot.startPrice) + lot.bidIncrementCents;
  const floorWould = lot.winner !== 'floor' && next <= floorValuation(lot);
  if (floorWould && quietMs >= FLOOR_MS && random() < FLOOR_LIKELY) {
    return { kind: 'command', type: 'floorBid', lot: lot._id, cents: next };
  }
  const until = auction.liveAt + PERIOD_MS + OVERLAP_MS / 2;
  const openMs = Math.max(SHORTEST_MS, (until - now) / Math.max(1, left.length) - CLEARING_MS);
  if (quietMs < QUIET_MS || now - hammer.openedAt < openMs) return WAIT;
  const sold = lot.winner !== null && lot.reserveStatus === 'onMarket';
  return { kind: 'command', type: sold ? 'knockDown' : 'passIn', lot: lot._id };
}
