import { ERRORS, wireError } from '@saleyard/contract/errors.ts';
import type { PublicAuction } from '@saleyard/contract/realtime.ts';
import { type AccountStatus, mayBid } from '@saleyard/domain/account/status.ts';
import type { RoomLot } from './room-lot.ts';
import { isFrozen } from './room-lot.ts';

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

/** What a person of this status is told instead of bidding; null when they may bid. */
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
