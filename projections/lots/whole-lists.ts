import type { Clock } from '@saleyard/platform/clock/port.ts';

/** How long an answer is given again, in ms. Rooms get later changes over their sockets. */
const FRESH_MS = 1_000;
/** Answers in memory at the same time; beyond: the oldest is dropped. */
const ANSWERS_KEPT = 32;

/** `reached`: the log position that the read models showed before the answer was made. */
type Kept<Answer> = { made: Promise<Answer>; at: number; reached: number };

/**
 * Whole lists of lots, which a room full of people reads at the same time: one of them makes the answer, the others get
 * the same one. A caller that has seen a later position of the log than the answer shows gets a new one. For one person
 * one list is made at a time, however many filters and searches they send.
 */
export class WholeLists<Answer> {
  readonly #clock: Clock;
  readonly #reached: () => number;
  /** The oldest first. */
  readonly #kept = new Map<string, Kept<Answer>>();
  /** The last list that waits for its turn or is being made, by person. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(clock: Clock, reached: () => number) {
    this.#clock = clock;
    this.#reached = reached;
  }

  /**
   * `position`: the one that the caller has seen; null for none. `person`: null for visitors, whose lists are limited at
   * the gateway [G24]. A failed answer is not kept.
   */
  get(
    key: string,
    { position, person }: { position: number | null; person: string | null },
    make: () => Promise<Answer>,
  ): Promise<Answer> {
    // Nothing can show more than the read models do.
    const seen = Math.min(position ?? -1, this.#reached());
    const find = () => this.#freshOf(key, seen) ?? this.#made(key, make);
    if (person === null) return find();
    const fresh = this.#freshOf(key, seen);
    if (fresh !== undefined) return fresh;
    const made = this.#turns.get(person)?.then(find) ?? find();
    const turn = made
      .catch(() => {})
      .then(() => {
        if (this.#turns.get(person) === turn) this.#turns.delete(person);
      });
    this.#turns.set(person, turn);
    return made;
  }

  #freshOf(key: string, seen: number): Promise<Answer> | undefined {
    const kept = this.#kept.get(key);
    const isFresh =
      kept !== undefined && this.#clock.monotonic() - kept.at < FRESH_MS && seen <= kept.reached;
    return isFresh ? kept.made : undefined;
  }

  #made(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const made: Kept<Answer> = { made: make(), at: this.#clock.monotonic(), reached: this.#reached() };
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
