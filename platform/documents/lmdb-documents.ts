import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { Query } from 'mingo';
import type { Clock } from '../clock/port.ts';
import { DiskSpace } from '../disk-space.ts';
import type { FileOptions } from '../lmdb/background-file-check.ts';
import { CheckedFile } from '../lmdb/checked-file.ts';
import { Collection } from './collection.ts';
import { mustBeId } from './document-id.ts';
import { inOrder } from './document-order.ts';
import {
  type CollectionSpec,
  type Documents,
  DocumentsUnavailable,
  type DocumentWrite,
  type Filter,
  type FindOptions,
  type Stored,
} from './port.ts';
import { documentOf, type Row } from './row.ts';
import { RowCache } from './row-cache.ts';
import { VersionedDocuments } from './versioned-documents.ts';
import { UNPROJECTED, WriteQueue } from './write-queue.ts';

/** Collections and indexes of one store together; LMDB refuses to open more. */
export const TREES_LIMIT = 256;
/** How often expired documents are swept, in ms, and how many in one go. */
const SWEEP_EVERY_MS = 60_000;
const SWEEP_LIMIT = 1_000;

/** Exists in the folder while the store is being opened, and after later damage: the next start then creates the store again. */
export const OPENING_MARK = 'opening';

type Options = FileOptions & {
  clock: Clock;
  /** Collections of read models that may be read before they are declared. */
  collections?: readonly CollectionSpec[];
};

/**
 * Opens (or makes) the read store in a folder, for this process alone. A store that can't be read is removed and
 * created again: projections find no checkpoint and fold the log again; documents that no projection owns (sessions, the outbox) are
 * lost. What was written survives the process being killed; a power cut may take the last moments of it, never
 * the order: projections then go on from an older checkpoint.
 */
export async function openLmdbDocuments(options: Options): Promise<VersionedDocuments> {
  const { folder } = options;
  mkdirSync(folder, { recursive: true });
  const file = new CheckedFile(options);
  const mark = join(folder, OPENING_MARK);
  if (existsSync(mark) || file.damage() !== undefined) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(mark, '');
  const documents = new LmdbDocuments(file, options);
  rmSync(mark);
  return new VersionedDocuments(documents, options.collections);
}

class LmdbDocuments implements Documents {
  readonly #file: CheckedFile;
  readonly #root: RootDatabase<string, string>;
  readonly #clock: Clock;
  readonly #cache = new RowCache();
  readonly #collections = new Map<string, Collection>();
  readonly #writes: WriteQueue;
  #stopSweeping: () => void = () => {};
  #isOpen = true;
  #closed = false;
  #damage: DocumentsUnavailable | null = null;

  constructor(file: CheckedFile, { folder, clock, logger }: Options) {
    this.#file = file;
    this.#clock = clock;
    const onDamage = (damage: string) => {
      this.#damage = new DocumentsUnavailable(new Error(`the file in ${folder} is damaged: ${damage}`));
      logger?.error(
        { err: this.#damage },
        'the read store is damaged and no longer read; the next start makes it again',
      );
      writeFileSync(join(folder, OPENING_MARK), '');
    };
    this.#root = file.open({ maxDbs: TREES_LIMIT, encoding: 'string' }, onDamage);
    this.#writes = new WriteQueue(this.#root, this.#cache, clock, new DiskSpace(folder));
    this.#sweepLater();
  }

  /** LMDB ends the process after a read of a file that is closed. */
  #mustBeReadable(): void {
    if (!this.#isOpen) throw new DocumentsUnavailable(new Error('the read store is closed'));
    if (this.#damage !== null) throw this.#damage;
  }

  #collection(name: string): Collection {
    this.#mustBeReadable();
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = new Collection(this.#root, name, this.#cache);
      this.#collections.set(name, collection);
    }
    return collection;
  }

  declare(collections: readonly CollectionSpec[]): Promise<void> {
    return this.#writes.alone(async () => {
      for (const spec of collections) {
        const collection = this.#collection(spec.name);
        await collection.declare(spec);
        await collection.forgetOtherIndexes();
      }
      // Cached rows remember where the indexes held them.
      this.#cache.clear();
    });
  }

  async get<T>(collection: string, id: string): Promise<Stored<T> | undefined> {
    const row = this.#row(this.#collection(collection), id);
    return row && (documentOf(row, collection, id) as Stored<T>);
  }

  #row(collection: Collection, id: string): Row | undefined {
    this.#mustBeReadable();
    const row = collection.row(id);
    return row === undefined || this.#isExpired(row) ? undefined : row;
  }

  #isExpired(row: Row): boolean {
    return row.expiresAt !== 0 && row.expiresAt <= this.#clock.now();
  }

  async find<T>(name: string, filter: Filter, options: FindOptions = {}): Promise<Stored<T>[]> {
    const { sort = {}, skip = 0, limit = Number.POSITIVE_INFINITY } = options;
    const found = inOrder([...this.#matching(name, filter)], sort);
    return found.slice(skip, skip + limit) as Stored<T>[];
  }

  async count(name: string, filter: Filter): Promise<number> {
    const collection = this.#collection(name);
    const plan = collection.plan(filter);
    let count = 0;
    // If nothing expires and the index answers the filter, no document is read.
    const counted = plan.isWhole && plan.by === 'index' && !collection.hasExpiring;
    for (const _ of counted ? collection.candidates(plan) : this.#matching(name, filter)) count += 1;
    return count;
  }

  *#matching(name: string, filter: Filter): Generator<Readonly<Record<string, unknown>>> {
    const collection = this.#collection(name);
    const plan = collection.plan(filter);
    const query = plan.isWhole ? undefined : new Query(filter, {});
    for (const id of collection.candidates(plan)) {
      const row = this.#row(collection, id);
      if (row === undefined) continue;
      const document = documentOf(row, name, id);
      if (query === undefined || query.test(document)) yield document;
    }
  }

  async commit(
    projection: string,
    position: number,
    writes: readonly DocumentWrite[],
    after = -1,
  ): Promise<void> {
    this.#mustBeReadable();
    await this.#writes.add(
      writes.map((write) => {
        mustBeId(write.id);
        return {
          collection: this.#collection(write.collection),
          id: write.id,
          position,
          document: write.op === 'put' ? write.document : undefined,
          expiresAt: 0,
        };
      }),
      { projection, position, after },
    );
  }

  async checkpoint(projection: string): Promise<number> {
    this.#mustBeReadable();
    const reached = this.#writes.checkpoint(projection);
    // The rows in memory follow a little later.
    await this.#writes.stored();
    return reached;
  }

  drop(projection: string, collections: readonly string[]): Promise<void> {
    return this.#writes.alone(async () => {
      this.#mustBeReadable();
      // The checkpoint first: stopped between the two, the projection starts again over its old documents.
      await this.#writes.forget(projection);
      for (const name of collections) await this.#collection(name).clear();
      this.#cache.clear();
    });
  }

  async upsert(
    collection: string,
    id: string,
    document: Record<string, unknown>,
    expiresAt?: number,
  ): Promise<void> {
    mustBeId(id);
    const write = { collection: this.#collection(collection), id, position: UNPROJECTED, document };
    await this.#writes.add([{ ...write, expiresAt: expiresAt === undefined ? 0 : Math.max(1, expiresAt) }]);
  }

  async deleteOne(collection: string, id: string): Promise<void> {
    const write = { collection: this.#collection(collection), id, position: UNPROJECTED, expiresAt: 0 };
    await this.#writes.add([{ ...write, document: undefined }]);
  }

  async *dump(name: string): AsyncIterable<Stored<Record<string, unknown>>> {
    const collection = this.#collection(name);
    for (const id of [...collection.rows.getKeys({})]) {
      const row = this.#row(collection, id);
      if (row !== undefined) yield documentOf(row, name, id) as Stored<Record<string, unknown>>;
    }
  }

  #sweepLater(): void {
    if (this.#closed) return;
    this.#stopSweeping = this.#clock.after(SWEEP_EVERY_MS, () => {
      this.#writes
        .sweep((name) => this.#collection(name), this.#clock.now(), SWEEP_LIMIT)
        .then(
          () => this.#sweepLater(),
          // A full disk: expired documents are read as absent anyway, and swept later.
          () => this.#sweepLater(),
        );
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopSweeping();
    await this.#writes.alone(async () => {});
    this.#isOpen = false;
    await this.#file.close();
  }
}
