import {
  allCatalogueFields,
  type CatalogueName,
  type CatalogueTerms,
  isAlwaysRequired,
  TERM_COLUMNS,
} from '@saleyard/domain/listing/forms/catalogue.ts';
import {
  catalogueFields,
  type Field,
  type Form,
  isFlag,
  isNumeric,
} from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import type { KindType, Unit } from '@saleyard/domain/listing/stock.ts';

export type { KindType as Kind, Unit };

/** The name of a column, in a CSV file too: one of a lot's terms, or a field of its form. */
export type LotColumnName = keyof CatalogueTerms | CatalogueName;

/**
 * A column of a lot. `price`: typed in dollars per head or cents per kg, in files in cents. `digits`: characters the
 * input is wide. `field`: the field of the form that it is, null for one of the lot's terms.
 */
export type LotColumn = {
  name: LotColumnName;
  label: string;
  type: 'text' | 'whole' | 'decimal' | 'price' | 'increment' | 'unit' | 'choice' | 'choices' | 'flag';
  required: boolean;
  /** Smallest number, and the longest text or largest number. */
  least: number;
  most: number;
  digits: number;
  carried: boolean;
  options: readonly string[];
  field: Field | null;
};

const UNIT_LABELS = { months: 'months', 'kg per head': 'kg', '%': '%' } as const;
const DEFAULT_DIGITS = { number: 6, whole: 5, text: 14 } as const;

function typeOf(field: Field): LotColumn['type'] {
  if (isNumeric(field)) return field.whole ? 'whole' : 'decimal';
  if (isFlag(field)) return 'flag';
  if (field.type === 'multiDropdown') return 'choices';
  return field.options && !field.open ? 'choice' : 'text';
}

function digitsOf(field: Field): number {
  if (field.width !== undefined) return field.width;
  if (field.options) return Math.max(...field.options.map((option) => option.length)) + 2;
  return isNumeric(field) ? DEFAULT_DIGITS[field.whole ? 'whole' : 'number'] : DEFAULT_DIGITS.text;
}

const ofField = (field: Field, required: boolean): LotColumn => ({
  name: field.name as CatalogueName,
  label: field.unit === undefined ? field.title : `${field.title} (${UNIT_LABELS[field.unit]})`,
  type: typeOf(field),
  required,
  least: field.least ?? 0,
  most: field.most ?? Number.MAX_SAFE_INTEGER,
  digits: digitsOf(field),
  carried: field.carried ?? false,
  options: field.options ?? [],
  field,
});

const TERMS: readonly LotColumn[] = TERM_COLUMNS.map(({ title, width, ...column }) => ({
  label: title,
  digits: width,
  required: false,
  carried: false,
  least: 0,
  most: Number.MAX_SAFE_INTEGER,
  ...column,
  options: [],
  field: null,
}));

/** The lot's number and the first field of its form, its title, come first; then how it is sold, then the rest. */
function ordered(fields: readonly LotColumn[]): readonly LotColumn[] {
  return [...TERMS.slice(0, 1), ...fields.slice(0, 1), ...TERMS.slice(1), ...fields.slice(1)];
}

/** The columns of a lot of this kind, in the order of the table. `form`: of that kind. */
export const columnsOf = (kind: KindType, form: Form = FORMS[kind]): readonly LotColumn[] =>
  ordered(catalogueFields(form).map((field) => ofField(field, field.required ?? false)));

/** The columns of lots of every kind, in the order of the template. */
export const allColumns = (forms: readonly Form[] = Object.values(FORMS)): readonly LotColumn[] =>
  ordered(allCatalogueFields(forms).map((field) => ofField(field, isAlwaysRequired(field, forms))));

/** Every column a lot can have. */
export const LOT_COLUMNS = allColumns();

/** Columns that only a file can carry: the short id of the lot's owner, and the address of a picture. */
export const FILE_ONLY_COLUMNS = ['listedBy', 'pictureUrl'] as const;
