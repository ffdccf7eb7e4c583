import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { countOf, formatPrice } from '@saleyard/domain/presentation/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import {
  ICON_SIZES,
  IconArrowLeft,
  IconArrowsExchange,
  IconChevronDown,
  IconChevronUp,
  IconWindowMaximize,
} from '@/config/icons.ts';
import { lotDetailsQuery } from '@/features/live-room/api/lot.ts';
import {
  LotBadges,
  LotClock,
  LotPrice,
  LotTurn,
  lotPlace,
  lotTitle,
  StandingMark,
  WatchButton,
} from '@/features/live-room/list/lot-marks.tsx';
import {
  type RoomPreferences,
  useRoomActions,
  useRoomSetting,
} from '@/features/live-room/room/room-context.tsx';
import type { Room } from '@/features/live-room/room/use-room.ts';
import type { Following } from '@/features/live-room/room/use-room-view.ts';
import { standingPrice } from '@/features/live-room/rules/bid-input.ts';
import {
  hasBids,
  isWinning,
  partOf,
  type RoomLot,
  resultMessage,
  type Viewer,
} from '@/features/live-room/rules/lot-state.ts';
import { type Turn, turnsOf } from '@/features/live-room/rules/lots-shown.ts';
import { swappedPrice } from '@/lib/lot-prices.ts';
import { useSaleSource } from '@/lib/sale-source.tsx';
import { Switch } from '@/ui/choices.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { LotFacts } from '@/ui/lots/lot-details.tsx';
import { LotGallery } from '@/ui/lots/lot-gallery.tsx';
import { SupportPhone } from '@/ui/support-phone.tsx';
import { ExplainButton } from '@/ui/why/why-button.tsx';
import { AutoBid } from './auto-bid.tsx';
import { BidControls, BidHistory, BidStatus } from './bid-controls.tsx';
import { ConfirmPreference, Gate, isPressable } from './bid-gate.tsx';
import classes from './lot-panel.module.css';
import type { LotBid } from './use-lot-bid.ts';

/** The same price in the other unit, one press away. */
function Swap({ lot, kind }: { lot: RoomLot; kind: PublicAuction['kindData']['type'] }) {
  const [shown, setShown] = useState(false);
  const swapped = swappedPrice(standingPrice(lot), lot.bidding, lot.details, kind);
  if (swapped === null) return null;
  const unit = swapped.unit === 'kg' ? 'kg' : 'head';
  return (
    <button
      type="button"
      className={classes.swap}
      aria-pressed={shown}
      aria-label={`Show the price per ${unit}`}
      onClick={() => setShown(!shown)}
    >
      <IconArrowsExchange size={ICON_SIZES.sm} aria-hidden="true" />
      {shown ? (
        <span className="sy-number">
          ≈ {formatPrice(swapped.cents, swapped.unit)} /{unit}
        </span>
      ) : (
        `per ${unit}`
      )}
    </button>
  );
}

/** What a lot costs now, whether the viewer leads, and how long it has. */
const PriceBlock = memo(function PriceBlock({
  lot,
  auction,
  viewer,
  turn,
  stale,
}: {
  lot: RoomLot;
  auction: PublicAuction;
  viewer: Viewer;
  /** null for a lot that is not to come. */
  turn: Turn | null;
  stale: boolean;
}) {
  const part = partOf(lot, viewer);
  const result = resultMessage(lot, viewer);
  return (
    <div className={classes.block}>
      <div className={classes.marks}>
        {result === null ? <LotBadges lot={lot} auction={auction} /> : <strong>{result}</strong>}
        <StandingMark part={part} large />
      </div>
      <div className={classes.row}>
        <LotPrice lot={lot} stale={stale} large />
        <LotClock lot={lot} auction={auction} large />
        {turn && <LotTurn {...turn} />}
      </div>
      {lot.takenBack && (
        <p role="status" className={classes.takenBack}>
          The bid of {formatPrice(lot.takenBack.cents, lot.bidding)} was taken back by the clerk:{' '}
          {lot.takenBack.reason}
        </p>
      )}
      <div className={classes.foot}>
        <span>{countOf(lot.count, 'head', 'head')}</span>
        <span>{countOf(lot.bidCount, 'bid')}</span>
        <span>
          increment <span className="sy-number">{formatPrice(lot.bidIncrementCents, lot.bidding)}</span>
        </span>
        {lot.vendorBids > 0 && <span>{countOf(lot.vendorBids, 'vendor bid')}</span>}
        <Swap lot={lot} kind={auction.kindData.type} />
      </div>
    </div>
  );
});

/** How wide the gallery is at most, as `lot-panel.module.css` lays it out: in a sheet, and beside the list. */
const GALLERY = '(max-width: 56.2em) 100vw, 29rem';

/** A lot's pictures, facts and the agent's word. `failed`: the catalogue could not be read so far. */
function LotDetails({ lot, failed }: { lot: RoomLot; failed: boolean }) {
  if (!lot.details)
    return (
      <p className="sy-dim">
        {failed
          ? 'The details of this lot cannot be read at the moment. They come as soon as they can; bids are taken without them.'
          : 'Loading details…'}
      </p>
    );
  return (
    <>
      <LotGallery media={lot.details.media} label={`Lot ${lot.number}, ${lotTitle(lot)}`} sizes={GALLERY} />
      <LotFacts details={lot.details} count={lot.count} level={3} />
    </>
  );
}

/** Where the panel stands: beside the list, or over it as a phone's sheet. */
type Place = 'side' | 'sheet';

type LotPanelProps = {
  room: Room;
  lot: RoomLot;
  bid: LotBid;
  stale: boolean;
  preferences: RoomPreferences;
  following: Following;
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
          <IconArrowLeft size={ICON_SIZES.lg} aria-hidden="true" />
        </button>
      )}
      <div className={classes.words}>
        <h2 tabIndex={-1} data-lot-heading>
          <span className={classes.lot}>Lot {lot.number}</span> {lotTitle(lot)}
        </h2>
        <p>{lotPlace(lot)}</p>
      </div>
      <div className={classes.tools}>
        {room.bidder && (
          <WatchButton
            lot={lot._id}
            number={lot.number}
            watching={room.viewer.watching.has(lot._id)}
            compact
          />
        )}
        {STEPPERS.map(({ by, label, title, Icon }) => (
          <button
            key={label}
            type="button"
            className={classes.icon}
            aria-label={label}
            title={title}
            onClick={() => step(by)}
          >
            <Icon size={ICON_SIZES.lg} aria-hidden="true" />
          </button>
        ))}
      </div>
    </header>
  );
}

/** In sales that sell one lot after another: whether the page goes with the sale, and the way to the lot being sold. */
function FollowBar({ lot, following }: { lot: RoomLot; following: Following }) {
  if (!following.possible) return null;
  const { selling, wanted, want, goToSelling } = following;
  return (
    <div className={classes.follow}>
      <Switch
        label="Follow the sale"
        checked={wanted}
        onChange={({ currentTarget }) => want(currentTarget.checked)}
      />
      {selling !== null && selling._id !== lot._id && (
        <button type="button" className={classes.close} onClick={goToSelling}>
          Go to Lot {selling.number}, being sold
        </button>
      )}
    </div>
  );
}

const STEPPERS = [
  { by: -1, label: 'Previous lot', title: 'Previous lot (K)', Icon: IconChevronUp },
  { by: 1, label: 'Next lot', title: 'Next lot (J)', Icon: IconChevronDown },
] as const;

/** Pictures and particulars, and the same in a larger window where there is room for one. */
const About = memo(function About({
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
  // Closed for good where there is no room for it: it does not come back by itself.
  if (wide && place !== 'side') setWide(false);
  // What the list already has is shown until the whole is there, and when it can't be read.
  const whole: RoomLot = { ...lot, details: read ?? lot.details };
  return (
    <>
      <LotDetails lot={whole} failed={failed} />
      {place === 'side' && (
        <button type="button" className={classes.close} onClick={() => setWide(true)}>
          <IconWindowMaximize size={ICON_SIZES.md} aria-hidden="true" /> View in Pop Up
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
});

/** The selected lot: price, bidding and details. In a sheet the bid bar stays at the bottom, under the thumb. */
export function LotPanel(props: LotPanelProps) {
  const { room, lot, bid, stale, preferences, place } = props;
  const { explain } = useRoomActions();
  const { kind } = useRoomSetting();
  const { gate } = bid;
  const over = lot.state === 'closed' || lot.withdrawn;
  const said = (
    <>
      <BidStatus lot={lot} bid={bid} preferences={preferences} />
      {gate.gate === 'closed' && !over && <Gate gate={gate} me={room.me} />}
    </>
  );
  const pressable = !over && isPressable(gate);
  // What is said is on the side where it can grow without moving the button.
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
      signedIn={room.bidder !== null}
      failed={room.catalogueError !== null}
      place={place}
    />
  );
  return (
    <div className={classes.panel} data-place={place}>
      <div className={classes.scroll}>
        <Title {...props} />
        <FollowBar lot={lot} following={props.following} />
        <div className={classes.body}>
          <PriceBlock
            key={`price-${lot._id}`}
            lot={lot}
            auction={room.auction}
            viewer={room.viewer}
            turn={turnsOf(room.auction, room.lots).get(lot._id) ?? null}
            stale={stale}
          />
          {place === 'side' && bar}
          {!over && (
            <AutoBid
              key={`auto-bid-${lot._id}`}
              lot={lot}
              auction={room.auction}
              autoBid={room.autoBids.get(lot._id) ?? null}
              leading={isWinning(lot, room.viewer)}
              gate={gate}
            />
          )}
          {place === 'sheet' && about}
          {room.bidder && !over && <ConfirmPreference lot={lot._id} preferences={preferences} />}
          <BidHistory lot={lot} bids={room.ownBids} />
          {kind === 'sale' && room.me && hasBids(lot, room.viewer) && (
            <ExplainButton lot={lot} onOpen={() => explain(lot)} />
          )}
          {place === 'side' && about}
          {!over && (
            <p className="sy-dim">
              Cannot bid here? Support on <SupportPhone /> places bids for you.
            </p>
          )}
        </div>
      </div>
      {place === 'sheet' && !over && bar}
    </div>
  );
}
