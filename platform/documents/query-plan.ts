import { type KeyPart, scalarKeyPart } from './index-keys.ts';
import type { Filter } from './port.ts';

/** A query whose equalities make more index ranges than this reads fewer of its fields from the index. */
const RANGES_LIMIT = 5_000;

/** How a query finds its candidates; each is still compared with the whole filter. */
export type QueryPlan =
  | { by: 'ids'; ids: readonly string[] }
  | { by: 'index'; index: number; prefixes: readonly (readonly KeyPart[])[] }
  | { by: 'scan' };

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
    return { by: 'ids', ids: ids.filter((id): id is string => typeof id === 'string') };
  }
  let best: QueryPlan = { by: 'scan' };
  let depth = 0;
  indexes.forEach((fields, index) => {
    const prefixes = prefixesOf(fields, bound);
    const bindsFields = prefixes[0]?.length ?? (fields.length > 0 && bound.has(fields[0] as string) ? 1 : 0);
    if (bindsFields > depth) {
      depth = bindsFields;
      best = { by: 'index', index, prefixes };
    }
  });
  return best;
}
