import { catalogueRows, lengthProblem } from '@saleyard/contract/catalogue-file.ts';
import {
  csvText,
  filledLength,
  type LeftOutRow,
  type Mapping,
  type ReadTable,
  type RowColumn,
  type Sheet,
  tableOf,
} from '@saleyard/contract/rows-file.ts';
import type { Problem } from '@saleyard/domain/fields/rules.ts';
import { meaningOf, parseMoney, parseWhole } from '@saleyard/domain/fields/typed.ts';
import { NOT_OF_SUMS, saysDollars } from '@saleyard/domain/listing/lots-file.ts';
import { typedPrice } from '@saleyard/domain/presentation/amounts.ts';
import { parse } from 'csv-parse/browser/esm/sync';
import { FILE_ONLY_COLUMNS, LOT_COLUMNS, type LotColumnName, type Unit } from './lot-columns.ts';
import { type LotDraft, NOT_CENTS, unitOf } from './lot-draft.ts';

/** A catalogue read from a file, or why it can't be read. `lines[n]`: the row of lot n in its spreadsheet. */
export type LotsFile =
  | {
      outcome: 'read';
      drafts: readonly LotDraft[];
      lines: readonly number[];
      leftOut: readonly LeftOutRow[];
    }
  | { outcome: 'unreadable'; message: string };

const KNOWN = new Set<string>([...LOT_COLUMNS.map(({ name }) => name), ...FILE_ONLY_COLUMNS]);
const PRICES: readonly LotColumnName[] = ['startCents', 'reserveCents'];

const FILE_ONLY_TITLES: Readonly<Record<(typeof FILE_ONLY_COLUMNS)[number], string>> = {
  listedBy: 'Short id of the owner',
  pictureUrl: 'Address of a picture',
};
const IN_CENTS: ReadonlySet<string> = new Set(['price', 'increment']);
const AMOUNTS: ReadonlySet<string> = new Set(
  LOT_COLUMNS.flatMap(({ name, type }) => (IN_CENTS.has(type) ? [name] : [])),
);

/** The columns that a catalogue may have, by what a person chooses them by. */
export const CATALOGUE_COLUMNS: readonly RowColumn[] = [
  ...LOT_COLUMNS.map(({ name, label, type, field }) => ({
    name,
    title: IN_CENTS.has(type) ? `${label}, in cents` : label,
    headings: field === null ? [] : [field.title],
    ranked: true,
    isLabel: name === 'title',
    notOfSums: NOT_OF_SUMS.has(name),
  })),
  ...FILE_ONLY_COLUMNS.map((name) => ({ name, title: FILE_ONLY_TITLES[name] })),
];

/** A sheet as the table of a catalogue. `chosen`: which heading each column is, where the person chose. */
export function catalogueTable(sheet: Sheet, chosen?: Mapping): ReadTable {
  const table = tableOf(sheet, CATALOGUE_COLUMNS, { chosen, isEachKnown: true });
  const isHeadless = table.outcome === 'unclear' && table.headings.every((heading) => heading === '');
  return isHeadless
    ? { outcome: 'unreadable', message: 'The first row must have the headings of the template' }
    : table;
}

/** An amount under this heading in cents; one in dollars that is no amount has a $, which cents never have. */
function inCents(cell: string, heading: string, unit: Unit): string {
  if (cell === '' || !saysDollars(heading, unit)) return cell;
  const cents = meaningOf(parseMoney(unit, 'dollars')(cell));
  return cents === null ? `$${cell.replace('$', '')}` : String(cents);
}

/**
 * A sheet as the CSV that is sent: headings are the names of their columns, amounts in dollars are in cents, and columns that
 * were left out are empty. Hidden rows are empty; rows keep their numbers. A file whose headings are the names already stays
 * as it is.
 */
export function catalogueText(
  sheet: Sheet,
  { mapping, headingRow }: { mapping: Mapping; headingRow: number },
): string {
  const isHidden = (index: number) => index >= headingRow && (sheet.hidden?.has(index + 1) ?? false);
  const plain = csvText({ rows: sheet.rows.map((cells, index) => (isHidden(index) ? [] : cells)) });
  const names = new Map(Object.entries(mapping).map(([name, at]) => [at, name] as const));
  const headings = sheet.rows[headingRow - 1] ?? [];
  const isNamed = headings.every((heading, at) => heading === '' || names.has(at));
  if (isNamed && readLotsFile(plain).outcome === 'read') return plain;
  const named = Object.values(mapping).map((at) => (at ?? -1) + 1);
  const width = Math.max(filledLength(headings), ...named);
  return csvText({
    rows: sheet.rows.map((cells, index) => {
      if (index < headingRow - 1 || isHidden(index)) return [];
      if (index === headingRow - 1) return Array.from({ length: width }, (_, at) => names.get(at) ?? '');
      // A row that is longer than the headings stays so, to be named.
      const unit = unitOf({ unit: (cells[mapping['unit'] ?? -1] ?? '').trim() });
      return cells.map((cell, at) => {
        if (AMOUNTS.has(names.get(at) ?? '')) return inCents(cell.trim(), headings[at] ?? '', unit);
        return names.has(at) || at >= width ? cell : '';
      });
    }),
  });
}

const unreadable = (problems: readonly Problem[]): LotsFile => ({
  outcome: 'unreadable',
  message: problems.map(({ message }) => `${message}.`).join(' '),
});

/**
 * Reads a catalogue: a header row naming the columns in any order, and a row for each lot. Amounts in the file
 * are cents; they come out as a person would type them, to be checked like typed rows.
 */
export function readLotsFile(text: string): LotsFile {
  const read = catalogueRows(parse, text, KNOWN);
  if (read.outcome === 'unreadable') return unreadable(read.problems);
  const { columns, rows, leftOut } = read;
  const long = rows.flatMap((row) => lengthProblem(row, columns) ?? []);
  if (long.length > 0) return unreadable(long);
  return {
    outcome: 'read',
    drafts: rows.map(({ record, row }) => draftOf(columns, record, row)),
    lines: rows.map(({ row }) => row),
    leftOut,
  };
}

function draftOf(header: readonly string[], record: readonly string[], line: number): LotDraft {
  const draft = {
    key: `line-${line}`,
    ...Object.fromEntries(LOT_COLUMNS.map(({ name }) => [name, ''])),
  } as LotDraft;
  for (const { name } of LOT_COLUMNS) draft[name] = record[header.indexOf(name)] ?? '';
  for (const name of PRICES) {
    const cents = draft[name];
    // What is not cents is left as it is, to be named as a problem of its row.
    const whole = meaningOf(parseWhole(0, Number.MAX_SAFE_INTEGER)(cents));
    if (whole !== null) draft[name] = typedPrice(whole, unitOf(draft));
    else if (cents !== '') draft[name] = `${cents} ${NOT_CENTS}`;
  }
  return draft;
}

const EXAMPLE: Partial<Record<string, string>> = {
  number: '1',
  title: '40 Angus weaner steers',
  count: '40',
  unit: 'head',
  startCents: '120000',
  incrementCents: '1000',
  reserveCents: '145000',
  maxVendorBids: '2',
  vendorName: 'Wirrabilla Pastoral',
  town: 'Gunnedah',
  state: 'NSW',
  postcode: '2380',
  breed: 'Angus',
  sex: 'Steers',
  stockCategory: 'Weaner',
  ageMinMonths: '8',
  ageMaxMonths: '10',
  weightAverageKg: '265',
  assessorType: 'Agent Assessed',
};

/** The template: every column's name, and one lot to write over. */
export function templateCsv(): string {
  const names = [...KNOWN];
  return `${names.join(',')}\n${names.map((name) => EXAMPLE[name] ?? '').join(',')}\n`;
}
