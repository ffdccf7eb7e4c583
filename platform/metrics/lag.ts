import { every } from '../clock/every.ts';
import type { Clock } from '../clock/port.ts';

/** How often it is noted where the log is, in ms. */
const NOTE_EVERY_MS = 1_000;
/** Positions kept; beyond it every second one is dropped, so that a long lag is less precise. */
const NOTES_LIMIT = 1_024;

type Parts = {
  clock: Clock;
  /** Where the log is, and where its follower is. */
  last: () => Promise<number>;
  reached: () => number;
};

/** How far something that follows the log is behind it. The time is good to a second. */
export class Lag {
  readonly #parts: Parts;
  #notes: { at: number; position: number }[] = [];
  readonly #stop: () => void;

  constructor(parts: Parts) {
    this.#parts = parts;
    // While the log is away there is nothing to note.
    this.#stop = every(parts.clock, NOTE_EVERY_MS, () => void this.#note().catch(() => {}));
  }

  /** Positions of the log not reached yet. */
  async positions(): Promise<number> {
    const { last, reached } = this.#parts;
    return Math.max(0, (await last()) - reached());
  }

  /** Seconds since the log went beyond where the follower is; 0 when it has everything. */
  async seconds(): Promise<number> {
    await this.#note();
    const [oldest] = this.#notes;
    return oldest === undefined ? 0 : (this.#parts.clock.monotonic() - oldest.at) / 1000;
  }

  stop(): void {
    this.#stop();
  }

  async #note(): Promise<void> {
    const { clock, last, reached } = this.#parts;
    const position = await last();
    this.#notes = this.#notes.filter((note) => note.position > reached());
    const newest = this.#notes.at(-1)?.position ?? reached();
    if (position > newest) this.#notes.push({ at: clock.monotonic(), position });
    if (this.#notes.length > NOTES_LIMIT) this.#notes = this.#notes.filter((_, index) => index % 2 === 0);
  }
}
