import type { PublicLot } from '@saleyard/contract/realtime.ts';
import type { SaleClock, Viewer } from './room-lot.ts';
import { isEnding } from './timer.ts';

/** How the viewer stands on a lot: leading (`bided`), outbid (`overbided`), or neither. */
export type Standing = 'none' | 'bided' | 'overbided' | 'none-ending' | 'bided-ending' | 'overbided-ending';

/** The viewer is the highest bidder of a lot that is neither passed nor closed. */
export const isWinning = (lot: PublicLot, viewer: Viewer): boolean =>
  lot.state !== 'closed' && !lot.withdrawn && lot.winner !== null && lot.winner === viewer.paddle;

/** Someone else leads a lot the viewer has bid on. */
export const isLosing = (lot: PublicLot, viewer: Viewer): boolean =>
  lot.state !== 'closed' &&
  !lot.withdrawn &&
  lot.winner !== null &&
  lot.winner !== viewer.paddle &&
  viewer.participated.has(lot._id);

/** The viewer's standing on a lot at server time `now` (ms). */
export function standingOf(lot: PublicLot, auction: SaleClock, viewer: Viewer, now: number): Standing {
  const standing = isWinning(lot, viewer) ? 'bided' : isLosing(lot, viewer) ? 'overbided' : 'none';
  return isEnding(lot, auction, now) ? `${standing}-ending` : standing;
}

/** What became of a lot for the viewer; '' while it is not closed. */
export type Outcome = 'withdrawn' | 'sold' | '' | 'no bid' | 'passed' | 'won' | 'lost' | 'closed';

/** The outcome label of a lot for this viewer. A lot sold to others is 'sold' to those who took no part. */
export function outcomeOf(lot: PublicLot, viewer: Viewer): Outcome {
  if (lot.withdrawn) return 'withdrawn';
  if (lot.state !== 'closed') return '';
  if (lot.status === 'noBid') return 'no bid';
  if (lot.status === 'passed') return 'passed';
  if (lot.status === null) return 'closed';
  if (lot.winner !== null && lot.winner === viewer.paddle) return 'won';
  return viewer.participated.has(lot._id) ? 'lost' : 'sold';
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
