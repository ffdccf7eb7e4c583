import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { useEffect, useState } from 'react';
import { monotonicNow } from '@/lib/clock.ts';

/** Below this the network counts as slow, Mbps. */
export const SLOW_MBPS = 0.2;

/** A smaller answer tells more of the delay than of the speed, bytes. */
const SMALLEST_PROBE = 4_000;

/** Mbps of `bytes` that took `ms`. */
export const speedOf = (bytes: number, ms: number): number => (bytes * 8) / 1000 / Math.max(1, ms);

/** Reads a small picture past every cache and times it; null when that tells nothing. */
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
