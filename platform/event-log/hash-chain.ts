import { hash } from 'node:crypto';
import { BufferArena } from './buffer-arena.ts';
import { putAscii, putCanonical, putNumber, putString } from './canonical-json.ts';
import type { EventMeta, NewEvent, RecordedEvent } from './port.ts';

/** What is before the first event of a chain: 64 zeros. */
export const GENESIS_HASH = '0'.repeat(64);

/** Length of a hash as text (hex sha256), in characters and bytes. */
export const HASH_LENGTH = GENESIS_HASH.length;

/** Bytes that most events take with the hash before them; larger ones take what they need. */
const VERIFIED_BYTES = 2048;

/**
 * Prefixes of the streams whose events are chained by their hashes. The log is given them where it is opened, always
 * the same: a stream that has events can't begin or cease to be chained.
 */
export type ChainedPrefixes = readonly string[];

/** Whether a stream's events are chained by their hashes. */
export function isChained(stream: string, chained: ChainedPrefixes): boolean {
  return chained.some((prefix) => stream.startsWith(prefix));
}

function bareMeta(meta: RecordedEvent['meta']): EventMeta {
  const { prevHash: _prevHash, hash: _hash, ...bare } = meta;
  return bare;
}

/** An event and the place it has, or will have, in its stream. */
export type Placed = { event: NewEvent | RecordedEvent; stream: string; revision: number };

/**
 * Writes the canonical JSON of an event in its place: `data`, `id`, `meta` (without hashes), `revision`,
 * `stream` and `type`. `position` is not in it, for it is the log's and not the stream's. As `putCanonical`.
 * @throws TypeError when data or meta are not plain JSON; NO_SPACE
 */
export function putCanonicalEvent(bytes: Buffer, start: number, { event, stream, revision }: Placed): number {
  const { meta } = event;
  const bare = 'hash' in meta || 'prevHash' in meta ? bareMeta(meta) : meta;
  let at = putCanonical(bytes, putAscii(bytes, start, '{"data":'), event.data);
  at = putString(bytes, putAscii(bytes, at, ',"id":'), event.id);
  at = putCanonical(bytes, putAscii(bytes, at, ',"meta":'), bare);
  at = putNumber(bytes, putAscii(bytes, at, ',"revision":'), revision);
  at = putString(bytes, putAscii(bytes, at, ',"stream":'), stream);
  at = putString(bytes, putAscii(bytes, at, ',"type":'), event.type);
  return putAscii(bytes, at, '}');
}

/** sha256 in hex of `prevHash` (its 64 characters) followed by the canonical JSON, given as one run of UTF-8 bytes. */
export function hashOfRun(prevHashAndJson: Uint8Array): string {
  return hash('sha256', prevHashAndJson, 'hex');
}

/** What `verifyChain` found: a whole chain, or the first event that differs and how. */
export type ChainVerdict =
  | { intact: true; events: number; head: string }
  | { intact: false; events: number; revision: number; position: number; what: string };

/**
 * Follows a chained stream from its first event (as stored: read with `asStored`) and says whether every event
 * is the one that was appended. `events` counts those found intact; `head` is the last one's hash, which a copy
 * kept elsewhere can be compared to.
 */
export async function verifyChain(batches: AsyncIterable<readonly RecordedEvent[]>): Promise<ChainVerdict> {
  const chain = new ChainCheck();
  for await (const batch of batches) {
    for (const event of batch) {
      const what = chain.check(event);
      if (what === undefined) continue;
      const { revision, position } = event;
      return { intact: false, events: chain.intact, revision, position, what };
    }
  }
  return { intact: true, events: chain.intact, head: chain.head };
}

/** Follows a chain event by event, and goes on after one that differs: from the hash that is stored with it. */
export class ChainCheck {
  /** Events that are what was appended, in their places. */
  intact = 0;
  /** The stored hash of the last event. */
  head = GENESIS_HASH;
  /** The revision that must come next. */
  next = 0;
  #stream: string | undefined;
  /** Whether the hash of the event before is known. */
  #hasHead = true;

  /** Checks the next event. Returns what is wrong with it; undefined when nothing is. */
  check(event: RecordedEvent): string | undefined {
    this.#stream ??= event.stream;
    const what = this.#difference(event, this.#stream);
    if (what === undefined) this.intact += 1;
    this.next = event.revision + 1;
    this.head = event.meta.hash ?? this.head;
    this.#hasHead = true;
    return what;
  }

  /** The event at `revision` can't be read: the one after it is not compared with its hash. */
  skip(revision: number): void {
    this.next = revision + 1;
    this.#hasHead = false;
  }

  #difference(event: RecordedEvent, stream: string): string | undefined {
    const { revision, meta } = event;
    if (event.stream !== stream) return `is of another stream, ${event.stream}`;
    if (revision !== this.next) return `revision ${this.next} was expected here`;
    const head = this.#hasHead ? this.head : (meta.prevHash ?? '');
    if (meta.prevHash !== head) return 'its prevHash is not the hash of the event before it';
    const run = new BufferArena(VERIFIED_BYTES);
    run.write(putAscii, head);
    run.write(putCanonicalEvent, { event, stream, revision });
    if (meta.hash !== hashOfRun(run.text())) return 'its hash is not the hash of what it holds';
    return undefined;
  }
}
