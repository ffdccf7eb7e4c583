import type { Clock } from './port.ts';

/** The longest a JavaScript timer can wait, in ms; longer waits are made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. The only place that reads it. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delayMs, run) {
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      timer = setTimeout(
        () => (left > LONGEST_TIMER_MS ? wait(left - LONGEST_TIMER_MS) : run()),
        Math.max(0, Math.min(left, LONGEST_TIMER_MS)),
      );
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
};
