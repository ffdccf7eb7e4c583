import { canonicalJson } from '../event-log/canonical-json.ts';
import type { CollectionSpec, Filter } from './port.ts';

/**
 * A document as it is in MongoDB, apart from what is kept about it, so that neither can be taken for the other.
 * The document is canonical, `_id` included, so that it is read back with the bytes it has in any other store.
 */
export type MongoRow = {
  _id: string;
  /** The log position that made it; −1 for one that no projection owns. */
  position: number;
  /** Until when it is read (ms). A deleted one, of which only the position counts, has `NEVER_READ`. */
  until: number;
  document: Record<string, unknown>;
};

/** `until` of a document that does not expire. */
export const FOR_EVER = Number.MAX_SAFE_INTEGER;
/** `until` of one that was deleted: an older write of it must still be known as such. */
export const NEVER_READ = 0;

/** @throws TypeError when the document contains a value that JSON cannot express */
export function rowOf(
  id: string,
  document: Record<string, unknown>,
  position: number,
  until: number,
): MongoRow {
  const whole = JSON.parse(canonicalJson({ ...document, _id: id })) as Record<string, unknown>;
  return { _id: id, position, until, document: whole };
}

/**
 * The row of a document deleted at `position`. Unique indexes see it too: what it holds under them is a value that
 * nothing else has.
 */
export function deletedRow(id: string, position: number, unique: readonly MongoIndex[]): MongoRow {
  const document: Record<string, unknown> = {};
  for (const { fields } of unique) for (const field of fields) hold(document, field.split('.'), id);
  return { _id: id, position, until: NEVER_READ, document };
}

function hold(document: Record<string, unknown>, [step = '', ...rest]: string[], id: string): void {
  if (rest.length === 0) document[step] = { deleted: id };
  else {
    document[step] ??= {};
    hold(document[step] as Record<string, unknown>, rest, id);
  }
}

/** Where a document's field is found in its row. */
const fieldInRow = (field: string): string => (field === '_id' ? '_id' : `document.${field}`);

const COMBINED = new Set(['$and', '$or', '$nor']);

/** A filter of documents as one of their rows. @throws TypeError for what is not about fields (`$where`, `$text`) */
export function filterOfRows(filter: Filter): Filter {
  return Object.fromEntries(
    Object.entries(filter).map(([field, condition]) => {
      if (!field.startsWith('$')) return [fieldInRow(field), condition];
      if (!COMBINED.has(field)) throw new TypeError(`no query of documents has ${field}`);
      return [field, (condition as Filter[]).map(filterOfRows)];
    }),
  );
}

/** Rows that are read at `now` (ms) and match. */
export const readable = (filter: Filter, now: number): Filter => ({
  ...filterOfRows(filter),
  until: { $gt: now },
});

/** A sort of documents as one of their rows, then by id. */
export function sortOfRows(sort: Readonly<Record<string, 1 | -1>>): Record<string, 1 | -1> {
  const fields = Object.entries(sort).map(([field, way]) => [fieldInRow(field), way] as const);
  return { ...Object.fromEntries(fields), _id: sort['_id'] ?? 1 };
}

/** Begins the names of the indexes made here; those that an operator made besides are left alone. */
const OWN = 'saleyard ';

/** A declared index as MongoDB has it. */
export type MongoIndex = {
  name: string;
  key: Record<string, 1 | -1>;
  unique: boolean;
  /** Of the document. */
  fields: readonly string[];
};

/** The index by which expired rows are found. It is made where documents expire, and only there. */
export const EXPIRY_INDEX = { name: `${OWN}expiry`, key: { until: 1 } } as const;

export function indexesOf({ indexes = [] }: CollectionSpec): MongoIndex[] {
  return indexes.map(({ keys, unique = false }) => {
    const fields = Object.keys(keys);
    const key = Object.fromEntries(Object.entries(keys).map(([field, way]) => [fieldInRow(field), way]));
    const parts = Object.entries(keys).map(([field, way]) => (way === 1 ? field : `-${field}`));
    return { name: `${OWN}${unique ? 'unique ' : ''}${parts.join(',')}`, key, unique, fields };
  });
}

/** Of the indexes that there are, those made here that nothing declares any more. */
export function idleIndexes(standing: readonly string[], declared: readonly MongoIndex[]): string[] {
  const kept = new Set<string>([EXPIRY_INDEX.name, ...declared.map(({ name }) => name)]);
  return standing.filter((name) => name.startsWith(OWN) && !kept.has(name));
}
