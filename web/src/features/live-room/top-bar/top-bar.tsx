import { Button } from '@mantine/core';
import { IconDoorExit, IconKeyboard, IconLogin } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
import { Dialog } from '@/components/dialog.tsx';
import { Logo } from '@/components/logo.tsx';
import { useRoomSetting } from '@/features/live-room/room/room-setting.tsx';
import type { Room } from '@/features/live-room/room/use-room.ts';
import type { RoomSounds } from '@/features/live-room/sound/use-sounds.ts';
import { AUCTION_TYPE_EXPLAINED, AUCTION_TYPE_LABELS } from '@/lib/auction-words.ts';
import { formatShortDateTime } from '@/lib/dates.ts';
import { saveRedirect } from '@/lib/redirect-url.ts';
import { statusWord } from '@/lib/session.ts';
import { AuctionTimer } from './auction-timer.tsx';
import { ClockChip, ConnectionChip } from './chips.tsx';
import { SoundSwitch } from './sound-switch.tsx';
import classes from './top-bar.module.css';

/** Who is here: "A Miller", the short id, and what they may do. */
function Who({ me }: Pick<Room, 'me'>) {
  const practice = useRoomSetting().kind === 'practice';
  return (
    <div className={classes.who}>
      {me && (
        <span className={classes.name}>
          {me.firstName.slice(0, 1)} {me.lastName} <span className={classes.id}>{me.shortId}</span>
        </span>
      )}
      <span className={classes.level}>{practice ? 'Practice' : statusWord(me)}</span>
    </div>
  );
}

function Leave() {
  const navigate = useNavigate();
  const setting = useRoomSetting();
  const practice = setting.kind === 'practice';
  const leave = practice ? setting.leave : () => void navigate(paths.upcoming);
  const title = practice ? 'Leave Practice' : 'Leave Auction';
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className={classes.leave} aria-label={title} onClick={() => setAsking(true)}>
        <IconDoorExit size={20} aria-hidden="true" />
        <span className={classes.toolWord}>{title}</span>
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
              <Button onClick={leave}>Yes</Button>
            </>
          }
        >
          <p>{practice ? 'Stop practising and leave?' : 'Do You Wish to Leave the Live Auction?'}</p>
        </Dialog>
      )}
    </>
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
      <IconLogin size={20} aria-hidden="true" />
      <span>Login</span>
    </button>
  );
}

/** The room's header: which sale, how long, how well connected, who is here, and the way out. */
export function TopBar({ room, sounds, onHelp }: { room: Room; sounds: RoomSounds; onHelp: () => void }) {
  const { auction, me } = room;
  const practice = useRoomSetting().kind === 'practice';
  return (
    <header className={classes.bar}>
      <span className={classes.logo}>
        <Logo size={26} />
      </span>
      <div className={classes.sale}>
        <h1 className={classes.title}>{auction.title}</h1>
        <p className={classes.line}>
          {!practice && (
            <span>
              <span className={classes.wide}>Auction </span>No. {auction.number}
            </span>
          )}
          <abbr title={AUCTION_TYPE_EXPLAINED[auction.auctionType]}>
            {AUCTION_TYPE_LABELS[auction.auctionType]}
          </abbr>
          <span className={classes.date}>
            <abbr title="Sydney time">{formatShortDateTime(auction.liveAt)} Sydney</abbr>
          </span>
        </p>
      </div>
      <div className={classes.now}>
        <AuctionTimer auction={auction} />
        <div className={classes.chips}>
          <ConnectionChip />
          <ClockChip />
        </div>
        <div className={classes.tools}>
          <SoundSwitch sounds={sounds} />
          <button
            type="button"
            className={`${classes.tool} ${classes.help}`}
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts (?)"
            onClick={onHelp}
          >
            <IconKeyboard size={20} aria-hidden="true" />
          </button>
        </div>
      </div>
      <Who me={me} />
      {me ? <Leave /> : <Login />}
    </header>
  );
}
