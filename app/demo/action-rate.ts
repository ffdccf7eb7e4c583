import type { Clock } from '@saleyard/platform/clock/port.ts';

/** Limits the actions of all simulated bidders together; one beyond the limit does nothing this time. */
export class ActionRate {
  readonly #clock: Clock;
  readonly #perSecond: number;
  #left: number;
  #at: number;

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#left = perSecond;
    this.#at = clock.monotonic();
  }

  /** Whether one more action may be taken now. */
  take(): boolean {
    const now = this.#clock.monotonic();
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
