import type { SoundEvent } from '@saleyard/contract/realtime.ts';
import { isLosing, isWinning, outcomeOf, type RoomLot, type Viewer } from './lot-state.ts';

function soundsOfLot(before: RoomLot, after: RoomLot, viewer: Viewer): SoundEvent[] {
  const sounds: SoundEvent[] = [];
  const isHigher = (after.currentBidCents ?? 0) > (before.currentBidCents ?? 0);
  const led = isWinning(before, viewer);
  if (isHigher) sounds.push('bid');
  if (isHigher && led && isWinning(after, viewer) && viewer.autoBidding.has(after._id))
    sounds.push('autobid');
  if (led && isLosing(after, viewer)) sounds.push('outbid');
  if (outcomeOf(after, viewer) === 'won' && outcomeOf(before, viewer) !== 'won') sounds.push('won');
  return sounds;
}

/**
 * The sounds of changes that the page read by itself, since sounds are sent over the socket only: each sound once,
 * however many lots it is of. `before`: the lots as they were, by id.
 */
export function soundsOfChanges(
  before: ReadonlyMap<string, RoomLot>,
  lots: readonly RoomLot[],
  viewer: Viewer,
): ReadonlySet<SoundEvent> {
  return new Set(
    lots.flatMap((lot) => {
      const known = before.get(lot._id);
      return known === undefined || known === lot ? [] : soundsOfLot(known, lot, viewer);
    }),
  );
}
