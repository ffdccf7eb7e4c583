import { IconArrowLeft, IconChevronDown, IconChevronUp, IconWindowMaximize } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '@/components/dialog.tsx';
import { lotDetailsQuery } from '@/features/live-room/api/lot.ts';
import { AutoBid } from '@/features/live-room/bidding/auto-bid.tsx';
import { BidControls } from '@/features/live-room/bidding/bid-controls.tsx';
import { BidHistory } from '@/features/live-room/bidding/bid-history.tsx';
import { BidStatus } from '@/features/live-room/bidding/bid-status.tsx';
import { PriceBlock } from '@/features/live-room/bidding/price-block.tsx';
import type { LotBid } from '@/features/live-room/bidding/use-lot-bid.ts';
import { lotPlace, lotTitle } from '@/features/live-room/list/lot-words.ts';
import { WatchButton } from '@/features/live-room/list/watch-button.tsx';
import type { RoomPreferences } from '@/features/live-room/room/preferences.ts';
import { useRoomActions } from '@/features/live-room/room/room-actions.tsx';
import type { Room } from '@/features/live-room/room/use-room.ts';
import type { GateReason } from '@/features/live-room/rules/bid-gate.ts';
import type { RoomLot } from '@/features/live-room/rules/room-lot.ts';
import { isWinning } from '@/features/live-room/rules/standing.ts';
import { useSaleSource } from '@/lib/sale-source.tsx';
import { ConfirmPreference } from './confirm-preference.tsx';
import { LotDetails } from './lot-details.tsx';
import classes from './lot-panel.module.css';

/** Where the panel stands: beside the list, or over it as a phone's sheet. */
type Place = 'side' | 'sheet';

export type LotPanelProps = {
  room: Room;
  lot: RoomLot;
  bid: LotBid;
  stale: boolean;
  preferences: RoomPreferences;
  /** Steps to the next or the previous lot of the list. */
  step: (by: 1 | -1) => void;
  place: Place;
};

function Title({ room, lot, step, place }: Pick<LotPanelProps, 'room' | 'lot' | 'step' | 'place'>) {
  const { select } = useRoomActions();
  return (
    <header className={classes.title}>
      {place === 'sheet' && (
        <button
          type="button"
          className={classes.icon}
          aria-label="Back to the lots"
          onClick={() => select(null)}
        >
          <IconArrowLeft size={22} aria-hidden="true" />
        </button>
      )}
      <div className={classes.words}>
        <h2 tabIndex={-1} data-lot-heading>
          <span className={classes.lot}>Lot {lot.number}</span> {lotTitle(lot)}
        </h2>
        <p>{lotPlace(lot)}</p>
      </div>
      <div className={classes.tools}>
        {room.me && (
          <WatchButton
            lot={lot._id}
            number={lot.number}
            watching={room.viewer.watching.has(lot._id)}
            compact
          />
        )}
        {place === 'side' &&
          STEPPERS.map(({ by, label, title, Icon }) => (
            <button
              key={label}
              type="button"
              className={classes.icon}
              aria-label={label}
              title={title}
              onClick={() => step(by)}
            >
              <Icon size={20} aria-hidden="true" />
            </button>
          ))}
      </div>
    </header>
  );
}

const STEPPERS = [
  { by: -1, label: 'Previous lot', title: 'Previous lot (K)', Icon: IconChevronUp },
  { by: 1, label: 'Next lot', title: 'Next lot (J)', Icon: IconChevronDown },
] as const;

/** Reasons for which there is nothing to press: the sentence stands alone. The others pass, and keep the buttons. */
const NOTHING_TO_PRESS = new Set<GateReason>([
  'auto-bids-only',
  'upcoming',
  'own-lot',
  'not-permitted',
  'profile',
]);

/** Pictures and particulars, and the same in a larger window where there is room for one. */
function About({
  lot,
  signedIn,
  failed,
  place,
}: {
  lot: RoomLot;
  signedIn: boolean;
  failed: boolean;
  place: Place;
}) {
  const [wide, setWide] = useState(false);
  const read = useQuery(lotDetailsQuery(useSaleSource(), lot._id, signedIn)).data;
  // What the list already knows stands until the whole is there, and when it can't be read.
  const whole: RoomLot = { ...lot, details: read ?? lot.details };
  return (
    <>
      <LotDetails lot={whole} failed={failed} />
      {place === 'side' && (
        <button type="button" className={classes.close} onClick={() => setWide(true)}>
          <IconWindowMaximize size={18} aria-hidden="true" /> View in Pop Up
        </button>
      )}
      {wide && place === 'side' && (
        <Dialog
          title={`Lot ${lot.number} ${lotTitle(lot)}`}
          onClose={() => setWide(false)}
          actions={
            <button type="button" className={classes.close} onClick={() => setWide(false)}>
              Close
            </button>
          }
        >
          {/* Focused first: a dialog that focuses its last button opens scrolled to its end. */}
          <div tabIndex={-1} className={classes.popup} ref={(popup) => popup?.setAttribute('autofocus', '')}>
            <LotDetails lot={whole} failed={failed} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The selected lot: price, bidding and details. In a sheet the bid bar stays at the bottom, under the thumb. */
export function LotPanel(props: LotPanelProps) {
  const { room, lot, bid, stale, preferences, place } = props;
  const { askToSignIn } = useRoomActions();
  const { gate, machine } = bid;
  const over = lot.state === 'closed' || lot.withdrawn;
  const said = (
    <>
      <BidStatus bid={machine.bid} unit={lot.bidding} />
      {gate.gate === 'closed' && !over && (
        <p className={classes.gate} data-reason={gate.reason} role="status">
          {gate.message}
        </p>
      )}
    </>
  );
  const pressable = !over && !(gate.gate === 'closed' && NOTHING_TO_PRESS.has(gate.reason));
  // What is said stands on the side where it can grow without moving the button.
  const bar = (
    <div className={classes.bar}>
      {place === 'sheet' && said}
      {pressable && <BidControls lot={lot} bid={bid} leading={isWinning(lot, room.viewer)} />}
      {place === 'side' && said}
    </div>
  );
  const about = (
    <About
      key={`about-${lot._id}`}
      lot={lot}
      signedIn={room.me !== null}
      failed={room.catalogueError !== null}
      place={place}
    />
  );
  return (
    <div className={classes.panel} data-place={place}>
      <div className={classes.scroll}>
        <Title {...props} />
        <div className={classes.body}>
          <PriceBlock
            key={`price-${lot._id}`}
            lot={lot}
            auction={room.auction}
            viewer={room.viewer}
            stale={stale}
          />
          {place === 'side' && bar}
          {!over && (
            <AutoBid
              key={`auto-bid-${lot._id}`}
              lot={lot}
              auction={room.auction}
              autoBid={room.autoBids.get(lot._id) ?? null}
              gate={gate}
              askToSignIn={askToSignIn}
            />
          )}
          {place === 'sheet' && about}
          {room.me && !over && <ConfirmPreference lot={lot._id} preferences={preferences} />}
          <BidHistory lot={lot} bids={room.ownBids} />
          {place === 'side' && about}
        </div>
      </div>
      {place === 'sheet' && !over && bar}
    </div>
  );
}
