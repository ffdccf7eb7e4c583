import { Unavailable } from '../unavailable.ts';

/** A stored document: its id and the log position that made it (never goes back). */
export type Stored<T> = T & { _id: string };

/** MongoDB's query language, as far as the read models use it. */
export type Filter = Record<string, unknown>;

export type FindOptions = {
  /** MongoDB sort: 1 up, −1 down, in key order. */
  sort?: Record<string, 1 | -1>;
  skip?: number;
  limit?: number;
};

/** One change of a projection's batch. */
export type DocumentWrite =
  | { op: 'put'; collection: string; id: string; document: Record<string, unknown> }
  | { op: 'delete'; collection: string; id: string };

/** Declared with a read model, created when the store opens. `keys` of indexes in MongoDB's index notation. */
export type CollectionSpec = {
  name: string;
  /**
   * The read model that the collection belongs to, at the version that this build makes. `readsSince`: the oldest version
   * whose documents this build can read; left out, only its own.
   */
  model?: { name: string; version: number; readsSince?: number | undefined };
  indexes?: readonly { keys: Record<string, 1 | -1>; unique?: boolean }[];
};

/**
 * Documents for reading, made from the log and lost without harm. Only whole documents are written, each
 * together with the log position that made it; a write from an older position than the stored one is skipped.
 * Every method throws `DocumentsUnavailable` while a store elsewhere can't be reached.
 */
export interface Documents {
  /** Makes the collections and their indexes. Idempotent. */
  declare(collections: readonly CollectionSpec[]): Promise<void>;
  get<T>(collection: string, id: string): Promise<Stored<T> | undefined>;
  /**
   * Documents that match, in the sort's order (then by `_id`, so that pages never overlap). Answers of all reads
   * belong to the store: callers copy what they want to change.
   */
  find<T>(collection: string, filter: Filter, options?: FindOptions): Promise<Stored<T>[]>;
  count(collection: string, filter: Filter): Promise<number>;
  /**
   * Writes a projection's batch and its checkpoint together, all made by the log up to `position`.
   * Repeating a batch, or an older one after a newer, changes nothing. `after`: the checkpoint that the batch goes on
   * from; what lies between it and `position` is in the batch.
   * @throws DocumentsUniqueViolation
   * @throws DocumentsLost when the store's own checkpoint is before `after`; nothing was written
   */
  commit(
    projection: string,
    position: number,
    writes: readonly DocumentWrite[],
    after?: number,
  ): Promise<void>;
  /** How far a projection has read the log (−1 at first). Of a read model: at the version that is read. */
  checkpoint(projection: string): Promise<number>;
  /** Drops a projection's collections and its checkpoint, for a rebuild; of a read model every version. */
  drop(projection: string, collections: readonly string[]): Promise<void>;
  /**
   * Writes one document that no projection owns (a session, an outbox entry), unconditionally.
   * `expiresAt` in ms since the epoch: read as absent from then on, and swept later.
   * @throws DocumentsUniqueViolation
   */
  upsert(
    collection: string,
    id: string,
    document: Record<string, unknown>,
    expiresAt?: number,
  ): Promise<void>;
  deleteOne(collection: string, id: string): Promise<void>;
  /**
   * Where another thread may read a collection's rows by itself from now on (`LmdbRows`), for as long as the store is
   * open; null: nowhere yet. Left out: the store is not this process's own.
   */
  placeOf?(collection: string): Promise<string | null>;
  /** Every document of a collection in `_id` order, for comparing and exporting. */
  dump(collection: string): AsyncIterable<Stored<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** A batch would give two documents the same value under a unique index. Nothing of the batch was written. */
export class DocumentsUniqueViolation extends Error {
  readonly collection: string;
  readonly fields: readonly string[];
  constructor(collection: string, fields: readonly string[], id: string) {
    super(`${collection}: another document than ${id} has the same ${fields.join(', ')}`);
    this.name = 'DocumentsUniqueViolation';
    this.collection = collection;
    this.fields = fields;
  }
}

/** The store is elsewhere and can't be reached, or does not answer in time. */
export class DocumentsUnavailable extends Unavailable {
  constructor(cause?: unknown) {
    super('the read store', cause);
    this.name = 'DocumentsUnavailable';
  }
}

/**
 * The store lost what it had acknowledged (it was emptied, or an older copy was put in its place): a projection that
 * continued from here would omit the lost documents. It reads its checkpoint again and continues from there.
 */
export class DocumentsLost extends Error {
  constructor(projection: string, had: number, has: number) {
    super(`the read store shows ${projection} up to position ${has}, where it had shown it up to ${had}`);
    this.name = 'DocumentsLost';
  }
}
