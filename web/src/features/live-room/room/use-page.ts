import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
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
  const title = pageTitle({
    name: practice ? 'Practice, nothing here is real' : `Auction ${auction.number} ${auction.title}`,
    timer: value === null || label === 'LIVE FOR' ? label.replace('LIVE FOR', 'Live') : `${label} ${value}`,
    connection: state,
    winning: lots.filter((lot) => isWinning(lot, viewer)).length,
    losing: lots.filter((lot) => isLosing(lot, viewer)).length,
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

/** A smaller answer measures the delay rather than the speed, bytes. */
const SMALLEST_PROBE = 4_000;

/** Mbps of `bytes` that took `ms`. */
const speedOf = (bytes: number, ms: number): number => (bytes * 8) / 1000 / Math.max(1, ms);

/** Reads a small picture past every cache and times it; null when that measures nothing. */
async function measure(url: string, signal: AbortSignal): Promise<number | null> {
  try {
    const response = await fetch(url, { cache: 'no-store', signal });
    const begun = monotonicNow();
    const { byteLength } = await response.arrayBuffer();
    return response.ok && byteLength >= SMALLEST_PROBE ? speedOf(byteLength, monotonicNow() - begun) : null;
  } catch {
    return null;
  }
}

type WithConnection = Navigator & { connection?: { downlink?: number } };

/**
 * Whether the network is slower than 0.2 Mbps: by the browser's own word where it has one, else by timing `probe`
 * (a picture's address; null: none to time) with every time sync.
 */
export function useSlowNetwork(probe: string | null): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const look = async () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine) return;
      const told = (navigator as WithConnection).connection?.downlink;
      const speed = told ?? (probe === null ? null : await measure(probe, stop.signal));
      if (!stop.signal.aborted && speed !== null) setSlow(speed < SLOW_MBPS);
    };
    void look();
    const timer = setInterval(() => void look(), CLIENT_TIMES.serverTimeMs);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [probe]);
  return slow;
}

/**
 * What the room does when its connection changes: who is no longer signed in is signed out; bids in doubt are asked
 * about as soon as it is back, and given up with the room; a page that can't connect is loaded again (never while a
 * bid is in doubt, whose id would be lost).
 */
export function useConnectionDuties(bidStore: BidStore): void {
  const realtime = useRealtime();
  const navigate = useNavigate();
  useEffect(() => {
    const notices = realtime.notices.subscribe(({ kind }) => {
      if (kind === 'login-refused') void navigate(paths.logOut);
      if (kind === 'reconnected') bidStore.askAgain();
      if (kind === 'connect-timeout' && navigator.onLine && !bidStore.inDoubt) location.reload();
    });
    return () => notices.unsubscribe();
  }, [realtime, navigate, bidStore]);
  useEffect(() => () => bidStore.giveUp(), [bidStore]);
}
