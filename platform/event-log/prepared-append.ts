import type { BufferArena } from './buffer-arena.ts';
import { omittedMembers } from './canonical-json.ts';
import { type ChainedPrefixes, HASH_LENGTH, isChained, putCanonicalEvent } from './hash-chain.ts';
import { type Link, NO_HEAD } from './log-records.ts';
import type { NewEvent } from './port.ts';
import { CRC_BYTES, HEADER_BYTES, lengthsBytes, sealChunk, type UnsealedChunk } from './stored-chunk.ts';

/**
 * A chunk takes no more than this, unless one event does, so that reading one event costs little more than it.
 * Sixteen of LMDB's pages, less their header.
 */
const CHUNK_BYTES = 64 * 1024 - 16;

/** A run of an append's events in the form that is stored, but for what depends on the events before it. */
export class PreparedChunk implements UnsealedChunk {
  readonly stream: string;
  readonly bytes: Buffer;
  readonly firstRevision: number;
  readonly count: number;
  readonly jsonAt: number[];
  readonly jsonLength: number[];
  /** Its events have undefined members, which reading them back will not give. */
  readonly omitsMembers: boolean;
  /** Its place, set when it is sealed. */
  position = -1;
  ordinal = -1;
  previous: Link = NO_HEAD.chunk;

  constructor(
    parts: Pick<
      PreparedChunk,
      'stream' | 'bytes' | 'firstRevision' | 'jsonAt' | 'jsonLength' | 'omitsMembers'
    >,
  ) {
    const { stream, bytes, firstRevision, jsonAt, jsonLength, omitsMembers } = parts;
    this.stream = stream;
    this.bytes = bytes;
    this.firstRevision = firstRevision;
    this.count = jsonAt.length;
    this.jsonAt = jsonAt;
    this.jsonLength = jsonLength;
    this.omitsMembers = omitsMembers;
  }

  /** Completes its bytes for a place in the log and in its chain; returns its events' hashes. May be sealed again for another place. */
  seal(position: number, previous: Link, prevHash: string | undefined): string[] {
    this.position = position;
    this.previous = previous;
    this.ordinal = previous.ordinal + 1;
    return sealChunk(this, prevHash);
  }

  /** Its i-th event in the form in which it will be read back; `given` is what it was made of. */
  event(i: number, given: NewEvent): NewEvent {
    return this.omitsMembers ? (JSON.parse(this.json(i).toString()) as NewEvent) : given;
  }

  /** The canonical JSON of its i-th event. */
  json(i: number): Buffer {
    const at = this.jsonAt[i] as number;
    return this.bytes.subarray(at, at + (this.jsonLength[i] as number));
  }
}

/**
 * Writes events, as they will be if the first gets `firstRevision`.
 * @throws TypeError when an event is not plain JSON
 */
export function prepareChunks(
  arena: BufferArena,
  { stream, firstRevision, events }: { stream: string; firstRevision: number; events: readonly NewEvent[] },
  prefixes: ChainedPrefixes,
): PreparedChunk[] {
  const chunks: PreparedChunk[] = [];
  const chained = isChained(stream, prefixes);
  const nameBytes = Buffer.byteLength(stream);
  let i = 0;
  while (i < events.length) {
    const chunkRevision = firstRevision + i;
    const omittedBefore = omittedMembers();
    const jsonAt: number[] = [];
    const jsonLength: number[] = [];
    arena.begin();
    arena.skip(HEADER_BYTES + nameBytes + (chained ? HASH_LENGTH : 0));
    let likely = 0;
    while (i < events.length && arena.length + likely <= CHUNK_BYTES) {
      if (!chained) arena.skip(CRC_BYTES);
      const at = arena.length;
      arena.write(putCanonicalEvent, { event: events[i] as NewEvent, stream, revision: firstRevision + i });
      jsonAt.push(at);
      jsonLength.push(arena.length - at);
      if (chained) arena.skip(HASH_LENGTH);
      i += 1;
      // The next event is likely to be as long as this one.
      likely = arena.length - at + CRC_BYTES + lengthsBytes(jsonAt.length + 1);
    }
    arena.skip(lengthsBytes(jsonAt.length));
    chunks.push(
      new PreparedChunk({
        stream,
        bytes: arena.text(),
        firstRevision: chunkRevision,
        jsonAt,
        jsonLength,
        omitsMembers: omittedMembers() > omittedBefore,
      }),
    );
  }
  return chunks;
}
