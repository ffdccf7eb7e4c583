import type { Clock } from '../clock/port.ts';
import { withTimeout } from '../clock/with-timeout.ts';
import type { Logger } from '../logging/logger.ts';
import type { EventLog } from './port.ts';

/**
 * Whether the log holds nothing at `position` yet, so that nobody who follows it need be waited for. False too when the
 * log does not say within `ms`.
 */
export async function isBeyondEnd(
  { log, clock }: { log: Pick<EventLog, 'lastPosition'>; clock: Clock },
  position: number,
  ms: number,
): Promise<boolean> {
  try {
    return position > (await withTimeout(clock, ms, log.lastPosition()));
  } catch {
    return false;
  }
}

/** Whether a consumer can follow the log. Said once when it can't any more, and once when it can again, not at each try. */
export class FollowState {
  readonly #consumer: string;
  readonly #logger: Pick<Logger, 'warn' | 'error'> | undefined;
  #fails = false;

  /** `consumer` is what it is called in the lines. */
  constructor(consumer: string, logger: Pick<Logger, 'warn' | 'error'> | undefined) {
    this.#consumer = consumer;
    this.#logger = logger;
  }

  /** Whether the last try failed, and nothing has come since. */
  get fails(): boolean {
    return this.#fails;
  }

  /** It can't follow, and tries again. */
  failed(error: unknown): void {
    if (this.#fails) return;
    this.#fails = true;
    this.#logger?.error({ err: error, consumer: this.#consumer }, 'the log cannot be followed; retrying');
  }

  /** Something has come. */
  goesOn(): void {
    if (!this.#fails) return;
    this.#fails = false;
    this.#logger?.warn({ consumer: this.#consumer }, 'the log is followed again');
  }
}
