import type { Clock } from '@saleyard/platform/clock/port.ts';

/**
 * Fires at an auction's next deadline. A deadline that moves later (an extension) does not change the timer: it fires
 * early once and is set again, so that many bids do not create many timers.
 * | It uses the monotonic clock: if the wall clock was hours off when the timer was set or held, and is then
 * corrected, it must not wait for those hours.
 */
export class DeadlineTimer {
  readonly #clock: Clock;
  readonly #fire: () => void;
  /** When it fires, and the time before which it must not (monotonic ms). */
  #at = Number.POSITIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | undefined;

  constructor(clock: Clock, fire: () => void) {
    this.#clock = clock;
    this.#fire = fire;
  }

  /**
   * Fires at `deadline` (ms), or when the hold ends if later; null: never. `time`: the auction's current time (ms).
   */
  arm(deadline: number | null, time = this.#clock.now()): void {
    if (deadline === null) {
      this.cancel();
      return;
    }
    const now = this.#clock.monotonic();
    const at = Math.max(now + deadline - time, this.#notBefore);
    if (this.#at <= at) return;
    this.cancel();
    this.#at = at;
    this.#stop = this.#clock.after(at - now, () => {
      this.#at = Number.POSITIVE_INFINITY;
      this.#fire();
    });
  }

  /** Does not fire for `forMs`, even if a deadline passes: the last attempt has just failed. */
  hold(forMs: number): void {
    this.cancel();
    this.#notBefore = this.#clock.monotonic() + forMs;
  }

  cancel(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#at = Number.POSITIVE_INFINITY;
  }
}
