import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { CollectionSpec, Documents, DocumentWrite, Stored } from '@saleyard/platform/documents/port.ts';
import type { Link } from './link.ts';

/** How long an answer of the store is awaited, ms. */
const ANSWER_MS = 3_000;

type Row = { document: string; position: number; expiresAt: number };

const UNPROJECTED = Number.NEGATIVE_INFINITY;

/** The store of documents itself: it may be emptied at any moment. */
export class DocumentStore {
  readonly #collections = new Map<string, Map<string, Row>>();
  readonly #checkpoints = new Map<string, number>();

  /** All of it is lost. */
  empty(): void {
    this.#collections.clear();
    this.#checkpoints.clear();
  }

  rows(collection: string): Map<string, Row> {
    let rows = this.#collections.get(collection);
    if (rows === undefined) {
      rows = new Map();
      this.#collections.set(collection, rows);
    }
    return rows;
  }

  checkpoint(projection: string): number {
    return this.#checkpoints.get(projection) ?? -1;
  }

  commit(projection: string, position: number, writes: readonly DocumentWrite[]): void {
    if (position <= this.checkpoint(projection)) return;
    for (const write of writes) {
      const rows = this.rows(write.collection);
      const known = rows.get(write.id);
      if (known !== undefined && known.position > position) continue;
      if (write.op === 'delete') rows.delete(write.id);
      else rows.set(write.id, { document: JSON.stringify(write.document), position, expiresAt: 0 });
    }
    this.#checkpoints.set(projection, position);
  }

  drop(projection: string, collections: readonly string[]): void {
    this.#checkpoints.delete(projection);
    for (const name of collections) this.#collections.delete(name);
  }

  put(collection: string, id: string, document: Record<string, unknown>, expiresAt = 0): void {
    this.rows(collection).set(id, { document: JSON.stringify(document), position: UNPROJECTED, expiresAt });
  }
}

/**
 * The store as one machine sees it over its link. Simulated code reads documents by id, or for all of a
 * collection; anything else is an error here.
 */
export class SimulatedDocuments implements Documents {
  readonly #store: DocumentStore;
  readonly #link: Link;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(parts: { store: DocumentStore; link: Link; clock: Pick<Clock, 'now'> }) {
    this.#store = parts.store;
    this.#link = parts.link;
    this.#clock = parts.clock;
  }

  async declare(_collections: readonly CollectionSpec[]): Promise<void> {
    await this.#ask(() => {});
  }

  get<T>(collection: string, id: string): Promise<Stored<T> | undefined> {
    return this.#ask((store) => this.#read<T>(id, store.rows(collection).get(id)));
  }

  find<T>(collection: string, filter: Record<string, unknown>): Promise<Stored<T>[]> {
    if (Object.keys(filter).length > 0) throw new Error('the simulated store answers no queries');
    return this.#ask((store) => this.#all<T>(store, collection));
  }

  async count(collection: string, filter: Record<string, unknown>): Promise<number> {
    return (await this.find(collection, filter)).length;
  }

  commit(projection: string, position: number, writes: readonly DocumentWrite[]): Promise<void> {
    return this.#ask((store) => store.commit(projection, position, writes));
  }

  checkpoint(projection: string): Promise<number> {
    return this.#ask((store) => store.checkpoint(projection));
  }

  drop(projection: string, collections: readonly string[]): Promise<void> {
    return this.#ask((store) => store.drop(projection, collections));
  }

  upsert(
    collection: string,
    id: string,
    document: Record<string, unknown>,
    expiresAt?: number,
  ): Promise<void> {
    return this.#ask((store) => store.put(collection, id, document, expiresAt));
  }

  deleteOne(collection: string, id: string): Promise<void> {
    return this.#ask((store) => void store.rows(collection).delete(id));
  }

  async *dump(collection: string): AsyncIterable<Stored<Record<string, unknown>>> {
    yield* await this.#ask((store) => this.#all<Record<string, unknown>>(store, collection));
  }

  async close(): Promise<void> {}

  #ask<T>(ask: (store: DocumentStore) => T): Promise<T> {
    return this.#link.call(() => ask(this.#store), ANSWER_MS);
  }

  #all<T>(store: DocumentStore, collection: string): Stored<T>[] {
    const rows = [...store.rows(collection)].sort(([a], [b]) => (a < b ? -1 : 1));
    const found = rows.map(([id, row]) => this.#read<T>(id, row));
    return found.filter((document) => document !== undefined);
  }

  #read<T>(id: string, row: Row | undefined): Stored<T> | undefined {
    if (row === undefined || (row.expiresAt !== 0 && row.expiresAt <= this.#clock.now())) return undefined;
    return { _id: id, ...(JSON.parse(row.document) as T) };
  }
}
