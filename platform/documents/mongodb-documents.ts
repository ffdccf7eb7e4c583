import type { Collection } from 'mongodb';
import type { Clock } from '../clock/port.ts';
import type { Logger } from '../logging/logger.ts';
import { MONGO_LIMITS, MongoConnection } from '../mongodb/connection.ts';
import { duplicateKeys } from '../mongodb/failures.ts';
import { mustBeId } from './document-id.ts';
import { type Batch, CHECKPOINTS, MongoBatches } from './mongodb-batch.ts';
import { declareCollection, expiringCollections, letExpire, makeCollection } from './mongodb-indexes.ts';
import {
  FOR_EVER,
  indexesOf,
  type MongoIndex,
  type MongoRow,
  readable,
  rowOf,
  sortOfRows,
} from './mongodb-row.ts';
import {
  type CollectionSpec,
  type Documents,
  DocumentsUnavailable,
  DocumentsUniqueViolation,
  type DocumentWrite,
  type Filter,
  type FindOptions,
  type Stored,
} from './port.ts';
import { VersionedDocuments } from './versioned-documents.ts';

/** The most writes of a batch that is one transaction; more would hold it open too long, and go without. */
const TRANSACTION_WRITES = 1_000;
/** How often expired documents are swept, in ms. */
const SWEEP_EVERY_MS = 60_000;
/** How often an upsert is tried again because another made the same document in the same instant. */
const ATTEMPTS = 5;
/** More is no limit: MongoDB's counts are of 32 bits in places. */
const LIMIT_MOST = 2 ** 31 - 1;

type Options = {
  /** `mongodb://…`; its path names the database ("saleyard" when there is none). */
  url: string;
  clock: Clock;
  logger?: Pick<Logger, 'warn'> | undefined;
  /** Collections of read models that may be read before they are declared. */
  collections?: readonly CollectionSpec[];
};

/**
 * Opens the read store in a MongoDB database, shared with any number of other processes. Nothing it is asked waits
 * longer than `MONGO_LIMITS` say.
 * @throws DocumentsUnavailable when the server can't be reached
 */
export async function openMongoDocuments({ url, clock, logger, collections }: Options): Promise<Documents> {
  const connection = await MongoConnection.open({
    url,
    unavailable: (cause) => new DocumentsUnavailable(cause),
  });
  return new VersionedDocuments(new MongoDocuments(connection, clock, logger), collections);
}

class MongoDocuments implements Documents {
  readonly #connection: MongoConnection;
  readonly #clock: Clock;
  readonly #logger: Options['logger'];
  readonly #declared = new Map<string, readonly MongoIndex[]>();
  /** Collections known to have documents that expire. */
  readonly #expiring = new Set<string>();
  /** A projection's commits are made one after the other. */
  readonly #commits = new Map<string, Promise<void>>();
  #stopSweeping: () => void = () => {};
  #closed = false;

  constructor(connection: MongoConnection, clock: Clock, logger: Options['logger']) {
    this.#connection = connection;
    this.#clock = clock;
    this.#logger = logger;
    this.#sweepLater();
  }

  #collection(name: string): Collection<MongoRow> {
    return this.#connection.db.collection<MongoRow>(name);
  }

  #run<T>(operation: Promise<T>, limitMs?: number): Promise<T> {
    return this.#connection.run(operation, limitMs);
  }

  /** Batches whose operations are bounded one by one. */
  get #batches(): MongoBatches {
    const run = <T>(operation: Promise<T>) => this.#run(operation);
    return new MongoBatches(this.#connection.db, { session: undefined, run }, (name) => this.#indexes(name));
  }

  #indexes(collection: string): readonly MongoIndex[] {
    return this.#declared.get(collection) ?? [];
  }

  async declare(collections: readonly CollectionSpec[]): Promise<void> {
    for (const spec of collections) this.#declared.set(spec.name, indexesOf(spec));
    await this.#run(makeCollection(this.#connection.db, CHECKPOINTS), MONGO_LIMITS.indexMs);
    // What was declared before is made again too: a store that was lost has lost that as well.
    for (const [name, indexes] of this.#declared) await this.#declare(name, indexes);
    for (const name of await this.#run(expiringCollections(this.#connection.db, this.#declared.keys()))) {
      this.#expiring.add(name);
    }
    for (const name of this.#expiring)
      await this.#run(letExpire(this.#collection(name)), MONGO_LIMITS.indexMs);
  }

  async #declare(name: string, indexes: readonly MongoIndex[]): Promise<void> {
    await this.#run(declareCollection(this.#connection.db, name, indexes), MONGO_LIMITS.indexMs);
  }

  async get<T>(collection: string, id: string): Promise<Stored<T> | undefined> {
    const row = await this.#run(this.#collection(collection).findOne({ _id: id }));
    return row === null || row.until <= this.#clock.now() ? undefined : (row.document as Stored<T>);
  }

  async find<T>(name: string, filter: Filter, options: FindOptions = {}): Promise<Stored<T>[]> {
    const { sort = {}, skip = 0, limit } = options;
    if (limit === 0) return [];
    const rows = this.#collection(name)
      .find(readable(filter, this.#clock.now()), { projection: { document: 1 } })
      .sort(sortOfRows(sort))
      .skip(Math.min(skip, LIMIT_MOST));
    if (limit !== undefined && limit < LIMIT_MOST) rows.limit(limit);
    return (await this.#run(rows.toArray())).map(({ document }) => document as Stored<T>);
  }

  count(name: string, filter: Filter): Promise<number> {
    return this.#run(this.#collection(name).countDocuments(readable(filter, this.#clock.now())));
  }

  async commit(
    projection: string,
    position: number,
    writes: readonly DocumentWrite[],
    after = -1,
  ): Promise<void> {
    for (const { id } of writes) mustBeId(id);
    await this.#inTurn(projection, () => this.#store({ projection, position, writes, after }));
  }

  #store(batch: Batch): Promise<void> {
    if (!this.#connection.hasTransactions || batch.writes.length > TRANSACTION_WRITES) {
      return this.#batches.store(batch);
    }
    // The driver needs unchanged errors: they decide whether it retries.
    const run = <T>(operation: Promise<T>) => operation;
    return this.#run(
      this.#connection.inTransaction((session) =>
        new MongoBatches(this.#connection.db, { session, run }, (name) => this.#indexes(name)).store(batch),
      ),
    );
  }

  #inTurn(projection: string, work: () => Promise<void>): Promise<void> {
    const done = (this.#commits.get(projection) ?? Promise.resolve()).then(work);
    this.#commits.set(
      projection,
      done.catch(() => {}),
    );
    return done;
  }

  checkpoint(projection: string): Promise<number> {
    return this.#batches.checkpoint(projection);
  }

  drop(projection: string, collections: readonly string[]): Promise<void> {
    return this.#inTurn(projection, async () => {
      // The checkpoint first: stopped between the two, the projection starts again over its old documents.
      await this.#batches.forget(projection);
      for (const name of collections) {
        await this.#run(this.#dropCollection(name), MONGO_LIMITS.indexMs);
        const indexes = this.#declared.get(name);
        if (indexes !== undefined) await this.#declare(name, indexes);
      }
    });
  }

  async #dropCollection(name: string): Promise<void> {
    const { db } = this.#connection;
    const standing = await db.listCollections({ name }, { nameOnly: true }).toArray();
    if (standing.some((collection) => collection.name === name)) await db.dropCollection(name);
  }

  async upsert(
    collection: string,
    id: string,
    document: Record<string, unknown>,
    expiresAt?: number,
  ): Promise<void> {
    mustBeId(id);
    const until = expiresAt === undefined ? FOR_EVER : Math.max(1, expiresAt);
    const row = rowOf(id, document, -1, until);
    if (expiresAt !== undefined) await this.#letExpire(collection);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#run(this.#collection(collection).replaceOne({ _id: id }, row, { upsert: true }));
        return;
      } catch (error) {
        const [refused] = duplicateKeys(error) ?? [];
        if (refused === undefined || attempt === ATTEMPTS) throw error;
        const violated = this.#indexes(collection).find(({ name }) => name === refused.index);
        if (violated) throw new DocumentsUniqueViolation(collection, violated.fields, id);
      }
    }
  }

  async #letExpire(collection: string): Promise<void> {
    if (this.#expiring.has(collection)) return;
    await this.#run(letExpire(this.#collection(collection)), MONGO_LIMITS.indexMs);
    this.#expiring.add(collection);
  }

  async deleteOne(collection: string, id: string): Promise<void> {
    await this.#run(this.#collection(collection).deleteOne({ _id: id }));
  }

  async *dump(name: string): AsyncIterable<Stored<Record<string, unknown>>> {
    const rows = this.#collection(name)
      .find(readable({}, this.#clock.now()), { projection: { document: 1 } })
      .sort({ _id: 1 });
    try {
      for (let row = await this.#run(rows.next()); row !== null; row = await this.#run(rows.next())) {
        yield row.document as Stored<Record<string, unknown>>;
      }
    } finally {
      await rows.close();
    }
  }

  #sweepLater(): void {
    if (this.#closed) return;
    this.#stopSweeping = this.#clock.after(SWEEP_EVERY_MS, () => {
      this.#sweep().then(
        () => this.#sweepLater(),
        (error: unknown) => {
          // Expired documents are read as absent anyway, and swept later.
          this.#logger?.warn({ err: error }, 'expired documents could not be swept');
          this.#sweepLater();
        },
      );
    });
  }

  /** Removes documents that have expired; one put again since then has another time and stays. */
  async #sweep(): Promise<void> {
    const due = { until: { $gt: 0, $lte: this.#clock.now() } };
    for (const name of this.#expiring) await this.#run(this.#collection(name).deleteMany(due));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopSweeping();
    await Promise.all(this.#commits.values());
    await this.#connection.close();
  }
}
