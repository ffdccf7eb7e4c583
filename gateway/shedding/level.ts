import type { SheddingLimits, Threshold } from './work.ts';

/** The minimum of each delay within one slice of time, ms. */
export type Slice = { loopDelayMs: number; bidWaitMs: number };

const reaches = ({ loopDelayMs, bidWaitMs }: Slice, threshold: Threshold, share = 1): boolean =>
  loopDelayMs >= threshold.loopDelayMs * share || bidWaitMs >= threshold.bidWaitMs * share;

/**
 * The shedding level: the first `value` kinds of `WORK` are shed [G24]. It rises at once as far as a slice demands. It falls
 * one kind at a time, each after `calmMs` at less than half of the threshold, so that it does not oscillate.
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

  /** Updates the level with the slice that ended at `now` (ms, monotonic). */
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

  /** A bid was rejected: everything that can be shed is shed. */
  topOut(): void {
    this.#become(this.#limits.thresholds.length);
  }

  #become(value: number): void {
    this.#value = value;
    this.#calmSince = null;
  }
}
