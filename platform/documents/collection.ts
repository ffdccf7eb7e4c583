import type { Database, RootDatabase } from 'lmdb';
import { indexKeysOf, type KeyPart } from './index-keys.ts';
import type { CollectionSpec, Filter } from './port.ts';
import { planQuery, type QueryPlan } from './query-plan.ts';
import { decodeRow, documentOf, type IndexEntry, type Row } from './row.ts';
import type { RowCache } from './row-cache.ts';
import { withinBatch } from './within-batch.ts';

/** Sorts after every value an index key can hold at its place. */
const AFTER_ALL = '\u{10ffff}';

type IndexSpec = { keys: Record<string, 1 | -1>; unique?: boolean };

type Index = {
  spec: string;
  fields: readonly string[];
  paths: readonly (readonly string[])[];
  unique: boolean;
  /** Keys are `[...values, id]`; values are empty. */
  entries: Database<string, KeyPart[]>;
};

/** The name of the tree that holds a collection's rows. */
export const rowsName = (collection: string): string => `rows:${collection}`;

/** One collection in LMDB: its rows by id, and one tree of keys per index. Reads are synchronous. */
export class Collection {
  readonly name: string;
  readonly rows: Database<string, string>;
  readonly #root: RootDatabase<string, string>;
  readonly #cache: RowCache;
  #indexes: readonly Index[] = [];
  #hasExpiring: boolean;

  constructor(root: RootDatabase<string, string>, name: string, cache: RowCache) {
    this.name = name;
    this.#root = root;
    this.#cache = cache;
    this.rows = root.openDB<string, string>({ name: rowsName(name), encoding: 'string' });
    this.#hasExpiring = root.get(this.#expiringMark) !== undefined;
  }

  get #expiringMark(): string {
    return `expiring:${this.name}`;
  }

  /** Whether a document that expires was ever put here. */
  get hasExpiring(): boolean {
    return this.#hasExpiring;
  }

  /** Part of a transaction: from now on documents here may expire. */
  markExpiring(): void {
    this.#hasExpiring = true;
    void this.#root.put(this.#expiringMark, 'yes');
  }

  /** Opens the indexes of a declaration; those that were not there before are filled from the rows. */
  async declare(spec: CollectionSpec): Promise<void> {
    const indexes = (spec.indexes ?? []).map((index) => this.#open(index));
    for (const index of indexes) {
      const mark = `index:${this.name}:${index.spec}`;
      if (this.#root.get(mark) === 'filled') continue;
      await this.#fill(index);
      await this.#root.put(mark, 'filled');
    }
    this.#indexes = indexes;
  }

  /**
   * Removes the markers of indexes that are no longer declared, so that such an index is rebuilt if it is declared
   * again.
   */
  async forgetOtherIndexes(): Promise<void> {
    const kept = new Set(this.#indexes.map((index) => `index:${this.name}:${index.spec}`));
    const start = `index:${this.name}:`;
    const marks = [...this.#root.getKeys({ start, end: start + AFTER_ALL })].filter((key) => !kept.has(key));
    await Promise.all(marks.map((key) => this.#root.remove(key)));
  }

  #open(index: IndexSpec): Index {
    const fields = Object.keys(index.keys);
    const spec = `${index.unique ? 'unique:' : ''}${fields.join(',')}`;
    return {
      spec,
      fields,
      paths: fields.map((field) => field.split('.')),
      unique: index.unique === true,
      entries: this.#root.openDB<string, KeyPart[]>({
        name: `index:${this.name}:${spec}`,
        encoding: 'string',
      }),
    };
  }

  async #fill(index: Index): Promise<void> {
    await index.entries.clearAsync();
    const keys: KeyPart[][] = [];
    for (const { key: id, value } of this.rows.getRange({})) {
      const document = documentOf(decodeRow(value, this.name, id), this.name, id);
      for (const key of indexKeysOf(document, index.paths)) keys.push([...key, id]);
    }
    await this.#root.batch(() => {
      for (const key of keys) void index.entries.put(key, '');
    });
  }

  get isIndexed(): boolean {
    return this.#indexes.length > 0;
  }

  fieldsOf(index: number): readonly string[] {
    return this.#indexes[index]?.fields ?? [];
  }

  /** Where the indexes hold a row. `document`: what the row was made from, when it is at hand. */
  entriesOf(id: string, row: Row, document?: Record<string, unknown>): readonly IndexEntry[] {
    if (row.entries === undefined) {
      const held = document ?? documentOf(row, this.name, id);
      row.entries = this.#indexes.flatMap(({ paths }, index) =>
        indexKeysOf(held, paths).map((key) => ({ index, key })),
      );
    }
    return row.entries;
  }

  isUnique(index: number): boolean {
    return this.#indexes[index]?.unique === true;
  }

  /** Ids that an index holds under a key or the beginning of one. */
  *idsUnder(index: number, key: readonly KeyPart[]): Generator<string> {
    const entries = this.#indexes[index]?.entries;
    if (entries === undefined) return;
    for (const found of entries.getKeys({ start: [...key], end: [...key, AFTER_ALL] })) {
      yield found[found.length - 1] as string;
    }
  }

  /** Part of a transaction. */
  addEntry({ index, key }: IndexEntry, id: string): void {
    withinBatch(this.#indexes[index]?.entries.put([...key, id], ''));
  }

  /** Part of a transaction. */
  removeEntry({ index, key }: IndexEntry, id: string): void {
    withinBatch(this.#indexes[index]?.entries.remove([...key, id]));
  }

  /** @throws DocumentsCorrupt */
  row(id: string): Row | undefined {
    const cacheKey = this.cacheKey(id);
    const known = this.#cache.get(cacheKey);
    if (known !== undefined) return known;
    const text = this.rows.get(id);
    if (text === undefined) return undefined;
    const row = decodeRow(text, this.name, id);
    this.#cache.set(cacheKey, row);
    return row;
  }

  cacheKey(id: string): string {
    return `${this.name}\n${id}`;
  }

  /** How a filter is answered from here. */
  plan(filter: Filter): QueryPlan {
    return planQuery(
      filter,
      this.#indexes.map(({ fields }) => fields),
    );
  }

  /** The ids that a plan leads to, each once. */
  *candidates(plan: QueryPlan): Iterable<string> {
    if (plan.by === 'scan') yield* this.rows.getKeys({});
    else if (plan.by === 'ids') yield* plan.ids;
    else {
      const seen = new Set<string>();
      for (const prefix of plan.prefixes) {
        for (const id of this.idsUnder(plan.index, prefix)) {
          if (seen.has(id)) continue;
          seen.add(id);
          yield id;
        }
      }
    }
  }

  /** Removes every row and index entry. The cache is the caller's to clear. */
  async clear(): Promise<void> {
    await Promise.all([this.rows.clearAsync(), ...this.#indexes.map(({ entries }) => entries.clearAsync())]);
  }
}
