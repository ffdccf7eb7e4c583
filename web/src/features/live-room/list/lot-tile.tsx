import { memo } from 'react';
import type { GridState } from '@/features/live-room/room/preferences.ts';
import { useRoomActions } from '@/features/live-room/room/room-actions.tsx';
import { resultMessage } from '@/features/live-room/rules/badges.ts';
import type { RoomLot, SaleClock, Viewer } from '@/features/live-room/rules/room-lot.ts';
import { partOf } from '@/features/live-room/rules/standing.ts';
import { LotBadges } from './lot-badges.tsx';
import { LotClock } from './lot-clock.tsx';
import { LotPicture } from './lot-picture.tsx';
import { LotPrice } from './lot-price.tsx';
import classes from './lot-tile.module.css';
import { lotFacts, lotPlace, lotSentence, lotTitle } from './lot-words.ts';
import { StandingMark } from './standing-mark.tsx';
import { WatchButton } from './watch-button.tsx';

export type LotTileProps = {
  lot: RoomLot;
  auction: SaleClock;
  viewer: Viewer;
  grid: GridState;
  selected: boolean;
  stale: boolean;
  signedIn: boolean;
  /** A bid of the viewer's on this lot is on its way. */
  pending: boolean;
  position: number;
  setSize: number;
};

/** One lot of the list: a card, or a row. Its whole face selects it. */
export const LotTile = memo(function LotTile(props: LotTileProps) {
  const { lot, auction, viewer, grid, selected, stale, signedIn, pending, position, setSize } = props;
  const { select } = useRoomActions();
  const part = partOf(lot, viewer);
  const result = resultMessage(lot, viewer);
  return (
    // biome-ignore lint/a11y/useSemanticElements: between list and items stand the rows of the virtual list.
    <div
      role="listitem"
      aria-setsize={setSize}
      aria-posinset={position}
      className={classes.tile}
      data-grid={grid}
      data-part={part}
      data-selected={selected || undefined}
      data-over={lot.state === 'closed' || lot.withdrawn || undefined}
    >
      {grid === 'default' && <LotPicture lot={lot} />}
      <span className={classes.number}>{lot.number}</span>
      <div className={classes.about}>
        <button
          type="button"
          className={classes.pick}
          data-lot={lot._id}
          aria-current={selected || undefined}
          aria-label={lotSentence(lot, part)}
          onClick={() => select(lot._id)}
        >
          {lotTitle(lot)}
        </button>
        {lot.details?.additionalTitle && <span className={classes.more}>{lot.details.additionalTitle}</span>}
        <span className={classes.facts}>{lotFacts(lot).join(' · ')}</span>
        <span className={classes.place}>{lotPlace(lot)}</span>
      </div>
      <div className={classes.marks}>
        {result === null ? (
          <LotBadges lot={lot} auction={auction} />
        ) : (
          <span className={classes.result}>{result}</span>
        )}
        <LotClock lot={lot} auction={auction} />
      </div>
      <div className={classes.deal}>
        <LotPrice lot={lot} stale={stale} />
      </div>
      <div className={classes.stand}>
        {pending ? <span className={classes.pending}>Bid on its way…</span> : <StandingMark part={part} />}
      </div>
      {signedIn && (
        <span className={classes.watch}>
          <WatchButton lot={lot._id} number={lot.number} watching={viewer.watching.has(lot._id)} compact />
        </span>
      )}
    </div>
  );
});
