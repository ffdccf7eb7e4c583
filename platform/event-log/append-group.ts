import { type ChainedPrefixes, GENESIS_HASH, isChained } from './hash-chain.ts';
import type { Link, StreamHead } from './log-records.ts';
import type { GroupWrite } from './log-store.ts';
import type { AppendResult, NewEvent, RecordedEvent } from './port.ts';
import type { PreparedChunk } from './prepared-append.ts';
import { recorded } from './stored-chunk.ts';

/** One transaction takes at most this many bytes (a single larger append is still taken whole) … */
const GROUP_BYTES_LIMIT = 8 * 1024 * 1024;
/** … and this many appends; the rest waits for the next group. This bounds the waiting time. */
const GROUP_APPENDS_LIMIT = 4_096;

/** An append that waits for its answer. `chunks` hold its events as they will be stored. */
export type Pending = {
  stream: string;
  expected: number;
  events: readonly NewEvent[];
  chunks: readonly PreparedChunk[];
  settle(result: AppendResult): void;
  fail(error: unknown): void;
};

type Taken = { pending: Pending; position: number; prevHash: string | undefined; hashes: string[] };

/** Appends that one transaction will store together: each follows the stream's head as the ones before leave it. */
export class AppendGroup implements GroupWrite {
  readonly chunks: PreparedChunk[] = [];
  readonly heads = new Map<string, StreamHead>();
  readonly #taken: Taken[] = [];
  readonly #chained: ChainedPrefixes;
  #nextPosition: number;
  #bytes = 0;

  constructor(nextPosition: number, chained: ChainedPrefixes) {
    this.#nextPosition = nextPosition;
    this.#chained = chained;
  }

  get isEmpty(): boolean {
    return this.#taken.length === 0;
  }

  get isFull(): boolean {
    return this.#bytes >= GROUP_BYTES_LIMIT || this.#taken.length >= GROUP_APPENDS_LIMIT;
  }

  get lastPosition(): number {
    return this.#nextPosition - 1;
  }

  /** Takes an append whose expected revision is `head`'s. */
  take(pending: Pending, head: StreamHead): void {
    const { stream, expected, events } = pending;
    const prevHash = isChained(stream, this.#chained) ? (head.hash ?? GENESIS_HASH) : undefined;
    const taken: Taken = { pending, position: this.#nextPosition, prevHash, hashes: [] };
    let hash = prevHash;
    let last: Link = head.chunk;
    for (const chunk of pending.chunks) {
      const hashes = chunk.seal(this.#nextPosition, last, hash);
      for (const each of hashes) taken.hashes.push(each);
      hash = hashes.at(-1);
      last = { position: chunk.position, firstRevision: chunk.firstRevision, ordinal: chunk.ordinal };
      this.chunks.push(chunk);
      this.#bytes += chunk.bytes.length;
      this.#nextPosition += chunk.count;
    }
    this.#taken.push(taken);
    this.heads.set(stream, { revision: expected + events.length, chunk: last, hash });
  }

  /**
   * The answers, for when the group is on disk. Hands each chunk's events on, as reading them back will give
   * them: they are those of the answers.
   */
  answers(stored: (chunk: PreparedChunk, events: RecordedEvent[]) => void): AppendResult[] {
    return this.#taken.map((taken) => {
      const { pending, position } = taken;
      const { expected, events, chunks } = pending;
      const all: RecordedEvent[] = [];
      for (const chunk of chunks) {
        const from = all.length;
        for (let i = 0; i < chunk.count; i += 1) {
          all.push(recordedOf(taken, from + i, chunk.event(i, events[from + i] as NewEvent)));
        }
        stored(chunk, chunks.length === 1 ? all : all.slice(from));
      }
      return {
        outcome: 'appended',
        revision: expected + events.length,
        position: position + events.length - 1,
        events: all,
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

function recordedOf(
  { pending, position, prevHash, hashes }: Taken,
  i: number,
  event: NewEvent,
): RecordedEvent {
  const { stream, expected } = pending;
  const hash = hashes[i];
  const before = i === 0 ? prevHash : hashes[i - 1];
  const links = hash === undefined || before === undefined ? undefined : { prevHash: before, hash };
  return recorded(event, { stream, revision: expected + 1 + i, position: position + i }, links);
}
