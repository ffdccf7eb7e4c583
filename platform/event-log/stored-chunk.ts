import { crc32 } from 'node:zlib';
import { HASH_LENGTH, hashOfRun } from './hash-chain.ts';
import type { Link } from './log-records.ts';
import type { NewEvent, RecordedEvent } from './port.ts';

/*
 * A chunk is what one put stores: a run of one stream's events.
 *
 *   0  u8   format        20  u32  crc32 of the header (without these four bytes) and the lengths
 *   1  u8   chained       24  f64  position of the stream's chunk before this
 *   2  u16  name length   32  u32  first revision of that
 *   4  u32  count         36  u32  which of the stream's chunks this is
 *   8  f64  position      40       the stream's name, UTF-8
 *  16  u32  first revision
 *
 * then, in a chained stream, prevHash, JSON, hash, JSON, hash, …: each hash is of the run just before it, so it is
 * verified in place. In other streams crc32, JSON, crc32, JSON, … At the end the length of each JSON, u32.
 */
const FORMAT = 1;
const LENGTH_BYTES = 4;

/** Where the parts of a chunk lie. */
export const HEADER_BYTES = 40;
const CRC_AT = 20;
export const CRC_BYTES = 4;

/** The header of a chunk; `jsonAt[i]` and `jsonLength[i]` are where its i-th event lies in the bytes. */
export type Chunk = Link & {
  stream: string;
  chained: boolean;
  /** The chunk before it in its stream; means nothing for the first. */
  previous: Pick<Link, 'position' | 'firstRevision'>;
  count: number;
  bytes: Buffer;
  jsonAt: number[];
  jsonLength: number[];
};

/** A chunk whose events' JSON is in place, and nothing else yet. */
export type UnsealedChunk = Omit<Chunk, 'chained'>;

/** A chunk's bytes can't be what was written. `index` is the event's place in it, when only that one is wrong. */
export class ChunkDamaged extends Error {
  readonly index: number;
  constructor(what: string, index = 0) {
    super(what);
    this.name = 'ChunkDamaged';
    this.index = index;
  }
}

/** The bytes that follow a chunk's last event. */
export function lengthsBytes(count: number): number {
  return LENGTH_BYTES * count;
}

/**
 * Writes all that is around a chunk's JSON. `prevHash` is the hash before the first event of a
 * chained one. Answers its events' hashes.
 */
export function sealChunk(chunk: UnsealedChunk, prevHash: string | undefined): string[] {
  const { bytes, count, jsonAt, jsonLength } = chunk;
  const nameLength = bytes.write(chunk.stream, HEADER_BYTES, 'utf8');
  const lengthsAt = bytes.length - lengthsBytes(count);
  const hashes: string[] = [];
  if (prevHash !== undefined) bytes.write(prevHash, HEADER_BYTES + nameLength, 'latin1');
  for (let i = 0; i < count; i += 1) {
    const at = jsonAt[i] as number;
    const length = jsonLength[i] as number;
    const end = at + length;
    bytes.writeUInt32BE(length, lengthsAt + LENGTH_BYTES * i);
    if (prevHash === undefined) {
      bytes.writeUInt32BE(crc32(bytes.subarray(at, end)), at - CRC_BYTES);
    } else {
      const hash = hashOfRun(bytes.subarray(at - HASH_LENGTH, end));
      bytes.write(hash, end, 'latin1');
      hashes.push(hash);
    }
  }
  bytes[0] = FORMAT;
  bytes[1] = prevHash === undefined ? 0 : 1;
  bytes.writeUInt16BE(nameLength, 2);
  bytes.writeUInt32BE(count, 4);
  bytes.writeDoubleBE(chunk.position, 8);
  bytes.writeUInt32BE(chunk.firstRevision, 16);
  bytes.writeDoubleBE(chunk.previous.position, 24);
  bytes.writeUInt32BE(chunk.previous.firstRevision, 32);
  bytes.writeUInt32BE(chunk.ordinal, 36);
  bytes.writeUInt32BE(headerCrc(bytes, HEADER_BYTES + nameLength, lengthsAt), CRC_AT);
  return hashes;
}

function headerCrc(bytes: Buffer, nameEnd: number, lengthsAt: number): number {
  const before = crc32(bytes.subarray(0, CRC_AT));
  return crc32(bytes.subarray(lengthsAt), crc32(bytes.subarray(CRC_AT + CRC_BYTES, nameEnd), before));
}

/** Reads a chunk's header. @throws ChunkDamaged when it is not what was written */
export function openChunk(bytes: Buffer): Chunk {
  if (bytes.length < HEADER_BYTES) throw new ChunkDamaged('its record is too short');
  const count = bytes.readUInt32BE(4);
  const nameEnd = HEADER_BYTES + bytes.readUInt16BE(2);
  const lengthsAt = bytes.length - lengthsBytes(count);
  if (nameEnd > lengthsAt || headerCrc(bytes, nameEnd, lengthsAt) !== bytes.readUInt32BE(CRC_AT)) {
    throw new ChunkDamaged('the header of its record is damaged');
  }
  if (bytes[0] !== FORMAT) throw new ChunkDamaged(`its record has the unknown format ${bytes[0]}`);
  const chained = bytes[1] === 1;
  const jsonAt: number[] = [];
  const jsonLength: number[] = [];
  let at = chained ? nameEnd + HASH_LENGTH : nameEnd;
  for (let i = 0; i < count; i += 1) {
    const length = bytes.readUInt32BE(lengthsAt + LENGTH_BYTES * i);
    if (!chained) at += CRC_BYTES;
    jsonAt.push(at);
    jsonLength.push(length);
    at += chained ? length + HASH_LENGTH : length;
  }
  if (at !== lengthsAt) throw new ChunkDamaged('its record has another length than its header says');
  return {
    stream: bytes.toString('utf8', HEADER_BYTES, nameEnd),
    chained,
    position: bytes.readDoubleBE(8),
    firstRevision: bytes.readUInt32BE(16),
    ordinal: bytes.readUInt32BE(36),
    previous: { position: bytes.readDoubleBE(24), firstRevision: bytes.readUInt32BE(32) },
    count,
    bytes,
    jsonAt,
    jsonLength,
  };
}

/** The canonical JSON of a chunk's i-th event, its checksum verified. @throws ChunkDamaged naming it */
export function storedJson(chunk: Chunk, i: number): Buffer {
  const { bytes } = chunk;
  const at = chunk.jsonAt[i] as number;
  const end = at + (chunk.jsonLength[i] as number);
  if (chunk.chained) {
    const stored = bytes.toString('latin1', end, end + HASH_LENGTH);
    if (hashOfRun(bytes.subarray(at - HASH_LENGTH, end)) !== stored) {
      throw new ChunkDamaged('its hash is not the hash of what is stored', i);
    }
  } else if (crc32(bytes.subarray(at, end)) !== bytes.readUInt32BE(at - CRC_BYTES)) {
    throw new ChunkDamaged('its checksum is not that of what is stored', i);
  }
  return bytes.subarray(at, end);
}

/** The hash before a chunk's i-th event, or after its last for `i = count`; undefined when it isn't chained. */
export function hashBefore(chunk: Chunk, i: number): string | undefined {
  if (!chunk.chained) return undefined;
  const before = i - 1;
  const at =
    i === 0
      ? (chunk.jsonAt[0] as number) - HASH_LENGTH
      : (chunk.jsonAt[before] as number) + (chunk.jsonLength[before] as number);
  return chunk.bytes.toString('latin1', at, at + HASH_LENGTH);
}

/** A chunk's i-th event, verified, as it was stored. @throws ChunkDamaged naming it */
export function storedEvent(chunk: Chunk, i: number): RecordedEvent {
  const event = JSON.parse(storedJson(chunk, i).toString()) as RecordedEvent;
  if (event.stream !== chunk.stream || event.revision !== chunk.firstRevision + i) {
    throw new ChunkDamaged(`event ${event.revision} of ${event.stream} is in its place`, i);
  }
  event.position = chunk.position + i;
  if (chunk.chained) {
    event.meta.prevHash = hashBefore(chunk, i);
    event.meta.hash = hashBefore(chunk, i + 1);
  }
  return event;
}

/** The hashes beside a chained event. */
export type Links = { prevHash: string; hash: string };

/** A new event with its place, as reading it back will give it. */
export function recorded(
  event: NewEvent,
  place: { stream: string; revision: number; position: number },
  links: Links | undefined,
): RecordedEvent {
  const { id, type, data, meta } = event;
  const { stream, revision, position } = place;
  if (links === undefined) return { id, stream, revision, position, type, data, meta };
  // Object.assign, for spreading takes twenty times as long, and every bid passes here.
  return { id, stream, revision, position, type, data, meta: Object.assign({}, links, meta, links) };
}
