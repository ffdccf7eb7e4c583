import { indexKeysOf } from './index-keys.ts';
import { deletedRow, type MongoIndex, type MongoRow, NEVER_READ } from './mongodb-row.ts';
import type { Changes, MongoRows } from './mongodb-rows.ts';
import { DocumentsUniqueViolation } from './port.ts';

/** A document's keys under a unique index, as texts. Deleted ones hold none that another could want. */
function keysOf(row: MongoRow, { fields }: MongoIndex): string[] {
  if (row.until === NEVER_READ) return [];
  return indexKeysOf(
    row.document,
    fields.map((field) => field.split('.')),
  ).map((key) => JSON.stringify(key));
}

/** What is at a field, each element of a list by itself; null for nothing. */
function valuesAt(row: MongoRow, field: string): unknown[] {
  let value: unknown = row.document;
  for (const step of field.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[step];
  return Array.isArray(value) ? value : [value ?? null];
}

/**
 * Writes a collection that has unique indexes: all the rows, or none. MongoDB looks at each row by itself, so those
 * that give up a value which another row of the batch takes are put out of its way first.
 * @throws DocumentsUniqueViolation
 */
export async function putUnique(rows: MongoRows, changes: Changes, position: number): Promise<void> {
  const before = await rows.standing([...changes.keys()], { whole: true });
  const newer = [...before.values()].filter((row) => row.position > position);
  const coming = new Map(changes);
  for (const { _id } of newer) coming.delete(_id);

  const leaving = await replacedValues(rows, coming);
  const first = new Map<string, MongoRow>();
  const then = new Map<string, MongoRow>();
  for (const [id, row] of coming) {
    const held = before.get(id);
    if (row.until === NEVER_READ) first.set(id, row);
    else {
      then.set(id, row);
      // Its position stays until it is written: cut off here, the batch is repeated and writes it.
      if (leaving.has(id) && held) first.set(id, deletedRow(id, held.position, rows.unique));
    }
  }
  try {
    await rows.put(first);
    await rows.put(then);
  } catch (error) {
    // Another process took a value after it was seen to be free.
    if (error instanceof DocumentsUniqueViolation) await rows.putBack(coming.keys(), before, position);
    throw error;
  }
}

/** Ids whose values other rows of the batch take over. @throws DocumentsUniqueViolation when a value is not free */
async function replacedValues(rows: MongoRows, coming: Changes): Promise<Set<string>> {
  const leaving = new Set<string>();
  for (const index of rows.unique) {
    const claims = new Map<string, string>();
    for (const [id, row] of coming) {
      for (const key of keysOf(row, index)) {
        if (claims.has(key)) throw new DocumentsUniqueViolation(rows.name, index.fields, id);
        claims.set(key, id);
      }
    }
    const [field = ''] = index.fields;
    const claimants = [...coming.values()].filter(({ until }) => until !== NEVER_READ);
    const values = new Set(claimants.flatMap((row) => valuesAt(row, field)));
    for (const holder of await rows.having(field, [...values])) {
      for (const key of keysOf(holder, index)) {
        const claimant = claims.get(key);
        if (claimant === undefined || claimant === holder._id) continue;
        if (!coming.has(holder._id)) throw new DocumentsUniqueViolation(rows.name, index.fields, claimant);
        leaving.add(holder._id);
      }
    }
  }
  return leaving;
}
