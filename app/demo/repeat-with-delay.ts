import type { Clock } from '@saleyard/platform/clock/port.ts';

/**
 * Calls `act` repeatedly: `waitMs` after the start, then each time `waitMs` after the last call ended. Returns a function
 * that stops it; a call under way is finished.
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
