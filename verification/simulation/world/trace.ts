import { createHash } from 'node:crypto';

/** Lines of the trace that are kept; older ones are dropped. */
const LINES_KEPT = 5_000;

/** The trace of a run: keeps its last lines, and a hash of all lines. */
export class Trace {
  readonly #hash = createHash('sha256');
  #lines: string[] = [];
  #count = 0;

  add(at: number, who: string, what: string): void {
    const line = `${(at / 1_000).toFixed(4).padStart(10)}  ${who.padEnd(10)} ${what}`;
    this.#count += 1;
    this.#hash.update(line).update('\n');
    this.#lines.push(line);
    if (this.#lines.length > 2 * LINES_KEPT) this.#lines = this.#lines.slice(-LINES_KEPT);
  }

  /** Lines written so far. */
  get count(): number {
    return this.#count;
  }

  /** The newest lines, at most this many. */
  last(most: number): readonly string[] {
    return most > 0 ? this.#lines.slice(-most) : [];
  }

  /** sha256 (hex) of the whole trace up to now. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
