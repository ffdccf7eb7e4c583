import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Capacity } from './work.ts';

/** Someone's turn has come, with what gives the place back; or it has not, and there is none (`null`). */
type Turn = (release: (() => void) | null) => void;

/** ConcurrencyLimiter for work of one kind: so many at once, so many waiting for one, first come first served, and not for long. */
export class ConcurrencyLimiter {
  readonly #clock: Clock;
  readonly #waitMs: number;
  #taken = 0;
  readonly #waiting = new Set<{ atOnce: number; turn: Turn }>();

  constructor(clock: Clock, waitMs: number) {
    this.#clock = clock;
    this.#waitMs = waitMs;
  }

  /** Calls `turn` once: now, when a place is free, or with `null` when there is no room to wait or no time left. */
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
