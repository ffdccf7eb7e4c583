import { LOTS_PER_REQUEST } from '@saleyard/contract/staff.ts';
import { parse } from 'csv-parse/browser/esm/sync';
import { typedPrice } from '@/lib/money.ts';
import { FILE_ONLY_COLUMNS, LOT_COLUMNS, type LotColumnName } from './lot-columns.ts';
import { type LotDraft, NOT_CENTS, unitOf } from './lot-draft.ts';

/** A catalogue read from a CSV file, or why it can't be read. `lines[n]`: where lot n begins in the file. */
export type LotsFile =
  | { outcome: 'read'; drafts: readonly LotDraft[]; lines: readonly number[] }
  | { outcome: 'unreadable'; message: string };

const KNOWN = new Set<string>([...LOT_COLUMNS.map(({ name }) => name), ...FILE_ONLY_COLUMNS]);
const PRICES: readonly LotColumnName[] = ['startCents', 'reserveCents'];

const unreadable = (message: string): LotsFile => ({ outcome: 'unreadable', message });

type Row = { record: string[]; info: { lines: number } };

/**
 * Reads a catalogue: a header row naming the columns in any order, and a row for each lot. Amounts in the file
 * are cents; they come out as a person would type them, to be judged like typed rows.
 */
export function readLotsFile(text: string): LotsFile {
  let rows: Row[];
  try {
    rows = parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
      to: LOTS_PER_REQUEST + 2,
    }) as unknown as Row[];
  } catch (error) {
    return unreadable(`This is not CSV: ${error instanceof Error ? error.message : ''}`);
  }
  const [header, ...records] = rows;
  if (!header || records.length === 0) {
    return unreadable('The file holds no lots: it needs a header row and a row for each lot.');
  }
  if (records.length > LOTS_PER_REQUEST)
    return unreadable(`At most ${LOTS_PER_REQUEST} lots can be added at once.`);
  const unknown = header.record.filter((name) => !KNOWN.has(name));
  if (unknown.length > 0) {
    return unreadable(`Row 1: there is no column ${unknown.map((name) => `"${name}"`).join(', ')}.`);
  }
  const twice = header.record.find((name, index) => header.record.indexOf(name) !== index);
  if (twice !== undefined) return unreadable(`Row 1: the column "${twice}" stands twice.`);
  const long = records.find(({ record }) => record.length > header.record.length);
  if (long) {
    return unreadable(
      `Row ${long.info.lines}: it has ${long.record.length} values for ${header.record.length} columns.`,
    );
  }
  return {
    outcome: 'read',
    drafts: records.map(({ record, info }) => draftOf(header.record, record, info.lines)),
    lines: records.map(({ info }) => info.lines),
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
    if (/^\d+$/.test(cents)) draft[name] = typedPrice(Number(cents), unitOf(draft));
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
