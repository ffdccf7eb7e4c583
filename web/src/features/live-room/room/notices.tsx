import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  ICON_SIZES,
  IconAlertTriangle,
  IconInfoCircle,
  IconPlayerPause,
  IconSnowflake,
  IconWifiOff,
  IconX,
} from '@/config/icons.ts';
import {
  type Announcement,
  announcements,
  coalesce,
  type Heard,
} from '@/features/live-room/rules/announcements.ts';
import { useApproval } from '@/lib/approval.ts';
import { useNow } from '@/lib/clock.ts';
import { useNotifications } from '@/lib/notifications.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';
import { NotificationBanners } from '@/ui/notices/notification-banners.tsx';
import classes from './room.module.css';
import { useBidActions, useSpoken } from './room-context.tsx';
import { SupportLine } from './support-line.tsx';
import type { Room } from './use-room.ts';

/** Everything that must be known above the list: no network, out-of-date prices, a frozen or paused sale, what staff announce. */
export const Banners = memo(function Banners({ auction }: { auction: PublicAuction }) {
  const { state, stale, ageMs } = useConnection();
  // Before the first word from the server nothing was shown that could be out of date.
  const behind = stale && ageMs !== null && state !== 'Offline';
  const frozen = auction.state !== 'closed' && auction.frozenTime !== null;
  const paused = auction.state !== 'closed' && !frozen && auction.pausedTime !== null;
  useSpoken(
    state === 'Offline'
      ? 'No Network Available. Nothing pressed now is sent'
      : behind
        ? 'Reconnecting. Bidding is off for now'
        : '',
    true,
  );
  const announced = auction.notification;
  // The same words are shown again when they are announced again.
  const [closed, setClosed] = useState<string | null>(null);
  if (closed !== null && announced !== closed) setClosed(null);
  useSpoken(announced === null ? '' : `Announcement: ${announced}`);
  useSpoken(frozen ? 'Auction frozen. No bids are taken' : paused ? 'Auction paused' : '', true);
  return (
    <div className={classes.banners}>
      {state === 'Offline' && (
        <p data-tone="bad">
          <IconWifiOff size={ICON_SIZES.md} aria-hidden="true" />
          <strong>No Network Available</strong> Bidding resumes when the network is back. Nothing pressed now
          is sent. <SupportLine />
        </p>
      )}
      {behind && (
        <p data-tone="bad">
          <IconAlertTriangle size={ICON_SIZES.md} aria-hidden="true" />
          <strong>Reconnecting</strong> Prices may be out of date, so bidding is off for now. Auto-bids stay
          as they are set.
        </p>
      )}
      {frozen && (
        <p data-tone="bad">
          <IconSnowflake size={ICON_SIZES.md} aria-hidden="true" />
          <strong>Auction frozen</strong> No bids are taken. Time resumes where it stopped.
        </p>
      )}
      {paused && (
        <p data-tone="note">
          <IconPlayerPause size={ICON_SIZES.md} aria-hidden="true" />
          <strong>Auction paused</strong> The timers stand still; bids are still taken.
        </p>
      )}
      {announced !== null && announced !== closed && (
        <p data-tone="note" data-announcement>
          <IconInfoCircle size={ICON_SIZES.md} aria-hidden="true" />
          {announced}
          <button
            type="button"
            className={classes.away}
            aria-label="Close the announcement"
            onClick={() => setClosed(announced)}
          >
            <IconX size={ICON_SIZES.md} aria-hidden="true" />
          </button>
        </p>
      )}
    </div>
  );
});

/**
 * Notifications of staff to everybody, each spoken once in the room's own live region. They never take the place of the lots:
 * what is longer is scrolled to.
 */
export const SpokenNotifications = memo(function SpokenNotifications() {
  const { shown } = useNotifications();
  const { isNew } = useApproval();
  useSpoken(isNew ? 'Your request was approved: you may bid now' : '');
  const { spoken } = useBidActions();
  const heard = useRef(new Set<string>());
  useEffect(() => {
    const fresh = shown.filter(({ _id }) => !heard.current.has(_id));
    for (const { _id } of fresh) heard.current.add(_id);
    if (fresh.length > 0)
      spoken.next({ text: fresh.map(({ text }) => text).join('. '), assertive: false, direct: true });
  }, [shown, spoken]);
  return (
    <div className={classes.notifications}>
      <NotificationBanners isSpoken />
    </div>
  );
});

/**
 * Laid over the room while the network is too slow for live prices; can be put aside until it is slow again. `overLot`:
 * on a phone, where a lot is open.
 */
export function SlowOverlay({ slow, overLot }: { slow: boolean; overLot: boolean }) {
  const [aside, setAside] = useState(false);
  useSpoken(slow && !aside ? 'Slow connection. Prices may reach you late' : '', true);
  if (!slow) {
    if (aside) setAside(false);
    return null;
  }
  if (aside) return null;
  return (
    <section className={classes.slow} aria-label="Slow connection" data-over-lot={overLot || undefined}>
      <IconAlertTriangle size={ICON_SIZES.lg} aria-hidden="true" />
      <p>
        <strong>Slow connection</strong>
        <span>Your network is under 0.2 Mbps. Prices may reach you late.</span>
      </p>
      <button type="button" onClick={() => setAside(true)}>
        Continue
      </button>
    </section>
  );
}

const AGAIN = '\u200b';

/** The next words of a live region; the same words once more are made different, to be read again. */
const again = (before: string, next: string): string =>
  next !== '' && before === next ? `${next}${AGAIN}` : next;

/** The first things that the Tab key reaches: ways past the header and the tabs. */
export function SkipLinks({ lot }: { lot: string | null }) {
  const go = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus();
  return (
    <nav aria-label="Skip">
      <button type="button" className="sy-skip" onClick={go('#lots')}>
        Skip to the lots
      </button>
      {lot !== null && (
        <button type="button" className="sy-skip" onClick={go('[data-lot-heading]')}>
          Skip to bidding
        </button>
      )}
    </nav>
  );
}

/** News is gathered for this long before it is spoken, ms. */
const GATHER_MS = 1_000;

/** How long moved regions stand before they speak, ms: words that come together with their region are not read. */
const MOVED_MS = 200;

/**
 * Where the live regions stand: in the room, or in the dialog that is open over it, since a modal dialog hides
 * everything else from screen readers. `place` moves them there, and says whether they had to be moved.
 */
function useRegionsPlace() {
  const home = useRef<HTMLDivElement>(null);
  const [regions] = useState(() => {
    const made = document.createElement('div');
    made.className = classes.unseen ?? '';
    return made;
  });
  const place = useCallback((): boolean => {
    const over = [...document.querySelectorAll('dialog[open]')].at(-1) ?? home.current;
    if (over === null || regions.parentElement === over) return false;
    over.append(regions);
    return true;
  }, [regions]);
  useLayoutEffect(() => {
    place();
    return () => regions.remove();
  }, [place, regions]);
  return { home, regions, place };
}

/** Two live regions for screen readers: news of the viewer's own lots only, gathered into one sentence. */
export const Announcer = memo(function Announcer({
  lots,
  auction,
  viewer,
}: Pick<Room, 'lots' | 'auction' | 'viewer'>) {
  const now = useNow();
  const heard = useRef(new Map<string, Heard>());
  const gathered = useRef<Announcement[]>([]);
  const [announced, setAnnounced] = useState({ polite: '', assertive: '' });
  const { spoken } = useBidActions();
  const { home, regions, place } = useRegionsPlace();
  useEffect(() => {
    let moved: ReturnType<typeof setTimeout> | undefined;
    let latest: Announcement[] = [];
    const flush = () => {
      if (place()) {
        // A dialog that opens cuts off what is being said.
        if (regions.parentElement !== home.current) gathered.current.unshift(...latest);
        latest = [];
        moved = setTimeout(flush, MOVED_MS);
        return;
      }
      latest = gathered.current.splice(0);
      if (latest.length === 0) return;
      const said = coalesce(latest);
      setAnnounced((before) => ({
        polite: again(before.polite, said.polite),
        assertive: again(before.assertive, said.assertive),
      }));
    };
    const direct = spoken.subscribe((announcement) => {
      gathered.current.push(announcement);
      flush();
    });
    const timer = setInterval(flush, GATHER_MS);
    return () => {
      direct.unsubscribe();
      clearInterval(timer);
      clearTimeout(moved);
    };
  }, [spoken, place, home, regions]);

  useEffect(() => {
    gathered.current.push(...announcements(lots, auction, viewer, heard.current, now));
  }, [lots, auction, viewer, now]);

  return (
    <div ref={home}>
      {createPortal(
        <>
          <div aria-live="polite" data-testid="polite">
            {announced.polite}
          </div>
          <div aria-live="assertive" data-testid="assertive">
            {announced.assertive}
          </div>
        </>,
        regions,
      )}
    </div>
  );
});
