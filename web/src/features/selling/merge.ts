import { SIGNERS } from '@saleyard/contract/lot-media.ts';
import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import { countOf } from '@saleyard/domain/presentation/amounts.ts';
import type { FileRow, LotFormOf, LotValues } from './lot-values.ts';

/** Parts of a lot that are sent apart: `meetFiles` brings them together. */
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

/**
 * The revision that a lot is saved at after a file of it was sent at `known` and `answered` came: one that also has another
 * person's change, which was not read, is not taken.
 */
export const revisionAfter = (known: number, answered: number): number =>
  answered === known + 1 ? answered : known;

/** A value of a conflict as a person reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (Array.isArray(value)) return countOf(value.length, 'row');
  if (typeof value === 'object' && 'days' in value && Array.isArray(value.days))
    return countOf(value.days.length, 'reading');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

/**
 * The rows of files that were changed here (`mine`) and elsewhere (`theirs`) since the server had those whose addresses are
 * `base`: what was added or removed in either place is, and what is not sent yet stays. The order is that of this form
 * where it was changed here, else the other one's.
 */
export function mergeRows<R extends Pick<FileRow, 'isNew'>>(
  base: readonly string[],
  mine: readonly R[],
  theirs: readonly R[],
  addressOf: (row: R) => string,
): R[] {
  const [was, there] = [new Set(base), new Set(theirs.map(addressOf))];
  const sent = mine.filter(({ isNew }) => !isNew);
  const here = new Set(sent.map(addressOf));
  if (same(sent.map(addressOf), base)) return [...theirs, ...mine.filter(({ isNew }) => isNew)];
  return [
    ...mine.filter((row) => row.isNew || there.has(addressOf(row)) || !was.has(addressOf(row))),
    ...theirs.filter((row) => !was.has(addressOf(row)) && !here.has(addressOf(row))),
  ];
}

/**
 * Takes the row of a file that was sent out of a form, where another row has that file; answers whether one has. `sent`: the
 * description that the file was sent with. One that was typed since then goes to the other row.
 */
export function dropDuplicate<F extends 'documents' | 'media' | 'usefulLinks'>(
  form: LotFormOf,
  field: F,
  id: string,
  isFile: (row: LotValues[F][number]) => boolean,
  sent?: string,
): boolean {
  const rows: readonly (FileRow & { description?: string })[] = form.getValues(field);
  const isOther = (row: FileRow) => row.id !== id && isFile(row as LotValues[F][number]);
  if (!rows.some(isOther)) return false;
  const typed = rows.find((row) => row.id === id)?.description;
  const isLater = typed !== undefined && typed.trim() !== sent;
  const others = rows
    .filter((row) => row.id !== id)
    .map((row) =>
      isLater && isOther(row) && row.description === sent ? { ...row, description: typed } : row,
    );
  form.setValue(field, others as never, { shouldDirty: true });
  return true;
}

/** Brings the files of a form together with those that the server has `now`. `base`: the lot before both changed. */
export function meetFiles(form: LotFormOf, base: ListingContent, now: LotValues): void {
  const values = form.getValues();
  const documents = mergeRows(
    base.documents.map(({ uri }) => uri),
    values.documents,
    now.documents.map((row) => {
      const mine = values.documents.find(({ uri }) => uri === row.uri);
      const before = base.documents.find(({ uri }) => uri === row.uri);
      // A description that was changed here is not replaced.
      return mine && mine.description.trim() !== before?.description ? mine : row;
    }),
    ({ uri }) => uri,
  );
  const media = mergeRows(
    base.media.map(({ url }) => url),
    values.media,
    now.media,
    ({ url }) => url,
  );
  const change = { shouldDirty: true };
  if (!same(documents, values.documents)) form.setValue('documents', documents, change);
  if (!same(media, values.media)) form.setValue('media', media, change);
  for (const signer of SIGNERS) {
    const name = `${signer}Signature` as const;
    const isMine = values[name].file !== undefined || values[name].url !== base[name];
    if (!isMine && values[name].url !== now[name].url) form.setValue(name, now[name], change);
  }
}
