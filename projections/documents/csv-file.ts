import { stringify } from 'csv-stringify/sync';

/** Makes spreadsheets decode the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Columns of a file by their names: the value of a row in each. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number>;

/**
 * Rows as CSV (RFC 4180, UTF-8 with a byte order mark). A text that a spreadsheet would run as a formula (`=`, `+`,
 * `-`, `@`, tab or carriage return first) is prefixed with an apostrophe.
 */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  BYTE_ORDER_MARK + stringify([...rows], { escape_formulas: true, record_delimiter: 'windows' });

/** A table with the names of its columns first. */
export function csvTable<Row>(columns: CsvColumns<Row>, all: readonly Row[]): string {
  const names = Object.keys(columns);
  return csvOf([names, ...all.map((row) => names.map((name) => columns[name]?.(row) ?? ''))]);
}
