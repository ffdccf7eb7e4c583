import { compare, resolve } from 'mingo/util';

type Document = Readonly<Record<string, unknown>>;

function at(document: Document, field: string): unknown {
  return field.includes('.') ? resolve(document, field) : document[field];
}

function order(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return compare(a as never, b as never);
}

/** Compares documents by a MongoDB sort. Missing and null come first going up, then numbers, then strings. */
export function inOrder(sort: Readonly<Record<string, 1 | -1>>): (a: Document, b: Document) => number {
  const keys = Object.entries(sort);
  return (a, b) => {
    for (const [field, direction] of keys) {
      const result = order(at(a, field) ?? null, at(b, field) ?? null);
      if (result !== 0) return result * direction;
    }
    return 0;
  };
}
