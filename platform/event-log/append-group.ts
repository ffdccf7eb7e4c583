import { GENESIS_HASH, isChained } from './hash-chain.ts';
import type { ChunkWrite, GroupWrite, StreamHead } from './log-store.ts';
import { type AppendResult, type NewEvent, NO_STREAM, type RecordedEvent } from './port.ts';
import { chunkBound, encodeChunk, recorded } from './stored-chunk.ts';

/** A chunk ends after so many characters of JSON, so that reading one event never costs much more than it. */
const CHUNK_CHARACTERS = 64 * 1024;
/** One transaction takes at most so many bytes (a single larger append is still taken whole) … */
const GROUP_BYTES_LIMIT = 8 * 1024 * 1024;
/** … and so many appends; the rest waits for the next. It bounds how long a group holds others up. */
const GROUP_APPENDS_LIMIT = 4_096;
/** The bytes kept between groups; a larger run is let go after its group. */
const SLAB_BYTES = 1024 * 1024;

/** An append that waits for its answer. `jsons` are the events' canonical JSON at the revisions they ask for. */
export type Pending = {
  stream: string;
  expected: number;
  events: readonly NewEvent[];
  jsons: readonly string[];
  settle(result: AppendResult): void;
  fail(error: unknown): void;
};

/** The head of a stream that does not exist yet. */
export const NO_HEAD: StreamHead = { revision: NO_STREAM, chunkPosition: -1, hash: undefined };

type Taken = { pending: Pending; position: number; prevHash: string | undefined; hashes: string[] };

/** Memory that groups are encoded into, one after the other: a group's bytes stand until its commit is over. */
export class Slab {
  bytes = Buffer.allocUnsafeSlow(SLAB_BYTES);
  used = 0;

  reset(): void {
    this.used = 0;
    if (this.bytes.length > SLAB_BYTES) this.bytes = Buffer.allocUnsafeSlow(SLAB_BYTES);
  }

  /** Makes room for so many bytes. What was written before stays valid in the memory it was written to. */
  reserve(bytes: number): void {
    if (this.used + bytes <= this.bytes.length) return;
    this.bytes = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, bytes));
    this.used = 0;
  }
}

/** Appends that one transaction will store together: each follows the stream's head as the ones before leave it. */
export class AppendGroup {
  readonly chunks: ChunkWrite[] = [];
  readonly heads = new Map<string, StreamHead>();
  readonly #taken: Taken[] = [];
  readonly #slab: Slab;
  #nextPosition: number;
  #bytes = 0;

  constructor(slab: Slab, nextPosition: number) {
    slab.reset();
    this.#slab = slab;
    this.#nextPosition = nextPosition;
  }

  get isEmpty(): boolean {
    return this.#taken.length === 0;
  }

  get isFull(): boolean {
    return this.#bytes >= GROUP_BYTES_LIMIT || this.#taken.length >= GROUP_APPENDS_LIMIT;
  }

  get write(): GroupWrite {
    return { chunks: this.chunks, heads: this.heads, lastPosition: this.#nextPosition - 1 };
  }

  /** Takes an append whose expected revision is `head`'s. */
  take(pending: Pending, head: StreamHead): void {
    const { stream, jsons } = pending;
    const position = this.#nextPosition;
    const prevHash = isChained(stream) ? (head.hash ?? GENESIS_HASH) : undefined;
    const taken: Taken = { pending, position, prevHash, hashes: [] };
    let begin = 0;
    let characters = 0;
    let hash = prevHash;
    for (let i = 0; i < jsons.length; i += 1) {
      characters += (jsons[i] as string).length;
      if (characters < CHUNK_CHARACTERS && i + 1 < jsons.length) continue;
      const part = begin === 0 && i + 1 === jsons.length ? jsons : jsons.slice(begin, i + 1);
      hash = this.#encode(stream, pending.expected + 1 + begin, part, hash, taken.hashes);
      begin = i + 1;
      characters = 0;
    }
    this.#taken.push(taken);
    const chunkPosition = this.chunks.at(-1)?.firstPosition ?? -1;
    this.heads.set(stream, { revision: pending.expected + jsons.length, chunkPosition, hash });
  }

  #encode(
    stream: string,
    firstRevision: number,
    jsons: readonly string[],
    prevHash: string | undefined,
    hashes: string[],
  ): string | undefined {
    const slab = this.#slab;
    slab.reserve(chunkBound(stream, jsons));
    const firstPosition = this.#nextPosition;
    const start = slab.used;
    const encoded = encodeChunk(slab.bytes, start, { stream, firstPosition, firstRevision, jsons, prevHash });
    // Each value begins at a multiple of eight, which costs nothing and suits the copy.
    slab.used = (encoded.end + 7) & ~7;
    this.#bytes += encoded.end - start;
    this.#nextPosition += jsons.length;
    const bytes = slab.bytes.subarray(start, encoded.end);
    this.chunks.push({ stream, firstPosition, firstRevision, count: jsons.length, bytes });
    hashes.push(...encoded.hashes);
    return encoded.hashes.at(-1);
  }

  /** The answers, for when the group is on disk. */
  answers(): AppendResult[] {
    return this.#taken.map(({ pending, position, prevHash, hashes }) => {
      const { stream, expected, events } = pending;
      const stored: RecordedEvent[] = events.map((event, i) =>
        recorded(
          event,
          stream,
          expected + 1 + i,
          position + i,
          i === 0 ? prevHash : hashes[i - 1],
          hashes[i],
        ),
      );
      return {
        outcome: 'appended',
        revision: expected + events.length,
        position: position + events.length - 1,
        events: stored,
      };
    });
  }

  /** Answers every append in it: each its own result, or all the same. */
  settle(results: AppendResult[] | AppendResult): void {
    this.#taken.forEach(({ pending }, i) => {
      pending.settle(Array.isArray(results) ? (results[i] as AppendResult) : results);
    });
  }
}
