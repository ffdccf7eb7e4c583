import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from './port.ts';

/** So long work goes on at a stretch, in ms, before others get a turn of the event loop … */
const AT_LEAST_MS = 0.5;
/** … or for this share of what they took between two stretches: on a busy process it gets on all the same. */
const SHARE = 0.25;

/** Long work that shares the event loop with others, who go first. */
export class CooperativeScheduler {
  readonly #clock: Clock;
  /** When the stretch ends (ms, monotonic). */
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be awaited when the stretch is over; undefined while it is not, which costs a look at the clock. */
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
