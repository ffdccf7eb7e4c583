import { SIGNERS } from '@saleyard/contract/lot-media.ts';
import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import type { Unit } from '@saleyard/domain/listing/stock.ts';
import { headOfPath } from './heads-values.ts';
import { type FileRow, type LotFormOf, type LotValues, valuesOf } from './lot-values.ts';

/** Parts of a lot that are sent apart: `meetFiles` brings them together. */
const FILES = new Set<string>(['documents', 'media', 'agentSignature', 'vendorSignature']);

/** A part of a lot by its place: "count", "details.vendorPic", "heads.2.weightLive". */
type Parts = ReadonlyMap<string, unknown>;

function partsOf(content: ListingContent): Parts {
  const { details, heads, ...rest } = content;
  const parts = new Map<string, unknown>();
  for (const [name, value] of Object.entries(rest)) if (!FILES.has(name)) parts.set(name, value);
  for (const [name, value] of Object.entries(details)) parts.set(`details.${name}`, value);
  for (const [row, head] of heads.entries())
    for (const [name, value] of Object.entries(head)) parts.set(`heads.${row}.${name}`, value);
  return parts;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Parts of which those of two people may not go together. `isOne`: whether they are chosen together. */
type Dependent = { parts: readonly string[]; isOne: (here: Parts, there: Parts) => boolean };

/** The first part decides what the others may be. */
const dependingOn = (first: string, ...others: readonly string[]): Dependent => ({
  parts: [first, ...others],
  isOne: (here, there) => !same(here.get(first), there.get(first)),
});

const DEPENDENT: readonly Dependent[] = [
  dependingOn('unit', 'incrementCents', 'startCents', 'reserveCents'),
  dependingOn('details.sex', 'details.stockCategory'),
  dependingOn('details.state', 'details.district', 'details.town', 'details.postcode'),
  {
    parts: ['count', 'countWeighed'],
    isOne: (here, there) =>
      Number(here.get('countWeighed')) > Number(there.get('count')) ||
      Number(there.get('countWeighed')) > Number(here.get('count')),
  },
];

/** A value of one of two people. `unit`: what prices beside it are per. */
export type Side = { value: unknown; unit: Unit | null };

/**
 * A part that was changed here and elsewhere, to different values. `group`: the first of the parts that it is chosen
 * together with, since what one person means by them may be impossible beside the other's.
 */
export type Conflict = { path: string; group?: string; mine: Side; theirs: Side };

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
  const isChanged = (parts: Parts, path: string) => !same(parts.get(path), was.get(path));
  const areChanged = (parts: Parts, some: readonly string[]) => some.some((path) => isChanged(parts, path));
  const groups = new Map(
    DEPENDENT.filter(
      ({ parts, isOne }) => areChanged(here, parts) && areChanged(there, parts) && isOne(here, there),
    ).flatMap(({ parts }) => parts.map((path) => [path, parts[0] ?? path] as const)),
  );
  const isBoth = (path: string) => groups.has(path) || (isChanged(here, path) && isChanged(there, path));
  return {
    mine: paths.filter((path) => isChanged(here, path) && !isBoth(path)),
    theirs: paths.filter((path) => isChanged(there, path) && !isBoth(path)),
    both: paths
      .filter((path) => isBoth(path) && !same(here.get(path), there.get(path)))
      .map((path) => {
        const group = groups.get(path);
        return {
          path,
          ...(group !== undefined && { group }),
          mine: { value: here.get(path), unit: mine.unit },
          theirs: { value: there.get(path), unit: theirs.unit },
        };
      }),
  };
}

/** The prices of a form: they are emptied when its unit changes. */
const PRICES = ['incrementCents', 'startCents', 'reserveCents'] as const;

/**
 * Fills a form with parts of a lot and nothing else: what is emptied or proposed when a person changes one of them stays as
 * it is.
 */
export function fillParts(
  data: Form,
  form: LotFormOf,
  from: ListingContent,
  places: readonly string[],
): void {
  const now = form.getValues();
  const values = valuesOf(data, now.auction, from);
  const change = { shouldDirty: true };
  const members = new Set(places);
  const details = { ...now.details };
  const heads = Array.from(now.heads, (head) => ({ ...head }));
  for (const place of places) {
    const [, detail] = /^details\.(.*)$/.exec(place) ?? [];
    const head = headOfPath(place);
    if (detail !== undefined) details[detail] = values.details[detail] ?? '';
    else if (head !== null) {
      while (heads.length <= head.row) heads.push({});
      heads[head.row] = { ...heads[head.row], [head.name]: values.heads[head.row]?.[head.name] ?? '' };
    }
  }
  // Values of a whole group: nothing follows from them.
  if (places.some((place) => place.startsWith('details.'))) form.setValue('details', details, change);
  if (places.some((place) => place.startsWith('heads.'))) form.setValue('heads', heads, change);
  // The unit first, then all prices.
  if (members.has('unit')) form.setValue('unit', values.unit, change);
  for (const price of PRICES) {
    const value = members.has(price) ? values[price] : now[price];
    if (value !== form.getValues(price)) form.setValue(price, value, change);
  }
  for (const place of places) {
    if (place === 'optiweigh') {
      // The rows are a field of their own.
      form.setValue('optiweigh.weights', values.optiweigh.weights, change);
      form.setValue('optiweigh.days', values.optiweigh.days, change);
    } else if (place === 'usefulLinks')
      // A PDF that is only here is in no content.
      form.setValue(place, [...values.usefulLinks, ...now.usefulLinks.filter(({ isNew }) => isNew)], change);
    else if (place in values && place !== 'unit' && !PRICES.some((price) => price === place))
      form.setValue(place as 'count', values[place as keyof LotValues] as never, change);
  }
}

/**
 * The revision that a lot is saved at after a file of it was sent at `known` and `answered` came: one that also has another
 * person's change, which was not read, is not taken.
 */
export const revisionAfter = (known: number, answered: number): number =>
  answered === known + 1 ? answered : known;

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
