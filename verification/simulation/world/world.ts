import { type Random, seededRandom, seedOf } from '@saleyard/app/sample-data/random.ts';
import { quiet } from './quiet.ts';
import { TaskQueue } from './task-queue.ts';
import { Trace } from './trace.ts';

/** Virtual time 0, in ms since the epoch. */
export const EPOCH = 1_760_000_000_000;

/**
 * One seed's world: virtual time, its queue of tasks, and every random generator. Nothing happens between two
 * tasks, and each task is followed by all that it leads to at once, so that a seed always gives the same run.
 */
export class World {
  readonly seed: number;
  readonly trace = new Trace();
  readonly #tasks = new TaskQueue();
  #now = 0;
  #ids = 0;
  #steps = 0;
  #ended = false;

  constructor(seed: number) {
    this.seed = seed;
  }

  /** ms since the world began. */
  get now(): number {
    return this.#now;
  }

  /** Tasks that have run. */
  get steps(): number {
    return this.#steps;
  }

  /** A random generator for each name, so that one part's random numbers do not change another's. */
  random(name: string): Random {
    return seededRandom(seedOf(String(this.seed), name));
  }

  /** A new id in the shape of a UUIDv7, the same for the same seed. */
  readonly newId = (): string => {
    this.#ids += 1;
    const time = (EPOCH + Math.floor(this.#now)).toString(16).padStart(12, '0');
    const count = this.#ids.toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count}`;
  };

  /** Runs `task` this many ms from now; returns what cancels it. Of equal times the first asked for is first. */
  after(delayMs: number, task: () => void): () => void {
    return this.#tasks.add(this.#now + Math.max(0, delayMs), task);
  }

  /** Runs `task` again and again, `wait` ms after each, until the world ends. */
  every(wait: () => number, task: () => void): void {
    const again = (): void => {
      task();
      this.after(wait(), again);
    };
    this.after(wait(), again);
  }

  /** Writes a line of the trace. */
  note(who: string, what: string): void {
    this.trace.add(this.#now, who, what);
  }

  /** Nothing more happens: `runUntil` returns after the present task. */
  end(): void {
    this.#ended = true;
  }

  /** Lets time run until `until` (ms), or until `isOver` says after a task that it is enough. */
  async runUntil(until: number, isOver: () => boolean = () => false): Promise<void> {
    await quiet();
    while (!this.#ended && !isOver()) {
      const next = this.#tasks.nextAt;
      if (next === undefined || next > until) break;
      this.#now = Math.max(this.#now, next);
      this.#tasks.takeFirst()?.();
      this.#steps += 1;
      await quiet();
    }
    if (!this.#ended && !isOver()) this.#now = Math.max(this.#now, until);
  }
}
