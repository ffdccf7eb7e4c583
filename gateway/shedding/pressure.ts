import { type LoopMonitor, loopMonitor } from '@saleyard/platform/clock/loop-monitor.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { Level } from './level.ts';
import { SHEDDING_LIMITS, type SheddingLimits, WORK, type Work } from './work.ts';

/** An event loop that works this share of a slice is busy: its usual delay counts, else only its shortest. */
const BUSY = 0.95;

/**
 * Measures the load of this process: how late its event loop runs timers, which delays all requests, and how long
 * bids wait for a decision on any node. A loop that is busy all the time has a queue whenever it is late; in one with idle
 * times a late timer is a pause, such as collecting garbage. Time for which other processes had the processors is not
 * counted: a machine that is merely shared sheds nothing, unless bids wait.
 */
export class Pressure {
  readonly #clock: Clock;
  readonly #limits: SheddingLimits;
  readonly #level: Level;
  readonly #monitor: LoopMonitor;
  #loopDelays: number[] = [];
  #bidWaitMs = Number.POSITIVE_INFINITY;
  #sliceBegan: number;
  #stop: () => void = () => {};

  constructor(clock: Clock, limits: SheddingLimits = SHEDDING_LIMITS, monitor: LoopMonitor = loopMonitor()) {
    this.#monitor = monitor;
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
      this.#loopDelays.push(Math.max(0, now - due - this.#monitor.waitedForOthersMs()));
      if (now - this.#sliceBegan >= this.#limits.sliceMs) this.#endSlice(now);
      this.#sampleNext();
    });
  }

  #endSlice(now: number): void {
    // Without a decided bid there is no measurement.
    const bidWaitMs = Number.isFinite(this.#bidWaitMs) ? this.#bidWaitMs : 0;
    const delays = this.#loopDelays.toSorted((a, b) => a - b);
    const usual = delays[Math.floor(delays.length / 2)];
    const loopDelayMs = (this.#monitor.utilisation() >= BUSY ? usual : delays[0]) ?? 0;
    this.#level.update({ loopDelayMs, bidWaitMs }, now);
    this.#loopDelays = [];
    this.#bidWaitMs = Number.POSITIVE_INFINITY;
    this.#sliceBegan = now;
  }
}
