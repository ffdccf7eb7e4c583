import { compare, resolve } from 'mingo/util';

type Document = Readonly<Record<string, unknown>>;

/** The value at a path; MongoDB's rules for lists apply only if the path meets a list. */
function at(document: Document, path: readonly string[], field: string): unknown {
  let value: unknown = document;
  for (const step of path) {
    if (Array.isArray(value)) return resolve(document, field) ?? null;
    if (value === null || typeof value !== 'object') return null;
    value = (value as Document)[step];
  }
  return value ?? null;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Texts by their characters, as MongoDB has them; JavaScript's own order puts rare characters before some others. */
function textOrder(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left === right) continue;
    // Half of a character beyond the first 65,536 comes after every whole one.
    if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}

function order(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return textOrder(a, b);
  return a === b ? 0 : compare(a as never, b as never);
}

/**
 * Documents in the order of a MongoDB sort, then of their ids. Missing and null come first going up, then
 * numbers, then strings. Each sorted value is looked up once.
 */
export function inOrder(
  documents: readonly Document[],
  sort: Readonly<Record<string, 1 | -1>>,
): readonly Document[] {
  const fields = Object.entries({ ...sort, _id: sort['_id'] ?? 1 });
  const paths = fields.map(([field]) => field.split('.'));
  const directions = fields.map(([, direction]) => direction);
  const keyed = documents.map((document) => ({
    document,
    values: fields.map(([field], i) => at(document, paths[i] as string[], field)),
  }));
  keyed.sort((a, b) => {
    for (let i = 0; i < directions.length; i += 1) {
      const result = order(a.values[i], b.values[i]);
      if (result !== 0) return result * (directions[i] as number);
    }
    return 0;
  });
  return keyed.map(({ document }) => document);
}
