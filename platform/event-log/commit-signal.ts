/** Wakes those who wait for the log to grow. Who is woken looks for themselves whether it has. */
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
