import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { BID_ERRORS } from '@saleyard/contract/bid-errors.ts';
import type { LotDetails, PublicLot } from '@saleyard/contract/lots.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatCountdown } from '@saleyard/domain/presentation/dates.ts';
import { RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { type Badge, isEnding, reserveBadge, type SaleClock } from '@/lib/lot-clock.ts';
import type { LiveLot } from '@/lib/realtime/live-auction.ts';

export { isClockStopped, isEnding, lotTimeLeft, type SaleClock } from '@/lib/lot-clock.ts';

/**
 * A lot as the live room shows it: its live state with the catalogue's details. `details` is null until the
 * catalogue has been read; bidding never waits for it.
 */
export type RoomLot = LiveLot & { details: LotDetails | null; mine: boolean };

/** The viewer of the room, as far as a lot's standing depends on it. */
export type Viewer = {
  /** The viewer's alias in this auction; null until they have bid. */
  paddle: string | null;
  /** Lots the viewer has bid or set an auto-bid on. */
  participated: ReadonlySet<string>;
  /** Lots on which a bid or an auto-bid of the viewer was refused, or made by their buyer number: it is not among their own. */
  unlisted: ReadonlySet<string>;
  /** Lots on which an auto-bid bids for the viewer. */
  autoBidding: ReadonlySet<string>;
  watching: ReadonlySet<string>;
};

/** Whether the viewer has bids on the lot to be explained: accepted, refused, or by their buyer number. */
export const hasBids = ({ _id }: Pick<RoomLot, '_id'>, { participated, unlisted }: Viewer): boolean =>
  participated.has(_id) || unlisted.has(_id);

/** Whether the sale or the lot stands still: no bids are taken [T8]. */
export const isFrozen = (
  lot: Pick<PublicLot, 'frozenTime'>,
  auction: Pick<PublicAuction, 'frozenTime'>,
): boolean => lot.frozenTime !== null || auction.frozenTime !== null;

/** The colour of the timer's icon. */
export type TimerColour = 'amber' | 'green' | 'red' | 'white' | 'grey';

/** The timer of the room's header: its label, the time beside it (null: none) and the colour of its icon. */
export type AuctionTimer = { label: string; value: string | null; colour: TimerColour };

/** Time gone by, in whole seconds: "0m 0s" at the start. */
const formatElapsed = (ms: number): string =>
  ms < 1000 ? '0m 0s' : formatCountdown(Math.floor(ms / 1000) * 1000);

/** Time shown by a running sale's timer at `at`: left until its one deadline, else gone by. */
function running(auction: PublicAuction, at: number): string | null {
  if (AUCTION_TYPES[auction.auctionType].closesTogether)
    return auction.finishAt === null ? null : formatCountdown(auction.finishAt - at);
  return formatElapsed(at - auction.liveAt);
}

function valueAt(auction: PublicAuction, at: number): string | null {
  if (auction.state === 'live') return running(auction, at);
  const left = auction.liveAt - at;
  return left > 0 ? formatCountdown(left) : null;
}

/** The header's timer at server time `now` (ms). */
export function auctionTimer(auction: PublicAuction, now: number): AuctionTimer {
  if (auction.state === 'closed') return { label: 'CLOSED', value: null, colour: 'grey' };
  if (auction.frozenTime !== null) {
    const value = valueAt(auction, auction.stoppedTime ?? auction.frozenTime);
    return { label: value === null ? 'AUCTION FROZEN' : 'AUCTION FROZEN AT', value, colour: 'red' };
  }
  if (auction.pausedTime !== null || auction.auctionpaused) {
    const stopped = auction.stoppedTime ?? auction.pausedTime;
    const value = stopped === null ? null : valueAt(auction, stopped);
    return { label: value === null ? 'AUCTION PAUSED' : 'TIME PAUSED AT', value, colour: 'white' };
  }
  if (auction.state !== 'live')
    return { label: 'STARTS IN', value: valueAt(auction, now) ?? 'STARTING...', colour: 'amber' };
  const label = AUCTION_TYPES[auction.auctionType].closesTogether ? 'CLOSE IN' : 'LIVE FOR';
  return { label, value: running(auction, now), colour: 'green' };
}

/** The viewer is the highest bidder of a lot that is neither passed nor closed. */
export const isWinning = (lot: PublicLot, viewer: Viewer): boolean =>
  lot.state !== 'closed' && !lot.withdrawn && lot.winner !== null && lot.winner === viewer.paddle;

/** Someone else leads a lot the viewer has bid on. Not said before it is known who of the bidders the viewer is. */
export const isLosing = (lot: PublicLot, viewer: Viewer): boolean =>
  lot.state !== 'closed' &&
  !lot.withdrawn &&
  lot.winner !== null &&
  viewer.paddle !== null &&
  lot.winner !== viewer.paddle &&
  viewer.participated.has(lot._id);

/** What became of a lot for the viewer; '' while it is not closed. */
type Outcome =
  | 'withdrawn'
  | 'sold before'
  | 'sold after'
  | 'sold'
  | ''
  | 'no bid'
  | 'passed'
  | 'won'
  | 'lost'
  | 'closed';

/** The outcome label of a lot for this viewer. A lot sold to others is 'sold' to those who took no part. */
export function outcomeOf(lot: PublicLot, viewer: Viewer): Outcome {
  if (lot.withdrawn) return 'withdrawn';
  if (lot.soldBeforeAuction) return 'sold before';
  if (lot.state !== 'closed') return '';
  if (lot.status === 'noBid') return 'no bid';
  if (lot.status === 'passed') return 'passed';
  if (lot.status === null) return 'closed';
  if (lot.winner !== null && lot.winner === viewer.paddle) return 'won';
  // It was passed in, or had no bid: nobody lost it to another bidder.
  if (lot.status === 'soldAfterAuction') return 'sold after';
  // Not said before it is known who of the bidders the viewer is: they may have won it.
  return viewer.paddle !== null && viewer.participated.has(lot._id) ? 'lost' : 'sold';
}

/** The one word, with its shape, that a tile says of the viewer's part in a lot. */
export type Part = 'winning' | 'losing' | 'won' | 'lost' | 'watching' | 'none';

/** What the viewer has to do with a lot: the strongest of winning, losing, won, lost and watching. */
export function partOf(lot: PublicLot, viewer: Viewer): Part {
  if (isWinning(lot, viewer)) return 'winning';
  if (isLosing(lot, viewer)) return 'losing';
  const outcome = outcomeOf(lot, viewer);
  if (outcome === 'won' || outcome === 'lost') return outcome;
  return viewer.watching.has(lot._id) ? 'watching' : 'none';
}

/** Badges of a lot that is not closed, the most pressing first. */
export function statusBadges(lot: PublicLot, auction: SaleClock, now: number): Badge[] {
  if (lot.state === 'closed' || lot.withdrawn) return [];
  const badges: Badge[] = [];
  if (lot.frozenTime !== null) badges.push({ label: 'Frozen', tone: 'frozen' });
  if (lot.state === 'futureInLive') badges.push({ label: 'UPCOMING', tone: 'upcoming' });
  if (isEnding(lot, auction, now)) badges.push({ label: 'Lot Closing', tone: 'closing' });
  if (lot.state === 'live') badges.push(reserveBadge(lot, auction.auctionType));
  return badges;
}

/** What a closed or withdrawn lot says of itself; null while it can still be bid on. */
export function resultMessage(lot: PublicLot, viewer: Viewer): string | null {
  switch (outcomeOf(lot, viewer)) {
    case '':
      return null;
    case 'withdrawn':
      return BID_ERRORS['lot-withdrawn'].message;
    case 'sold before':
      return RESULT_LABELS.soldBeforeAuction;
    case 'no bid':
      return 'Closed with no bids';
    case 'passed':
      return RESULT_LABELS.passed;
    case 'won':
      return lot.status === 'soldAfterAuction'
        ? 'You bought this lot after the auction'
        : 'You bought this lot';
    case 'sold after':
      return 'Sold after the auction';
    case 'lost':
      return 'Sold to another bidder';
    case 'sold':
      return 'Sold';
    case 'closed':
      return 'Closed';
  }
}
