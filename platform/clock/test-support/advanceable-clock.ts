import type { Clock } from '../port.ts';
import { systemClock } from '../system-clock.ts';

/**
 * A running clock that a test also moves on by hand, so that a sale opens when the test is ready for it. A sale that is
 * live takes a step for an outage, and freezes.
 */
export class AdvanceableClock implements Clock {
  #aheadMs = 0;
  readonly #timers = new Set<{ at: number; run: () => void; cancel: () => void }>();

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  monotonic(): number {
    return systemClock.monotonic() + this.#aheadMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = {
      at: this.monotonic() + delayMs,
      cancel: () => {},
      run: () => {
        this.#timers.delete(timer);
        run();
      },
    };
    timer.cancel = systemClock.after(delayMs, timer.run);
    this.#timers.add(timer);
    return () => {
      timer.cancel();
      this.#timers.delete(timer);
    };
  }

  /** Moves time on by `ms`. Timers that fall due by it run in the order of their deadlines. */
  advanceBy(ms: number): void {
    this.#aheadMs += ms;
    for (const timer of [...this.#timers].sort((one, other) => one.at - other.at)) {
      timer.cancel();
      timer.cancel = systemClock.after(timer.at - this.monotonic(), timer.run);
    }
  }

  /** Moves time on to `at`, ms since the epoch, unless it is later already. */
  advanceTo(at: number): void {
    this.advanceBy(Math.max(0, at - this.now()));
  }
}
