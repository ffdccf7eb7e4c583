import { IconArrowLeft, IconChevronDown, IconChevronUp, IconWindowMaximize } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { lotDetailsQuery } from '../api/lot.ts';
import { AutoBid } from '../bidding/auto-bid.tsx';
import { BidControls } from '../bidding/bid-controls.tsx';
import { BidHistory } from '../bidding/bid-history.tsx';
import { BidStatus } from '../bidding/bid-status.tsx';
import { PriceBlock } from '../bidding/price-block.tsx';
import type { LotBid } from '../bidding/use-lot-bid.ts';
import { lotPlace, lotTitle } from '../list/lot-words.ts';
import { WatchButton } from '../list/watch-button.tsx';
import type { RoomPreferences } from '../room/preferences.ts';
import { useRoomActions } from '../room/room-actions.tsx';
import type { Room } from '../room/use-room.ts';
import type { RoomLot } from '../rules/room-lot.ts';
import { isWinning } from '../rules/standing.ts';
import { ConfirmPreference } from './confirm-preference.tsx';
import { LotDetails } from './lot-details.tsx';
import { LotGallery } from './lot-gallery.tsx';
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

function Title({
  room,
  lot,
  step,
  place,
  wide,
}: Omit<LotPanelProps, 'bid' | 'preferences' | 'stale'> & { wide: ReactNode }) {
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
        {wide}
        {room.me && (
          <WatchButton
            lot={lot._id}
            number={lot.number}
            watching={room.viewer.watching.has(lot._id)}
            compact
          />
        )}
        {place === 'side' && (
          <>
            <button
              type="button"
              className={classes.icon}
              aria-label="Previous lot"
              title="Previous lot (K)"
              onClick={() => step(-1)}
            >
              <IconChevronUp size={20} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={classes.icon}
              aria-label="Next lot"
              title="Next lot (J)"
              onClick={() => step(1)}
            >
              <IconChevronDown size={20} aria-hidden="true" />
            </button>
          </>
        )}
      </div>
    </header>
  );
}

/** The selected lot: price, bidding and details. In a sheet the bid bar stays at the bottom, under the thumb. */
export function LotPanel(props: LotPanelProps) {
  const { room, lot, bid, stale, preferences, place } = props;
  const { askToSignIn } = useRoomActions();
  const [wide, setWide] = useState(false);
  const failed = room.catalogueError !== null;
  const read = useQuery(lotDetailsQuery(lot._id, room.me !== null)).data;
  // What the list already knows stands until the whole is there, and when it can't be read.
  const whole: RoomLot = { ...lot, details: read ?? lot.details };
  const pictures = <LotGallery key={`pictures-${lot._id}`} lot={whole} />;
  const said = (
    <>
      <BidStatus bid={bid.machine.bid} unit={lot.bidding} />
      {bid.gate.gate === 'closed' && (
        <p className={classes.gate} data-reason={bid.gate.reason} role="status">
          {bid.gate.message}
        </p>
      )}
    </>
  );
  // What is said stands on the side where it can grow without moving the button.
  const bar = (
    <div className={classes.bar}>
      {place === 'sheet' && said}
      <BidControls lot={lot} bid={bid} leading={isWinning(lot, room.viewer)} />
      {place === 'side' && said}
    </div>
  );
  const over = lot.state === 'closed' || lot.withdrawn;
  return (
    <div className={classes.panel} data-place={place}>
      <Title
        {...props}
        wide={
          place === 'side' && (
            <button
              type="button"
              className={classes.icon}
              aria-label="View in Pop Up"
              title="View in Pop Up"
              onClick={() => setWide(true)}
            >
              <IconWindowMaximize size={20} aria-hidden="true" />
            </button>
          )
        }
      />
      <div className={classes.body}>
        <PriceBlock
          key={`price-${lot._id}`}
          lot={lot}
          auction={room.auction}
          viewer={room.viewer}
          stale={stale}
        />
        {place === 'side' && !over && bar}
        {place === 'sheet' && pictures}
        {over && <BidStatus bid={bid.machine.bid} unit={lot.bidding} />}
        {!over && (
          <AutoBid
            key={`auto-bid-${lot._id}`}
            lot={lot}
            auction={room.auction}
            autoBid={room.autoBids.get(lot._id) ?? null}
            gate={bid.gate}
            askToSignIn={askToSignIn}
          />
        )}
        {room.me && !over && <ConfirmPreference lot={lot._id} preferences={preferences} />}
        <BidHistory lot={lot} bids={room.ownBids} />
        {place === 'side' && pictures}
        <LotDetails lot={whole} failed={failed} />
      </div>
      {place === 'sheet' && !over && bar}
      {wide && (
        <Dialog
          title={`Lot ${lot.number} ${lotTitle(lot)}`}
          onClose={() => setWide(false)}
          actions={
            <button type="button" className={classes.close} onClick={() => setWide(false)}>
              Close
            </button>
          }
        >
          <LotGallery key={lot._id} lot={whole} />
          <LotDetails lot={whole} failed={failed} />
        </Dialog>
      )}
    </div>
  );
}
