/**
 * Durations in whole ms, counted by their length: percentiles of 100,000 of them cost no more than sorting the lengths
 * that occur, and only after a new length.
 */
export class DurationCounts {
  readonly #counts = new Map<number, number>();
  #lengths: readonly number[] | null = null;
  count = 0;

  add(ms: number): void {
    const before = this.#counts.get(ms);
    if (before === undefined) this.#lengths = null;
    this.#counts.set(ms, (before ?? 0) + 1);
    this.count += 1;
  }

  /** The shortest; null of none. */
  get least(): number | null {
    return this.#sorted()[0] ?? null;
  }

  /** The longest; null of none. */
  get worst(): number | null {
    return this.#sorted().at(-1) ?? null;
  }

  /** The smallest duration that is at least as long as `percent` % of all; null of none. */
  percentile(percent: number): number | null {
    let left = Math.max(1, Math.ceil((this.count * percent) / 100));
    for (const ms of this.#sorted()) {
      left -= this.#counts.get(ms) ?? 0;
      if (left <= 0) return ms;
    }
    return null;
  }

  #sorted(): readonly number[] {
    this.#lengths ??= [...this.#counts.keys()].sort((a, b) => a - b);
    return this.#lengths;
  }
}
