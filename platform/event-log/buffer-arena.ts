import { NO_SPACE } from './canonical-json.ts';

/** Bytes of one block; a longer text gets a block of its own. */
const BLOCK_BYTES = 1024 * 1024;

/**
 * Memory that texts are written into one after the other. A finished text is not overwritten before `clear`. A
 * block is garbage collected after the last text in it.
 */
export class BufferArena {
  #bytes: Buffer;
  #start = 0;
  #at = 0;

  /** `blockBytes` is how much memory is taken at a time. */
  constructor(blockBytes = BLOCK_BYTES) {
    this.#bytes = Buffer.allocUnsafeSlow(blockBytes);
  }

  /** Reuses the memory. No text written before may be needed any more. */
  clear(): void {
    this.#at = 0;
  }

  /** Begins a text. */
  begin(): void {
    this.#start = this.#at;
  }

  /** Bytes of the text so far. */
  get length(): number {
    return this.#at - this.#start;
  }

  /** The text so far. */
  text(): Buffer {
    return this.#bytes.subarray(this.#start, this.#at);
  }

  /** Leaves `length` bytes to be filled in later. */
  skip(length: number): void {
    if (this.#at + length > this.#bytes.length) this.#grow(length);
    this.#at += length;
  }

  /** Lets `put` write on from where the text has come to; again, in more memory, when it finds NO_SPACE. */
  write<T>(put: (bytes: Buffer, at: number, value: T) => number, value: T): void {
    for (;;) {
      try {
        this.#at = put(this.#bytes, this.#at, value);
        return;
      } catch (error) {
        if (error !== NO_SPACE) throw error;
        this.#grow(this.#bytes.length - this.#at);
      }
    }
  }

  /** Takes new memory, with space for more than `length` after the text so far. */
  #grow(length: number): void {
    const written = this.length;
    const bytes = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, 2 * (written + length)));
    this.#bytes.copy(bytes, 0, this.#start, this.#at);
    this.#bytes = bytes;
    this.#start = 0;
    this.#at = written;
  }
}
