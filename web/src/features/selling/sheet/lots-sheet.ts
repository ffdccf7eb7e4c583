import {
  type FileProblem,
  type Mapping,
  type Sheet,
  type TableFile,
  tableOf,
} from '@saleyard/contract/rows-file.ts';
import type { Form, Values } from '@saleyard/domain/listing/forms/field.ts';
import type { Days } from '@saleyard/domain/listing/forms/problems.ts';
import {
  columnHint,
  LOTS_PER_FILE,
  type LotOfFile,
  lotColumns,
  readLots,
} from '@saleyard/domain/listing/lots-file.ts';
import { inRows } from '@/features/selling/rows-read.ts';

/** What is known of lots beside their rows: of the sale, and of the seller. `sections`: null where a sale has none. */
export type KnownOfLots = {
  days: Days;
  known: Values;
  saleConditions: string;
  sections: readonly string[] | null;
};

/** A row of the file that can be a lot. `key`: the same for the same row of another file. */
export type SheetLot = LotOfFile & { readonly key: string };

/** A file of lots as its preview shows it: lots that can be made, and everything that can't, by row. */
export type LotsSheet = Pick<
  TableFile,
  'outcome' | 'leftOut' | 'unused' | 'headings' | 'headingRow' | 'mapping'
> & {
  readonly lots: readonly SheetLot[];
  readonly problems: readonly FileProblem[];
  readonly notes: readonly FileProblem[];
};

/** Reads a file of lots. `chosen`: the headings that the person chose for the columns. */
export function lotsOf(sheet: Sheet, form: Form, { sections, ...known }: KnownOfLots, chosen?: Mapping) {
  const columns = lotColumns(form);
  const table = tableOf(sheet, columns, { chosen, isEachKnown: true });
  if (table.outcome !== 'read') return table;
  const { rows, mapping, headings, leftOut, unused, headingRow } = table;
  if (rows.length > LOTS_PER_FILE)
    return {
      outcome: 'unreadable',
      message: `The file has ${rows.length} lots. At most ${LOTS_PER_FILE} are read at once`,
    } as const;
  const headingOf = Object.fromEntries(
    Object.entries(mapping).map(([name, at]) => [name, at === null ? '' : (headings[at] ?? '')]),
  );
  const read = readLots(form, rows, { ...known, sections, headings: headingOf });
  const inFile = ({ column, ...problem }: FileProblem): FileProblem => {
    const title = columns.find(({ name }) => name === column)?.title ?? column;
    return { ...problem, column: headingOf[column] || title };
  };
  const seen = new Map<string, number>();
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, JSON.stringify(cells)]));
  const file: LotsSheet = {
    outcome: 'read',
    // Two rows that are alike are two lots.
    lots: read.lots.map((lot) => {
      const text = cellsOf.get(lot.row) ?? '';
      const times = seen.get(text) ?? 0;
      seen.set(text, times + 1);
      return { ...lot, key: shortened(`${times} ${text}`) };
    }),
    problems: inRows([...table.problems, ...read.problems.map(inFile)]),
    notes: read.notes.map(inFile),
    leftOut,
    unused,
    headings,
    headingRow,
    mapping,
  };
  return file;
}

/** A text as 13 characters that hardly any other text has. It keeps rows apart, and is no secret. */
function shortened(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

const csvCell = (text: string): string => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A file to fill in: the columns of a form, each with what it takes in brackets. */
export function lotsTemplate(form: Form): string {
  const headings = lotColumns(form).map(({ name, title }) => {
    const hint = columnHint(form, name);
    return csvCell(hint === '' ? title : `${title} (${hint})`);
  });
  return `\uFEFF${headings.join(',')}\r\n`;
}

/** The pictures of lots, matched by their names. `missing`: names that no file has, by row; `unused`: files of no row. */
export type MatchedPictures = {
  readonly of: ReadonlyMap<number, readonly File[]>;
  readonly missing: readonly { row: number; name: string }[];
  readonly unused: readonly File[];
};

/** The name of a file without its folders, in lower case; and the same without its ending. */
const plainName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim().toLowerCase();
const withoutEnding = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/, '');

/** Finds the files that rows name, in any case, with or without the ending. */
export function matchPictures(
  lots: readonly Pick<SheetLot, 'row' | 'pictures'>[],
  files: readonly File[],
): MatchedPictures {
  const byName = new Map<string, File>();
  for (const file of files) byName.set(withoutEnding(plainName(file.name)), file);
  for (const file of files) byName.set(plainName(file.name), file);
  const missing: { row: number; name: string }[] = [];
  const used = new Set<File>();
  const of = new Map<number, readonly File[]>();
  for (const { row, pictures } of lots) {
    const found = pictures.flatMap((name) => {
      const plain = plainName(name);
      const file = byName.get(plain) ?? byName.get(withoutEnding(plain));
      if (file === undefined) missing.push({ row, name });
      else used.add(file);
      return file ?? [];
    });
    of.set(row, [...new Set(found)]);
  }
  return { of, missing, unused: files.filter((file) => !used.has(file)) };
}
