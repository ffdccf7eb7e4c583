import { useEffect, useRef, useState } from 'react';

/** How long an extension is shown, ms. */
const SHOWN_MS = 6_000;

/**
 * Seconds by which a deadline (ms) has just been moved back by a bid, else null. A deadline moved because the
 * lot or the sale stood still (`stopped`) is no extension.
 */
export function useExtension(finishAt: number | null, stopped: boolean): number | null {
  const seen = useRef({ finishAt, stopped });
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = { finishAt, stopped };
    if (before.finishAt === null || finishAt === null || before.stopped || stopped) return;
    const moved = Math.round((finishAt - before.finishAt) / 1000);
    if (moved <= 0) return;
    setSeconds(moved);
    const past = setTimeout(() => setSeconds(null), SHOWN_MS);
    return () => clearTimeout(past);
  }, [finishAt, stopped]);
  return seconds;
}
