import type { Clock } from '@saleyard/platform/clock/port.ts';

/** How long an answer is given again, in ms. Rooms get later changes over their sockets. */
const FRESH_MS = 1_000;
/** Answers in memory at the same time; beyond: the oldest is dropped. */
const ANSWERS_KEPT = 32;

/** `reached`: the log position that the read models showed before the answer was made. */
type Kept<Answer> = { made: Promise<Answer>; at: number; reached: number };

/**
 * Whole lists of lots, which a room full of people reads at the same time: one of them makes the answer, the others get
 * the same one. A caller that has seen a later position of the log than the answer shows gets a new one.
 */
export class WholeLists<Answer> {
  readonly #clock: Clock;
  readonly #reached: () => number;
  /** The oldest first. */
  readonly #kept = new Map<string, Kept<Answer>>();

  constructor(clock: Clock, reached: () => number) {
    this.#clock = clock;
    this.#reached = reached;
  }

  /** `position`: the one that the caller has seen; null for none. A failed answer is not kept. */
  get(key: string, position: number | null, make: () => Promise<Answer>): Promise<Answer> {
    const now = this.#clock.monotonic();
    const kept = this.#kept.get(key);
    const isFresh = kept !== undefined && now - kept.at < FRESH_MS && (position ?? -1) <= kept.reached;
    if (isFresh) return kept.made;
    const made: Kept<Answer> = { made: make(), at: now, reached: this.#reached() };
    made.made.catch(() => {
      if (this.#kept.get(key) === made) this.#kept.delete(key);
    });
    this.#kept.delete(key);
    this.#kept.set(key, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > ANSWERS_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return made.made;
  }
}
