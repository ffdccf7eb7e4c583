import type { Problem } from '@saleyard/domain/fields/rules.ts';
import { LOTS_PER_REQUEST } from './staff.ts';

/** A row of a CSV file: its values, and the number of its last line in the file, from 1. */
export type CsvRow = { record: string[]; info: { lines: number } };

/** The `parse` of csv-parse, which has one build for Node and one for browsers. @throws its CsvError */
type CsvParser = (text: string, options: object) => unknown;

type CatalogueRows =
  | { outcome: 'read'; columns: readonly string[]; rows: readonly CsvRow[] }
  | { outcome: 'unreadable'; problems: readonly Problem[] };

/**
 * The rows of a catalogue in CSV. Its header names each column once, in any order, with names of `known`. A row may
 * be longer than the header (`lengthProblem`).
 */
export function catalogueRows(parse: CsvParser, text: string, known: ReadonlySet<string>): CatalogueRows {
  let all: CsvRow[];
  try {
    all = parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
      // The header and one lot over the limit, at most: the file's size alone limits nothing.
      to: LOTS_PER_REQUEST + 2,
    }) as CsvRow[];
  } catch (error) {
    if (!isCsvError(error)) throw error;
    return unreadable(`This is not CSV: ${error.message}`);
  }
  const [header, ...rows] = all;
  if (!header || rows.length === 0)
    return unreadable('The file holds no lots: a header row and a row for each lot');
  if (rows.length > LOTS_PER_REQUEST)
    return unreadable(`At most ${LOTS_PER_REQUEST} lots can be sent at once`);
  const problems = headerProblems(header.record, known);
  if (problems.length > 0) return { outcome: 'unreadable', problems };
  return { outcome: 'read', columns: header.record, rows };
}

/** The problem of a row with more values than the header has columns; else null. */
export function lengthProblem({ record, info }: CsvRow, columns: readonly string[]): Problem | null {
  if (record.length <= columns.length) return null;
  const message = `Row ${info.lines}: it has ${record.length} values for ${columns.length} columns`;
  return { field: `row ${info.lines}`, message };
}

const isCsvError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');

const unreadable = (message: string): CatalogueRows => ({
  outcome: 'unreadable',
  problems: [{ field: 'body', message }],
});

function headerProblems(header: readonly string[], known: ReadonlySet<string>): Problem[] {
  const wrong = (message: string): Problem => ({ field: 'row 1', message: `Row 1: ${message}` });
  const names = [...known].join(', ');
  const unknown = header.filter((name) => !known.has(name));
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  return [
    ...unknown.map((name) => wrong(`there is no column "${name}"; the columns are ${names}`)),
    ...twice.map((name) => wrong(`the column "${name}" stands twice`)),
  ];
}
