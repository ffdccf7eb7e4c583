import { hash } from 'node:crypto';

/** Longer strings are indexed by their hash, which keeps keys within LMDB's limit. */
const INDEXED_CHARS = 100;

/** A value as an index key holds it. */
export type KeyPart = string | number | boolean;

/* Null, lists and objects are indexed by strings that start with U+0001; no indexed text starts with it. */
const MARK = '\u0001';
/** Missing and null, which are the same here as they are in MongoDB. */
const NOTHING = `${MARK}nothing`;
const EMPTY_LIST = Symbol('empty list');

/** An index value for a scalar; undefined for what only a full comparison can decide (objects, arrays, patterns). */
export function scalarKeyPart(value: unknown): KeyPart | undefined {
  if (value === undefined || value === null) return NOTHING;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (value.length <= INDEXED_CHARS && !value.includes('\0') && !value.startsWith(MARK)) return value;
  return `…${hash('sha256', value)}`;
}

function keyPart(value: unknown): KeyPart {
  if (value === EMPTY_LIST) return `${MARK}empty`;
  return scalarKeyPart(value) ?? MARK + hash('sha256', JSON.stringify(value));
}

/** The values at a dotted path; more than one where the path leads through an array. */
function valuesAt(value: unknown, path: readonly string[], from = 0): unknown[] {
  if (from === path.length) {
    if (!Array.isArray(value)) return [value];
    return value.length === 0 ? [EMPTY_LIST] : value;
  }
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path, from));
  if (value === null || typeof value !== 'object') return [undefined];
  return valuesAt((value as Record<string, unknown>)[path[from] as string], path, from + 1);
}

/** The one key of a document that has a single value at each path, as most have; undefined for others. */
function onlyKey(
  document: Record<string, unknown>,
  paths: readonly (readonly string[])[],
): KeyPart[] | undefined {
  const key: KeyPart[] = [];
  for (const path of paths) {
    let value: unknown = document;
    for (const name of path) {
      if (Array.isArray(value)) return undefined;
      value =
        value === null || typeof value !== 'object' ? undefined : (value as Record<string, unknown>)[name];
    }
    const part = scalarKeyPart(value);
    if (part === undefined) return undefined;
    key.push(part);
  }
  return key;
}

/** The keys (without the document's id) under which an index holds a document. */
export function indexKeysOf(
  document: Record<string, unknown>,
  paths: readonly (readonly string[])[],
): KeyPart[][] {
  const only = onlyKey(document, paths);
  if (only !== undefined) return [only];
  let keys: KeyPart[][] = [[]];
  for (const path of paths) {
    const parts = new Set(valuesAt(document, path).map(keyPart));
    keys = keys.flatMap((key) => [...parts].map((part) => [...key, part]));
  }
  return keys;
}
