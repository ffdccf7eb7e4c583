import { type KeyPart, scalarKeyPart } from './index-keys.ts';
import type { Filter } from './port.ts';

/** A query whose equalities make more index ranges than this reads fewer of its fields from the index. */
const RANGES_LIMIT = 5_000;

/**
 * How a query finds its candidates. Unless `isWhole` (the filter says no more than this), each is still compared
 * with the filter.
 */
export type QueryPlan =
  | { by: 'ids'; ids: readonly string[]; isWhole: boolean }
  | { by: 'index'; index: number; prefixes: readonly (readonly KeyPart[])[]; isWhole: boolean }
  | { by: 'scan'; isWhole: boolean };

function partsOf(condition: unknown): KeyPart[] | undefined {
  if (condition !== null && typeof condition === 'object') {
    const { $eq, $in } = condition as { $eq?: unknown; $in?: unknown };
    if ('$eq' in condition) return partsOf($eq);
    if (!Array.isArray($in)) return undefined;
    const parts = $in.map(scalarKeyPart);
    return parts.includes(undefined) ? undefined : [...new Set(parts as KeyPart[])];
  }
  const part = scalarKeyPart(condition);
  return part === undefined ? undefined : [part];
}

/** The fields that a filter binds to certain values, with those values. */
function equalities(filter: Filter): Map<string, KeyPart[]> {
  const bound = new Map<string, KeyPart[]>();
  for (const [field, condition] of Object.entries(filter)) {
    if (field === '$and' && Array.isArray(condition)) {
      for (const part of condition)
        for (const [name, parts] of equalities(part as Filter)) bound.set(name, parts);
    } else if (!field.startsWith('$')) {
      const parts = partsOf(condition);
      if (parts !== undefined) bound.set(field, parts);
    }
  }
  return bound;
}

/** Whether a filter is nothing but one equality, or choice of values, for each of its fields. */
function isPlain(filter: Filter): boolean {
  return Object.entries(filter).every(([field, condition]) => {
    if (field.startsWith('$') || partsOf(condition) === undefined) return false;
    return condition === null || typeof condition !== 'object' || Object.keys(condition).length === 1;
  });
}

function prefixesOf(fields: readonly string[], bound: Map<string, KeyPart[]>): KeyPart[][] {
  let prefixes: KeyPart[][] = [[]];
  for (const field of fields) {
    const parts = bound.get(field);
    if (parts === undefined || prefixes.length * parts.length > RANGES_LIMIT) break;
    prefixes = prefixes.flatMap((prefix) => parts.map((part) => [...prefix, part]));
  }
  return prefixes;
}

/** Chooses by ids if the filter names them, else the index that binds most fields, else every document. */
export function planQuery(filter: Filter, indexes: readonly (readonly string[])[]): QueryPlan {
  const bound = equalities(filter);
  const ids = bound.get('_id');
  if (ids !== undefined) {
    const named = ids.filter((id): id is string => typeof id === 'string');
    return { by: 'ids', ids: named, isWhole: isPlain(filter) && bound.size === 1 };
  }
  let best: QueryPlan = { by: 'scan', isWhole: Object.keys(filter).length === 0 };
  const wanted = isPlain(filter) ? bound.size : Number.POSITIVE_INFINITY;
  let depth = 0;
  indexes.forEach((fields, index) => {
    const prefixes = prefixesOf(fields, bound);
    const bindsFields = prefixes[0]?.length ?? (fields.length > 0 && bound.has(fields[0] as string) ? 1 : 0);
    if (bindsFields > depth) {
      depth = bindsFields;
      best = { by: 'index', index, prefixes, isWhole: bindsFields === wanted };
    }
  });
  return best;
}
