import type { Clock } from '@saleyard/platform/clock/port.ts';

/**
 * Rings at an auction's next deadline. A deadline that moves later (an extension) leaves the timer alone: it
 * rings early once and is armed again, so that a stream of bids does not make a stream of timers.
 *
 * It counts by the monotonic clock: a clock that was hours off when it was armed or held, and is set right, must not
 * leave it waiting for those hours.
 */
export class DeadlineTimer {
  readonly #clock: Clock;
  readonly #ring: () => void;
  /** When it rings, and before when it must not (monotonic ms). */
  #at = Number.POSITIVE_INFINITY;
  #notBefore = Number.NEGATIVE_INFINITY;
  #stop: (() => void) | undefined;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /**
   * Rings at `deadline` (ms) at the latest, or when it is held, at the end of that; null: not at all. `time`: what time
   * it is for the auction (ms).
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
      this.#ring();
    });
  }

  /** Does not ring for so long (ms), whatever is due: what it would ask for failed just now. */
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
