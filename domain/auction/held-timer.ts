/**
 * A timer that stands still while freezes and pauses hold it. Stops that overlap move its deadline once, by the whole of
 * that time, when the last of them ends [T8] [T10].
 */
export class HeldTimer {
  readonly #holds: Set<object>;
  #since: number | null;

  /** A deadline that is set at `at` (ms), while `holds` are in force. */
  constructor(holds: Iterable<object>, at: number) {
    this.#holds = new Set(holds);
    this.#since = this.#holds.size === 0 ? null : at;
  }

  hold(by: object, at: number): void {
    this.#holds.add(by);
    this.#since ??= at;
  }

  /** By how much the deadline moves, in ms; 0 while something else holds the timer. */
  release(by: object, at: number): number {
    if (!this.#holds.delete(by) || this.#holds.size > 0 || this.#since === null) return 0;
    const stood = at - this.#since;
    this.#since = null;
    return stood;
  }
}
