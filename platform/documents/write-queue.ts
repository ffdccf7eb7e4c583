import type { Database, RootDatabase } from 'lmdb';
import { CooperativeScheduler } from '../clock/cooperative-scheduler.ts';
import type { Clock } from '../clock/port.ts';
import type { DiskSpace } from '../disk-space.ts';
import type { Collection } from './collection.ts';
import { DocumentsLost, DocumentsUniqueViolation } from './port.ts';
import { encodeRow, type IndexEntry, newRow, type Row } from './row.ts';
import type { RowCache } from './row-cache.ts';
import { batched, withinBatch } from './within-batch.ts';

/** Writes that leave together in one transaction, at most; more wait for the next one. */
const GROUP_WRITES = 4_000;
/** Batches that may wait; one more is refused, and its caller tries again later. */
const WAITING_LIMIT = 10_000;
/** Documents made into JSON between two looks at the clock, so that others get their turn. */
const SLICE = 16;
/** The position of documents that no projection owns: always written. */
export const UNPROJECTED = -1;

/** A document to put (or, without one, to delete) in a collection. */
export type Write = {
  collection: Collection;
  id: string;
  position: number;
  document: Record<string, unknown> | undefined;
  /** 0: never. */
  expiresAt: number;
};

type Checkpoint = { projection: string; position: number; after: number };

type Job = {
  writes: readonly Write[];
  checkpoint: Checkpoint | undefined;
  settle: () => void;
  fail: (error: unknown) => void;
};

type Touched = { collection: Collection; id: string; row: Row | null };

type EntryChange = { op: 'add' | 'remove'; collection: Collection; entry: IndexEntry; id: string };

/** The pending writes of a job or a group of jobs. */
class Changes {
  /** By collection and id. */
  readonly touched = new Map<string, Touched>();
  /** By index, key and id; the last change counts. */
  readonly entries = new Map<string, EntryChange>();
  /** Ids added under a key of a unique index. */
  readonly claims = new Map<string, readonly string[]>();

  change(op: EntryChange['op'], collection: Collection, id: string, entry: IndexEntry): void {
    const name = keyName(collection, entry);
    this.entries.set(`${name}\n${id}`, { op, collection, entry, id });
    if (op === 'add' && collection.isUnique(entry.index)) {
      this.claims.set(name, [...(this.claims.get(name) ?? []), id]);
    }
  }

  take(others: Changes): void {
    for (const [key, touched] of others.touched) this.touched.set(key, touched);
    for (const [key, change] of others.entries) this.entries.set(key, change);
    for (const [name, ids] of others.claims)
      this.claims.set(name, [...(this.claims.get(name) ?? []), ...ids]);
  }
}

/**
 * Every write of the store, in order: jobs that wait are stored together in one transaction. What is replaced is
 * known before the transaction, so that LMDB does its work in its own thread.
 */
export class WriteQueue {
  readonly #root: RootDatabase<string, string>;
  readonly #cache: RowCache;
  readonly #scheduler: CooperativeScheduler;
  readonly #checkpoints: Database<number, string>;
  /** When documents that no projection owns expire: `[expiresAt, collection, id]`; the row itself is asked before it is removed. */
  readonly #expiries: Database<string, [number, string, string]>;
  #waiting: Job[] = [];
  #running: Promise<void> = Promise.resolve();
  /** The group that is being stored, or was last. */
  #storing: Promise<void> = Promise.resolve();
  #scheduled = false;

  readonly #disk: DiskSpace;

  constructor(root: RootDatabase<string, string>, cache: RowCache, clock: Clock, disk: DiskSpace) {
    this.#root = root;
    this.#disk = disk;
    this.#scheduler = new CooperativeScheduler(clock);
    this.#cache = cache;
    this.#checkpoints = root.openDB<number, string>({ name: 'checkpoints', encoding: 'json' });
    this.#expiries = root.openDB<string, [number, string, string]>({ name: 'expiries', encoding: 'string' });
  }

  /** How far a projection's commits have come; −1 at first. */
  checkpoint(projection: string): number {
    return this.#checkpoints.get(projection) ?? -1;
  }

  /** Resolves when what is being stored, and may be on disk already, can be read. */
  async stored(): Promise<void> {
    await this.#storing.catch(() => {});
  }

  async forget(projection: string): Promise<void> {
    await this.#checkpoints.remove(projection);
  }

  /**
   * Stores all of a job's writes, or none; resolves when they can be read.
   * @throws DocumentsUniqueViolation, DocumentsLost, DiskFull
   */
  add(writes: readonly Write[], checkpoint?: Checkpoint): Promise<void> {
    return new Promise((settle, fail) => {
      if (this.#waiting.length >= WAITING_LIMIT) {
        fail(new Error('the read store has too many writes waiting'));
        return;
      }
      this.#waiting.push({ writes, checkpoint, settle, fail });
      this.#schedule();
    });
  }

  /** Runs `work` between transactions, after what was added before it. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#drained().then(work);
    this.#running = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#running = this.#drained();
  }

  async #drained(): Promise<void> {
    await this.#running;
    this.#scheduled = false;
    while (this.#waiting.length > 0) await this.#storeGroup();
  }

  async #storeGroup(): Promise<void> {
    const group = new Changes();
    const checkpoints = new Map<string, number>();
    const jobs: Job[] = [];
    let writes = 0;
    while (this.#waiting.length > 0 && (writes === 0 || writes < GROUP_WRITES)) {
      const job = this.#waiting.shift() as Job;
      writes += job.writes.length + 1;
      const { checkpoint } = job;
      const reached =
        checkpoint && (checkpoints.get(checkpoint.projection) ?? this.checkpoint(checkpoint.projection));
      try {
        if (checkpoint && reached !== undefined && reached < checkpoint.after) {
          throw new DocumentsLost(checkpoint.projection, checkpoint.after, reached);
        }
        if (checkpoint === undefined || reached === undefined || reached < checkpoint.position) {
          group.take(await this.#prepared(group, job));
          if (checkpoint) checkpoints.set(checkpoint.projection, checkpoint.position);
        }
        jobs.push(job);
      } catch (error) {
        job.fail(error);
      }
    }
    try {
      this.#storing = this.#store(group, checkpoints);
      await this.#storing;
      for (const job of jobs) job.settle();
    } catch (error) {
      for (const job of jobs) job.fail(error);
    }
  }

  /** What a job changes after what its group already changed. @throws DocumentsUniqueViolation */
  async #prepared(group: Changes, job: Job): Promise<Changes> {
    const last = new Map<string, Write>();
    for (const write of job.writes) last.set(write.collection.cacheKey(write.id), write);

    const changes = new Changes();
    let made = 0;
    for (const [key, { collection, id, position, document, expiresAt }] of last) {
      made += 1;
      if (made % SLICE === 0) await this.#scheduler.nextTurn();
      const coming = group.touched.get(key);
      const before = coming === undefined ? collection.row(id) : (coming.row ?? undefined);
      if (position !== UNPROJECTED && before !== undefined && before.position > position) continue;
      const row = document === undefined ? null : newRow(id, document, position, expiresAt);
      changes.touched.set(key, { collection, id, row });
      if (!collection.isIndexed) continue;
      const left = before === undefined ? [] : collection.entriesOf(id, before);
      const taken = row === null ? [] : collection.entriesOf(id, row, document);
      for (const entry of without(left, taken)) changes.change('remove', collection, id, entry);
      for (const entry of without(taken, left)) changes.change('add', collection, id, entry);
    }
    for (const change of changes.entries.values()) {
      if (change.op === 'add' && change.collection.isUnique(change.entry.index)) {
        mustBeUnique(change, group, changes);
      }
    }
    return changes;
  }

  async #store(group: Changes, checkpoints: ReadonlyMap<string, number>): Promise<void> {
    if (group.touched.size === 0 && checkpoints.size === 0) return;
    let bytes = 0;
    for (const { row } of group.touched.values()) bytes += row?.json.length ?? 0;
    this.#disk.require(bytes);
    await batched(this.#root, () => {
      for (const { op, collection, entry, id } of group.entries.values()) {
        if (op === 'add') collection.addEntry(entry, id);
        else collection.removeEntry(entry, id);
      }
      for (const { collection, id, row } of group.touched.values()) {
        if (row === null) withinBatch(collection.rows.remove(id));
        else {
          withinBatch(collection.rows.put(id, encodeRow(row)));
          if (row.expiresAt > 0) {
            collection.markExpiring();
            withinBatch(this.#expiries.put([row.expiresAt, collection.name, id], ''));
          }
        }
      }
      for (const [projection, position] of checkpoints)
        withinBatch(this.#checkpoints.put(projection, position));
    });
    for (const [key, { row }] of group.touched) {
      if (row === null) this.#cache.delete(key);
      else this.#cache.set(key, row);
    }
  }

  /** Removes documents that had expired by `now` (ms), at most `limit`; one put again since then stays. */
  sweep(collectionOf: (name: string) => Collection, now: number, limit: number): Promise<void> {
    return this.alone(async () => {
      this.#disk.require();
      const due = [...this.#expiries.getKeys({ start: [0, '', ''], end: [now + 1, '', ''], limit })];
      const changes = new Changes();
      for (const [expiresAt, name, id] of due) {
        const collection = collectionOf(name);
        const row = collection.row(id);
        if (row?.expiresAt !== expiresAt) continue;
        changes.touched.set(collection.cacheKey(id), { collection, id, row: null });
        for (const entry of collection.entriesOf(id, row)) changes.change('remove', collection, id, entry);
      }
      await this.#store(changes, new Map());
      if (due.length === 0) return;
      await batched(this.#root, () => {
        for (const key of due) withinBatch(this.#expiries.remove(key));
      });
    });
  }
}

function keyName(collection: Collection, { index, key }: IndexEntry): string {
  return `${collection.name}\n${index}\n${JSON.stringify(key)}`;
}

function without(entries: readonly IndexEntry[], others: readonly IndexEntry[]): readonly IndexEntry[] {
  if (entries === others || entries.length === 0) return [];
  const same = (a: IndexEntry, b: IndexEntry) =>
    a.index === b.index && a.key.every((part, i) => part === b.key[i]);
  return entries.filter((entry) => !others.some((other) => same(entry, other)));
}

function mustBeUnique(change: EntryChange, group: Changes, changes: Changes): void {
  const { collection, entry, id } = change;
  const name = keyName(collection, entry);
  const opOn = (other: string) => {
    const key = `${name}\n${other}`;
    return (changes.entries.get(key) ?? group.entries.get(key))?.op;
  };
  const stored = [...collection.idsUnder(entry.index, entry.key)];
  const coming = [...(group.claims.get(name) ?? []), ...(changes.claims.get(name) ?? [])];
  for (const other of [...stored, ...coming]) {
    if (other !== id && opOn(other) !== 'remove') {
      throw new DocumentsUniqueViolation(collection.name, collection.fieldsOf(entry.index), id);
    }
  }
}
