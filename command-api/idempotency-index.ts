import { eventIdOf } from '@saleyard/platform/ids/ids.ts';

/** Numbers per entry: the two halves of the fingerprint, then the revision. */
const ENTRY = 3;
const FIRST_ENTRIES = 64;

/**
 * The commands that a stream contains [N8]: for each commandId, the revision of its first event. The answer is
 * derived again from those events, so an entry takes 12 bytes here and in a snapshot (and at most 16 more in the hash
 * table).
 * | A command is identified by the id of its first event, a digest of the commandId, of which 60 bits are stored. Two
 * commands may share them, so `find` returns every candidate and the caller compares the stored event's id.
 */
export class IdempotencyIndex {
  #entries = new Uint32Array(FIRST_ENTRIES * ENTRY);
  #size = 0;
  /**
   * A hash table with open addressing: entry number + 1, or 0. Its length is a power of two, at most half of it used.
   */
  #slots = new Int32Array(FIRST_ENTRIES * 2);

  /** Commands in the index. */
  get size(): number {
    return this.#size;
  }

  /** Adds a command by the id of its first event. Revisions must be added in order. */
  add(firstEventId: string, revision: number): void {
    if (this.#size * ENTRY === this.#entries.length) this.#grow();
    const at = this.#size * ENTRY;
    this.#entries[at] = high(firstEventId);
    this.#entries[at + 1] = low(firstEventId);
    this.#entries[at + 2] = revision;
    this.#size += 1;
    this.#index(this.#size);
  }

  /** Revisions at which this command's first event may be; nearly always none or one. */
  find(commandId: string): number[] {
    return this.findByEvent(eventIdOf(commandId, 0));
  }

  /** Like `find`, for a known id of the first event. */
  findByEvent(firstEventId: string): number[] {
    const a = high(firstEventId);
    const b = low(firstEventId);
    const mask = this.#slots.length - 1;
    const found: number[] = [];
    for (let slot = b & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] ?? 0;
      if (number === 0) return found;
      const at = (number - 1) * ENTRY;
      if (this.#entries[at] === a && this.#entries[at + 1] === b) found.push(this.#entries[at + 2] ?? 0);
    }
  }

  /** The entries from `from` to `to` (exclusive) as bytes, in insertion order. */
  bytes(from = 0, to = this.#size): Buffer {
    const bytes = Buffer.allocUnsafe((to - from) * ENTRY * 4);
    for (let i = 0; i < (to - from) * ENTRY; i += 1) {
      bytes.writeUInt32LE(this.#entries[from * ENTRY + i] ?? 0, i * 4);
    }
    return bytes;
  }

  /** An index from the result of `bytes`. */
  static from(bytes: Buffer): IdempotencyIndex {
    const idempotency = new IdempotencyIndex();
    const size = Math.floor(bytes.length / (ENTRY * 4));
    let capacity = FIRST_ENTRIES;
    while (capacity < size) capacity *= 2;
    idempotency.#entries = new Uint32Array(capacity * ENTRY);
    for (let i = 0; i < size * ENTRY; i += 1) idempotency.#entries[i] = bytes.readUInt32LE(i * 4);
    idempotency.#size = size;
    idempotency.#slots = new Int32Array(capacity * 2);
    for (let number = 1; number <= size; number += 1) idempotency.#index(number);
    return idempotency;
  }

  #index(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = (this.#entries[(number - 1) * ENTRY + 1] ?? 0) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number;
  }

  #grow(): void {
    const entries = new Uint32Array(this.#entries.length * 2);
    entries.set(this.#entries);
    this.#entries = entries;
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 1; number <= this.#size; number += 1) this.#index(number);
  }
}

/** The first 32 bits of a UUID. */
function high(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16);
}

/** The last 32 bits of a UUID: none of them is fixed by its version. */
function low(id: string): number {
  return Number.parseInt(id.slice(28), 16);
}
