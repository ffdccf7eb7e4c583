import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { useEffect, useRef, useState } from 'react';
import {
  ICON_SIZES,
  IconAlertTriangle,
  IconPlayerPause,
  IconSnowflake,
  IconWifi1,
  IconWifiOff,
} from '@/app/icons.ts';
import {
  type Announcement,
  announcements,
  coalesce,
  type Heard,
} from '@/features/live-room/rules/announcements.ts';
import { useNow } from '@/lib/clock.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';
import classes from './room.module.css';
import type { Room } from './use-room.ts';

/** Everything that must be known above the list: no network, out-of-date prices, a frozen or paused sale. */
export function Banners({ auction }: { auction: PublicAuction }) {
  const { state, stale, ageMs } = useConnection();
  // Before the first word from the server nothing was shown that could be out of date.
  const behind = stale && ageMs !== null && state !== 'Offline';
  return (
    <div aria-live="assertive" className={classes.banners}>
      {state === 'Offline' && (
        <p data-tone="bad">
          <IconWifiOff size={ICON_SIZES.md} aria-hidden="true" />
          <strong>No Network Available</strong> Bidding resumes when the network is back. Nothing pressed now
          is sent.
        </p>
      )}
      {behind && (
        <p data-tone="bad">
          <IconAlertTriangle size={ICON_SIZES.md} aria-hidden="true" />
          <strong>Reconnecting</strong> Prices may be out of date, so bidding is off for now. Auto-bids stay
          as they are set.
        </p>
      )}
      {auction.state !== 'closed' && auction.frozenTime !== null && (
        <p data-tone="bad">
          <IconSnowflake size={ICON_SIZES.md} aria-hidden="true" />
          <strong>Auction frozen</strong> No bids are taken. Time resumes where it stopped.
        </p>
      )}
      {auction.state !== 'closed' && auction.frozenTime === null && auction.pausedTime !== null && (
        <p data-tone="note">
          <IconPlayerPause size={ICON_SIZES.md} aria-hidden="true" />
          <strong>Auction paused</strong> The timers stand still; bids are still taken.
        </p>
      )}
    </div>
  );
}

/** Laid over the room while the network is too slow for live prices; can be put aside until it is slow again. */
export function SlowOverlay({ slow }: { slow: boolean }) {
  const [aside, setAside] = useState(false);
  if (!slow) {
    if (aside) setAside(false);
    return null;
  }
  if (aside) return null;
  return (
    <div className={classes.slow} role="alert">
      <IconWifi1 size={ICON_SIZES.lg} aria-hidden="true" />
      <p>
        <strong>Slow connection</strong>
        <span>Your network is under 0.2 Mbps. Prices may reach you late.</span>
      </p>
      <button type="button" onClick={() => setAside(true)}>
        Continue
      </button>
    </div>
  );
}

/** News is gathered for this long before it is spoken, ms. */
const GATHER_MS = 1_000;

/** Two live regions for screen readers: news of the viewer's own lots only, gathered into one sentence. */
export function Announcer({ room }: { room: Room }) {
  const now = useNow();
  const heard = useRef(new Map<string, Heard>());
  const gathered = useRef<Announcement[]>([]);
  const [words, setWords] = useState({ polite: '', assertive: '' });

  useEffect(() => {
    gathered.current.push(...announcements(room.lots, room.auction, room.viewer, heard.current, now));
  }, [room, now]);

  useEffect(() => {
    const timer = setInterval(() => {
      if (gathered.current.length === 0) return;
      setWords(coalesce(gathered.current));
      gathered.current = [];
    }, GATHER_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <div className={classes.unseen}>
      <div aria-live="polite" data-testid="polite">
        {words.polite}
      </div>
      <div aria-live="assertive" data-testid="assertive">
        {words.assertive}
      </div>
    </div>
  );
}
