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
  let events = 0;
  let head = GENESIS_HASH;
  let stream: string | undefined;
  for await (const batch of batches) {
    for (const event of batch) {
      stream ??= event.stream;
      const what = difference(event, stream, events, head);
      if (what !== undefined) {
        return { intact: false, events, revision: event.revision, position: event.position, what };
      }
      events += 1;
      head = event.meta.hash ?? head;
    }
  }
  return { intact: true, events, head };
}

function difference(
  event: RecordedEvent,
  stream: string,
  revision: number,
  head: string,
): string | undefined {
  if (event.stream !== stream) return `is of another stream, ${event.stream}`;
  if (event.revision !== revision) return `revision ${revision} was expected here`;
  if (event.meta.prevHash !== head) return 'its prevHash is not the hash of the event before it';
  const run = new BufferArena(VERIFIED_BYTES);
  run.write(putAscii, head);
  run.write(putCanonicalEvent, { event, stream, revision });
  if (event.meta.hash !== hashOfRun(run.text())) return 'its hash is not the hash of what it holds';
  return undefined;
}
