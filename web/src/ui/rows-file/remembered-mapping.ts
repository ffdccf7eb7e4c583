import { type Mapping, plainHeading, type Sheet } from '@saleyard/contract/rows-file.ts';

/** What a file is read as: its chosen columns are remembered for each kind of file. */
export type FileKind = 'weights' | 'readings' | 'lots' | 'catalogue';

const keyOf = (kind: FileKind, headings: readonly string[]): string =>
  `saleyard-columns ${kind} ${headings.map(plainHeading).join('|')}`;

/** What was chosen for a file with these headings; undefined: nothing yet. */
function rememberedMapping(kind: FileKind, headings: readonly string[]): Mapping | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(kind, headings)) ?? 'null') as Mapping | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file has headings. Columns without names may be others in the next file, so they are not remembered. */
export const hasHeadings = (headings: readonly string[]): boolean =>
  headings.some((heading) => heading !== '');

/** What is chosen for the headings of a file is chosen again for the next file with the same headings. */
export function rememberMapping(kind: FileKind, headings: readonly string[], mapping: Mapping): void {
  if (!hasHeadings(headings)) return;
  try {
    localStorage.setItem(keyOf(kind, headings), JSON.stringify(mapping));
  } catch {
    // It is chosen again next time.
  }
}

/** Reads a sheet by what was chosen before, where its headings are the same. */
export function readRemembered<T extends { outcome: string; headings?: readonly string[] }>(
  kind: FileKind,
  read: (chosen?: Mapping) => T,
): T {
  const first = read();
  if (first.headings === undefined) return first;
  const chosen = rememberedMapping(kind, first.headings);
  return chosen === undefined ? first : read(chosen);
}

/** The first value below a heading: it shows the person which column it is. */
export function sampleOf({ rows }: Sheet, headingRow: number, column: number): string {
  const below = rows.slice(headingRow).find((cells) => (cells[column] ?? '').trim() !== '');
  return below?.[column]?.trim() ?? '';
}
