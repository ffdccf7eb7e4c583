import type { Problem } from '@saleyard/domain/fields/rules.ts';
import { allCatalogueFields } from '@saleyard/domain/listing/forms/catalogue.ts';
import { NOT_OF_SUMS } from '@saleyard/domain/listing/lots-file.ts';
import {
  type CsvParser,
  csvSheet,
  filledLength,
  type LeftOutRow,
  plainHeading,
  type Sheet,
  tableOf,
  tooLong,
} from './rows-file.ts';
import { LOTS_PER_REQUEST } from './staff.ts';

/** A row of a catalogue: its values by the file's columns, and its number in the spreadsheet, from 1. */
export type CsvRow = { record: readonly string[]; row: number };

type CatalogueRows =
  | {
      outcome: 'read';
      columns: readonly string[];
      rows: readonly CsvRow[];
      /** Rows that are not lots, and why. */
      leftOut: readonly LeftOutRow[];
    }
  | { outcome: 'unreadable'; problems: readonly Problem[] };

/** What the columns of fields may be called beside their names; not those of amounts, which a file has in cents. */
const HEADINGS: ReadonlyMap<string, readonly string[]> = new Map(
  allCatalogueFields().map(({ name, title }) => [name, [title]]),
);

/** A spreadsheet's empty columns are no columns. */
function withoutEmptyColumns({ rows }: Sheet): Sheet {
  const width = Math.max(0, ...rows.map(filledLength));
  const isUsed = Array.from({ length: width }, (_, at) =>
    rows.some((cells) => (cells[at] ?? '').trim() !== ''),
  );
  return { rows: rows.map((cells) => cells.filter((_, at) => isUsed[at] ?? false)) };
}

/**
 * The rows of a catalogue in CSV, read as every file of rows is. Its header names each column once, in any order, with names
 * of `known` in any case. A row may be longer than the header (`lengthProblem`).
 */
export function catalogueRows(parse: CsvParser, text: string, known: ReadonlySet<string>): CatalogueRows {
  let sheet: Sheet;
  try {
    sheet = withoutEmptyColumns(csvSheet(parse, text));
  } catch (error) {
    if (!isCsvError(error)) throw error;
    return unreadable(`This is not CSV: ${error.message}`);
  }
  const wanted = [...known].map((name) => ({
    name,
    title: name,
    headings: HEADINGS.get(name) ?? [],
    ranked: true,
    isLabel: name === 'title',
    notOfSums: NOT_OF_SUMS.has(name),
  }));
  const table = tableOf(sheet, wanted);
  if (table.outcome === 'unreadable')
    return unreadable('The file holds no lots: a header row and a row for each lot');
  const { headings, headingRow } = table;
  const nameOf = new Map(
    wanted.flatMap(({ name, headings: others }) =>
      [...others, name].map((one) => [plainHeading(one), name] as const),
    ),
  );
  for (const name of known) nameOf.set(plainHeading(name), name);
  const columns = headings.map((heading) => nameOf.get(plainHeading(heading)) ?? heading);
  const problems = headerProblems(columns, known, headingRow);
  if (table.outcome !== 'read' || problems.length > 0) return { outcome: 'unreadable', problems };
  const { leftOut } = table;
  const rows = [...table.rows, ...table.problems].sort((a, b) => a.row - b.row);
  if (rows.length > LOTS_PER_REQUEST)
    return unreadable(`At most ${LOTS_PER_REQUEST} lots can be sent at once`);
  const records = rows.map(({ row }) => ({
    row,
    record: (sheet.rows[row - 1] ?? []).map((cell) => cell.trim()),
  }));
  return { outcome: 'read', columns, rows: records, leftOut };
}

/** The problem of a row with more values than the header has columns; else null. */
export function lengthProblem({ record, row }: CsvRow, columns: readonly string[]): Problem | null {
  const length = filledLength(record);
  if (length <= columns.length) return null;
  return {
    field: `row ${row}`,
    message: `Row ${row}: ${tooLong(length, columns.length)}`,
  };
}

const isCsvError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');

const unreadable = (message: string): CatalogueRows => ({
  outcome: 'unreadable',
  problems: [{ field: 'body', message }],
});

function headerProblems(header: readonly string[], known: ReadonlySet<string>, row: number): Problem[] {
  const wrong = (message: string): Problem => ({ field: `row ${row}`, message: `Row ${row}: ${message}` });
  const names = [...known].join(', ');
  const unknown = header.filter((name) => !known.has(name));
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  return [
    ...unknown.map((name) => wrong(`there is no column "${name}"; the columns are ${names}`)),
    ...twice.map((name) => wrong(`the column "${name}" stands twice`)),
  ];
}
