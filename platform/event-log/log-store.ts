import { mkdirSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { open, type RootDatabase } from 'lmdb';
import { EventLogCorrupt } from './port.ts';
import { type Chunk, ChunkDamaged, openChunk } from './stored-chunk.ts';

/** A stream's name has at most so many bytes, which keeps its keys within LMDB's limit with room to spare. */
export const STREAM_NAME_LIMIT = 255;

/** Where a stream ends: its last revision, the position of that event's chunk, and its hash if it is chained. */
export type StreamHead = { revision: number; chunkPosition: number; hash: string | undefined };

/** Everything one transaction stores. */
export type GroupWrite = {
  chunks: readonly Pick<Chunk, 'stream' | 'firstPosition' | 'firstRevision' | 'count' | 'bytes'>[];
  /** The heads of the streams it appends to, as it leaves them. */
  heads: ReadonlyMap<string, StreamHead>;
  /** The position of the log's last event once this is stored. */
  lastPosition: number;
};

/*
 * One LMDB tree. The first byte of a key says what it holds:
 *   1 name 0 revision (u32)    where the chunk lies that begins with this revision
 *   1 name 0 ffffffff          the stream's head
 *   2 position (u48)           a chunk
 *   3                          the position of the log's last event
 * So a commit changes two leaves: the one where its stream ends, and the tree's last.
 * Every value but a chunk (which has its own checksums) ends in a crc32 of its key and itself.
 */
const STREAM_TAG = 1;
const CHUNK_TAG = 2;
const HEAD_REVISION = 0xffffffff;
const LOG_HEAD_KEY = Buffer.from([3]);
const AFTER_ALL_CHUNKS = LOG_HEAD_KEY;
const FIRST_STREAM = Buffer.from([STREAM_TAG]);
const FIRST_CHUNK = Buffer.from([CHUNK_TAG]);
const CRC_LENGTH = 4;
const INDEX_LENGTH = 8 + 4 + CRC_LENGTH;
const HEAD_LENGTH = 4 + 8 + CRC_LENGTH;
const HASH_BYTES = 32;

function chunkKey(position: number): Buffer {
  const key = Buffer.allocUnsafe(7);
  key[0] = CHUNK_TAG;
  key.writeUIntBE(position, 1, 6);
  return key;
}

function streamKey(name: Buffer, revision: number): Buffer {
  const key = Buffer.allocUnsafe(name.length + 6);
  key[0] = STREAM_TAG;
  name.copy(key, 1);
  key[name.length + 1] = 0;
  key.writeUInt32BE(revision, name.length + 2);
  return key;
}

function sealed(key: Buffer, value: Buffer): Buffer {
  const end = value.length - CRC_LENGTH;
  value.writeUInt32BE(crc32(value.subarray(0, end), crc32(key)), end);
  return value;
}

function isSealed(key: Uint8Array, value: Buffer): boolean {
  const end = value.length - CRC_LENGTH;
  return end >= 0 && value.readUInt32BE(end) === crc32(value.subarray(0, end), crc32(key));
}

function encodeHead(key: Buffer, head: StreamHead): Buffer {
  const value = Buffer.allocUnsafe(HEAD_LENGTH + (head.hash === undefined ? 0 : HASH_BYTES));
  value.writeUInt32BE(head.revision, 0);
  value.writeDoubleBE(head.chunkPosition, 4);
  if (head.hash !== undefined) value.write(head.hash, 12, 'hex');
  return sealed(key, value);
}

/** The log's keys and values in LMDB: synchronous reads, one durable transaction per write. */
export class LogStore {
  readonly #db: RootDatabase<Buffer, Buffer>;

  private constructor(db: RootDatabase<Buffer, Buffer>) {
    this.#db = db;
  }

  /** Opens or makes the store. What is written is on disk once `write` resolves (`overlappingSync` off). */
  static open(folder: string): LogStore {
    mkdirSync(folder, { recursive: true });
    const settings = {
      path: folder,
      noSubdir: false,
      encoding: 'binary',
      keyEncoding: 'binary',
      overlappingSync: false,
      // Each write is one explicit batch, so LMDB need not wait for the turn's end to begin (its types do not
      // know the threshold, its guide does).
      eventTurnBatching: false,
      txnStartThreshold: 1,
    } as const;
    const db = open<Buffer, Buffer>(settings);
    return new LogStore(db);
  }

  #get(key: Buffer): Buffer | undefined {
    const value = this.#db.getBinary(key);
    if (value === undefined) return undefined;
    return Buffer.isBuffer(value) ? value : Buffer.from(value);
  }

  /** The position of the log's last event, −1 when it is empty. @throws EventLogCorrupt */
  lastPosition(): number {
    const value = this.#get(LOG_HEAD_KEY);
    if (value === undefined) {
      for (const position of this.#chunkPositions(0)) {
        throw new EventLogCorrupt(
          { stream: '?', revision: -1, position },
          "the record of the log's end is missing",
        );
      }
      return -1;
    }
    if (!isSealed(LOG_HEAD_KEY, value)) {
      throw new EventLogCorrupt({ stream: '?', revision: -1 }, "the record of the log's end is damaged");
    }
    return value.readDoubleBE(0);
  }

  *#chunkPositions(from: number): Generator<number> {
    for (const key of this.#db.getKeys({ start: chunkKey(from), end: AFTER_ALL_CHUNKS })) {
      yield Buffer.from(key).readUIntBE(1, 6);
    }
  }

  /** Where a stream ends; undefined when it does not exist. @throws EventLogCorrupt */
  head(stream: string): StreamHead | undefined {
    const name = Buffer.from(stream);
    const key = streamKey(name, HEAD_REVISION);
    const value = this.#get(key);
    if (value === undefined) {
      for (const orphan of this.#db.getKeys({ start: streamKey(name, 0), end: key, limit: 1 })) {
        const revision = Buffer.from(orphan).readUInt32BE(name.length + 2);
        throw new EventLogCorrupt({ stream, revision }, "the record of its stream's end is missing");
      }
      return undefined;
    }
    if (!isSealed(key, value)) {
      throw new EventLogCorrupt({ stream, revision: -1 }, "the record of its stream's end is damaged");
    }
    return {
      revision: value.readUInt32BE(0),
      chunkPosition: value.readDoubleBE(4),
      hash: value.length > HEAD_LENGTH ? value.toString('hex', 12, 12 + HASH_BYTES) : undefined,
    };
  }

  /**
   * The chunks of a stream from the one that holds `revision` on, in revision order (or against it), each
   * checked to be the one its index names. Ends where the index ends: the caller knows how far it must reach.
   * @throws EventLogCorrupt
   */
  *chunksOf(stream: string, revision: number, direction: 'forwards' | 'backwards'): Generator<Chunk> {
    const name = Buffer.from(stream);
    const before = streamKey(name, 0).subarray(0, name.length + 1);
    let start = streamKey(name, revision);
    if (direction === 'forwards') {
      for (const key of this.#db.getKeys({ start, end: before, reverse: true, limit: 1 }))
        start = Buffer.from(key);
    }
    const range =
      direction === 'forwards'
        ? { start, end: streamKey(name, HEAD_REVISION) }
        : { start, end: before, reverse: true };
    for (const { key, value } of this.#db.getRange(range)) {
      yield this.#indexed(stream, Buffer.from(key).readUInt32BE(name.length + 2), key, Buffer.from(value));
    }
  }

  #indexed(stream: string, firstRevision: number, key: Uint8Array, entry: Buffer): Chunk {
    if (entry.length !== INDEX_LENGTH || !isSealed(key, entry)) {
      throw new EventLogCorrupt({ stream, revision: firstRevision }, 'its index entry is damaged');
    }
    const position = entry.readDoubleBE(0);
    const at = { stream, revision: firstRevision, position };
    const bytes = this.#get(chunkKey(position));
    if (bytes === undefined) throw new EventLogCorrupt(at, 'its record is missing');
    const chunk = this.#opened(bytes, () => at);
    if (
      chunk.stream !== stream ||
      chunk.firstRevision !== firstRevision ||
      chunk.firstPosition !== position ||
      chunk.count !== entry.readUInt32BE(8)
    ) {
      throw new EventLogCorrupt(at, `its index leads to event ${chunk.firstRevision} of ${chunk.stream}`);
    }
    return chunk;
  }

  #opened(bytes: Buffer, at: () => { stream: string; revision: number; position: number }): Chunk {
    try {
      return openChunk(bytes);
    } catch (error) {
      if (error instanceof ChunkDamaged) throw new EventLogCorrupt(at(), error.message);
      throw error;
    }
  }

  /** The chunks in log order from the one that holds `position` on, without a gap. @throws EventLogCorrupt */
  *chunksFrom(position: number): Generator<Chunk> {
    let start = chunkKey(position);
    for (const key of this.#db.getKeys({ start, end: FIRST_CHUNK, reverse: true, limit: 1 }))
      start = Buffer.from(key);
    let expected: number | undefined;
    for (const { key, value } of this.#db.getRange({ start, end: AFTER_ALL_CHUNKS })) {
      const at = Buffer.from(key).readUIntBE(1, 6);
      if (at !== (expected ?? Math.min(at, position))) {
        const missing = expected ?? position;
        throw new EventLogCorrupt(this.nameOf(missing), 'its record is missing from the log');
      }
      const chunk = this.#opened(Buffer.isBuffer(value) ? value : Buffer.from(value), () => this.nameOf(at));
      if (chunk.firstPosition !== at) {
        throw new EventLogCorrupt(
          this.nameOf(at),
          `the record of position ${chunk.firstPosition} stands in its place`,
        );
      }
      if (expected === undefined && at + chunk.count <= position) {
        throw new EventLogCorrupt(this.nameOf(position), 'its record is missing from the log');
      }
      expected = at + chunk.count;
      yield chunk;
    }
  }

  /** Finds the name of what lay at a position whose record can't say it any more. */
  nameOf(position: number): { stream: string; revision: number; position: number } {
    for (const { key, value } of this.#db.getRange({ start: FIRST_STREAM, end: FIRST_CHUNK })) {
      const entry = Buffer.from(value);
      if (entry.length === INDEX_LENGTH && entry.readDoubleBE(0) === position && isSealed(key, entry)) {
        const at = Buffer.from(key);
        const end = at.length - 4;
        return { stream: at.toString('utf8', 1, end - 1), revision: at.readUInt32BE(end), position };
      }
    }
    return { stream: '?', revision: -1, position };
  }

  /** The index entry's chunk position for a chunk that begins with `revision`; undefined when there is none. */
  indexedPosition(stream: string, revision: number): number | undefined {
    const key = streamKey(Buffer.from(stream), revision);
    const entry = this.#get(key);
    return entry !== undefined && isSealed(key, entry) ? entry.readDoubleBE(0) : undefined;
  }

  /** Stores a group in one transaction; resolves when it is on disk. The bytes must stay unchanged until then. */
  async write(group: GroupWrite): Promise<void> {
    const db = this.#db;
    // Everything is encoded before the batch begins: an exception inside would commit the part before it.
    const puts: [Buffer, Buffer][] = [];
    for (const chunk of group.chunks) {
      const key = streamKey(Buffer.from(chunk.stream), chunk.firstRevision);
      const entry = Buffer.allocUnsafe(INDEX_LENGTH);
      entry.writeDoubleBE(chunk.firstPosition, 0);
      entry.writeUInt32BE(chunk.count, 8);
      puts.push([chunkKey(chunk.firstPosition), chunk.bytes], [key, sealed(key, entry)]);
    }
    for (const [stream, head] of group.heads) {
      const key = streamKey(Buffer.from(stream), HEAD_REVISION);
      puts.push([key, encodeHead(key, head)]);
    }
    const end = Buffer.allocUnsafe(8 + CRC_LENGTH);
    end.writeDoubleBE(group.lastPosition, 0);
    puts.push([LOG_HEAD_KEY, sealed(LOG_HEAD_KEY, end)]);
    try {
      await db.batch(() => {
        for (const [key, value] of puts) void db.put(key, value);
      });
    } catch (error) {
      // LMDB's own error follows the one that says that there is one.
      throw (
        (await Promise.resolve((error as { commitError?: Promise<never> }).commitError).catch(
          (cause) => cause,
        )) ?? error
      );
    }
  }

  async close(): Promise<void> {
    await this.#db.close();
  }
}
