import type { SheddingLimits, Threshold } from './work.ts';

/** What one slice of time was like: the least of each delay in it, ms. */
export type Slice = { loopDelayMs: number; bidWaitMs: number };

const reaches = ({ loopDelayMs, bidWaitMs }: Slice, threshold: Threshold, share = 1): boolean =>
  loopDelayMs >= threshold.loopDelayMs * share || bidWaitMs >= threshold.bidWaitMs * share;

/**
 * How much is given up: the first `value` kinds of `WORK` [G24]. It rises as far as a slice says at once, and falls
 * one kind at a time, each after `calmMs` at less than half of what raised it, so that it does not swing.
 */
export class Level {
  readonly #limits: Pick<SheddingLimits, 'thresholds' | 'calmMs'>;
  #value = 0;
  /** Since when (ms, monotonic) it could be one lower. */
  #calmSince: number | null = null;

  constructor(limits: Pick<SheddingLimits, 'thresholds' | 'calmMs'>) {
    this.#limits = limits;
  }

  get value(): number {
    return this.#value;
  }

  /** Takes in the slice that ends `now` (ms, monotonic). */
  update(slice: Slice, now: number): void {
    const { thresholds, calmMs } = this.#limits;
    const reached = thresholds.filter((threshold) => reaches(slice, threshold)).length;
    const holding = thresholds[this.#value - 1];
    if (reached > this.#value) this.#become(reached);
    else if (holding === undefined || reaches(slice, holding, 0.5)) this.#calmSince = null;
    else {
      this.#calmSince ??= now;
      if (now - this.#calmSince >= calmMs) this.#become(this.#value - 1);
    }
  }

  /** A bid was turned away: nothing else may be served before it. */
  topOut(): void {
    this.#become(this.#limits.thresholds.length);
  }

  #become(value: number): void {
    this.#value = value;
    this.#calmSince = null;
  }
}
