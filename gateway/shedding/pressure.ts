import type { Clock } from '@saleyard/platform/clock/port.ts';
import { Level } from './level.ts';
import { SHEDDING_LIMITS, type SheddingLimits, WORK, type Work } from './work.ts';

/**
 * Measures the load of this process: how late its event loop runs timers, which delays all requests, and how long
 * bids wait for a decision on any node.
 */
export class Pressure {
  readonly #clock: Clock;
  readonly #limits: SheddingLimits;
  readonly #level: Level;
  #loopDelayMs = Number.POSITIVE_INFINITY;
  #bidWaitMs = Number.POSITIVE_INFINITY;
  #sliceBegan: number;
  #stop: () => void = () => {};

  constructor(clock: Clock, limits: SheddingLimits = SHEDDING_LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
    this.#level = new Level(limits);
    this.#sliceBegan = clock.monotonic();
    this.#sampleNext();
  }

  /** How many kinds of work are shed now. */
  get level(): number {
    return this.#level.value;
  }

  /** Whether this kind is shed now; `signed-in`: whether it is slowed. */
  isOn(work: Work): boolean {
    return WORK.indexOf(work) < this.#level.value;
  }

  /** Records that a bid was decided `waitMs` after it arrived. */
  bidDecided(waitMs: number): void {
    this.#bidWaitMs = Math.min(this.#bidWaitMs, waitMs);
  }

  /** Records that a bid was rejected because too many wait: from now on bids come before everything else. */
  bidRejected(): void {
    this.#level.topOut();
  }

  stop(): void {
    this.#stop();
  }

  #sampleNext(): void {
    const due = this.#clock.monotonic() + this.#limits.sampleMs;
    this.#stop = this.#clock.after(this.#limits.sampleMs, () => {
      const now = this.#clock.monotonic();
      this.#loopDelayMs = Math.min(this.#loopDelayMs, Math.max(0, now - due));
      if (now - this.#sliceBegan >= this.#limits.sliceMs) this.#endSlice(now);
      this.#sampleNext();
    });
  }

  #endSlice(now: number): void {
    // Without a decided bid there is no measurement.
    const bidWaitMs = Number.isFinite(this.#bidWaitMs) ? this.#bidWaitMs : 0;
    this.#level.update({ loopDelayMs: this.#loopDelayMs, bidWaitMs }, now);
    this.#loopDelayMs = Number.POSITIVE_INFINITY;
    this.#bidWaitMs = Number.POSITIVE_INFINITY;
    this.#sliceBegan = now;
  }
}
