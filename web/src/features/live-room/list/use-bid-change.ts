import { useEffect, useRef, useState } from 'react';
import { monotonicNow } from '@/lib/clock.ts';

/** A new bid flashes this long, ms: at most two flashes a second, whatever the pace of bids. */
const FLASH_MS = 500;
/** Its step stays shown, still, this long, ms. */
const RECENT_MS = 10_000;

/** Whether a price has just changed: `flash` for 500 ms, then `recent` for the rest of 10 s. First sight is silent. */
export function useBidChange(cents: number | null): 'flash' | 'recent' | null {
  const seen = useRef(cents);
  const flashed = useRef(Number.NEGATIVE_INFINITY);
  const [change, setChange] = useState<'flash' | 'recent' | null>(null);
  useEffect(() => {
    if (seen.current === cents) return;
    seen.current = cents;
    const flashes = monotonicNow() - flashed.current >= FLASH_MS;
    if (flashes) flashed.current = monotonicNow();
    setChange(flashes ? 'flash' : 'recent');
    const calm = setTimeout(() => setChange('recent'), FLASH_MS);
    const past = setTimeout(() => setChange(null), RECENT_MS);
    return () => {
      clearTimeout(calm);
      clearTimeout(past);
    };
  }, [cents]);
  return change;
}
