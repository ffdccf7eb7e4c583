import { LotClock, LotPrice, lotTitle, StandingMark } from '@/features/live-room/list/lot-marks.tsx';
import { type RoomPreferences, useRoomActions } from '@/features/live-room/room/room-context.tsx';
import type { Room } from '@/features/live-room/room/use-room.ts';
import { isWinning, partOf, type RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { BidControls, BidStatus } from './bid-controls.tsx';
import { RegisterToBuy } from './bid-gate.tsx';
import classes from './lot-strip.module.css';
import { useLotBid } from './use-lot-bid.ts';

/**
 * On a phone, under the list: the lot that is being sold or closes next, with its bid under the thumb. Pressing its name
 * opens it whole.
 */
export function LotStrip({
  room,
  lot,
  stale,
  preferences,
}: {
  room: Room;
  lot: RoomLot;
  stale: boolean;
  preferences: RoomPreferences;
}) {
  const { auction, viewer, bidder, me } = room;
  const { select } = useRoomActions();
  // The strip goes from lot to lot by itself: a press meant for the lot before this one must not bid on it.
  const bid = useLotBid(lot, auction, viewer, bidder, preferences, true);
  const { gate } = bid;
  return (
    <section className={classes.strip} aria-label={`Now: lot ${lot.number}`} data-part={partOf(lot, viewer)}>
      <BidStatus lot={lot} bid={bid} preferences={preferences} />
      <div className={classes.line}>
        <button type="button" className={classes.open} onClick={() => select(lot._id)}>
          <span className={classes.number}>Lot {lot.number}</span>
          <span className={classes.title}>{lotTitle(lot)}</span>
        </button>
        <LotClock lot={lot} auction={auction} />
      </div>
      <div className={classes.deal}>
        <div className={classes.price}>
          <LotPrice lot={lot} stale={stale} />
          <StandingMark part={partOf(lot, viewer)} />
        </div>
        {gate.gate === 'closed' ? (
          <div className={classes.gate}>
            <p>{gate.message}</p>
            {gate.reason === 'not-permitted' && me && <RegisterToBuy me={me} />}
          </div>
        ) : (
          <BidControls lot={lot} bid={bid} leading={isWinning(lot, viewer)} short />
        )}
      </div>
    </section>
  );
}
