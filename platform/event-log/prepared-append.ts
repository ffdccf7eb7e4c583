import type { CanonicalWriter } from './canonical-json.ts';
import { HASH_LENGTH, isChained, writeCanonicalEvent } from './hash-chain.ts';
import type { NewEvent } from './port.ts';
import { type Chunk, CRC_BYTES, HEADER_BYTES, lengthsBytes, sealChunk } from './stored-chunk.ts';

/** A chunk ends after so many bytes, so that reading one event never costs much more than it. */
const CHUNK_BYTES = 64 * 1024;

/** A run of an append's events in the form that is stored, but for what depends on the events before it. */
export class PreparedChunk implements Omit<Chunk, 'stream' | 'chained'> {
  readonly bytes: Buffer;
  readonly firstRevision: number;
  readonly count: number;
  readonly jsonAt: number[];
  readonly jsonLength: number[];
  firstPosition = -1;
  readonly #nameLength: number;

  constructor(
    bytes: Buffer,
    firstRevision: number,
    nameLength: number,
    jsonAt: number[],
    jsonLength: number[],
  ) {
    this.bytes = bytes;
    this.firstRevision = firstRevision;
    this.count = jsonAt.length;
    this.jsonAt = jsonAt;
    this.jsonLength = jsonLength;
    this.#nameLength = nameLength;
  }

  /** Gives it its place in the log and in its chain; answers its events' hashes. May be given another later. */
  place(firstPosition: number, prevHash: string | undefined): string[] {
    this.firstPosition = firstPosition;
    return sealChunk(this, this.#nameLength, prevHash);
  }

  /** The canonical JSON of its i-th event. */
  json(i: number): Buffer {
    const at = this.jsonAt[i] as number;
    return this.bytes.subarray(at, at + (this.jsonLength[i] as number));
  }
}

/**
 * Writes events, as they will be if the first gets `firstRevision`, into memory of their own.
 * @throws TypeError when an event is not plain JSON
 */
export function prepareChunks(
  writer: CanonicalWriter,
  stream: string,
  firstRevision: number,
  events: readonly NewEvent[],
): PreparedChunk[] {
  const chunks: PreparedChunk[] = [];
  const chained = isChained(stream);
  const name = Buffer.from(stream);
  let i = 0;
  while (i < events.length) {
    const chunkRevision = firstRevision + i;
    const jsonAt: number[] = [];
    const jsonLength: number[] = [];
    writer.begin();
    writer.skip(HEADER_BYTES);
    writer.utf8(name);
    if (chained) writer.skip(HASH_LENGTH);
    while (i < events.length && writer.length < CHUNK_BYTES) {
      if (!chained) writer.skip(CRC_BYTES);
      const at = writer.length;
      writeCanonicalEvent(writer, events[i] as NewEvent, stream, firstRevision + i);
      jsonAt.push(at);
      jsonLength.push(writer.length - at);
      if (chained) writer.skip(HASH_LENGTH);
      i += 1;
    }
    writer.skip(lengthsBytes(jsonAt.length));
    chunks.push(new PreparedChunk(writer.text(), chunkRevision, name.length, jsonAt, jsonLength));
  }
  return chunks;
}
