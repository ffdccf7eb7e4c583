import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb';
import { duplicateKeys } from '../mongodb/failures.ts';
import type { MongoIndex, MongoRow } from './mongodb-row.ts';
import { DocumentsUniqueViolation } from './port.ts';

/** Rows read, or written, by one operation. */
const ROWS_AT_ONCE = 1_000;
/** How often a write is begun again because others wrote the same documents meanwhile. */
const ATTEMPTS = 10;

/** How operations are asked for: bounded each, or as parts of a transaction that is bounded as a whole. */
export type Asking = {
  session: ClientSession | undefined;
  run<T>(operation: Promise<T>): Promise<T>;
};

/** The changes of a batch to a collection's documents, by id. */
export type Changes = ReadonlyMap<string, MongoRow>;

/** One collection's rows, written by the writer with the newest position. */
export class MongoRows {
  readonly name: string;
  readonly indexes: readonly MongoIndex[];
  readonly #collection: Collection<MongoRow>;
  readonly #asking: Asking;

  constructor(
    name: string,
    indexes: readonly MongoIndex[],
    collection: Collection<MongoRow>,
    asking: Asking,
  ) {
    this.name = name;
    this.indexes = indexes;
    this.#collection = collection;
    this.#asking = asking;
  }

  get unique(): readonly MongoIndex[] {
    return this.indexes.filter(({ unique }) => unique);
  }

  /** The rows that there are, deleted ones too. `whole: false`: without their documents. */
  async standing(ids: readonly string[], { whole }: { whole: boolean }): Promise<Map<string, MongoRow>> {
    const { session } = this.#asking;
    const options = whole ? { session } : { session, projection: { document: 0 } };
    const rows: MongoRow[] = [];
    for (const some of inParts(ids)) {
      const found = this.#collection.find({ _id: { $in: [...some] } }, options);
      rows.push(...(await this.#asking.run(found.toArray())));
    }
    return new Map(rows.map((row) => [row._id, row]));
  }

  /** Readable or not, the rows that have one of some values in a field of their documents. */
  async having(field: string, values: readonly unknown[]): Promise<MongoRow[]> {
    const rows: MongoRow[] = [];
    for (const some of inParts(values)) {
      const filter = { [`document.${field}`]: { $in: [...some] } };
      const found = this.#collection.find(filter, { session: this.#asking.session });
      rows.push(...(await this.#asking.run(found.toArray())));
    }
    return rows;
  }

  /**
   * Writes the rows, except where a newer one is there already.
   * @throws DocumentsUniqueViolation (some may be written then)
   */
  async put(changes: Changes): Promise<void> {
    if (changes.size === 0) return;
    for (let attempt = 1; ; attempt += 1) {
      const before = await this.standing([...changes.keys()], { whole: false });
      const operations: AnyBulkWriteOperation<MongoRow>[] = [];
      const ids: string[] = [];
      for (const [id, row] of changes) {
        const stands = before.get(id);
        if (stands !== undefined && stands.position > row.position) continue;
        ids.push(id);
        const filter = { _id: id, position: { $lte: row.position } };
        operations.push(
          stands === undefined
            ? { insertOne: { document: row } }
            : { replaceOne: { filter, replacement: row } },
        );
      }
      if (await this.#write(operations, ids)) return;
      if (attempt === ATTEMPTS) throw new Error(`${this.name}: others keep writing the same documents`);
    }
  }

  /** false: another writer wrote one of the same documents first, and the writes must be computed again. */
  async #write(
    operations: readonly AnyBulkWriteOperation<MongoRow>[],
    ids: readonly string[],
  ): Promise<boolean> {
    const { session, run } = this.#asking;
    for (let from = 0; from < operations.length; from += ROWS_AT_ONCE) {
      const some = operations.slice(from, from + ROWS_AT_ONCE);
      try {
        await run(this.#collection.bulkWrite(some, { ordered: false, session }));
      } catch (error) {
        // A transaction that met any error is over.
        const refused = duplicateKeys(error);
        if (refused === null) throw error;
        for (const { index, at } of refused) {
          const violated = this.unique.find(({ name }) => name === index);
          if (violated) throw new DocumentsUniqueViolation(this.name, violated.fields, ids[from + at] ?? '');
        }
        if (session !== undefined) throw error;
        return false;
      }
    }
    return true;
  }

  /** Puts back what was before rows of `position` took its place, where nothing newer is there. */
  async putBack(
    ids: Iterable<string>,
    before: ReadonlyMap<string, MongoRow>,
    position: number,
  ): Promise<void> {
    // Ended without being committed, it leaves nothing.
    if (this.#asking.session !== undefined) return;
    const operations = [...ids].map((id): AnyBulkWriteOperation<MongoRow> => {
      const row = before.get(id);
      const filter = { _id: id, position: { $lte: position } };
      return row === undefined ? { deleteOne: { filter } } : { replaceOne: { filter, replacement: row } };
    });
    for (const some of inParts(operations)) await this.#asking.run(this.#collection.bulkWrite([...some]));
  }
}

function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) yield all.slice(from, from + ROWS_AT_ONCE);
}
