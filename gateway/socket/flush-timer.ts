import type { Clock } from '@saleyard/platform/clock/port.ts';

/** A flush takes at most one part in so many of the time, so that bids are never behind what spectators see. */
const FLUSH_SHARE = 5;

/** However long a flush takes, the next one begins after so many ms at most. */
const LONGEST_WAIT_MS = 250;

/**
 * Says when to flush [G3]: at the end of the turn when nothing was flushed for `flushMs`, else `flushMs` after
 * the last flush, or later when that one took long. Many requests between two flushes make one.
 */
export class FlushTimer {
  readonly #clock: Clock;
  readonly #flushMs: number;
  readonly #flush: () => void;
  /** ms, monotonic, before which no flush begins. */
  #next = Number.NEGATIVE_INFINITY;
  #asked = false;
  #cancel: () => void = () => {};

  constructor(clock: Clock, flushMs: number, flush: () => void) {
    this.#clock = clock;
    this.#flushMs = flushMs;
    this.#flush = flush;
  }

  request(): void {
    if (this.#asked) return;
    this.#asked = true;
    const wait = this.#next - this.#clock.monotonic();
    if (wait > 0) this.#cancel = this.#clock.after(wait, () => this.#run());
    else {
      const immediate = setImmediate(() => this.#run());
      this.#cancel = () => clearImmediate(immediate);
    }
  }

  stop(): void {
    this.#cancel();
    this.#asked = true;
  }

  #run(): void {
    this.#asked = false;
    const began = this.#clock.monotonic();
    this.#next = began + this.#flushMs;
    this.#flush();
    const took = this.#clock.monotonic() - began;
    const wait = Math.max(this.#flushMs, Math.min(took * FLUSH_SHARE, LONGEST_WAIT_MS));
    this.#next = began + wait;
  }
}
