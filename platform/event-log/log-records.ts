import { crc32 } from 'node:zlib';

/** The most bytes of a stream's name. It keeps the stream's keys within LMDB's limit. */
export const STREAM_NAME_LIMIT = 255;

/** Leads to a chunk: where it lies, the revision it begins with, and which of its stream's chunks it is (0, 1, …). */
export type Link = { position: number; firstRevision: number; ordinal: number };

/** Where a stream ends: its last revision, the chunk that holds it, and its hash if it is chained. */
export type StreamHead = { revision: number; chunk: Link; hash: string | undefined };

/** The head of a stream that does not exist yet. */
export const NO_HEAD: StreamHead = {
  revision: -1,
  chunk: { position: -1, firstRevision: 0, ordinal: -1 },
  hash: undefined,
};

/*
 * One LMDB tree. The first byte of a key says what it holds:
 *   0 name                     a stream's head
 *   1 name 0 revision (u32)    leads to the chunk that begins with this revision; for some chunks only
 *   2 position (u48)           a chunk, which leads to the one before it in its stream
 *   3                          the position of the log's last event
 *   4                          the log's identity
 *   5                          the id of the key ring that the log was written with
 * Heads lie close together and chunks come in order, so that a commit changes few pages however many streams it
 * appends to. Every value but a chunk (which has its own checksums) ends in a crc32 of its key and itself.
 */
const HEAD_TAG = 0;
const INDEX_TAG = 1;
const CHUNK_TAG = 2;
const LOG_END_TAG = 3;
const IDENTITY_TAG = 4;
const KEY_RING_TAG = 5;

export const FIRST_HEAD = Buffer.from([HEAD_TAG]);
export const FIRST_INDEX = Buffer.from([INDEX_TAG]);
export const FIRST_CHUNK = Buffer.from([CHUNK_TAG]);
export const LOG_END_KEY = Buffer.from([LOG_END_TAG]);
export const IDENTITY_KEY = Buffer.from([IDENTITY_TAG]);
export const KEY_RING_KEY = Buffer.from([KEY_RING_TAG]);

const CRC_BYTES = 4;
const HASH_BYTES = 32;
const INDEX_BYTES = 12 + CRC_BYTES;
const HEAD_BYTES = 20 + CRC_BYTES;
const LAST_REVISION = 0xffffffff;

export function headKey(stream: string): Buffer {
  return Buffer.from(`\0${stream}`);
}

export function streamOfHead(key: Uint8Array): string {
  return Buffer.from(key.subarray(1)).toString();
}

export function indexKey(stream: string, revision: number): Buffer {
  const length = Buffer.byteLength(stream);
  const key = Buffer.allocUnsafe(length + 6);
  key[0] = INDEX_TAG;
  key.write(stream, 1);
  key[length + 1] = 0;
  key.writeUInt32BE(revision, length + 2);
  return key;
}

/** Lies behind every index key of a stream. */
export function afterIndex(stream: string): Buffer {
  return indexKey(stream, LAST_REVISION);
}

export function chunkKey(position: number): Buffer {
  const key = Buffer.allocUnsafe(7);
  key[0] = CHUNK_TAG;
  key.writeUIntBE(position, 1, 6);
  return key;
}

export function positionOf(key: Uint8Array): number {
  return Buffer.from(key).readUIntBE(1, 6);
}

function sealed(key: Uint8Array, value: Buffer): Buffer {
  const end = value.length - CRC_BYTES;
  value.writeUInt32BE(crc32(value.subarray(0, end), crc32(key)), end);
  return value;
}

function isSealed(key: Uint8Array, value: Buffer, ...lengths: number[]): boolean {
  const end = value.length - CRC_BYTES;
  return (
    lengths.includes(value.length) && value.readUInt32BE(end) === crc32(value.subarray(0, end), crc32(key))
  );
}

export function encodeHead(key: Uint8Array, { revision, chunk, hash }: StreamHead): Buffer {
  const value = Buffer.allocUnsafe(HEAD_BYTES + (hash === undefined ? 0 : HASH_BYTES));
  value.writeUInt32BE(revision, 0);
  value.writeDoubleBE(chunk.position, 4);
  value.writeUInt32BE(chunk.firstRevision, 12);
  value.writeUInt32BE(chunk.ordinal, 16);
  if (hash !== undefined) value.write(hash, 20, 'hex');
  return sealed(key, value);
}

/** What `encodeHead` made; undefined when it is damaged. */
export function decodeHead(key: Uint8Array, value: Buffer): StreamHead | undefined {
  if (!isSealed(key, value, HEAD_BYTES, HEAD_BYTES + HASH_BYTES)) return undefined;
  const position = value.readDoubleBE(4);
  return {
    revision: value.readUInt32BE(0),
    chunk: { position, firstRevision: value.readUInt32BE(12), ordinal: value.readUInt32BE(16) },
    hash: value.length > HEAD_BYTES ? value.toString('hex', 20, 20 + HASH_BYTES) : undefined,
  };
}

export function encodeIndex(key: Uint8Array, { position, ordinal }: Link): Buffer {
  const value = Buffer.allocUnsafe(INDEX_BYTES);
  value.writeDoubleBE(position, 0);
  value.writeUInt32BE(ordinal, 8);
  return sealed(key, value);
}

/** What `encodeIndex` made; undefined when it is damaged. */
export function decodeIndex(key: Uint8Array, value: Buffer): Link | undefined {
  if (!isSealed(key, value, INDEX_BYTES)) return undefined;
  const firstRevision = Buffer.from(key).readUInt32BE(key.length - 4);
  return { position: value.readDoubleBE(0), firstRevision, ordinal: value.readUInt32BE(8) };
}

export function encodeLogEnd(lastPosition: number): Buffer {
  const value = Buffer.allocUnsafe(8 + CRC_BYTES);
  value.writeDoubleBE(lastPosition, 0);
  return sealed(LOG_END_KEY, value);
}

/** The value of an id (of the log, or of its key ring) under its key. */
export function encodeId(key: Buffer, id: string): Buffer {
  return sealed(key, Buffer.concat([Buffer.from(id), Buffer.alloc(CRC_BYTES)]));
}

/** What `encodeId` made; undefined when it is damaged. */
export function decodeId(key: Buffer, value: Buffer): string | undefined {
  if (value.length <= CRC_BYTES || !isSealed(key, value, value.length)) return undefined;
  return value.toString('utf8', 0, value.length - CRC_BYTES);
}

/** What `encodeLogEnd` made; undefined when it is damaged. */
export function decodeLogEnd(value: Buffer): number | undefined {
  return isSealed(LOG_END_KEY, value, 8 + CRC_BYTES) ? value.readDoubleBE(0) : undefined;
}
