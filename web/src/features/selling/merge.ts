import type { ListingContent } from '@saleyard/domain/listing/content.ts';

/** Parts of a lot that are sent apart and follow what the server has. */
const FILES = new Set<string>(['documents', 'media', 'agentSignature', 'vendorSignature']);

/** A part of a lot by its place: "count", "details.vendorPic", "heads". */
type Parts = ReadonlyMap<string, unknown>;

function partsOf(content: ListingContent): Parts {
  const { details, ...rest } = content;
  const parts = new Map<string, unknown>();
  for (const [name, value] of Object.entries(rest)) if (!FILES.has(name)) parts.set(name, value);
  for (const [name, value] of Object.entries(details)) parts.set(`details.${name}`, value);
  return parts;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** A part that was changed here and elsewhere, to different values. */
export type Conflict = { path: string; mine: unknown; theirs: unknown };

/**
 * What became of a lot that was changed here (`mine`) and elsewhere (`theirs`) since both were `base`: the parts changed
 * only here, those changed only there, and those changed in both to different values.
 */
export function mergeOf(
  base: ListingContent,
  mine: ListingContent,
  theirs: ListingContent,
): { mine: readonly string[]; theirs: readonly string[]; both: readonly Conflict[] } {
  const [was, here, there] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  const paths = [...new Set([...was.keys(), ...here.keys(), ...there.keys()])];
  const changedIn = (parts: Parts, path: string) => !same(parts.get(path), was.get(path));
  const differ = (path: string) => !same(here.get(path), there.get(path));
  return {
    mine: paths.filter((path) => changedIn(here, path) && !changedIn(there, path)),
    theirs: paths.filter((path) => changedIn(there, path) && !changedIn(here, path)),
    both: paths
      .filter((path) => changedIn(here, path) && changedIn(there, path) && differ(path))
      .map((path) => ({ path, mine: here.get(path), theirs: there.get(path) })),
  };
}

/** A value of a conflict as a person reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'row' : 'rows'}`;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}
