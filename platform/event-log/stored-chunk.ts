import { crc32 } from 'node:zlib';
import { HASH_LENGTH, hashOfRun } from './hash-chain.ts';
import type { NewEvent, RecordedEvent } from './port.ts';

/*
 * A chunk is what one put stores: a run of one stream's events.
 *
 *   0  u8   format        16  u32  first revision
 *   1  u8   chained       20  u32  crc32 of the header without these four bytes
 *   2  u16  name length   24  u32 × count: length of each event's JSON
 *   4  u32  count             the stream's name, UTF-8
 *   8  f64  first position
 *
 * then, in a chained stream, prevHash, JSON, hash, JSON, hash, …: each hash is of the run just before it, so it is
 * verified in place. In other streams crc32, JSON, crc32, JSON, …
 */
const FORMAT = 1;
const FIXED = 24;
const CRC_AT = 20;
const CRC_LENGTH = 4;

/** What a chunk says of itself; `jsonAt[i]` and `jsonLength[i]` are where its i-th event lies in the bytes. */
export type Chunk = {
  stream: string;
  chained: boolean;
  firstPosition: number;
  firstRevision: number;
  count: number;
  bytes: Buffer;
  jsonAt: number[];
  jsonLength: number[];
};

/** A chunk's bytes can't be what was written. `index` is the event's place in it, when only that one is wrong. */
export class ChunkDamaged extends Error {
  readonly index: number;
  constructor(what: string, index = 0) {
    super(what);
    this.name = 'ChunkDamaged';
    this.index = index;
  }
}

/** An upper bound of the bytes `encodeChunk` takes. */
export function chunkBound(stream: string, jsons: readonly string[]): number {
  let bound = FIXED + stream.length * 3 + HASH_LENGTH;
  for (const json of jsons) bound += json.length * 3 + HASH_LENGTH + CRC_LENGTH;
  return bound;
}

/**
 * Writes a chunk into `target` from `start` on; answers where it ends, and the events' hashes when `prevHash`
 * (the hash before the first) makes it a chained one.
 */
export function encodeChunk(
  target: Buffer,
  start: number,
  chunk: {
    stream: string;
    firstPosition: number;
    firstRevision: number;
    jsons: readonly string[];
    prevHash: string | undefined;
  },
): { end: number; hashes: string[] } {
  const { stream, jsons, prevHash } = chunk;
  const count = jsons.length;
  const lengthsAt = start + FIXED;
  const nameAt = lengthsAt + 4 * count;
  const nameLength = target.write(stream, nameAt, 'utf8');
  target[start] = FORMAT;
  target[start + 1] = prevHash === undefined ? 0 : 1;
  target.writeUInt16BE(nameLength, start + 2);
  target.writeUInt32BE(count, start + 4);
  target.writeDoubleBE(chunk.firstPosition, start + 8);
  target.writeUInt32BE(chunk.firstRevision, start + 16);

  const hashes: string[] = [];
  let at = nameAt + nameLength;
  if (prevHash !== undefined) at += target.write(prevHash, at, 'latin1');
  for (let i = 0; i < count; i += 1) {
    const jsonAt = prevHash === undefined ? at + CRC_LENGTH : at;
    const length = target.write(jsons[i] as string, jsonAt, 'utf8');
    target.writeUInt32BE(length, lengthsAt + 4 * i);
    at = jsonAt + length;
    if (prevHash === undefined) {
      target.writeUInt32BE(crc32(target.subarray(jsonAt, at)), jsonAt - CRC_LENGTH);
    } else {
      const hash = hashOfRun(target.subarray(jsonAt - HASH_LENGTH, at));
      at += target.write(hash, at, 'latin1');
      hashes.push(hash);
    }
  }
  target.writeUInt32BE(headerCrc(target, start, nameAt + nameLength), start + CRC_AT);
  return { end: at, hashes };
}

function headerCrc(bytes: Buffer, start: number, end: number): number {
  const before = crc32(bytes.subarray(start, start + CRC_AT));
  return crc32(bytes.subarray(start + CRC_AT + CRC_LENGTH, end), before);
}

/** Reads a chunk's header. @throws ChunkDamaged when it is not what was written */
export function openChunk(bytes: Buffer): Chunk {
  if (bytes.length < FIXED) throw new ChunkDamaged('its record is too short');
  const count = bytes.readUInt32BE(4);
  const nameAt = FIXED + 4 * count;
  const nameEnd = nameAt + bytes.readUInt16BE(2);
  if (nameEnd > bytes.length || headerCrc(bytes, 0, nameEnd) !== bytes.readUInt32BE(CRC_AT)) {
    throw new ChunkDamaged('the header of its record is damaged');
  }
  if (bytes[0] !== FORMAT) throw new ChunkDamaged(`its record has the unknown format ${bytes[0]}`);
  const chained = bytes[1] === 1;
  const jsonAt: number[] = [];
  const jsonLength: number[] = [];
  let at = chained ? nameEnd + HASH_LENGTH : nameEnd;
  for (let i = 0; i < count; i += 1) {
    const length = bytes.readUInt32BE(FIXED + 4 * i);
    if (!chained) at += CRC_LENGTH;
    jsonAt.push(at);
    jsonLength.push(length);
    at += chained ? length + HASH_LENGTH : length;
  }
  if (at !== bytes.length) throw new ChunkDamaged('its record has another length than its header says');
  return {
    stream: bytes.toString('utf8', nameAt, nameEnd),
    chained,
    firstPosition: bytes.readDoubleBE(8),
    firstRevision: bytes.readUInt32BE(16),
    count,
    bytes,
    jsonAt,
    jsonLength,
  };
}

/** Verifies the checksum of a chunk's i-th event. @throws ChunkDamaged naming it */
export function verifyStored(chunk: Chunk, i: number): void {
  const { bytes } = chunk;
  const at = chunk.jsonAt[i] as number;
  const end = at + (chunk.jsonLength[i] as number);
  if (chunk.chained) {
    const stored = bytes.toString('latin1', end, end + HASH_LENGTH);
    if (hashOfRun(bytes.subarray(at - HASH_LENGTH, end)) !== stored) {
      throw new ChunkDamaged('its hash is not the hash of what is stored', i);
    }
  } else if (crc32(bytes.subarray(at, end)) !== bytes.readUInt32BE(at - CRC_LENGTH)) {
    throw new ChunkDamaged('its checksum is not that of what is stored', i);
  }
}

/** The canonical JSON of a chunk's i-th event, verified. @throws ChunkDamaged naming it */
export function storedJson(chunk: Chunk, i: number): string {
  verifyStored(chunk, i);
  const at = chunk.jsonAt[i] as number;
  return chunk.bytes.toString('utf8', at, at + (chunk.jsonLength[i] as number));
}

/** The hash before a chunk's i-th event, or after its last for `i = count`; undefined when it isn't chained. */
export function hashBefore(chunk: Chunk, i: number): string | undefined {
  if (!chunk.chained) return undefined;
  const end =
    i === 0 ? chunk.jsonAt[0] : (chunk.jsonAt[i - 1] as number) + (chunk.jsonLength[i - 1] as number);
  const at = i === 0 ? (end as number) - HASH_LENGTH : (end as number);
  return chunk.bytes.toString('latin1', at, at + HASH_LENGTH);
}

/** A chunk's i-th event, verified, as it was stored. @throws ChunkDamaged naming it */
export function storedEvent(chunk: Chunk, i: number): RecordedEvent {
  const json = storedJson(chunk, i);
  const event = JSON.parse(json) as NewEvent & { stream: string; revision: number };
  const revision = chunk.firstRevision + i;
  if (event.stream !== chunk.stream || event.revision !== revision) {
    throw new ChunkDamaged(`event ${event.revision} of ${event.stream} stands in its place`, i);
  }
  return recorded(
    event,
    chunk.stream,
    revision,
    chunk.firstPosition + i,
    hashBefore(chunk, i),
    hashBefore(chunk, i + 1),
  );
}

/** An event with its place; with its hashes when it is chained. */
export function recorded(
  event: NewEvent,
  stream: string,
  revision: number,
  position: number,
  prevHash: string | undefined,
  hash: string | undefined,
): RecordedEvent {
  const { id, type, data } = event;
  const meta = hash === undefined ? event.meta : { ...event.meta, prevHash, hash };
  return { id, stream, revision, position, type, data, meta: meta as RecordedEvent['meta'] };
}
