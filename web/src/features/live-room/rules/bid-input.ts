import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { ERRORS, wireError } from '@saleyard/contract/errors.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { type AccountStatus, mayBid } from '@saleyard/domain/account/status.ts';
import { typedPrice } from '@/lib/money.ts';
import { isFrozen, type RoomLot } from './lot-state.ts';

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

/**
 * Whether the viewer can press a bid button now. Closed gates carry the sentence that stands in the panel;
 * `sign-in` lets the press through to the question of who they are.
 */
export type BidGate =
  | { gate: 'open' }
  | { gate: 'sign-in'; message: string }
  | { gate: 'closed'; reason: GateReason; message: string };

export type GateReason =
  | 'withdrawn'
  | 'lot-closed'
  | 'own-lot'
  | 'not-permitted'
  | 'profile'
  | 'frozen'
  | 'waiting'
  | 'auto-bids-only'
  | 'upcoming'
  | 'no-bids'
  | 'offline'
  | 'stale';

/** A person as far as bidding goes; null for a visitor. */
export type Bidder = { status: string } | null;

const closed = (reason: GateReason, message: string): BidGate => ({ gate: 'closed', reason, message });

/** The message that a person of this status sees instead of the bid input; null when they may bid. */
function statusMessage(status: string): BidGate | null {
  if (mayBid(status as AccountStatus)) return null;
  if (status === 'partially-approved')
    return closed('profile', 'Please complete your profile to Bid in a Live Auction.');
  if (status === 'partially-approved:updated')
    return closed('profile', 'Your application is under review and should be approved in the next 24-hours.');
  return closed('not-permitted', wireError('not-permitted').error.message);
}

/** Whether the lot itself is beyond bidding, whoever asks. */
function lotGate(lot: RoomLot, auction: PublicAuction): BidGate | null {
  if (lot.withdrawn) return closed('withdrawn', ERRORS['lot-withdrawn'].message);
  if (lot.state === 'closed')
    return closed(
      'lot-closed',
      lot.status === 'sold' ? ERRORS['lot-closed'].message : 'No further bids. Lot is closed',
    );
  return auction.state === 'closed' ? closed('lot-closed', 'No further bids. Lot is closed') : null;
}

function timeGate(lot: RoomLot, auction: PublicAuction): BidGate | null {
  const offline = auction.auctionType === 'sequentialOffline';
  if (lot.state === 'live' && offline && !lot.biddingOpen)
    return closed('waiting', ERRORS['waiting-to-start'].message);
  if (isFrozen(lot, auction)) return closed('frozen', ERRORS['lot-frozen'].message);
  if (lot.state === 'future' || lot.state === 'open')
    return closed('auto-bids-only', ERRORS['auto-bids-only'].message);
  if (lot.state === 'futureInLive') return closed('upcoming', 'This lot is not live yet.');
  return lot.nextBidCents === null ? closed('no-bids', 'Bidding is not open on this lot.') : null;
}

/**
 * Whether a manual bid can be made. `connected`: whether what is shown is current; a stale price is never bid on.
 */
export function bidGate(
  lot: RoomLot,
  auction: PublicAuction,
  bidder: Bidder,
  connected: { stale: boolean; offline: boolean },
): BidGate {
  const lotSays = lotGate(lot, auction);
  if (lotSays !== null) return lotSays;
  if (bidder === null) return { gate: 'sign-in', message: ERRORS['not-signed-in'].message };
  if (lot.mine) return closed('own-lot', ERRORS['own-lot'].message);
  const statusSays = statusMessage(bidder.status);
  if (statusSays !== null) return statusSays;
  const timeSays = timeGate(lot, auction);
  if (timeSays !== null) return timeSays;
  if (connected.offline) return closed('offline', 'No Network Available');
  if (connected.stale)
    return closed('stale', 'Prices may be out of date. Bidding resumes when the connection is back.');
  return { gate: 'open' };
}

const MONEY = /^\d{0,7}(?:\.\d{0,2})?$/;
const DIGITS = /^\d{0,7}$/;

/** Whether the field takes this text: dollars with at most two decimals per head, whole cents per kg. */
export const acceptsText = (text: string, unit: PublicLot['bidding']): boolean =>
  (unit === 'head' ? MONEY : DIGITS).test(text);

/** The amount typed, in cents per unit: dollars are converted for head-priced lots; null for no number. */
function typedCents(text: string, unit: PublicLot['bidding']): number | null {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !acceptsText(trimmed, unit)) return null;
  const amount = unit === 'head' ? Math.round(Number(trimmed) * 100) : Number(trimmed);
  return Number.isSafeInteger(amount) ? amount : null;
}

/** Why no auto-bid can be set on this lot now, in the specification's words; null when one can. */
export function autoBidClosed(
  lot: Pick<PublicLot, 'state' | 'withdrawn'>,
  auction: Pick<PublicAuction, 'allowAutoBid' | 'allowUpcomingBid'>,
): string | null {
  if (lot.withdrawn) return 'Withdrawn from Auction';
  switch (lot.state) {
    case 'closed':
      return 'No further bids. Lot is sold';
    case 'future':
      return "You can't place a bid. Auction is not open yet";
    case 'open':
      return auction.allowAutoBid ? null : 'Bidding for Lot not open yet';
    case 'futureInLive':
      return auction.allowUpcomingBid ? null : 'Bidding for Lot not open yet';
    case 'live':
      return null;
  }
}

/** An increment as the messages write it, the server's too: "$20", "$2.50", "5¢". */
const incrementText = ({ bidIncrementCents, bidding }: PublicLot): string =>
  bidding === 'head' ? `$${typedPrice(bidIncrementCents, 'head')}` : `${bidIncrementCents}¢`;

type AutoBidCheck = { outcome: 'valid'; cents: number } | { outcome: 'invalid'; message: string };

/** Checks a typed auto-bid against the lot as it stands. */
export function checkAutoBid(
  text: string,
  lot: PublicLot,
  auction: Pick<PublicAuction, 'state' | 'allowAutoBid' | 'allowUpcomingBid'>,
): AutoBidCheck {
  const invalid = (message: string): AutoBidCheck => ({ outcome: 'invalid', message });
  const closed = autoBidClosed(lot, auction);
  if (closed !== null) return invalid(closed);
  const amount = typedCents(text, lot.bidding);
  if (amount === null || amount === 0) return invalid('Invalid price');
  const price = standingPrice(lot);
  if (amount <= price)
    return invalid(
      `Please enter an Auto-Bid higher than the ${auction.state === 'open' ? 'start price' : 'current bid'}.`,
    );
  if ((amount - price) % lot.bidIncrementCents !== 0)
    return invalid(`Please Enter a number that is a multiple of ${incrementText(lot)}`);
  return { outcome: 'valid', cents: amount };
}
