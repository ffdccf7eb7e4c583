import { type ContentChange, changed, type ListingContent } from './content.ts';
import type { Values } from './forms/field.ts';

/** Rows that replace `removed` rows from index `at` on. */
export type RowSplice = { readonly at: number; readonly removed: number; readonly rows: readonly Values[] };

/**
 * A change as an event holds it: only what differs from the content before. `headSplices`: the changed rows of the heads,
 * applied in order; only without `heads`, which replaces all of them.
 */
export type StoredChange = ContentChange & { readonly headSplices?: readonly RowSplice[] };

/** The content after a stored change. */
export function afterStored(
  content: ListingContent,
  { headSplices, ...change }: StoredChange,
): ListingContent {
  const heads = headSplices?.reduce(
    (rows, { at, removed, rows: added }) => rows.toSpliced(at, removed, ...added),
    content.heads as Values[],
  );
  return changed(content, heads === undefined ? change : { ...change, heads });
}

/** What of `change` differs from `content`. Of the heads the changed rows, where these are at most half of them. */
export function storedChange(content: ListingContent, change: ContentChange): StoredChange {
  const { details, sealed, heads, ...rest } = change;
  const differing = Object.entries(rest).filter(
    ([name, value]) => !isSame(value, content[name as keyof ListingContent]),
  );
  const changedDetails = details && differingOf(content.details, details);
  const changedSealed = sealed && differingOf(content.sealed, sealed);
  return {
    ...Object.fromEntries(differing),
    ...(changedDetails && { details: changedDetails }),
    ...(changedSealed && { sealed: changedSealed }),
    ...(heads && changedHeads(content.heads, heads)),
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** null empties a value that is there. undefined: nothing differs. */
function differingOf<T>(
  before: Readonly<Record<string, T>>,
  now: Readonly<Record<string, T | null>>,
): Readonly<Record<string, T | null>> | undefined {
  const differing = Object.entries(now).filter(([name, value]) => !isSame(value, before[name] ?? null));
  return differing.length === 0 ? undefined : Object.fromEntries(differing);
}

function changedHeads(
  before: readonly Values[],
  now: readonly Values[],
): Pick<StoredChange, 'heads' | 'headSplices'> {
  const splices = before.length === now.length ? changedRuns(before, now) : [betweenEnds(before, now)];
  if (splices.length === 0) return {};
  const rows = splices.reduce((sum, splice) => sum + splice.rows.length, 0);
  return rows * 2 <= now.length ? { headSplices: splices } : { heads: now };
}

/** Of two lists of one length: each run of rows that differ. */
function changedRuns(before: readonly Values[], now: readonly Values[]): RowSplice[] {
  const runs: { at: number; removed: number; rows: Values[] }[] = [];
  now.forEach((row, at) => {
    if (isSame(row, before[at])) return;
    const last = runs.at(-1);
    if (last === undefined || last.at + last.removed < at) runs.push({ at, removed: 1, rows: [row] });
    else {
      last.removed += 1;
      last.rows.push(row);
    }
  });
  return runs;
}

/** Rows were added or removed: what is between the rows that both lists begin and end with. */
function betweenEnds(before: readonly Values[], now: readonly Values[]): RowSplice {
  const most = Math.min(before.length, now.length);
  let at = 0;
  while (at < most && isSame(before[at], now[at])) at += 1;
  let end = 0;
  while (end < most - at && isSame(before.at(-1 - end), now.at(-1 - end))) end += 1;
  return { at, removed: before.length - at - end, rows: now.slice(at, now.length - end) };
}
