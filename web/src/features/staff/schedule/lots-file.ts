import { catalogueRows, lengthProblem } from '@saleyard/contract/catalogue-file.ts';
import type { LeftOutRow } from '@saleyard/contract/rows-file.ts';
import type { Problem } from '@saleyard/domain/fields/rules.ts';
import { meaningOf, parseWhole } from '@saleyard/domain/fields/typed.ts';
import { typedPrice } from '@saleyard/domain/presentation/amounts.ts';
import { parse } from 'csv-parse/browser/esm/sync';
import { FILE_ONLY_COLUMNS, LOT_COLUMNS, type LotColumnName } from './lot-columns.ts';
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

const unreadable = (problems: readonly Problem[]): LotsFile => ({
  outcome: 'unreadable',
  message: problems.map(({ message }) => `${message}.`).join(' '),
});

/**
 * Reads a catalogue: a header row naming the columns in any order, and a row for each lot. Amounts in the file
 * are cents; they come out as a person would type them, to be judged like typed rows.
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
