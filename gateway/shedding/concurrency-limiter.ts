import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Capacity } from './work.ts';

/** Called when a slot is granted, with the function that releases it; or with `null` when none is. */
type Turn = (release: (() => void) | null) => void;

/** Limits the concurrent requests of one kind, and how many wait for how long. First in, first out. */
export class ConcurrencyLimiter {
  readonly #clock: Clock;
  readonly #waitMs: number;
  #taken = 0;
  readonly #waiting = new Set<{ atOnce: number; turn: Turn }>();

  constructor(clock: Clock, waitMs: number) {
    this.#clock = clock;
    this.#waitMs = waitMs;
  }

  /** Whether nobody has a slot or waits for one. */
  get isIdle(): boolean {
    return this.#taken === 0 && this.#waiting.size === 0;
  }

  /** Calls `turn` once: now or when a slot is free, or with `null` when the queue is full or the wait was too long. */
  take({ atOnce, waiting }: Capacity, turn: Turn): void {
    if (this.#taken < atOnce) this.#enter(turn);
    else if (this.#waiting.size >= waiting) turn(null);
    else {
      const waits = {
        atOnce,
        turn: (release: (() => void) | null) => {
          cancel();
          this.#waiting.delete(waits);
          turn(release);
        },
      };
      const cancel = this.#clock.after(this.#waitMs, () => waits.turn(null));
      this.#waiting.add(waits);
    }
  }

  #enter(turn: Turn): void {
    this.#taken += 1;
    let left = false;
    turn(() => {
      if (left) return;
      left = true;
      this.#taken -= 1;
      const [next] = this.#waiting;
      if (next !== undefined && this.#taken < next.atOnce) this.#enter(next.turn);
    });
  }
}
