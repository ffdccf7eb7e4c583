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
 * This node's clock offset from the log server: as last compared, minus the jumps of this clock since. A clock set
 * wrong therefore does no harm until the next comparison.
 */
export class LogClock {
  readonly #options: Options;
  #skewMs = 0;
  #isCompared = false;
  /** The clock minus the monotonic clock at the last comparison. */
  #zero: number;
  /** How far the clock jumped, together with the log server's, since the time was last trusted (ms). */
  #jumpedMs = 0;
  /** Until when the time is not trusted (monotonic ms). */
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
   * The clock jumped together with the log server's, as when both are one machine. Either the clock was set wrong and
   * may be corrected soon, or the machine was asleep [N14]; which one is not known yet.
   */
  get isDoubtful(): boolean {
    return this.#options.clock.monotonic() < this.#doubtUntil;
  }

  /** Converts this node's `at` (ms) to the log server's clock, in which nodes exchange times [N10]. */
  toLogTime(at: number): number {
    return at + this.skewMs;
  }

  fromLogTime(at: number): number {
    return at - this.skewMs;
  }

  /** Reads the log's clock. If it can't be read, the last value is used. */
  async compare(): Promise<void> {
    const { log, logger } = this.#options;
    try {
      const skewMs = await log.clockSkewMs();
      this.#saidAway = false;
      this.#noteJump(skewMs);
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

  /** Computes how far the log server's clock jumped: the jump of this one, plus the change of their difference. */
  #noteJump(skewMs: number): void {
    const { clock, limits, logger } = this.#options;
    const ownMs = this.#fromMonotonic() - this.#zero;
    // At the first comparison: if this clock jumped since the start and they agree, the other one is taken to have jumped too.
    if (!this.#isCompared && Math.abs(ownMs) <= limits.clockSkewMs) return;
    const jumpMs = ownMs + skewMs - this.#skewMs;
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
