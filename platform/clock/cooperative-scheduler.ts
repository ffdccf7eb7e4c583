import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from './port.ts';

/** Least length of a slice of work, in ms, before others get a turn of the event loop … */
const AT_LEAST_MS = 0.5;
/** … or this share of the time that others took since the last slice, so that it also progresses in a busy process. */
const SHARE = 0.25;

/** Lets long work share the event loop with others, which go first. */
export class CooperativeScheduler {
  readonly #clock: Clock;
  /** When the slice ends (ms, monotonic). */
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A promise to await when the slice is over; undefined while it is not, which costs one reading of the clock. */
  nextTurn(): Promise<void> | undefined {
    const now = this.#clock.monotonic();
    return now < this.#until ? undefined : this.#yieldTurn(now);
  }

  async #yieldTurn(since: number): Promise<void> {
    await turn();
    const now = this.#clock.monotonic();
    this.#until = now + Math.max(AT_LEAST_MS, (now - since) * SHARE);
  }
}
