import type { Clock } from './port.ts';

/** A clock that a test or a simulation moves by hand. Due timers run in the order of their deadlines. */
export class ManualClock implements Clock {
  #now: number;
  #started: number;
  #next = 0;
  #timers: { at: number; order: number; run: () => void }[] = [];

  constructor(now = 0) {
    this.#now = now;
    this.#started = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#started;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delayMs), order: this.#next++, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Moves time to `at` (ms), running each timer that falls due at its own time. */
  advanceTo(at: number): void {
    for (;;) {
      const due = this.#timers
        .filter((timer) => timer.at <= at)
        .sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((other) => other !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = Math.max(this.#now, at);
  }

  advanceBy(ms: number): void {
    this.advanceTo(this.#now + ms);
  }
}
