/** Wakes those who wait for the log to grow. */
export class CommitSignal {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next `raise`, or when `signal` aborts. */
  wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      if (signal?.aborted) return resolve();
      this.#waiting.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  raise(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
