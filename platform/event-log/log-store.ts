import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { DiskSpace, isDiskFull } from '../disk-space.ts';
import type { FileOptions } from '../lmdb/background-file-check.ts';
import { CheckedFile, DATA_FILE } from '../lmdb/checked-file.ts';
import {
  afterIndex,
  chunkKey,
  decodeHead,
  decodeId,
  decodeIndex,
  decodeLogEnd,
  encodeHead,
  encodeId,
  encodeIndex,
  encodeLogEnd,
  FIRST_CHUNK,
  FIRST_HEAD,
  FIRST_INDEX,
  headKey,
  IDENTITY_KEY,
  indexKey,
  KEY_RING_KEY,
  type Link,
  LOG_END_KEY,
  positionOf,
  type StreamHead,
  streamOfHead,
} from './log-records.ts';
import { EventLogCorrupt, EventLogDamaged } from './port.ts';
import { type Chunk, ChunkDamaged, openChunk } from './stored-chunk.ts';

/** Every so many chunks of a stream one is in the index; the others are found from the next one that is. */
const INDEXED_EVERY = 32;
/** Chunks searched after a damaged one to find out which streams it held. */
const NAME_SEARCH_LIMIT = 10_000;

/** Error codes of a write without space: ENOSPC, EDQUOT, EFBIG, MDB_MAP_FULL. */
const NO_SPACE_CODES: ReadonlySet<unknown> = new Set([28, 122, 27, -30_792]);
/** LMDB returns EIO for a failing disk and for a write that ran out of space. */
const SHORT_WRITE_CODE = 5;
/** With less free space than the group's bytes plus this, EIO means disk full. */
const SPARE_BYTES = 1024 * 1024;

/** Everything one transaction stores. */
export type GroupWrite = {
  /** In log order. */
  chunks: readonly (Link & { stream: string; bytes: Buffer })[];
  /** The heads of the streams it appends to, as it leaves them. */
  heads: ReadonlyMap<string, StreamHead>;
  /** The position of the log's last event once this is stored. */
  lastPosition: number;
};

type StoreOptions = FileOptions & { readOnly?: boolean };

type Place = { stream: string; revision: number; position?: number };

function isIndexed({ ordinal }: Link): boolean {
  return ordinal % INDEXED_EVERY === 0;
}

function opened(bytes: Buffer, place: () => Place): Chunk {
  try {
    return openChunk(bytes);
  } catch (error) {
    if (error instanceof ChunkDamaged) throw new EventLogCorrupt(place(), error.message);
    throw error;
  }
}

function asBuffer(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value);
}

/** The log's keys and values in LMDB: synchronous reads, one durable transaction per write. */
export class LogStore {
  readonly #file: CheckedFile;
  readonly #db: RootDatabase<Buffer, Buffer>;
  readonly #folder: string;
  readonly #disk: DiskSpace;
  #damage: EventLogDamaged | null = null;

  private constructor(file: CheckedFile, { folder, logger }: StoreOptions) {
    this.#file = file;
    this.#folder = folder;
    this.#disk = new DiskSpace(folder);
    const settings = {
      encoding: 'binary',
      keyEncoding: 'binary',
      overlappingSync: false,
      // Each write is one batch: LMDB need not wait for more to begin (its types do not know this, its guide does).
      txnStartThreshold: 1,
    } as const;
    this.#db = file.open(settings, (damage) => {
      this.#damage = new EventLogDamaged(folder, damage);
      logger?.error({ err: this.#damage }, 'the event log is damaged; it is neither read nor written');
    });
  }

  /** What the check of a cleanly closed file found, once it is open; null when nothing is known to be wrong. */
  get damage(): EventLogDamaged | null {
    return this.#damage;
  }

  /**
   * Opens or makes the store; with `readOnly`, opens one that exists, beside the process that writes it. What is
   * written is on disk once `write` resolves (`overlappingSync` off).
   * @throws EventLogDamaged when LMDB could not read the file without harm to the process
   */
  static open(options: StoreOptions): LogStore {
    const { folder, readOnly = false } = options;
    if (!readOnly) mkdirSync(folder, { recursive: true });
    else if (!existsSync(join(folder, DATA_FILE))) throw new Error(`there is no event log in ${folder}`);
    const file = new CheckedFile(options);
    const damage = file.damage();
    if (damage !== undefined) throw new EventLogDamaged(folder, damage);
    return new LogStore(file, options);
  }

  /** Reads from now on see what another thread has written. */
  refresh(): void {
    this.#db.resetReadTxn();
  }

  #get(key: Buffer): Buffer | undefined {
    const value = this.#db.getBinary(key);
    return value === undefined ? undefined : asBuffer(value);
  }

  /** The position of the log's last event, −1 when it is empty. @throws EventLogCorrupt */
  lastPosition(): number {
    const value = this.#get(LOG_END_KEY);
    if (value === undefined) {
      for (const key of this.#db.getKeys({ start: FIRST_CHUNK, end: LOG_END_KEY, limit: 1 })) {
        throw new EventLogCorrupt(
          this.nameOf(positionOf(key)),
          "it is stored, but the record of the log's end is missing",
        );
      }
      return -1;
    }
    const position = decodeLogEnd(value);
    if (position === undefined) {
      throw new EventLogCorrupt({ stream: '?', revision: -1 }, "the record of the log's end is damaged");
    }
    return position;
  }

  /** The log's identity; undefined when it has none. @throws EventLogCorrupt */
  identity(): string | undefined {
    return this.#id(IDENTITY_KEY, "the log's identity");
  }

  /** Resolves when the identity is on disk. */
  async identify(identity: string): Promise<void> {
    await this.#db.put(IDENTITY_KEY, encodeId(IDENTITY_KEY, identity));
  }

  /** The id of the key ring; undefined when none is named. @throws EventLogCorrupt */
  keyRing(): string | undefined {
    return this.#id(KEY_RING_KEY, "the log's key ring");
  }

  /** Resolves when the name of the key ring is on disk. */
  async nameKeyRing(id: string): Promise<void> {
    await this.#db.put(KEY_RING_KEY, encodeId(KEY_RING_KEY, id));
  }

  #id(key: Buffer, name: string): string | undefined {
    const value = this.#get(key);
    if (value === undefined) return undefined;
    const id = decodeId(key, value);
    if (id === undefined)
      throw new EventLogCorrupt({ stream: '?', revision: -1 }, `the record of ${name} is damaged`);
    return id;
  }

  /** Where a stream ends; undefined when it does not exist. @throws EventLogCorrupt */
  head(stream: string): StreamHead | undefined {
    const key = headKey(stream);
    const value = this.#get(key);
    if (value === undefined) {
      // The first chunk of every stream is in the index: a stream without a head has none either.
      if (this.#get(indexKey(stream, 0)) === undefined) return undefined;
      throw new EventLogCorrupt({ stream, revision: 0 }, "the record of its stream's end is missing");
    }
    const head = decodeHead(key, value);
    if (head === undefined) {
      throw new EventLogCorrupt({ stream, revision: -1 }, "the record of its stream's end is damaged");
    }
    return head;
  }

  /** What the index says of the chunk that begins with this revision; undefined when it is not in it, or damaged. */
  indexed(stream: string, revision: number): Link | undefined {
    const key = indexKey(stream, revision);
    const value = this.#get(key);
    return value === undefined ? undefined : decodeIndex(key, value);
  }

  /** Whether the index must lead to a chunk. */
  mustBeIndexed(chunk: Chunk): boolean {
    return isIndexed(chunk);
  }

  /**
   * The chunks of a stream from the one that holds `revision` on, in revision order or against it, each the one
   * that its neighbour names. `head` is the stream's.
   * @throws EventLogCorrupt
   */
  *chunksOf(
    stream: string,
    head: StreamHead,
    revision: number,
    direction: 'forwards' | 'backwards',
  ): Generator<Chunk> {
    if (direction === 'backwards') {
      let chunk = this.#runUpTo(stream, head, revision).at(-1);
      while (chunk !== undefined) {
        yield chunk;
        chunk = this.#before(chunk);
      }
      return;
    }
    let next = revision;
    while (next <= head.revision) {
      const run = this.#runUpTo(stream, head, next);
      for (const chunk of run.toReversed()) yield chunk;
      next = (run[0] as Chunk).firstRevision + (run[0] as Chunk).count;
    }
  }

  /** Chunks against revision order, from the next one that is easily found down to the one that holds `revision`. */
  #runUpTo(stream: string, head: StreamHead, revision: number): Chunk[] {
    const run = [this.#linked(stream, this.#indexedAfter(stream, revision) ?? head.chunk)];
    for (;;) {
      const chunk = run.at(-1) as Chunk;
      if (chunk.firstRevision <= revision) return run;
      const before = this.#before(chunk);
      if (before === undefined)
        throw new EventLogCorrupt({ stream, revision }, 'it is missing from its stream');
      run.push(before);
    }
  }

  #indexedAfter(stream: string, revision: number): Link | undefined {
    const range = { start: indexKey(stream, revision + 1), end: afterIndex(stream), limit: 1 };
    for (const { key, value } of this.#db.getRange(range)) {
      const link = decodeIndex(key, asBuffer(value));
      if (link !== undefined) return link;
      const at = asBuffer(key).readUInt32BE(key.length - 4);
      throw new EventLogCorrupt({ stream, revision: at }, 'its index entry is damaged');
    }
    return undefined;
  }

  #linked(stream: string, link: Link): Chunk {
    const place = { stream, revision: link.firstRevision, position: link.position };
    const bytes = link.position < 0 ? undefined : this.#get(chunkKey(link.position));
    if (bytes === undefined) throw new EventLogCorrupt(place, 'its record is missing');
    const chunk = opened(bytes, () => place);
    const isIt =
      chunk.stream === stream &&
      chunk.position === link.position &&
      chunk.firstRevision === link.firstRevision &&
      chunk.ordinal === link.ordinal;
    if (!isIt)
      throw new EventLogCorrupt(place, `event ${chunk.firstRevision} of ${chunk.stream} is in its place`);
    return chunk;
  }

  /** The chunk before one in its stream; undefined before the first. */
  #before(chunk: Chunk): Chunk | undefined {
    if (chunk.ordinal === 0) return undefined;
    const before = this.#linked(chunk.stream, { ...chunk.previous, ordinal: chunk.ordinal - 1 });
    const next = before.firstRevision + before.count;
    if (next !== chunk.firstRevision) {
      throw new EventLogCorrupt({ stream: chunk.stream, revision: next }, 'it is missing from its stream');
    }
    return before;
  }

  /** The chunks in log order from the one that holds `position` on, without a gap. @throws EventLogCorrupt */
  *chunksFrom(position: number): Generator<Chunk> {
    let start = chunkKey(position);
    for (const key of this.#db.getKeys({ start, end: FIRST_CHUNK, reverse: true, limit: 1 }))
      start = asBuffer(key);
    let expected: number | undefined;
    for (const { key, value } of this.#db.getRange({ start, end: LOG_END_KEY })) {
      const at = positionOf(key);
      if (at !== (expected ?? Math.min(at, position))) this.#missing(expected ?? position);
      const chunk = opened(asBuffer(value), () => this.nameOf(at));
      if (chunk.position !== at) {
        throw new EventLogCorrupt(
          this.nameOf(at),
          `the record of position ${chunk.position} is in its place`,
        );
      }
      if (expected === undefined && at + chunk.count <= position) this.#missing(position);
      expected = at + chunk.count;
      yield chunk;
    }
  }

  #missing(position: number): never {
    throw new EventLogCorrupt(this.nameOf(position), 'its record is missing from the log');
  }

  /** Where the first chunk after a position begins; undefined when there is none. */
  nextChunk(position: number): number | undefined {
    for (const key of this.#db.getKeys({ start: chunkKey(position + 1), end: LOG_END_KEY, limit: 1 }))
      return positionOf(key);
    return undefined;
  }

  /** Finds the name of what lies at a position whose record can't say it any more: others lead to it. */
  nameOf(position: number): { stream: string; revision: number; position: number } {
    for (const { key, value } of this.#db.getRange({ start: FIRST_HEAD, end: FIRST_INDEX })) {
      const head = decodeHead(key, asBuffer(value));
      if (head?.chunk.position === position) {
        return { stream: streamOfHead(key), revision: head.chunk.firstRevision, position };
      }
    }
    const after = { start: chunkKey(position + 1), end: LOG_END_KEY, limit: NAME_SEARCH_LIMIT };
    for (const { value } of this.#db.getRange(after)) {
      try {
        const { stream, previous, ordinal } = openChunk(asBuffer(value));
        if (ordinal > 0 && previous.position === position)
          return { stream, revision: previous.firstRevision, position };
      } catch {
        // Also damaged; continue with the next.
      }
    }
    return { stream: '?', revision: -1, position };
  }

  /** Stores a group in one transaction; resolves when it is on disk. The bytes must stay unchanged until then. */
  async write(group: GroupWrite): Promise<void> {
    const db = this.#db;
    // Everything is encoded before the batch begins: an exception inside would commit the part before it.
    const puts: [Buffer, Buffer][] = [];
    for (const chunk of group.chunks) {
      puts.push([chunkKey(chunk.position), chunk.bytes]);
      if (isIndexed(chunk)) {
        const key = indexKey(chunk.stream, chunk.firstRevision);
        puts.push([key, encodeIndex(key, chunk)]);
      }
    }
    for (const [stream, head] of group.heads) {
      const key = headKey(stream);
      puts.push([key, encodeHead(key, head)]);
    }
    puts.push([LOG_END_KEY, encodeLogEnd(group.lastPosition)]);
    this.#disk.require(group.chunks.reduce((sum, { bytes }) => sum + bytes.length, 0));
    try {
      await db.batch(() => {
        for (const [key, value] of puts) void db.put(key, value);
      });
    } catch (error) {
      // LMDB's own error follows the one that says that there is one.
      const { commitError } = error as { commitError?: Promise<never> };
      throw (await commitError?.catch((cause: unknown) => cause)) ?? error;
    }
  }

  /** Whether a write of this group failed for want of space. */
  isFull(error: unknown, group: GroupWrite): boolean {
    if (isDiskFull(error)) return true;
    const { code } = error as { code?: unknown };
    if (code !== SHORT_WRITE_CODE) return NO_SPACE_CODES.has(code);
    const needed = group.chunks.reduce((sum, { bytes }) => sum + bytes.length, SPARE_BYTES);
    try {
      const { bavail, bsize } = statfsSync(this.#folder);
      return bavail * bsize < needed;
    } catch {
      // Enough space: the disk is failing.
      return false;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
