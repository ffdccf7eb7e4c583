import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { EngineLimits } from './limits.ts';

type Options = {
  log: Pick<EventLog, 'clockSkewMs'>;
  clock: Clock;
  limits: EngineLimits;
  logger: Pick<Logger, 'info' | 'warn' | 'error'> | undefined;
};

/**
 * How far this node's clock is from the log server's: as it was when they were last compared, less what this clock
 * has jumped since, so that a clock that is set wrong does no harm until the next comparison.
 */
export class LogClock {
  readonly #options: Options;
  #skewMs = 0;
  #isCompared = false;
  /** How far the clock was from the monotonic clock when it was compared. */
  #zero: number;
  /** How far the clock has jumped, together with the log server's, since the time was last believed (ms). */
  #jumpedMs = 0;
  /** Until when the time is not believed (monotonic ms). */
  #doubtUntil = Number.NEGATIVE_INFINITY;
  #saidOff = false;
  #saidAway = false;

  constructor(options: Options) {
    this.#options = options;
    this.#zero = this.#fromMonotonic();
  }

  /** ms that the log's server is ahead of this node. */
  get skewMs(): number {
    return this.#skewMs - (this.#fromMonotonic() - this.#zero);
  }

  /** Too far from the log's server to decide anything [N9]. */
  get isOff(): boolean {
    return Math.abs(this.skewMs) > this.#options.limits.clockSkewMs;
  }

  /**
   * The clock has jumped, and the log server's with it, as where both are one machine: who was right can't be known
   * yet. The clock may have been set wrong and be corrected soon; or the machine was asleep [N14].
   */
  get isDoubtful(): boolean {
    return this.#options.clock.monotonic() < this.#doubtUntil;
  }

  /** This node's `at` (ms) by the log server's clock, in which nodes send times to each other [N10]. */
  toLogTime(at: number): number {
    return at + this.skewMs;
  }

  fromLogTime(at: number): number {
    return at - this.skewMs;
  }

  /** Reads the log's clock. If it can't be read, the last answer is used. */
  async compare(): Promise<void> {
    const { log, logger } = this.#options;
    try {
      const skewMs = await log.clockSkewMs();
      this.#saidAway = false;
      if (this.#isCompared) this.#noteJump(skewMs);
      this.#isCompared = true;
      this.#skewMs = skewMs;
      this.#zero = this.#fromMonotonic();
      if (this.isOff === this.#saidOff) return;
      if (this.isOff) logger?.error({ skewMs }, "this node's clock is off: it runs nothing until it is set");
      else logger?.info({ skewMs }, "this node's clock is right again");
      this.#saidOff = this.isOff;
    } catch (error) {
      if (!this.#saidAway) logger?.warn({ reason: String(error) }, "the log's clock cannot be asked");
      this.#saidAway = true;
    }
  }

  /** Finds what the log server's clock has jumped: what this one has, and what they are further apart now. */
  #noteJump(skewMs: number): void {
    const { clock, limits, logger } = this.#options;
    const jumpMs = this.#fromMonotonic() - this.#zero + skewMs - this.#skewMs;
    if (Math.abs(jumpMs) <= limits.clockSkewMs) return;
    this.#jumpedMs = (this.isDoubtful ? this.#jumpedMs : 0) + jumpMs;
    if (Math.abs(this.#jumpedMs) <= limits.clockSkewMs) {
      this.#doubtUntil = Number.NEGATIVE_INFINITY;
      logger?.info({ jumpMs }, 'the clock is back at what it was');
      return;
    }
    this.#doubtUntil = clock.monotonic() + limits.clockJumpMs;
    logger?.error(
      { jumpMs },
      'the clock has jumped: nothing is decided by it until it is back, or has stayed so',
    );
  }

  #fromMonotonic(): number {
    const { clock } = this.#options;
    return clock.now() - clock.monotonic();
  }
}
