import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { auctionTimer, isLosing, isWinning } from '@/features/live-room/rules/lot-state.ts';
import type { BidStore } from '@/lib/bidding/bid-store.ts';
import { monotonicNow, useNow } from '@/lib/clock.ts';
import type { Connection } from '@/lib/realtime/realtime.ts';
import { useConnection, useRealtime } from '@/lib/realtime/realtime-context.tsx';
import { useRoomSetting } from './room-context.tsx';
import type { Room } from './use-room.ts';

/** What the window's title shows of the room. */
type TitleFacts = {
  /** What the sale is called. */
  name: string;
  timer: string;
  connection: Connection['state'];
  winning: number;
  losing: number;
};

/** The window's title: what needs the viewer most comes first, as tabs cut titles short. */
function pageTitle({ name, timer, connection, winning, losing }: TitleFacts): string {
  const parts = [
    connection === 'Offline' || connection === 'Reconnecting' ? connection : null,
    losing > 0 ? `Losing ${losing}` : null,
    winning > 0 ? `Winning ${winning}` : null,
    timer,
    name,
  ];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

/** The title need not tick faster than people glance at tabs, ms. */
const TITLE_MS = 5_000;

/** Keeps the window's title at what the room's state is. */
export function useRoomTitle({ auction, lots, viewer }: Room): void {
  const { state } = useConnection();
  const { label, value } = auctionTimer(auction, useNow(TITLE_MS));
  const practice = useRoomSetting().kind === 'practice';
  const winning = useMemo(() => lots.filter((lot) => isWinning(lot, viewer)).length, [lots, viewer]);
  const losing = useMemo(() => lots.filter((lot) => isLosing(lot, viewer)).length, [lots, viewer]);
  const title = pageTitle({
    name: practice ? 'Practice, nothing here is real' : `Auction ${auction.number} ${auction.title}`,
    timer: value === null || label === 'LIVE FOR' ? label.replace('LIVE FOR', 'Live') : `${label} ${value}`,
    connection: state,
    winning,
    losing,
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Keeps the screen awake while the room is open and visible; quietly nothing where browsers can't. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let ended = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        const held = await navigator.wakeLock.request('screen');
        if (ended) await held.release();
        else lock = held;
      } catch {
        // Refused (low battery, no permission): the screen may dim as it always does.
      }
    };
    void hold();
    const again = () => void hold();
    document.addEventListener('visibilitychange', again);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release().catch(() => {});
    };
  }, []);
}

/** Below this the network counts as slow, Mbps. */
const SLOW_MBPS = 0.2;

/** Our own picture of noise, which no proxy can make smaller: about 8 kB. */
const PROBE = '/speed-probe.png';

/** Mbps of `bytes` that took `ms`. */
const speedOf = (bytes: number, ms: number): number => (bytes * 8) / 1000 / Math.max(1, ms);

/** Reads the probe past every cache and times it; null when no answer came, which is not a matter of speed. */
async function measure(signal: AbortSignal): Promise<number | null> {
  try {
    const begun = monotonicNow();
    const response = await fetch(PROBE, { cache: 'no-store', signal });
    // The time to the first byte is the delay of the way, and not the speed of the network.
    const answered = monotonicNow();
    const { byteLength } = await response.arrayBuffer();
    const ms = monotonicNow() - answered;
    // All of it came with the head: it is at least as fast as its whole way took.
    return response.ok ? speedOf(byteLength, ms < 2 ? answered - begun : ms) : null;
  } catch {
    return null;
  }
}

/** A busy page reads late as well: only two slow readings in a row are the network's. null: not known. */
async function isSlowNow(signal: AbortSignal): Promise<boolean | null> {
  const first = await measure(signal);
  if (first === null) return null;
  if (first >= SLOW_MBPS) return false;
  const second = await measure(signal);
  return second === null ? null : second < SLOW_MBPS;
}

/** Whether the network is slower than 0.2 Mbps, by timing our own picture with every time sync. */
export function useSlowNetwork(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine) return;
      const isSlow = await isSlowNow(stop.signal);
      if (!stop.signal.aborted && isSlow !== null) setSlow(isSlow);
    };
    void look();
    const timer = setInterval(() => void look(), CLIENT_TIMES.serverTimeMs);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, []);
  return slow;
}

/**
 * What the room does when its connection changes: who is no longer signed in is signed out; a page that can't connect
 * is loaded again (never while a bid's outcome is unknown, whose id would be lost).
 */
export function useConnectionDuties(bidStore: BidStore): void {
  const realtime = useRealtime();
  const navigate = useNavigate();
  useEffect(() => {
    const notices = realtime.notices.subscribe(({ kind }) => {
      if (kind === 'login-refused') void navigate(paths.logOut);
      // Where requests bring the sale, a socket that never opens is no reason to load the page again.
      const isFollowed = realtime.connection.value.state === 'Basic';
      if (kind === 'connect-timeout' && navigator.onLine && !bidStore.inDoubt && !isFollowed)
        location.reload();
    });
    return () => notices.unsubscribe();
  }, [realtime, navigate, bidStore]);
}
