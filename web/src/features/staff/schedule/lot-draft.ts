import { exactMeaningOf, meaningOf, parseWhole } from '@saleyard/domain/fields/typed.ts';
import {
  type CatalogueEntry,
  type CatalogueExtras,
  entryProblems,
  type Naming,
  repeatedNumbers,
} from '@saleyard/domain/listing/forms/catalogue.ts';
import type { Form, Value } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { valueProblem } from '@saleyard/domain/listing/forms/problems.ts';
import { readField } from '@saleyard/domain/listing/forms/read-field.ts';
import { INCREMENTS, UNITS } from '@saleyard/domain/listing/stock.ts';
import { parsePrice, typedPrice } from '@saleyard/domain/presentation/amounts.ts';
import {
  columnsOf,
  type Kind,
  LOT_COLUMNS,
  type LotColumn,
  type LotColumnName,
  type Unit,
} from './lot-columns.ts';

/** A lot as it is in the form: every field as typed. `key` keeps the row's identity while it is edited. */
export type LotDraft = { key: string } & Record<LotColumnName, string>;

/** What is wrong with a field of a row; `row` counts from 0. */
export type LotProblem = { row: number; column: LotColumnName; message: string };

const emptyFields = Object.fromEntries(LOT_COLUMNS.map(({ name }) => [name, ''])) as Record<
  LotColumnName,
  string
>;

export const unitOf = (draft: Pick<LotDraft, 'unit'>): Unit => (draft.unit === 'kg' ? 'kg' : 'head');

/** The increment a new lot of this kind and unit begins with, as its field holds it (cents). */
export const firstIncrement = (kind: Kind, unit: Unit): string => String(INCREMENTS[kind][unit][0] ?? '');

/**
 * A new row, carrying on from the row above it. `key` must be new. `first`: the number of a row with none above.
 */
export function nextDraft(key: string, kind: Kind, above?: LotDraft, first = '1'): LotDraft {
  const draft: LotDraft = {
    key,
    ...emptyFields,
    unit: 'head',
    incrementCents: firstIncrement(kind, 'head'),
  };
  // A choice that must be made begins with the first; one that need not, with what is meant without it.
  for (const { name, type, field, required, options } of columnsOf(kind)) {
    if (type === 'choice') draft[name] = (required ? options[0] : field?.unstated) ?? '';
  }
  if (!above) return { ...draft, number: first };
  for (const { name, carried } of LOT_COLUMNS) if (carried) draft[name] = above[name];
  const number = Number(above.number);
  return { ...draft, number: Number.isSafeInteger(number) && number > 0 ? String(number + 1) : '' };
}

/** Whether a row says nothing yet beyond what a new row carries: such a row is left out. */
export const isBlank = (draft: LotDraft): boolean =>
  draft.title === '' && draft.count === '' && draft.startCents === '' && draft.reserveCents === '';

/** Marks an amount of a file that is not in cents. */
export const NOT_CENTS = '(not cents)';

const wholeNumber = (text: string): number | null => meaningOf(parseWhole(0, Number.MAX_SAFE_INTEGER)(text));

/** What a column's text means; the text itself where it breaks the rule of its type, such as a weight over its most. */
function typedValue({ type, field }: LotColumn, text: string): Value {
  if (field !== null) return exactMeaningOf(readField(field, text)) ?? text;
  return type === 'whole' ? (wholeNumber(text) ?? text) : text;
}

function columnProblem(column: LotColumn, draft: LotDraft, kind: Kind): string | null {
  const { label, field, type, least, most } = column;
  const text = draft[column.name].trim();
  if (text === '') return column.required ? `Please Enter ${label}` : null;
  if (field !== null) {
    const why = valueProblem(field, typedValue(column, text));
    return why === null ? null : `${field.title} ${why}`;
  }
  switch (type) {
    case 'whole': {
      const value = wholeNumber(text);
      return value !== null && value >= least && value <= most
        ? null
        : `${label} must be a whole number from ${least} to ${most}`;
    }
    case 'price': {
      if (text.endsWith(NOT_CENTS)) return `${label} in a file is in whole cents, like 120000`;
      if (parsePrice(text, unitOf(draft)) !== null) return null;
      return unitOf(draft) === 'kg'
        ? `${label} must be whole cents per kg, like 412`
        : `${label} must be dollars per head, like 1250 or 412.50`;
    }
    case 'unit':
      return UNITS.some((unit) => unit === text) ? null : `${label} must be head or kg`;
    case 'increment':
      return INCREMENTS[kind][unitOf(draft)].length === 0 || wholeNumber(text) !== null
        ? null
        : `${label} must be a number`;
    default:
      return text.length > most ? `${label} can have at most ${most} characters` : null;
  }
}

/** People know fields by their titles, and amounts as they type them. */
const NAMING: Naming = { nameOf: ({ title }) => title, amount: typedPrice };

/** Columns are checked one by one, and when each is right, against each other. */
function rowProblems(draft: LotDraft, kind: Kind, form: Form): { column: LotColumnName; message: string }[] {
  const own = columnsOf(kind, form).flatMap((column) => {
    const message = columnProblem(column, draft, kind);
    return message === null ? [] : [{ column: column.name, message }];
  });
  if (own.length > 0) return own;
  return entryProblems(form, lotBody(draft), NAMING).map(({ field, message }) => ({
    column: field as LotColumnName,
    message,
  }));
}

/** Everything wrong with the rows, in their order; a lot's number stands once in a sale. `form`: of that kind. */
export function problemsOf(drafts: readonly LotDraft[], kind: Kind, form: Form = FORMS[kind]): LotProblem[] {
  const repeated = repeatedNumbers(drafts.map(({ number }) => ({ number: number.trim() || undefined })));
  return drafts.flatMap((draft, row) => {
    const problems = rowProblems(draft, kind, form).map((problem): LotProblem => ({ row, ...problem }));
    const twice = repeated.find((one) => one.row === row);
    if (twice === undefined) return problems;
    const message = `Lot ${twice.number} is already row ${twice.earlier + 1}`;
    return [...problems, { row, column: 'number', message }];
  });
}

/** A row without problems, as the server takes it. Amounts become cents per unit; what is empty is left out. */
export function lotBody(
  draft: LotDraft,
  columns: readonly LotColumn[] = LOT_COLUMNS,
): Omit<CatalogueEntry, keyof CatalogueExtras> {
  const unit = unitOf(draft);
  const body: Record<string, Value> = { unit };
  for (const column of columns) {
    const text = draft[column.name].trim();
    if (text === '' || column.name === 'unit') continue;
    if (column.type === 'price') body[column.name] = parsePrice(text, unit) ?? 0;
    else
      body[column.name] =
        column.type === 'increment' ? (wholeNumber(text) ?? text) : typedValue(column, text);
  }
  return body as unknown as CatalogueEntry;
}
