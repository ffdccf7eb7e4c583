import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { pick, type Random, whole } from './random.ts';

/**
 * How a simulated bidder behaves: a sniper waits for the last seconds, a steady one bids more as the end nears,
 * an eager one bids early and jumps, an auto-bidder sets its maximum once and leaves.
 */
export type BidderStyle = 'sniper' | 'steady' | 'eager' | 'autoBidder';

export const BIDDER_STYLES: readonly BidderStyle[] = ['sniper', 'steady', 'steady', 'eager', 'autoBidder'];

/** A lot as its bidder sees it at `now` (ms). `valuationCents`: the most they would pay. */
export type Look = {
  auction: PublicAuction;
  lot: PublicLot;
  now: number;
  style: BidderStyle;
  valuationCents: number;
  leading: boolean;
  /** They have an auto-bid on it that may still answer for them. */
  hasAutoBid: boolean;
};

export type Move = { kind: 'bid'; cents: number } | { kind: 'autoBid'; maxCents: number } | { kind: 'wait' };

const WAIT: Move = { kind: 'wait' };
/** Near their valuation, bidders hesitate: from this part of it on, half of the looks end without a bid. */
const HESITATION_SHARE = 0.95;
/** An interfaced lot has no deadline; it is bid for as if it had this many seconds. */
const AT_THE_RING_SECONDS = 40;

/** The probability of bidding at one look, by style: `[secondsLeft, probability]`, the first row that holds. */
const EAGERNESS: Readonly<Record<BidderStyle, readonly (readonly [number, number])[]>> = {
  sniper: [
    [18, 0.8],
    [60, 0.05],
    [Number.POSITIVE_INFINITY, 0.004],
  ],
  steady: [
    [60, 0.4],
    [300, 0.14],
    [900, 0.05],
    [Number.POSITIVE_INFINITY, 0.02],
  ],
  eager: [
    [120, 0.5],
    [600, 0.2],
    [Number.POSITIVE_INFINITY, 0.06],
  ],
  autoBidder: [
    [120, 0.5],
    [900, 0.25],
    [Number.POSITIVE_INFINITY, 0.06],
  ],
};

const secondsLeft = ({ auction, lot, now }: Look): number => {
  const { byClerk, closesTogether } = AUCTION_TYPES[auction.auctionType];
  if (byClerk) return AT_THE_RING_SECONDS;
  const finishAt = closesTogether ? auction.finishAt : lot.finishAt;
  return finishAt === null ? Number.POSITIVE_INFINITY : (finishAt - now) / 1_000;
};

/** The highest amount at or under the valuation that is a whole number of increments from the start. */
function highestStep(lot: PublicLot, valuationCents: number): number {
  const steps = Math.floor((valuationCents - lot.startPrice) / lot.bidIncrementCents);
  return lot.startPrice + steps * lot.bidIncrementCents;
}

/** What a bidder does at one look at a lot. Never more than the valuation, so every contest ends. */
export function moveAt(look: Look, random: Random): Move {
  const { auction, lot, style, valuationCents, leading, hasAutoBid } = look;
  const stopped = lot.frozenTime !== null || lot.pausedTime !== null || auction.frozenTime !== null;
  if (stopped || auction.pausedTime !== null || lot.withdrawn || leading || hasAutoBid) return WAIT;
  const most = highestStep(lot, valuationCents);
  const next = lot.nextBidCents ?? (lot.currentBidCents ?? lot.startPrice) + lot.bidIncrementCents;
  if (next > most) return WAIT;
  const [, likely] = EAGERNESS[style].find(([within]) => secondsLeft(look) <= within) ?? [0, 0];
  const before = lot.state === 'open' || lot.state === 'futureInLive';
  if (before) {
    const allowed = lot.state === 'open' ? auction.allowAutoBid : auction.allowUpcomingBid;
    if (style !== 'autoBidder' || !allowed || !auction.allowAutoBid || random() >= likely) return WAIT;
    return { kind: 'autoBid', maxCents: most };
  }
  if (lot.state !== 'live' || !lot.biddingOpen) return WAIT;
  const hesitant = next > valuationCents * HESITATION_SHARE;
  if (random() >= (hesitant ? likely / 2 : likely)) return WAIT;
  if (style === 'autoBidder' && auction.allowAutoBid) return { kind: 'autoBid', maxCents: most };
  const jump = style === 'eager' && random() < 0.2 ? whole(random, 1, 4) * lot.bidIncrementCents : 0;
  return { kind: 'bid', cents: Math.min(most, next + jump) };
}

/** Lots worth a look now: those that end soonest first, and among equals in random order. */
export function soonest(
  lots: readonly { auction: PublicAuction; lot: PublicLot }[],
  most: number,
  random: Random,
): { auction: PublicAuction; lot: PublicLot }[] {
  const key = ({ auction, lot }: { auction: PublicAuction; lot: PublicLot }) =>
    lot.state === 'live' ? (lot.finishAt ?? auction.finishAt ?? 0) : Number.MAX_SAFE_INTEGER;
  const shuffled = lots.map((one) => ({ one, order: random() })).sort((a, b) => a.order - b.order);
  const sorted = shuffled.map(({ one }) => one).sort((a, b) => key(a) - key(b));
  const near = sorted.slice(0, most);
  // Sometimes one further away, so that every lot is considered at some time.
  return sorted.length > most ? [...near, pick(random, sorted.slice(most))] : near;
}
