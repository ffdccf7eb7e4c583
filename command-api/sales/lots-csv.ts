import { catalogueRows, lengthProblem } from '@saleyard/contract/catalogue-file.ts';
import type { WireError } from '@saleyard/contract/errors.ts';
import { pictureOfWidth } from '@saleyard/contract/picture-addresses.ts';
import type { Problem } from '@saleyard/domain/fields/rules.ts';
import { exactMeaningOf, meaningOf, parseNumber, plainText } from '@saleyard/domain/fields/typed.ts';
import {
  allCatalogueFields,
  TERM_COLUMNS,
  type TermColumn,
} from '@saleyard/domain/listing/forms/catalogue.ts';
import type { Field, Form } from '@saleyard/domain/listing/forms/field.ts';
import { readField } from '@saleyard/domain/listing/forms/read-field.ts';
import { parse } from 'csv-parse/sync';

/** px width of a lot's picture in lists of lots. */
const THUMBNAIL_WIDTH = 320;

/** How a cell is read: as a field of the form, or by its kind. */
type Reader = 'text' | 'number' | 'shortId' | 'picture' | Field;

const NUMBERS: ReadonlySet<TermColumn['type']> = new Set(['whole', 'price', 'increment']);

/**
 * The columns of a catalogue in CSV, in any order, by their names in the header row: those of a lot's terms, those of
 * the assessment forms, `listedBy` (the short id of the account that listed the lot and may not bid on it) and
 * `pictureUrl` (the address of a picture). Fields that a form does not require may be omitted or empty. Amounts are
 * cents per unit, ages months, weights kg per head.
 */
export const csvColumns = (forms?: readonly Form[]): ReadonlyMap<string, Reader> =>
  new Map<string, Reader>([
    ...TERM_COLUMNS.map(({ name, type }) => [name, NUMBERS.has(type) ? 'number' : 'text'] as const),
    ...allCatalogueFields(forms).map((field) => [field.name, field] as const),
    ['listedBy', 'shortId'],
    ['pictureUrl', 'picture'],
  ]);

const COLUMNS = csvColumns();

/** Lots as parsed, not validated yet, with the line each starts on (the header is on line 1). */
type CsvLots =
  | { outcome: 'read'; lots: readonly Record<string, unknown>[]; lines: readonly number[] }
  | { outcome: 'unreadable'; errors: readonly WireError[] };

const refused = ({ message, field }: Problem): WireError => ({ code: 'invalid-request', message, field });

/** Reads a catalogue in CSV. `accountOf`: the account id of a short id, or null. */
export async function readLotsCsv(
  text: string,
  accountOf: (shortId: string) => Promise<string | null>,
  known: ReadonlyMap<string, Reader> = COLUMNS,
): Promise<CsvLots> {
  const read = catalogueRows(parse, text, new Set(known.keys()));
  if (read.outcome === 'unreadable') return { outcome: 'unreadable', errors: read.problems.map(refused) };
  const { columns, rows } = read;
  const errors: WireError[] = [];
  const lots: Record<string, unknown>[] = [];
  const lines: number[] = [];
  for (const row of rows) {
    const { record, row: line } = row;
    const long = lengthProblem(row, columns);
    if (long) errors.push(refused(long));
    const lot: Record<string, unknown> = {};
    for (const [index, column] of columns.entries()) {
      const value = record[index] ?? '';
      if (value === '') continue;
      const cell = await cellOf(column, known.get(column) ?? 'text', value, accountOf);
      if (cell === null) {
        const message = `Row ${line}, ${column}: there is no account ${value}`;
        errors.push(refused({ message, field: `row ${line}, ${column}` }));
      } else Object.assign(lot, cell);
    }
    lots.push(lot);
    lines.push(line);
  }
  return errors.length > 0 ? { outcome: 'unreadable', errors } : { outcome: 'read', lots, lines };
}

/** The value that a cell adds to its lot; null when it names no account. The schema reports an invalid number. */
async function cellOf(
  column: string,
  reader: Reader,
  value: string,
  accountOf: (shortId: string) => Promise<string | null>,
): Promise<Record<string, unknown> | null> {
  switch (reader) {
    case 'number':
      return { [column]: meaningOf(parseNumber()(value)) ?? value };
    case 'shortId': {
      const account = await accountOf(value);
      return account === null ? null : { createdBy: account };
    }
    case 'picture':
      return { media: [{ thumbnail: pictureOfWidth(value, THUMBNAIL_WIDTH), url: value, title: '' }] };
    case 'text':
      return { [column]: plainText(value) };
    default: {
      const isExact = exactMeaningOf(readField(reader, value)) !== null;
      // A weight over its most is refused by validation, which names its rule, and not made less.
      const field = isExact ? reader : { ...reader, most: Number.MAX_SAFE_INTEGER };
      return { [column]: meaningOf(readField(field, value)) ?? value };
    }
  }
}

/** Errors of `lots[n].field`, by the file's rows and columns. */
export function reportedByRow(errors: readonly WireError[], lines: readonly number[]): WireError[] {
  return errors.map((error) => {
    const at = /^lots\[(\d+)\](?:\.(\w+))?/.exec(error.field ?? '');
    const line = at && lines[Number(at[1])];
    if (!at || line == null) return error;
    const column = at[2] === 'createdBy' ? 'listedBy' : at[2] === 'media' ? 'pictureUrl' : at[2];
    const where = column === undefined ? `row ${line}` : `row ${line}, ${column}`;
    const why = error.message.replace(/^Invalid lots\[\d+\](\.\w+)*: /, '');
    return { ...error, field: where, message: `Row ${line}${column ? `, ${column}` : ''}: ${why}` };
  });
}
