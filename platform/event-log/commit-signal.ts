/** Wakes those who wait for the log to grow. Each of them checks whether it has grown. */
export class CommitSignal {
  #waiting: (() => void)[] = [];

  /** Resolves at the next `raise`. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  raise(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
