import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import {
  BID_ERRORS,
  filledMessage,
  NOT_SIGNED_IN,
  offIncrementMessage,
  refusedLotMessage,
} from '@saleyard/contract/bid-errors.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { type AccountStatus, mayBid } from '@saleyard/domain/account/status.ts';
import { amountRefusal } from '@saleyard/domain/auction/bidding.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { ownPrices } from '@saleyard/domain/listing/price-names.ts';
import { highestCents } from '@saleyard/domain/listing/stock.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { isFrozen, type RoomLot } from './lot-state.ts';

/** Increments above the current bid that the bid buttons offer. */
export const STEPS = [1, 2, 5, 10] as const;
export type StepCount = (typeof STEPS)[number];

/**
 * A lot's price as shown, in cents: what it came to, also after the auction or by a correction; else the current bid, else
 * the start price.
 */
export const standingPrice = (
  lot: Pick<PublicLot, 'currentBidCents' | 'startPrice' | 'closedPrice'>,
): number => lot.closedPrice ?? lot.currentBidCents ?? lot.startPrice;

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
 * Whether the viewer can press a bid button now. Closed gates carry the sentence that is in the panel;
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
  | 'not-open'
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
  return closed('not-permitted', filledMessage(BID_ERRORS['not-permitted']));
}

type ClosedLot = Pick<PublicLot, 'status' | 'soldBeforeAuction'>;

const isSold = ({ status, soldBeforeAuction }: ClosedLot): boolean =>
  soldBeforeAuction || status === 'sold' || status === 'soldAfterAuction';

/** What a lot that takes no more bids says: that it is sold only when it is. */
const closedMessage = (lot: ClosedLot): string =>
  refusedLotMessage('lot-closed', { isInterfaced: false, isSold: isSold(lot) }) ??
  BID_ERRORS['lot-closed'].message;

/** Why nobody can bid on the lot any more; null while it is open to bids. */
function lotGate(lot: RoomLot, auction: PublicAuction): BidGate | null {
  if (lot.withdrawn) return closed('withdrawn', BID_ERRORS['lot-withdrawn'].message);
  return lot.state === 'closed' || auction.state === 'closed'
    ? closed('lot-closed', closedMessage(lot))
    : null;
}

/** The server's refusal of a bid in the words that hold for this lot; `message` is the server's own. */
export function refusalText(
  { code, message }: { code: string; message: string },
  lot: PublicLot,
  auction: Pick<PublicAuction, 'auctionType'>,
): string {
  if (code === 'off-increment') return offIncrementMessage(ownPrices(lot), lot.currentBidCents);
  const sold = lot.state === 'closed' ? isSold(lot) : null;
  return (
    refusedLotMessage(code, { isInterfaced: AUCTION_TYPES[auction.auctionType].byClerk, isSold: sold }) ??
    message
  );
}

/** Said where bids have to wait for the sale, and auto-bids cannot be set meanwhile. */
const LIVE_ONLY = 'You can only use the bid buttons during a Live Auction.';

/** Before the lot is live: what the bid buttons wait for, in a sentence that holds for this sale. */
function earlyGate(lot: RoomLot, auction: PublicAuction): BidGate | null {
  if (lot.state === 'futureInLive') return closed('upcoming', 'This lot is not live yet.');
  if (lot.state !== 'future' && lot.state !== 'open') return null;
  if (auction.state === 'future') return closed('not-open', BID_ERRORS['not-open'].message);
  return closed('auto-bids-only', auction.allowAutoBid ? BID_ERRORS['auto-bids-only'].message : LIVE_ONLY);
}

function timeGate(lot: RoomLot, auction: PublicAuction): BidGate | null {
  const stopped = isFrozen(lot, auction);
  // A frozen interfaced sale waits for the clerk, as one whose bidding was not opened.
  if (AUCTION_TYPES[auction.auctionType].byClerk && (stopped || (lot.state === 'live' && !lot.biddingOpen)))
    return closed('waiting', BID_ERRORS['waiting-to-start'].message);
  if (stopped) return closed('frozen', BID_ERRORS['lot-frozen'].message);
  const early = earlyGate(lot, auction);
  if (early !== null) return early;
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
  if (bidder === null) return { gate: 'sign-in', message: NOT_SIGNED_IN.message };
  if (lot.mine) return closed('own-lot', BID_ERRORS['own-lot'].message);
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

/** Whether a price may be written so: dollars with at most two decimals per head, whole cents per kg. */
export const acceptsText = (text: string, unit: PublicLot['bidding']): boolean =>
  (unit === 'head' ? MONEY : DIGITS).test(text);

/** Why what is in the field is no price, while it is typed; null when it is one, or may become one. */
export function textMessage(text: string, unit: PublicLot['bidding']): string | null {
  if (acceptsText(text.trim(), unit)) return null;
  if (/^[\d.]*$/.test(text) && text.replace(/\..*/, '').length > 7) return 'This amount is too large.';
  if (!/^[\d.,$¢ ]*$/.test(text)) return 'Invalid price';
  return unit === 'kg'
    ? 'Whole cents per kg only, without a dot: 350 is $3.50 /kg.'
    : 'Dollars and cents only, like 412.50.';
}

/** The amount typed, in cents per unit: dollars are converted for head-priced lots; null for no number. */
function typedCents(text: string, unit: PublicLot['bidding']): number | null {
  const trimmed = text.trim();
  if (!/\d/.test(trimmed) || !acceptsText(trimmed, unit)) return null;
  const amount = unit === 'head' ? Math.round(Number(trimmed) * 100) : Number(trimmed);
  return Number.isSafeInteger(amount) ? amount : null;
}

/** Why no auto-bid can be set on this lot now, in the specification's words; null when one can. */
export function autoBidClosed(
  lot: ClosedLot & Pick<PublicLot, 'state' | 'withdrawn'>,
  auction: Pick<PublicAuction, 'allowAutoBid' | 'allowUpcomingBid'>,
): string | null {
  if (lot.withdrawn) return BID_ERRORS['lot-withdrawn'].message;
  switch (lot.state) {
    case 'closed':
      return closedMessage(lot);
    case 'future':
      return BID_ERRORS['not-open'].message;
    case 'futureInLive':
      return auction.allowAutoBid && auction.allowUpcomingBid
        ? null
        : BID_ERRORS['upcoming-not-allowed'].message;
    case 'open':
    case 'live':
      return auction.allowAutoBid ? null : BID_ERRORS['auto-bid-not-allowed'].message;
  }
}

/** When auto-bids can be set on a lot that takes none now; null when they can be set, or never will. */
export function autoBidOpens(
  lot: ClosedLot & Pick<PublicLot, 'state' | 'withdrawn'>,
  auction: Pick<PublicAuction, 'allowAutoBid' | 'allowUpcomingBid' | 'openAt'>,
): string | null {
  if (autoBidClosed(lot, auction) === null || lot.withdrawn || lot.state === 'closed') return null;
  if (!auction.allowAutoBid) return 'Auto-bids are not taken in this auction.';
  return lot.state === 'future'
    ? `Auto-bids open ${formatShortDateTime(auction.openAt)} Sydney time.`
    : 'Auto-bids open when this lot is live.';
}

type AutoBidCheck = { outcome: 'valid'; cents: number } | { outcome: 'invalid'; message: string };

/** What a check of a maximum needs to know of the sale. */
type AutoBidAuction = Pick<PublicAuction, 'state' | 'allowAutoBid' | 'allowUpcomingBid' | 'opening'>;

/**
 * Checks a maximum (cents per unit) against the lot as it stands now, by the rule that decides it [E2] [E14] [E20]. Where
 * the rule also takes the price itself [E2] [E5], the form requires more than it [A551] [A552].
 */
export function checkMaximum(cents: number, lot: PublicLot, auction: AutoBidAuction): AutoBidCheck {
  const invalid = (message: string): AutoBidCheck => ({ outcome: 'invalid', message });
  const closed = autoBidClosed(lot, auction);
  if (closed !== null) return invalid(closed);
  const { currentBidCents, ...terms } = ownPrices(lot);
  const pricing = { ...terms, policy: { opening: auction.opening }, highestCents: highestCents(terms) };
  const refusal = amountRefusal(pricing, { cents: currentBidCents }, cents, false);
  if (refusal === null) return { outcome: 'valid', cents };
  if (refusal === 'too-low') {
    const price = auction.state === 'open' ? 'start price' : 'current bid';
    return invalid(`Please enter an Auto-Bid higher than the ${price}.`);
  }
  return invalid(
    refusal === 'off-increment'
      ? offIncrementMessage(terms, currentBidCents)
      : BID_ERRORS['invalid-amount'].message,
  );
}

/** Checks a typed auto-bid against the lot as it stands. */
export function checkAutoBid(text: string, lot: PublicLot, auction: AutoBidAuction): AutoBidCheck {
  const closed = autoBidClosed(lot, auction);
  if (closed !== null) return { outcome: 'invalid', message: closed };
  const amount = typedCents(text, lot.bidding);
  if (amount === null || amount === 0)
    return { outcome: 'invalid', message: textMessage(text, lot.bidding) ?? 'Invalid price' };
  return checkMaximum(amount, lot, auction);
}
