import type { Clock } from '../clock/port.ts';
import type { Logger } from '../logging/logger.ts';

/** Says once that what follows the log was interrupted, however many do, and once that all of them go on. */
export class Outages {
  readonly #clock: Clock;
  readonly #logger: Pick<Logger, 'warn'> | undefined;
  readonly #interrupted = new Set<object>();
  #since = 0;

  constructor(clock: Clock, logger: Pick<Logger, 'warn'> | undefined) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** `who` was interrupted. */
  began(who: object, reason: string): void {
    if (this.#interrupted.size === 0) {
      this.#since = this.#clock.monotonic();
      this.#logger?.warn({ reason }, 'the event log is away; what follows it goes on when it is back');
    }
    this.#interrupted.add(who);
  }

  /** `who` continues, or has ended. */
  ended(who: object): void {
    if (!this.#interrupted.delete(who) || this.#interrupted.size > 0) return;
    const awayMs = Math.round(this.#clock.monotonic() - this.#since);
    this.#logger?.warn({ awayMs }, 'the event log is back');
  }
}
