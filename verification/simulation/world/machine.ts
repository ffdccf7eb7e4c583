import type { Clock } from '@saleyard/platform/clock/port.ts';
import { EPOCH, type World } from './world.ts';

/** A timer usually fires this many ms late, and sometimes much later. */
const LATE_MS = 2;
const VERY_LATE_MS = 60;
const VERY_LATE_SHARE = 0.02;

/**
 * A machine that runs one process. What reaches it from outside comes through `deliver`: a paused machine
 * gets it when it resumes, one that went down never. Each start is a new life: what was meant for an earlier life
 * does not reach a later one.
 */
export class Machine {
  readonly name: string;
  readonly world: World;
  #life = 0;
  #up = false;
  /** The queue while it is paused; null while it runs. */
  #held: (() => void)[] | null = null;
  /** How far its clock is ahead of the world's (ms). */
  offsetMs = 0;

  constructor(world: World, name: string) {
    this.world = world;
    this.name = name;
  }

  get isUp(): boolean {
    return this.#up;
  }

  /** A new life begins; answers its clock. */
  start(): Clock {
    this.#life += 1;
    this.#up = true;
    this.#held = null;
    return new LifeClock(this, this.#life);
  }

  /** All that it was doing ends at once. */
  crash(): void {
    this.#up = false;
  }

  /** From now on it does nothing, as a process that is stopped; what reaches it waits. */
  standStill(): void {
    if (this.#up) this.#held ??= [];
  }

  /** It resumes where it stopped. */
  goOn(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const task of held) this.world.after(0, task);
  }

  /** Returns a function that delivers to the present life. */
  inThisLife(): (task: () => void) => void {
    const life = this.#life;
    return (task) => this.#run(life, task);
  }

  /** Hands something to the present life after this many ms; returns what cancels it. */
  deliver(delayMs: number, task: () => void): () => void {
    const run = this.inThisLife();
    return this.world.after(delayMs, () => run(task));
  }

  #run(life: number, task: () => void): void {
    if (!this.#up || this.#life !== life) return;
    if (this.#held === null) task();
    else this.#held.push(() => this.#run(life, task));
  }
}

class LifeClock implements Clock {
  readonly #machine: Machine;
  readonly #run: (task: () => void) => void;
  readonly #began: number;
  readonly #lateness: () => number;

  constructor(machine: Machine, life: number) {
    this.#machine = machine;
    this.#run = machine.inThisLife();
    this.#began = machine.world.now;
    const random = machine.world.random(`timers of ${machine.name} ${life}`);
    this.#lateness = () => random() * (random() < VERY_LATE_SHARE ? VERY_LATE_MS : LATE_MS);
  }

  now(): number {
    return Math.floor(EPOCH + this.#machine.world.now + this.#machine.offsetMs);
  }

  monotonic(): number {
    return this.#machine.world.now - this.#began;
  }

  after(delayMs: number, run: () => void): () => void {
    const delay = Math.max(1, delayMs) + this.#lateness();
    return this.#machine.world.after(delay, () => this.#run(run));
  }
}
