import type { Row } from './row.ts';

/** JSON characters of the rows kept in memory. Beyond it the rows used longest ago are read from disk again. */
const CACHED_CHARS = 48 * 1024 * 1024;

/** Recently used rows by collection and id, in two generations: what the old one has and is used moves to the new. */
export class RowCache {
  #young = new Map<string, Row>();
  #old = new Map<string, Row>();
  #youngChars = 0;

  get(key: string): Row | undefined {
    const row = this.#young.get(key);
    if (row !== undefined) return row;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, row: Row): void {
    const before = this.#young.get(key);
    this.#youngChars += row.json.length - (before?.json.length ?? 0);
    this.#young.set(key, row);
    if (this.#youngChars > CACHED_CHARS / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngChars = 0;
    }
  }

  delete(key: string): void {
    const before = this.#young.get(key);
    if (before !== undefined) this.#youngChars -= before.json.length;
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#youngChars = 0;
  }
}
