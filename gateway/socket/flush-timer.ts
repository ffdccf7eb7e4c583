import type { Clock } from '@saleyard/platform/clock/port.ts';

/**
 * Says when to flush [G3]: at the end of the turn when nothing was flushed for `flushMs`, else `flushMs` after
 * the last flush. Many requests between two flushes make one.
 */
export class FlushTimer {
  readonly #clock: Clock;
  readonly #flushMs: number;
  readonly #flush: () => void;
  #last = Number.NEGATIVE_INFINITY;
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
    const wait = this.#last + this.#flushMs - this.#clock.monotonic();
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
    this.#last = this.#clock.monotonic();
    this.#flush();
  }
}
