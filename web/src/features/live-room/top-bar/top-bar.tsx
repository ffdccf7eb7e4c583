import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { formatShortDateTime } from '@saleyard/domain/presentation/dates.ts';
import { memo, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  ICON_SIZES,
  ICON_STROKES,
  IconAntennaBars1,
  IconAntennaBars2,
  IconAntennaBars3,
  IconAntennaBars5,
  IconClock,
  IconClockCheck,
  IconClockX,
  IconDoorExit,
  IconKeyboard,
  IconLock,
  IconLogin,
  IconPlayerPause,
  IconPlayerRecord,
  IconRefresh,
  IconSnowflake,
  IconVolume,
  IconVolume3,
  IconVolumeOff,
} from '@/config/icons.ts';
import { paths } from '@/config/paths.ts';
import { useExtension } from '@/features/live-room/list/lot-marks.tsx';
import { useRoomSetting } from '@/features/live-room/room/room-context.tsx';
import type { Room } from '@/features/live-room/room/use-room.ts';
import { auctionTimer, type TimerColour } from '@/features/live-room/rules/lot-state.ts';
import type { RoomSounds } from '@/features/live-room/sound/use-sounds.ts';
import { useClockState, useNow } from '@/lib/clock.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';
import { saveRedirect, statusText } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Logo } from '@/ui/logo.tsx';
import { ThemeSwitch } from '@/ui/theme-switch.tsx';
import classes from './top-bar.module.css';

const ICONS: Readonly<Record<TimerColour, typeof IconClock>> = {
  amber: IconClock,
  green: IconPlayerRecord,
  red: IconSnowflake,
  white: IconPlayerPause,
  grey: IconLock,
};

/** The sale's timer: its label, its time, and loudly what a bid has just added to it. */
function AuctionTimer({ auction }: { auction: PublicAuction }) {
  const { label, value, colour } = auctionTimer(auction, useNow());
  const stopped = auction.frozenTime !== null || auction.pausedTime !== null;
  const extended = useExtension(auction.finishAt, stopped);
  const Icon = ICONS[colour];
  return (
    <div className={classes.timer} data-colour={colour} role="timer" aria-label={`${label} ${value ?? ''}`}>
      <Icon size={ICON_SIZES.lg} stroke={ICON_STROKES.bold} aria-hidden="true" />
      <span className={classes.timerLabel}>{label}</span>
      {value !== null && <span className={classes.timerValue}>{value}</span>}
      {extended !== null && auction.state === 'live' && (
        <span className={classes.extended}>Extended +{extended} s</span>
      )}
    </div>
  );
}

/** Younger data than this is simply current, ms. */
const FRESH_MS = 3_000;

const SIGNS = {
  Live: IconAntennaBars5,
  Slow: IconAntennaBars3,
  Basic: IconAntennaBars2,
  Reconnecting: IconRefresh,
  Offline: IconAntennaBars1,
} as const;

/** What Basic is, beside it. */
const BASIC =
  'Your network lets no live connection through, so prices and bids travel as ordinary requests. Sounds do not play';

const ageText = (ms: number): string =>
  ms < 60_000 ? `${Math.floor(ms / 1000)} s` : `${Math.floor(ms / 60_000)} min`;

/** How the live connection is, and how old what one sees may be. */
function ConnectionChip() {
  const { state, ageMs } = useConnection();
  const Icon = SIGNS[state];
  const old = ageMs !== null && (ageMs >= FRESH_MS || state === 'Offline' || state === 'Reconnecting');
  const basic = state === 'Basic' ? `. ${BASIC}` : '';
  const title = `Connection: ${state}${basic}${ageMs === null ? '' : `. Last heard from the sale ${ageText(ageMs)} ago`}`;
  return (
    <span className={classes.chip} data-state={state} title={title}>
      <Icon size={ICON_SIZES.sm} stroke={ICON_STROKES.bold} aria-hidden="true" />
      {/* Spoken by the banners when it matters: this one is only to be looked at, or asked. */}
      <span role="status" aria-live="off" aria-label={`Connection: ${state}`}>
        {state}
      </span>
      {old && <span className={classes.age}>{ageText(ageMs)} ago</span>}
    </span>
  );
}

/** Whether this device's clock is in step with the sale's, and how exactly. */
function ClockChip() {
  const clock = useClockState();
  const synced = clock.status === 'synced';
  const error = synced ? `±${Math.max(1, Math.round(clock.errorMs))} ms` : '';
  const state = synced ? `synced, ${error}` : 'clock not synced';
  const [wide, short] = synced ? ['synced, ', error] : ['clock ', 'not synced'];
  const Icon = synced ? IconClockCheck : IconClockX;
  return (
    <span className={classes.chip} data-state={synced ? 'Live' : 'Slow'} title={`Sale clock: ${state}`}>
      <Icon size={ICON_SIZES.sm} stroke={ICON_STROKES.bold} aria-hidden="true" />
      <span>
        <span className={classes.wide}>{wide}</span>
        {short}
      </span>
    </span>
  );
}

/** Sound on or off; while the browser blocks sound, the press that starts it. */
function SoundSwitch({ sounds }: { sounds: RoomSounds }) {
  if (sounds.state === 'unsupported') return null;
  const blocked = sounds.on && sounds.state === 'blocked';
  const Icon = blocked ? IconVolume3 : sounds.on ? IconVolume : IconVolumeOff;
  return (
    <button
      type="button"
      className={classes.tool}
      role="switch"
      aria-checked={sounds.on}
      data-sound
      data-blocked={blocked || undefined}
      aria-label={blocked ? 'Sound is blocked by the browser. Press to start it' : 'Sound'}
      title={blocked ? 'Sound is blocked by the browser: press to start it' : 'Sound (M)'}
      onClick={sounds.toggle}
    >
      <Icon size={ICON_SIZES.lg} aria-hidden="true" />
      {blocked ? (
        <>
          <span className={classes.toolWord}>Press to start sound</span>
          <span className={classes.shortWord}>Start sound</span>
        </>
      ) : (
        <span className={classes.toolWord}>{sounds.on ? 'Sound on' : 'Sound off'}</span>
      )}
    </button>
  );
}

/** The person: "A Miller", the short id, and what they may do. */
function Who({ me }: Pick<Room, 'me'>) {
  const practice = useRoomSetting().kind === 'practice';
  return (
    <div className={classes.who}>
      {me && (
        <span className={classes.name}>
          {me.firstName.slice(0, 1)} {me.lastName} <span className={classes.id}>{me.shortId}</span>
        </span>
      )}
      <span className={classes.level}>{practice ? 'Practice' : statusText(me)}</span>
    </div>
  );
}

/** A way out of the room, which is confirmed first. */
function WayOut({
  title,
  question = 'Do You Wish to Leave the Live Auction?',
  className = classes.leave,
  onYes,
  children,
}: {
  title: string;
  question?: string;
  className?: string | undefined;
  onYes: () => void;
  children: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-label={title} onClick={() => setAsking(true)}>
        {children}
      </button>
      {asking && (
        <Dialog
          title={title}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button variant="default" onClick={() => setAsking(false)}>
                No
              </Button>
              <Button onClick={onYes}>Yes</Button>
            </>
          }
        >
          <p>{question}</p>
        </Dialog>
      )}
    </>
  );
}

function Leave() {
  const navigate = useNavigate();
  const setting = useRoomSetting();
  const out =
    setting.kind === 'practice'
      ? { title: 'Leave Practice', question: 'Stop practising and leave?', onYes: setting.leave }
      : { title: 'Leave Auction', onYes: () => void navigate(paths.upcoming) };
  return (
    <WayOut {...out}>
      <IconDoorExit size={ICON_SIZES.lg} aria-hidden="true" />
      <span className={classes.toolWord}>{out.title}</span>
    </WayOut>
  );
}

/** Beside the name. A practice sale is no live auction: its pages have their own menu. */
function LogOut() {
  const navigate = useNavigate();
  if (useRoomSetting().kind === 'practice') return null;
  return (
    <WayOut title="Log Out" className={classes.tool} onYes={() => void navigate(paths.logOut)}>
      Log Out
    </WayOut>
  );
}

function Login() {
  const navigate = useNavigate();
  const login = () => {
    saveRedirect(`${location.pathname}${location.search}`);
    void navigate(paths.signIn);
  };
  return (
    <button type="button" className={classes.leave} onClick={login}>
      <IconLogin size={ICON_SIZES.lg} aria-hidden="true" />
      <span>Login</span>
    </button>
  );
}

/** Which sale this is. `Title`: a page's one heading of the first level, or plain where that stands elsewhere. */
function Sale({ auction, title: Title }: Pick<Room, 'auction'> & { title: 'h1' | 'p' }) {
  const practice = useRoomSetting().kind === 'practice';
  return (
    <div className={classes.sale}>
      <Title className={classes.title}>{auction.title}</Title>
      <p className={classes.line}>
        {!practice && (
          <span>
            <span className={classes.wide}>Auction </span>No. {auction.number}
          </span>
        )}
        <abbr title={AUCTION_TYPES[auction.auctionType].explained}>
          {AUCTION_TYPES[auction.auctionType].label}
        </abbr>
        <span className={classes.date}>
          <abbr title="Sydney time">{formatShortDateTime(auction.liveAt)} Sydney</abbr>
        </span>
      </p>
    </div>
  );
}

/** On a phone the part of the header that folds away: which sale, who is here, and the colours. */
export function SaleTitle({ room }: { room: Room }) {
  return (
    <div className={classes.folding}>
      <Sale auction={room.auction} title="p" />
      <Who me={room.me} />
      {room.me && <LogOut />}
      <ThemeSwitch className={classes.tool ?? ''} />
    </div>
  );
}

/**
 * The room's header: which sale, how long, how well connected, who is here, and the way out. `compact`: on a phone
 * only what stays in sight, the sale's clock and the connection first.
 */
export const TopBar = memo(function TopBar({
  auction,
  me,
  sounds,
  compact,
  onHelp,
}: {
  auction: PublicAuction;
  me: Room['me'];
  sounds: RoomSounds;
  compact: boolean;
  onHelp: () => void;
}) {
  const practice = useRoomSetting().kind === 'practice';
  return (
    <header className={classes.top}>
      <div className={classes.bar} data-compact={compact || undefined}>
        {compact ? (
          // Under a lot's sheet the title in the list is out of reach.
          <h1 className="sy-hidden">{auction.title}</h1>
        ) : (
          <>
            <span className={classes.logo}>
              <Logo size={26} />
            </span>
            <Sale auction={auction} title="h1" />
          </>
        )}
        <AuctionTimer auction={auction} />
        <div className={classes.chips}>
          <ConnectionChip />
          <ClockChip />
        </div>
        <div className={classes.tools}>
          <SoundSwitch sounds={sounds} />
          {!compact && (
            <>
              <ThemeSwitch className={classes.tool ?? ''} />
              <button
                type="button"
                className={classes.tool}
                aria-label="Keyboard shortcuts"
                title="Keyboard shortcuts (?)"
                onClick={onHelp}
              >
                <IconKeyboard size={ICON_SIZES.lg} aria-hidden="true" />
              </button>
              {me && <LogOut />}
            </>
          )}
        </div>
        {!compact && <Who me={me} />}
        {me || practice ? <Leave /> : <Login />}
      </div>
    </header>
  );
});
