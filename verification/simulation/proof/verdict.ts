import type { World } from '../world/world.ts';

/** The invariants, by name. */
export type Invariant =
  | 'engine state'
  | 'one winner'
  | 'leader'
  | 'price'
  | 'deadline'
  | 'extension'
  | 'time'
  | 'decided again'
  | 'acknowledged'
  | 'exactly once'
  | 'surely not done'
  | 'unknown settled'
  | 'no gap in a view'
  | 'a view never goes back'
  | 'a view keeps up'
  | 'converged'
  | 'live state'
  | 'snapshot'
  | 'audit'
  | 'goes on'
  | 'outage'
  | 'no fault inside';

/** An invariant that did not hold, and how; `at` in ms of the world. */
export type Violation = { invariant: Invariant; what: string; at: number };

/** Takes the first violation, and ends the world there. */
export class Verdict {
  readonly #world: World;
  #violation: Violation | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  get violation(): Violation | null {
    return this.#violation;
  }

  /** Reports that an invariant does not hold. */
  broken(invariant: Invariant, what: string): void {
    if (this.#violation !== null) return;
    this.#violation = { invariant, what, at: this.#world.now };
    this.#world.note('VIOLATION', `${invariant}: ${what}`);
    this.#world.end();
  }

  /** Reports an invariant unless it holds. */
  must(holds: boolean, invariant: Invariant, what: () => string): void {
    if (!holds) this.broken(invariant, what());
  }
}
