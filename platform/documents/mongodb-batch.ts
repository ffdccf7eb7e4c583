import type { Collection, Db } from 'mongodb';
import { duplicateKeys } from '../mongodb/failures.ts';
import { deletedRow, FOR_EVER, type MongoIndex, type MongoRow, rowOf } from './mongodb-row.ts';
import { type Asking, MongoRows } from './mongodb-rows.ts';
import { putUnique } from './mongodb-unique.ts';
import { DocumentsLost, type DocumentWrite } from './port.ts';

/** How far each projection is: `_id` is its name. */
export const CHECKPOINTS = 'projection-checkpoints';
/** How often moving a checkpoint is tried while others move the same. */
const ATTEMPTS = 10;

type Checkpoint = { _id: string; position: number };

/** One projection's batch. `after`: the checkpoint that it continues from. */
export type Batch = { projection: string; position: number; writes: readonly DocumentWrite[]; after: number };

/**
 * Stores batches so that they are whole without transactions too: first the documents, each only over an older one,
 * then the checkpoint. Cut off in between, the batch is repeated and ends the same.
 */
export class MongoBatches {
  readonly #db: Db;
  readonly #asking: Asking;
  readonly #indexesOf: (collection: string) => readonly MongoIndex[];

  constructor(db: Db, asking: Asking, indexesOf: (collection: string) => readonly MongoIndex[]) {
    this.#db = db;
    this.#asking = asking;
    this.#indexesOf = indexesOf;
  }

  get #checkpoints(): Collection<Checkpoint> {
    return this.#db.collection<Checkpoint>(CHECKPOINTS);
  }

  /** How far a projection is; −1 when nothing says so. */
  async checkpoint(projection: string): Promise<number> {
    const { run, session } = this.#asking;
    return (await run(this.#checkpoints.findOne({ _id: projection }, { session })))?.position ?? -1;
  }

  async forget(projection: string): Promise<void> {
    await this.#asking.run(this.#checkpoints.deleteOne({ _id: projection }));
  }

  /**
   * Stores a batch, unless the store is that far already.
   * @throws DocumentsUniqueViolation, DocumentsLost
   */
  async store(batch: Batch): Promise<void> {
    const { projection, position, writes, after } = batch;
    const stored = await this.checkpoint(projection);
    if (stored < after) throw new DocumentsLost(projection, after, stored);
    if (stored >= position) return;
    const collections = [...byCollection(writes)]
      .map(([name, last]) => ({ rows: this.#rows(name), last }))
      // Writes that may be refused go first, before those that would have to be undone.
      .sort((a, b) => b.rows.unique.length - a.rows.unique.length);
    for (const { rows, last } of collections) {
      const changes = new Map([...last].map(([id, document]) => [id, changed(id, document, position, rows)]));
      if (rows.unique.length > 0) await putUnique(rows, changes, position);
      else await rows.put(changes);
    }
    await this.#moveCheckpoint(projection, stored, position);
  }

  #rows(name: string): MongoRows {
    return new MongoRows(name, this.#indexesOf(name), this.#db.collection<MongoRow>(name), this.#asking);
  }

  /** Moves the checkpoint only from the value read before: an emptied store must not seem to hold earlier data. */
  async #moveCheckpoint(projection: string, seen: number, position: number): Promise<void> {
    let from = seen;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await this.#move(projection, from, position)) return;
      from = await this.checkpoint(projection);
      if (from < seen) throw new DocumentsLost(projection, seen, from);
      if (from >= position) return;
    }
    throw new Error(`${projection}: others keep moving its checkpoint`);
  }

  async #move(projection: string, from: number, to: number): Promise<boolean> {
    const { run, session } = this.#asking;
    if (from >= 0) {
      const filter = { _id: projection, position: from };
      const { matchedCount } = await run(
        this.#checkpoints.updateOne(filter, { $set: { position: to } }, { session }),
      );
      return matchedCount === 1;
    }
    try {
      await run(this.#checkpoints.insertOne({ _id: projection, position: to }, { session }));
      return true;
    } catch (error) {
      if (session === undefined && duplicateKeys(error) !== null) return false;
      throw error;
    }
  }
}

type Last = Map<string, Record<string, unknown> | undefined>;

/** The last write to each document, by collection. */
function byCollection(writes: readonly DocumentWrite[]): Map<string, Last> {
  const collections = new Map<string, Last>();
  for (const write of writes) {
    const last: Last = collections.get(write.collection) ?? new Map();
    collections.set(write.collection, last);
    last.set(write.id, write.op === 'put' ? write.document : undefined);
  }
  return collections;
}

function changed(
  id: string,
  document: Record<string, unknown> | undefined,
  position: number,
  { unique }: MongoRows,
): MongoRow {
  return document === undefined ? deletedRow(id, position, unique) : rowOf(id, document, position, FOR_EVER);
}
