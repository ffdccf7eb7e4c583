import { isSummary, unlabelledSummaries } from './rows-summaries.ts';

// The reader of files of rows: weights from scales, catalogues, lots, as CSV of any program or as a spreadsheet. Rows keep
// the numbers that a spreadsheet shows them by. Nothing is left out without being named.

/** The `parse` of csv-parse, which has one build for Node and one for browsers. @throws its CsvError */
export type CsvParser = (text: string, options: object) => unknown;

/** All cells of a file as texts; row n of the spreadsheet is `rows[n - 1]`. `hidden`: numbers of rows that it does not show. */
export type Sheet = {
  readonly rows: readonly (readonly string[])[];
  readonly hidden?: ReadonlySet<number>;
};

/** A column that a file may have. `headings`: what people call it, beside its name and its title. */
export type RowColumn = {
  readonly name: string;
  readonly title: string;
  readonly headings?: readonly string[];
  /** Of several headings that are found, that of the earliest name is taken; else the person chooses. */
  readonly ranked?: boolean;
  readonly required?: boolean;
  /** Its cells name their rows: a row is a summary where such a cell is "Average". */
  readonly isLabel?: boolean;
  /** What sums have nothing of: a row with a value of it is data, also where its label has the words of a summary. */
  readonly notOfSums?: boolean;
};

/** A row of the file. `row`: its number in the spreadsheet; `cells`: by the names of the columns, '' where empty. */
export type FileRow = { readonly row: number; readonly cells: Readonly<Record<string, string>> };

/** A row that is no row of data, and why. */
export type LeftOutRow = { readonly row: number; readonly why: string };

/** Which heading (its index in the file) each column is filled from; null: none. */
export type Mapping = Readonly<Record<string, number | null>>;

/** What is wrong in a file, at the place where its spreadsheet shows it. `column`: its heading, or its title. */
export type FileProblem = {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly rule: string;
};

export type TableFile = {
  readonly outcome: 'read';
  readonly mapping: Mapping;
  readonly headings: readonly string[];
  /** The row of the headings in the spreadsheet. A file without headings has empty ones, in the row before its first. */
  readonly headingRow: number;
  readonly rows: readonly FileRow[];
  readonly leftOut: readonly LeftOutRow[];
  /** Rows that are longer than the headings: their values may be below the wrong ones, so none is taken. */
  readonly problems: readonly FileProblem[];
  /** Headings that no column is filled from, and columns with values and no heading. */
  readonly unused: readonly string[];
};

/**
 * `unclear`: a column that must be there was not found, or two headings are those of one column; the person chooses.
 * `guess`: what was found.
 */
export type ReadTable =
  | TableFile
  | {
      readonly outcome: 'unclear';
      readonly headings: readonly string[];
      readonly headingRow: number;
      readonly guess: Mapping;
      readonly why: string;
    }
  | { readonly outcome: 'unreadable'; readonly message: string };

const UTF_16_SAMPLE = 400;

/** Which encoding the bytes are in: by their mark, by the zeros of UTF-16, as UTF-8 where they are, else Windows-1252. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, UTF_16_SAMPLE);
  const zeros = [0, 1].map((from) => sample.filter((byte, at) => byte === 0 && at % 2 === from).length);
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  if (even > sample.length / 4 && odd === 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The characters of Windows-1252 from 0x80 to 0x9F; some releases of Node decode them as controls. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The text of a file, without its byte order mark. */
export function textOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return encoding === 'windows-1252'
    ? text.replaceAll(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control)
    : text;
}

/** The comma last: it is in numbers and texts too. */
const DELIMITERS = [';', '\t', '|', ','] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** The sign between cells: of the delimiters outside quotes, the one that most rows have equally often. */
function delimiterOf(text: string): Delimiter {
  const lines = text
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  const score = (delimiter: Delimiter): number => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    const usual = [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    return counts.filter((count) => count === usual).length;
  };
  const best = Math.max(...DELIMITERS.map(score));
  return best === 0 ? ',' : (DELIMITERS.find((delimiter) => score(delimiter) === best) ?? ',');
}

/** What old programs end a file with. */
const END_OF_FILE = '\u001a';

/** The text of a cell that was written as a formula for spreadsheets to keep all its digits: ="982000123456781". */
const withoutFormula = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;

/** The cells of a CSV text. A first line `sep=;` names the sign between cells, as Excel writes it. */
export function csvSheet(parse: CsvParser, text: string): Sheet {
  const [, named] = /^\uFEFF?"?sep=(.)"?[ \t,;]*(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const marked = text.replace(/^\uFEFF/, '').replace(new RegExp(`${END_OF_FILE}+\\s*$`), '');
  const delimiter = named ?? delimiterOf(marked);
  const cells = parse(marked, {
    delimiter,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
  }) as string[][];
  const rows = cells.map((row) => row.map(withoutFormula));
  return { rows: named === undefined ? rows : [[], ...rows.slice(1)] };
}

/** A sheet as CSV, with every row, so that rows keep their numbers. */
export const csvText = ({ rows }: Sheet): string =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[",;|\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\n');

/** A heading without what people write differently: case, spaces, signs, and a unit in brackets. */
export const plainHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Kilograms after a heading: "Weight, kgs"; not after "per" or a price ("c/kg"). */
const KILOGRAMS = /(?<!\bper|[/$¢])[\s,_-]+(?:in )?kgs?\.?\s*$/i;
/** A unit that no column has: its numbers would be taken for kilograms. */
const OTHER_UNIT = /[([\s,_/-](?:lbs?|pounds?|tonnes?|grams?)\.?[)\]]?\s*$/i;

/** What a heading may be found by: itself, and itself without its unit. */
const formsOf = (heading: string): readonly string[] =>
  OTHER_UNIT.test(heading)
    ? []
    : [plainHeading(heading), plainHeading(heading.replace(KILOGRAMS, ''))].filter((one) => one !== '');

const namesOf = ({ name, title, headings = [] }: RowColumn): readonly string[] =>
  [name, title, ...headings].map(plainHeading);

/** Rows above the headings that are looked at. */
const PREAMBLE_MOST = 30;

/** A row of dashes between rows. */
const RULED = /^[-=_*~+.–—\s]{2,}$/;
/** A cell of a row of units below the headings. */
const UNIT_CELL =
  /^[([]?\s*(kgs?(\/(hd|head|day))?|\$(\/(hd|head))?|¢|c\/kg|%|months?|mths?|mm|cm|dd\/mm\/yy(yy)?|[01]\s*-\s*\d|no\.?|#)\s*[)\]]?$/i;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** A number, or an animal's number in groups of digits. */
const NUMBER = /^[$-]?\d[\d .,-]*(kgs?)?$/i;

/** The headings that each column's names match, by their indexes. */
const matches = (columns: readonly RowColumn[], cells: readonly string[]): ReadonlyMap<string, number[]> =>
  new Map(
    columns.map((column) => {
      const names = namesOf(column);
      const found = cells
        .map((cell, at) => ({ at, ranks: formsOf(cell).map((form) => names.indexOf(form)) }))
        .map(({ at, ranks }) => ({ at, rank: ranks.find((rank) => rank !== -1) ?? -1 }))
        .filter(({ rank }) => rank !== -1);
      const first = Math.min(...found.map(({ rank }) => rank));
      const taken = column.ranked ? found.filter(({ rank }) => rank === first) : found;
      return [column.name, taken.map(({ at }) => at)];
    }),
  );

/** The row that most columns are found in, the first of several, and how many; null where none is. */
function headingRowOf(columns: readonly RowColumn[], { rows }: Sheet): { at: number; found: number } | null {
  let best: { at: number; found: number } | null = null;
  for (const [at, cells] of rows.slice(0, PREAMBLE_MOST).entries()) {
    const found = [...matches(columns, cells).values()].filter(({ length }) => length > 0).length;
    if (found > (best?.found ?? 0)) best = { at, found };
  }
  return best;
}

/** How many of the columns a sheet has: of several sheets, the one with most of them is read. */
export const columnsFound = (columns: readonly RowColumn[], sheet: Sheet): number =>
  headingRowOf(columns, sheet)?.found ?? 0;

/** What animals are called in a label: an average price is in a row "Average", not in "Lambs average 45 kg". */
const STOCK = /\b(lambs?|sheep|goats?|cattle)\b/i;

/** Whether a cell shows that a row with this label is data; a number does so only beside the name of animals. */
const isOfData = (cell: string, label: string): boolean =>
  cell !== '' && !isSummary(cell) && (!NUMBER.test(cell) || STOCK.test(label));

/** Why a row below the headings is no row of data; null where it is one. */
function leftOutWhy(
  cells: readonly string[],
  {
    headings,
    labels,
    notOfSums,
    isFirst,
    isHidden,
  }: {
    headings: readonly string[];
    labels: readonly number[];
    notOfSums: readonly number[];
    isFirst: boolean;
    isHidden: boolean;
  },
): string | null {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const labelled = [filled[0] ?? '', ...labels.map((at) => cells[at] ?? '')].map((cell) => cell.trim());
  const summary = labelled.find(isSummary);
  const isData = notOfSums.some((at) => isOfData((cells[at] ?? '').trim(), summary ?? ''));
  if (summary !== undefined && !isData) return `it sums up other rows (${summary})`;
  const repeats = cells.every(
    (cell, at) => cell.trim() === '' || plainHeading(cell) === plainHeading(headings[at] ?? ''),
  );
  if (repeats) return 'it repeats the headings';
  if (filled.every((cell) => RULED.test(cell))) return 'it is a line between rows';
  if (isFirst && filled.every((cell) => UNIT_CELL.test(cell.trim())))
    return 'it has the units of the columns';
  return isHidden ? 'it is hidden in the spreadsheet' : null;
}

/** Unknown headings that are named. */
const UNKNOWN_NAMED = 5;

/** How many cells of a row there are up to the last filled one. */
export const filledLength = (cells: readonly string[]): number =>
  cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** What a column without a heading is called. */
const columnAt = (index: number): string => `column ${index + 1}`;

/** That a row is longer than the headings, as with a decimal comma between cells that commas separate. */
export const tooLong = (values: number, columns: number): string =>
  `it has ${values} values for ${columns} ${columns === 1 ? 'column' : 'columns'}`;

/**
 * The table of a sheet: the rows below its headings, by the columns that are wanted. Rows above the headings, empty rows and
 * rows that sum up others are left out and named. `chosen`: what the person chose where it was unclear. `isEachKnown`: a
 * heading of no column is unclear too, because its values would be lost.
 */
export function tableOf(
  sheet: Sheet,
  columns: readonly RowColumn[],
  { chosen, isEachKnown = false }: { chosen?: Mapping | undefined; isEachKnown?: boolean } = {},
): ReadTable {
  const filled = sheet.rows.findIndex((cells) => !isBlank(cells));
  if (filled === -1) return { outcome: 'unreadable', message: 'The file is empty' };
  const found = headingRowOf(columns, sheet);
  const first = sheet.rows[filled] ?? [];
  // A first row of numbers is a row of data: the file has no headings.
  const isHeadless = found === null && first.some((cell) => NUMBER.test(cell.trim()));
  const at = found?.at ?? (isHeadless ? filled - 1 : filled);
  const headings = isHeadless ? first.map(() => '') : (sheet.rows[at] ?? []).map((heading) => heading.trim());
  const known = matches(columns, headings);
  const guess: Mapping = Object.fromEntries([...known].map(([name, [first]]) => [name, first ?? null]));
  const mapping = chosen ?? guess;
  const unclear = (why: string): ReadTable => ({
    outcome: 'unclear',
    headings,
    headingRow: at + 1,
    guess,
    why,
  });
  if (isHeadless && chosen === undefined) return unclear('The file has no headings');
  if (chosen === undefined) {
    const twice = columns.find(({ name }) => (known.get(name)?.length ?? 0) > 1);
    if (twice !== undefined) {
      const names = known.get(twice.name)?.map((index) => `“${headings[index]}”`);
      return unclear(`${names?.join(' and ')} may both be ${twice.title}`);
    }
  }
  const leftOut: LeftOutRow[] = [];
  const data: { row: number; cells: readonly string[] }[] = [];
  const labels = columns.flatMap(({ name, isLabel }) => (isLabel ? (mapping[name] ?? []) : []));
  const notOfSums = columns.flatMap(({ name, notOfSums: is }) => (is ? (mapping[name] ?? []) : []));
  const firstRow = sheet.rows.findIndex((cells, index) => index > at && !isBlank(cells)) + 1;
  for (const [index, cells] of sheet.rows.entries()) {
    const row = index + 1;
    if (isBlank(cells) || index === at) continue;
    const isFirst = row === firstRow;
    const isHidden = sheet.hidden?.has(row) ?? false;
    const why =
      index < at
        ? 'it is above the headings'
        : leftOutWhy(cells, { headings, labels, notOfSums, isFirst, isHidden });
    if (why === null) data.push({ row, cells });
    else leftOut.push({ row, why });
  }
  const used = new Set(Object.values(mapping));
  const lastUsed = Math.max(-1, ...[...used].map((index) => index ?? -1));
  const width = isHeadless ? headings.length : Math.max(filledLength(headings), lastUsed + 1);
  const unnamed = Array.from({ length: width }, (_, index) => index).filter(
    (index) =>
      headings[index] === '' &&
      !used.has(index) &&
      data.some(({ cells }) => (cells[index] ?? '').trim() !== ''),
  );
  if (chosen === undefined && isEachKnown) {
    const unknown = headings.filter((heading, index) => heading !== '' && !used.has(index));
    const more = unknown.length > UNKNOWN_NAMED ? ` and ${unknown.length - UNKNOWN_NAMED} more` : '';
    if (unknown.length > 0)
      return unclear(
        `No column is called ${unknown
          .slice(0, UNKNOWN_NAMED)
          .map((heading) => `“${heading}”`)
          .join(', ')}${more}`,
      );
    if (unnamed.length > 0)
      return unclear(`No heading is above the values of ${unnamed.map(columnAt).join(', ')}`);
  }
  const missing = columns.filter(({ name, required }) => required && (mapping[name] ?? null) === null);
  if (missing.length > 0)
    return unclear(`No column was found for ${missing.map(({ title }) => title).join(' and ')}`);

  const rows: FileRow[] = [];
  const problems: FileProblem[] = [];
  for (const { row, cells } of data) {
    const length = filledLength(cells);
    if (length > width) {
      const value = (cells[length - 1] ?? '').trim();
      problems.push({ row, column: columnAt(length - 1), value, rule: tooLong(length, width) });
      continue;
    }
    const named = columns.map(({ name }) => {
      const from = mapping[name] ?? null;
      return [name, from === null ? '' : (cells[from] ?? '').trim()] as const;
    });
    rows.push({ row, cells: Object.fromEntries(named) });
  }
  const sums = unlabelledSummaries(
    rows.map(({ cells }) => cells),
    columns.flatMap(({ name, isLabel }) => (isLabel ? name : [])),
  );
  for (const { row } of rows.splice(rows.length - sums, sums))
    leftOut.push({ row, why: 'it sums up other rows' });
  leftOut.sort((a, b) => a.row - b.row);
  if (rows.length === 0 && problems.length === 0)
    return { outcome: 'unreadable', message: 'The file has headings and no rows below them' };
  const unused = headings.flatMap((heading, index) => {
    if (heading !== '') return used.has(index) ? [] : [heading];
    return unnamed.includes(index) ? [columnAt(index)] : [];
  });
  return { outcome: 'read', mapping, headings, headingRow: at + 1, rows, leftOut, problems, unused };
}

/** How a problem is said: "Row 4, Weight, “heavy”: must be a weight in kg". */
export const problemText = ({ row, column, value, rule }: FileProblem): string =>
  `Row ${row}, ${column}, ${value === '' ? 'empty' : `“${value}”`}: ${rule}`;
