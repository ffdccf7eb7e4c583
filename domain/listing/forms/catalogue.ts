import type { Problem } from '../../fields/rules.ts';
import { emptyContent, type ListingContent } from '../content.ts';
import { highestCents, INCREMENTS, KIND_NAMES, type KindType, LOT_LIMITS, type Unit } from '../stock.ts';
import { RESERVE_TOO_LOW } from '../validation.ts';
import {
  catalogueFields,
  type Field,
  type FieldsOf,
  type Form,
  type Value,
  type ValueOf,
  type Values,
} from './field.ts';
import { FORMS, type KindForms } from './forms.ts';
import { isEmpty, missingProblems, type NameField, orderProblems, valueProblems } from './problems.ts';

// Lots as staff enter them for a catalogue: flat, in JSON or as rows of a CSV file.

type Catalogued<K extends KindType> = Exclude<FieldsOf<KindForms[K]>, { readonly catalogue: false }>;
type CatalogueField = { [K in KindType]: Catalogued<K> }[KindType];
type NameOf<F> = F extends { readonly name: infer N extends string } ? N : never;
type RequiredOf<K extends KindType> = NameOf<Extract<Catalogued<K>, { readonly required: true }>>;
type Named<N> = Extract<CatalogueField, { readonly name: N }>;
type Given<F> = ValueOf<F> extends number ? number | null : ValueOf<F>;

/** Names of the form fields in a catalogue. */
export type CatalogueName = NameOf<CatalogueField>;
/** Form fields required for every kind. */
export type RequiredName = RequiredOf<'cattle'> &
  RequiredOf<'sheep'> &
  RequiredOf<'goat'> &
  RequiredOf<'sheep-abblamb'>;

/** The values of a catalogued lot's form fields. Ages in months, weights in kg per head. */
export type CatalogueValues = { [N in RequiredName]: ValueOf<Named<N>> } & {
  [N in Exclude<CatalogueName, RequiredName>]?: Given<Named<N>>;
};

/** How a lot is sold, apart from its form. Amounts in cents per `unit`. */
export type CatalogueTerms = {
  number?: string;
  unit: Unit;
  count: number;
  startCents: number;
  incrementCents: number;
  reserveCents?: number | null;
  maxVendorBids?: number;
};

/** Parts of a lot outside its form. */
export type CatalogueExtras = Partial<
  Pick<
    ListingContent,
    | 'media'
    | 'documents'
    | 'usefulLinks'
    | 'saleConditions'
    | 'heads'
    | 'adjustWeight'
    | 'weightGain'
    | 'mobEntryWeight'
    | 'optiweighAllowed'
    | 'optiweigh'
  >
>;

const EXTRAS = [
  ...(['media', 'documents', 'usefulLinks', 'saleConditions', 'heads', 'adjustWeight'] as const),
  ...(['weightGain', 'mobEntryWeight', 'optiweighAllowed', 'optiweigh'] as const),
] satisfies (keyof CatalogueExtras)[];

/** A lot as staff enter it. */
export type CatalogueEntry = CatalogueTerms & CatalogueValues & CatalogueExtras;

/** The catalogue fields of all kinds, each name once, in the order of the forms. */
export function allCatalogueFields(forms: readonly Form[] = Object.values(FORMS)): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const form of forms) {
    for (const field of catalogueFields(form)) if (!fields.has(field.name)) fields.set(field.name, field);
  }
  return [...fields.values()];
}

/** Whether a lot of any kind must state the field. */
export const isAlwaysRequired = ({ name }: Field, forms: readonly Form[] = Object.values(FORMS)): boolean =>
  forms.every((form) => catalogueFields(form).some((field) => field.name === name && field.required));

/** A column of a catalogue: one of a lot's terms, or a field of its form. */
export type TermColumn = {
  readonly name: keyof CatalogueTerms;
  readonly title: string;
  readonly type: 'text' | 'whole' | 'price' | 'increment' | 'unit';
  readonly required?: true;
  readonly least?: number;
  readonly most?: number;
  readonly carried?: true;
  /** Width of its input, in characters. */
  readonly width: number;
};

/** How a lot is sold, as columns. */
export const TERM_COLUMNS: readonly TermColumn[] = [
  { name: 'number', title: 'Lot', type: 'text', most: LOT_LIMITS.number, width: 4 },
  { name: 'count', title: 'Head', type: 'whole', required: true, least: 1, most: LOT_LIMITS.count, width: 6 },
  { name: 'unit', title: 'Sold per', type: 'unit', required: true, carried: true, width: 8 },
  { name: 'startCents', title: 'Start price', type: 'price', required: true, width: 8 },
  { name: 'incrementCents', title: 'Increment', type: 'increment', required: true, carried: true, width: 7 },
  { name: 'reserveCents', title: 'Reserve', type: 'price', width: 8 },
  { name: 'maxVendorBids', title: 'Vendor bids', type: 'whole', most: LOT_LIMITS.vendorBids, width: 4 },
];

/** How messages name fields, columns and amounts. */
export type Naming = {
  nameOf: NameField & ((column: Pick<TermColumn, 'name' | 'title'>) => string);
  amount: (cents: number, unit: Unit) => string;
};

/** Contradictions in a catalogued lot whose single values are valid. `form`: of the sale's kind. */
export function entryProblems(
  form: Form,
  entry: CatalogueEntry,
  naming: Naming,
  tabs?: readonly string[],
): Problem[] {
  const fields = catalogueFields(form);
  const values = valuesOf(form, entry);
  return [
    ...otherKindProblems(form, entry),
    ...termsProblems(form.kind, entry, naming),
    ...missingProblems(fields, values),
    ...valueProblems(fields, values, { nameOf: naming.nameOf }),
    ...orderProblems(fields, values, naming.nameOf),
    ...tabProblems(entry, naming, tabs),
  ];
}

/** Fields that only forms of other kinds have. */
function otherKindProblems(form: Form, entry: CatalogueEntry): Problem[] {
  const own = new Set(catalogueFields(form).map(({ name }) => name));
  const members: Readonly<Record<string, unknown>> = entry;
  return allCatalogueFields()
    .filter(({ name }) => !own.has(name) && members[name] !== undefined && members[name] !== null)
    .map(({ name }) => ({ field: name, message: `${KIND_NAMES[form.kind]} have no ${name}` }));
}

function termsProblems(kind: KindType, entry: CatalogueTerms, { nameOf, amount }: Naming): Problem[] {
  const { unit, incrementCents, startCents, reserveCents = null, count } = entry;
  const problems: Problem[] = [];
  const add = (field: keyof CatalogueTerms, message: string) => void problems.push({ field, message });
  const name = (column: keyof CatalogueTerms) =>
    nameOf(TERM_COLUMNS.find((one) => one.name === column) ?? { name: column, title: column });
  const allowed = INCREMENTS[kind][unit];
  if (allowed.length === 0)
    add('unit', `${KIND_NAMES[kind]} are sold by the head: ${name('unit')} must be head`);
  else if (!allowed.includes(incrementCents)) {
    const shown = allowed.map((cents) => amount(cents, unit)).join(', ');
    add('incrementCents', `${name('incrementCents')} must be one of ${shown}`);
  }
  if (reserveCents !== null && reserveCents < startCents) add('reserveCents', RESERVE_TOO_LOW);
  const dearest = Math.max(startCents, reserveCents ?? 0);
  if (dearest > highestCents({ unit, count })) {
    add('startCents', 'the lot is worth more than can be sold in one lot');
  }
  return problems;
}

function tabProblems(entry: CatalogueEntry, { nameOf }: Naming, tabs?: readonly string[]): Problem[] {
  const { allocatedSection: section } = entry;
  if (!tabs || !section || tabs.includes(section)) return [];
  const name = nameOf({ name: 'allocatedSection', title: 'Section' });
  return [
    { field: 'allocatedSection', message: `${name} must be one of the sale's sections: ${tabs.join(', ')}` },
  ];
}

/** A lot number as people compare it: 07, "7 " and 7 are one number, and so are A7 and a7. */
export const numberKey = (number: string): string =>
  number
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d)/, '');

/** Duplicate lot numbers: the row of each, and the row that had it before. */
export function repeatedNumbers(
  entries: readonly { number?: string | undefined }[],
): { row: number; number: string; earlier: number }[] {
  const rows = new Map<string, number>();
  return entries.flatMap(({ number }, row) => {
    if (number === undefined) return [];
    const key = numberKey(number);
    const earlier = rows.get(key);
    if (earlier === undefined) rows.set(key, row);
    return earlier === undefined ? [] : [{ row, number, earlier }];
  });
}

/** The number after the highest of these: the next free one of a sale. */
export const nextNumber = (numbers: Iterable<string>): string =>
  String(Math.max(0, ...[...numbers].filter((text) => /^\s*\d{1,9}\s*$/.test(text)).map(Number)) + 1);

/**
 * The numbers of lots that are added after `before` others, in their order: the one stated, else its place, or the
 * next after it that no lot states.
 */
export function numbersOf(entries: readonly { number?: string | undefined }[], before: number): string[] {
  const taken = new Set(entries.flatMap(({ number }) => (number === undefined ? [] : numberKey(number))));
  return entries.map(({ number }, index) => {
    if (number !== undefined) return number;
    let place = before + index + 1;
    while (taken.has(String(place))) place += 1;
    taken.add(String(place));
    return String(place);
  });
}

/** The stated values of the form's fields. */
function valuesOf(form: Form, entry: CatalogueEntry): Values {
  const members = entry as Readonly<Record<string, unknown>>;
  const values: Record<string, Value> = {};
  for (const field of catalogueFields(form)) {
    const value = (members[field.name] ?? field.otherwise) as Value | undefined;
    if (value !== undefined && (value === 0 || !isEmpty(field, value))) values[field.name] = value;
  }
  return values;
}

/** A lot of a catalogue as the content of its listing. */
export function contentOf(kind: KindType, entry: CatalogueEntry, form: Form = FORMS[kind]): ListingContent {
  const { unit, count, startCents, incrementCents, reserveCents = null, maxVendorBids = 0, heads } = entry;
  const stated = EXTRAS.filter((name) => entry[name] !== undefined).map((name) => [name, entry[name]]);
  return {
    ...emptyContent(form.countWeighed),
    details: valuesOf(form, entry),
    unit,
    count,
    startCents,
    incrementCents,
    reserveCents,
    maxVendorBids,
    ...(heads !== undefined && { countWeighed: heads.length }),
    ...Object.fromEntries(stated),
  };
}
