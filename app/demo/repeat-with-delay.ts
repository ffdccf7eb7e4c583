import type { Clock } from '@saleyard/platform/clock/port.ts';

/**
 * Acts again and again: `waitMs` after the start, and each time `waitMs` after it is done. Returns what ends it; what is
 * under way then is still done.
 */
export function repeatWithDelay(clock: Clock, waitMs: () => number, act: () => Promise<void>): () => void {
  let cancel = () => {};
  let isOver = false;
  const wait = (): void => {
    if (isOver) return;
    cancel = clock.after(waitMs(), () => void act().finally(wait));
  };
  wait();
  return () => {
    isOver = true;
    cancel();
  };
}
