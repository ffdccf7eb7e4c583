/**
 * Lets one piece of work begin in each turn of the event loop, so that what arrives between two pieces is not kept waiting.
 * - Reads compute for many milliseconds without a pause, and those that arrive together would all run before anything else;
 *   a sign-in or a change, which takes several turns, waits in each of them for one read and not for all.
 * - Parts of long bodies that arrive together would all be forwarded before a bid is read.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a turn of its own, in the order of the calls. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) this.#scheduleNext();
    });
  }

  #scheduleNext(): void {
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#scheduleNext();
    });
  }
}
