// The reader of files of rows: weights from scales, catalogues, lots, as CSV of any program or as a spreadsheet. Rows keep
// the numbers that a spreadsheet shows them by. Nothing is left out without being named.

/** The `parse` of csv-parse, which has one build for Node and one for browsers. @throws its CsvError */
export type CsvParser = (text: string, options: object) => unknown;

/** All cells of a file as texts; row n of the spreadsheet is `rows[n - 1]`. */
export type Sheet = { readonly rows: readonly (readonly string[])[] };

/** A column that a file may have. `headings`: what people call it, beside its name and its title. */
export type RowColumn = {
  readonly name: string;
  readonly title: string;
  readonly headings?: readonly string[];
  /** Of several headings that are found, that of the earliest name is taken; else the person chooses. */
  readonly ranked?: boolean;
  readonly required?: boolean;
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
  /** The row of the headings in the spreadsheet. */
  readonly headingRow: number;
  readonly rows: readonly FileRow[];
  readonly leftOut: readonly LeftOutRow[];
  /** Headings that no column is filled from. */
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

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** The sign between cells: of the delimiters outside quotes, the one that splits most rows alike. */
function delimiterOf(text: string): Delimiter {
  const lines = text
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  const score = (delimiter: Delimiter): number => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    const usual = [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    return counts.filter((count) => count === usual).length * 1_000 + usual;
  };
  return [...DELIMITERS].sort((a, b) => score(b) - score(a))[0] ?? ',';
}

/** The cells of a CSV text. A first line `sep=;` names the sign between cells, as Excel writes it. */
export function csvSheet(parse: CsvParser, text: string): Sheet {
  const [, named] = /^\uFEFF?"?sep=(.)"?[ \t,;]*(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const marked = text.replace(/^\uFEFF/, '');
  const delimiter = named ?? delimiterOf(marked);
  const rows = parse(marked, {
    delimiter,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
  }) as string[][];
  return { rows: named === undefined ? rows : [[], ...rows.slice(1)] };
}

/** A sheet as CSV, with every row, so that rows keep their numbers. */
export const csvText = ({ rows }: Sheet): string =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','),
    )
    .join('\n');

/** A heading without what people write differently: case, spaces, signs, and a unit in brackets. */
export const plainHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const namesOf = ({ name, title, headings = [] }: RowColumn): readonly string[] =>
  [name, title, ...headings].map(plainHeading);

/** Rows above the headings that are looked at. */
const PREAMBLE_MOST = 30;
const SUMMARY =
  /^(grand |sub ?-?)?(totals?|averages?|avg|mean|median|counts?|min(imum)?|max(imum)?|sum|std\.? ?dev(iation)?|range|head ?count|no\.? of head|summary)\b[ :.]*$/i;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** The headings that each column's names match, by their indexes. */
const matches = (columns: readonly RowColumn[], cells: readonly string[]): ReadonlyMap<string, number[]> =>
  new Map(
    columns.map((column) => {
      const names = namesOf(column);
      const found = cells
        .map((cell, at) => ({ at, rank: names.indexOf(plainHeading(cell)) }))
        .filter(({ rank }) => rank !== -1);
      const first = Math.min(...found.map(({ rank }) => rank));
      const taken = column.ranked ? found.filter(({ rank }) => rank === first) : found;
      return [column.name, taken.map(({ at }) => at)];
    }),
  );

/** The row that most columns are found in, the first of several; null where none is. */
function headingRowOf(columns: readonly RowColumn[], { rows }: Sheet): number | null {
  let best: { at: number; found: number } | null = null;
  for (const [at, cells] of rows.slice(0, PREAMBLE_MOST).entries()) {
    const found = [...matches(columns, cells).values()].filter(({ length }) => length > 0).length;
    if (found > (best?.found ?? 0)) best = { at, found };
  }
  return best?.at ?? null;
}

/** Unknown headings that are named. */
const UNKNOWN_NAMED = 5;

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
  const at = found ?? filled;
  const headings = (sheet.rows[at] ?? []).map((heading) => heading.trim());
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
  if (chosen === undefined) {
    const twice = columns.find(({ name }) => (known.get(name)?.length ?? 0) > 1);
    if (twice !== undefined) {
      const names = known.get(twice.name)?.map((index) => `“${headings[index]}”`);
      return unclear(`${names?.join(' and ')} may both be ${twice.title}`);
    }
  }
  if (chosen === undefined && isEachKnown) {
    const guessed = new Set(Object.values(guess));
    const unknown = headings.filter((heading, index) => heading !== '' && !guessed.has(index));
    const more = unknown.length > UNKNOWN_NAMED ? ` and ${unknown.length - UNKNOWN_NAMED} more` : '';
    if (unknown.length > 0)
      return unclear(
        `No column is called ${unknown
          .slice(0, UNKNOWN_NAMED)
          .map((heading) => `“${heading}”`)
          .join(', ')}${more}`,
      );
  }
  const missing = columns.filter(({ name, required }) => required && (mapping[name] ?? null) === null);
  if (missing.length > 0)
    return unclear(`No column was found for ${missing.map(({ title }) => title).join(' and ')}`);

  const rows: FileRow[] = [];
  const leftOut: LeftOutRow[] = [];
  for (const [index, cells] of sheet.rows.entries()) {
    const row = index + 1;
    if (isBlank(cells) || index === at) continue;
    if (index < at) {
      leftOut.push({ row, why: 'it is above the headings' });
      continue;
    }
    const first = cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
    if (SUMMARY.test(first)) leftOut.push({ row, why: `it sums up other rows (${first})` });
    else if (
      cells.every(
        (cell, cellAt) => cell.trim() === '' || plainHeading(cell) === plainHeading(headings[cellAt] ?? ''),
      )
    )
      leftOut.push({ row, why: 'it repeats the headings' });
    else {
      const named = columns.map(({ name }) => {
        const from = mapping[name] ?? null;
        return [name, from === null ? '' : (cells[from] ?? '').trim()] as const;
      });
      rows.push({ row, cells: Object.fromEntries(named) });
    }
  }
  if (rows.length === 0)
    return { outcome: 'unreadable', message: 'The file has headings and no rows below them' };
  const used = new Set(Object.values(mapping));
  const unused = headings.filter((heading, index) => heading !== '' && !used.has(index));
  return { outcome: 'read', mapping, headings, headingRow: at + 1, rows, leftOut, unused };
}

/** How a problem is said: "Row 4, Weight, “heavy”: must be a weight in kg". */
export const problemText = ({ row, column, value, rule }: FileProblem): string =>
  `Row ${row}, ${column}, ${value === '' ? 'empty' : `“${value}”`}: ${rule}`;
