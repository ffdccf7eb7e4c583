import type { LotsToAdd } from '@/features/staff/api/schedule-sale.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import type { FormProblem } from '@/ui/form/schema-resolver.ts';
import { type Kind, LOT_COLUMNS } from './lot-columns.ts';
import { isBlank, type LotDraft, lotBody, nextDraft, problemsOf } from './lot-draft.ts';
import { type LotsFile, readLotsFile } from './lots-file.ts';

/** A chosen file: its name, and its text as it will be sent. */
export type ChosenFile = { name: string; text: string };

/** The account that typed lots belong to, and how it is called. */
type Owner = { _id: string; label: string };

/**
 * Lots as they are in a form: typed in rows, or a file. `owner`: of the typed lots; null, or left out of an older draft:
 * the person who types them. A file names the owner of each lot itself.
 */
export type LotsValues = {
  mode: 'typed' | 'file';
  rows: LotDraft[];
  file: ChosenFile | null;
  owner?: Owner | null;
};

/** Lots to begin with: one empty row. `first`: its number. */
export const newLots = (kind: Kind, first = '1'): LotsValues => ({
  mode: 'typed',
  rows: [nextDraft('typed-0', kind, undefined, first)],
  file: null,
  owner: null,
});

let lastRead: { text: string; read: LotsFile } | null = null;

/** What a chosen file holds. The last one is kept: a form reads it at every press of a key. */
export function readFile({ text }: ChosenFile): LotsFile {
  if (lastRead?.text !== text) lastRead = { text, read: readLotsFile(text) };
  return lastRead.read;
}

/** Rows that say something; the others are left out. */
const filled = ({ rows }: LotsValues): LotDraft[] => rows.filter((draft) => !isBlank(draft));

/** How many lots would be added. */
export function lotsCount(lots: LotsValues): number {
  if (lots.mode === 'typed') return filled(lots).length;
  const read = lots.file && readFile(lots.file);
  return read?.outcome === 'read' ? read.drafts.length : 0;
}

/** The lots without problems, as they are handed over; null without any. */
export function lotsToAdd(lots: LotsValues): LotsToAdd | null {
  if (lotsCount(lots) === 0) return null;
  if (lots.mode === 'file' && lots.file) return { kind: 'csv', text: lots.file.text };
  const owned = lots.owner ? { createdBy: lots.owner._id } : {};
  return { kind: 'rows', lots: filled(lots).map((draft) => ({ ...lotBody(draft), ...owned })) };
}

/** Rows of the file that are wrong, counted from 0. */
export function wrongRows(file: ChosenFile, kind: Kind): ReadonlySet<number> {
  const read = readFile(file);
  return new Set(read.outcome === 'read' ? problemsOf(read.drafts, kind).map(({ row }) => row) : []);
}

const labelOf = (column: string): string => LOT_COLUMNS.find(({ name }) => name === column)?.label ?? column;

/** What is wrong with the lots: typed rows by their fields, a file's by its lines, all at the file's field. */
export function lotsProblems(lots: LotsValues, kind: Kind): FormProblem[] {
  if (lots.mode === 'typed') {
    // Blank rows keep their place, so that a problem names the row people see.
    return problemsOf(lots.rows, kind)
      .filter(({ row }) => !isBlank(lots.rows[row] ?? nextDraft('', kind)))
      .map(({ row, column, message }) => ({ path: `lots.rows.${row}.${column}`, message }));
  }
  if (lots.file === null) return [];
  const read = readFile(lots.file);
  if (read.outcome === 'unreadable') return [{ path: 'lots.file', message: read.message }];
  return problemsOf(read.drafts, kind).map(({ row, column, message }, index) => ({
    path: `lots.ofFile.${index}`,
    message: `Row ${read.lines[row]}, ${labelOf(column)}: ${message}`,
  }));
}

/** How a problem of the lots is said in the summary, and the field it leads to. */
export function describeLots({ path, message }: FormProblem): { text: string; field: string | null } {
  if (path === 'lots.none') return { text: message, field: null };
  if (path.startsWith('lots.ofFile.')) return { text: message, field: 'lots.file' };
  const row = /^lots\.rows\.(\d+)\.(\w+)$/.exec(path);
  return row
    ? { text: `Row ${Number(row[1]) + 1}, ${labelOf(row[2] ?? '')}: ${message}`, field: path }
    : { text: message, field: path };
}

/** The path of the field that the server names in a refusal ("lots[2].startCents"): it has not seen blank rows. */
export function refusedLotsPath(field: string, lots: LotsValues): string | null {
  const lot = /^lots\[(\d+)\](?:\.(\w+))?/.exec(field);
  if (lot === null || lots.mode === 'file') return null;
  const shown = lots.rows.flatMap((draft, row) => (isBlank(draft) ? [] : [row]));
  const known = LOT_COLUMNS.find(({ name }) => name === lot[2])?.name ?? 'title';
  return `lots.rows.${shown[Number(lot[1])] ?? Number(lot[1])}.${known}`;
}

/** A refusal of the server, line by line. */
export const refusalLines = (error: unknown): string[] =>
  error instanceof ApiError ? error.errors.map(({ message }) => message) : [errorTextOf(error).message];
