import { columnsFound, type RowColumn, type Sheet } from '@saleyard/contract/rows-file.ts';
import { Inflate, strFromU8, zipSync } from 'fflate';

// Spreadsheets (XLSX). The library that reads them unpacks without a limit and makes every cell up to the last address that
// a file names, so the file is unpacked here, within limits, and handed over with only what is read of it.

export const SPREADSHEET_LIMITS = {
  /** Bytes of what is read of a spreadsheet, unpacked. */
  unpackedBytes: 40_000_000,
  /** Bytes that are unpacked at a time: what a few kB unpack to is never more than some MB. */
  stepBytes: 8_192,
  /** The place of the last cell, and the cells of the rectangle up to it. */
  rows: 20_000,
  columns: 1_000,
  cells: 2_000_000,
  /** Sheets that are looked at for one that is filled. */
  sheets: 10,
} as const;

/** `unread`: visible sheets beside the one that was read. */
export type Spreadsheet =
  | { outcome: 'read'; sheet: Sheet; name: string; unread: readonly string[] }
  | { outcome: 'unreadable'; message: string };

/** Why a spreadsheet is not read, in words for the person who chose it. */
class Unreadable extends Error {}

const DAMAGED = 'The spreadsheet cannot be read. Save it as .xlsx again, or as CSV';
const TOO_LARGE =
  'The spreadsheet is too large once unpacked. Delete what is not needed and save it again, or save it as CSV';
const TOO_FAR =
  'The sheet has cells far below or beside its rows. Delete the rows and columns after the last one and save it again';

/** A file in a ZIP archive, still packed. `isStored`: without compression. */
type Packed = { name: string; bytes: Uint8Array; isStored: boolean };

const END_OF_ARCHIVE = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const IN_64_BITS = 0xffff_ffff;

/** A size or an offset that does not fit 32 bits is in the entry's ZIP64 field, in this order. */
function with64Bits(view: DataView, extra: { from: number; to: number }, sizes: readonly number[]): number[] {
  let at = extra.from;
  while (at + 4 <= extra.to && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true);
  at += 4;
  return sizes.map((size) => {
    if (size !== IN_64_BITS) return size;
    const long = Number(view.getBigUint64(at, true));
    at += 8;
    return long;
  });
}

/** The files of an archive by its directory. @throws RangeError where it ends too early */
function packedFiles(archive: Uint8Array): Packed[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - END_LENGTH;
  while (end >= 0 && view.getUint32(end, true) !== END_OF_ARCHIVE) end -= 1;
  if (end < 0) throw new Unreadable(DAMAGED);
  const files: Packed[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Unreadable(DAMAGED);
    const method = view.getUint16(at + 10, true);
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const [, size = 0, offset = 0] = with64Bits(view, { from: nameEnd, to: extraEnd }, [
      view.getUint32(at + 24, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 42, true),
    ]);
    const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    if ((view.getUint16(at + 8, true) & 1) === 1)
      throw new Unreadable('The spreadsheet has a password. Save it without one');
    if (method !== 0 && method !== 8) throw new Unreadable(DAMAGED);
    const name = strFromU8(archive.subarray(at + 46, nameEnd));
    files.push({ name, bytes: archive.subarray(from, from + size), isStored: method === 0 });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return files;
}

/** Unpacks files within one limit for all of them. @throws Unreadable when they are larger; an error of fflate */
function unpacker(most: number): (file: Packed) => Uint8Array {
  let left = most;
  const take = (bytes: Uint8Array) => {
    left -= bytes.length;
    if (left < 0) throw new Unreadable(TOO_LARGE);
    return bytes;
  };
  return ({ bytes, isStored }) => {
    if (isStored) return take(bytes);
    const parts: Uint8Array[] = [];
    const inflate = new Inflate((part) => void parts.push(take(part)));
    for (let at = 0; at < bytes.length; at += SPREADSHEET_LIMITS.stepBytes) {
      const next = at + SPREADSHEET_LIMITS.stepBytes;
      inflate.push(bytes.subarray(at, next), next >= bytes.length);
    }
    const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let to = 0;
    for (const part of parts) {
      whole.set(part, to);
      to += part.length;
    }
    return whole;
  };
}

/** What a spreadsheet is read from: its texts, its formats and its sheets; not pictures, charts and calculations. */
const IS_READ = /^(_rels\/\.rels|xl\/(_rels\/)?[\w.]+\.(xml|xml\.rels)|xl\/worksheets\/[^/]+\.xml)$/i;
const IS_SHEET = /^xl\/worksheets\/[^/]+\.xml$/i;

/** The number of a column by its letters: A is 1. */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** A formula that no program has calculated, by the place of its cell. */
const NO_RESULT =
  /<((?:\w+:)?)c\b[^<>]*?\sr="([A-Z]{1,4}\d{1,9})"[^<>]*>\s*<\1f\b[^<>]*(?:\/>|>[^<]*<\/\1f>)\s*<\/\1c>/;

/** A sheet without its empty cells and rows, which have formats alone. @throws Unreadable with cells too far away */
function withoutEmptyCells(xml: string): string {
  const filled = xml
    .replaceAll(/<((?:\w+:)?c)\b[^<>]*(?:\/>|>\s*<\/\1>)/g, '')
    .replaceAll(/<((?:\w+:)?row)\b[^<>]*(?:\/>|>\s*<\/\1>)/g, '');
  let [rows, columns] = [0, 0];
  for (const [, letters = '', row] of filled.matchAll(/<(?:\w+:)?c\b[^<>]*?\sr="([A-Z]{1,4})(\d{1,9})"/g)) {
    rows = Math.max(rows, Number(row));
    columns = Math.max(columns, columnOf(letters));
  }
  for (const [, row] of filled.matchAll(/<(?:\w+:)?row\b[^<>]*?\sr="(\d{1,9})"/g))
    rows = Math.max(rows, Number(row));
  const { rows: mostRows, columns: mostColumns, cells } = SPREADSHEET_LIMITS;
  const [, , at] = NO_RESULT.exec(filled) ?? [];
  if (at !== undefined)
    throw new Unreadable(
      `Cell ${at} has a formula without a result. Open the file in a spreadsheet program and save it again`,
    );
  if (rows > mostRows || columns > mostColumns || rows * columns > cells) throw new Unreadable(TOO_FAR);
  return filled;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const plainXml = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** A sheet of a workbook: its file, and whether people see it. */
type SheetFile = { name: string; path: string; isHidden: boolean };

/** The sheets of a workbook, in their order. */
function sheetsOf(files: ReadonlyMap<string, Uint8Array>): SheetFile[] {
  const elements = (path: string, tag: string): ((name: string) => string)[] => {
    const xml = strFromU8(files.get(path) ?? new Uint8Array());
    return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${tag}\\b([^<>]*)>`, 'g'))].map(
      ([, attributes = '']) =>
        (name) =>
          plainXml(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''),
    );
  };
  const targets = new Map(
    elements('xl/_rels/workbook.xml.rels', 'Relationship').map((of) => [of('Id'), of('Target')]),
  );
  return elements('xl/workbook.xml', 'sheet').map((of) => {
    const target = targets.get(of('\\w+:id')) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return { name: of('name'), path, isHidden: /^(hidden|veryHidden)$/.test(of('state')) };
  });
}

/** Columns of cells that are one cell for the person: from their first row to their last, from 0. */
type Merged = { column: number; first: number; last: number };

function mergedDownwards(xml: string): Merged[] {
  return [
    ...xml.matchAll(/<(?:\w+:)?mergeCell\b[^<>]*\bref="([A-Z]{1,4})(\d{1,9}):[A-Z]{1,4}(\d{1,9})"/g),
  ].map(([, letters = '', first, last]) => ({
    column: columnOf(letters) - 1,
    first: Number(first) - 1,
    last: Number(last) - 1,
  }));
}

/** Numbers of the rows that a sheet does not show: hidden by hand, or by a filter. */
const hiddenRows = (xml: string): ReadonlySet<number> =>
  new Set(
    [...xml.matchAll(/<(?:\w+:)?row\b([^<>]*)>/g)].flatMap(([, attributes = '']) => {
      const row = /\br="(\d{1,9})"/.exec(attributes)?.[1];
      return row !== undefined && /\bhidden="(?:1|true)"/.test(attributes) ? [Number(row)] : [];
    }),
  );

/** A cell as the text that it shows. Days are "2026-12-01". */
const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell);
  return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
};

/** The value of merged cells is in the first one: it holds for each row that they cover. */
function filledDown(rows: string[][], merged: readonly Merged[]): string[][] {
  for (const { column, first, last } of merged) {
    const value = rows[first]?.[column] ?? '';
    if (value === '') continue;
    for (let row = first + 1; row <= Math.min(last, rows.length - 1); row += 1) {
      const cells = rows[row];
      if (cells && (cells[column] ?? '') === '') cells[column] = value;
    }
  }
  return rows;
}

/** What the library says of a cell that it can't read, by its place. */
function cellProblem(error: unknown): string {
  const [, row, column] = /row (\d+), col (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  return row === undefined
    ? DAMAGED
    : `Row ${row}, column ${column} cannot be read. Type it again, and save the file again`;
}

/**
 * Reads the visible sheet of an XLSX file with most of the columns, the first of several; it must have something in it.
 * Formulas count as their results.
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  columns: readonly RowColumn[],
  unpackedBytes: number = SPREADSHEET_LIMITS.unpackedBytes,
): Promise<Spreadsheet> {
  try {
    const unpack = unpacker(unpackedBytes);
    const files = new Map(
      packedFiles(bytes)
        .filter(({ name }) => IS_READ.test(name))
        .map((file) => [file.name, unpack(file)] as const),
    );
    const shown = new Map<string, { merged: readonly Merged[]; hidden: ReadonlySet<number> }>();
    for (const [name, file] of files) {
      if (!IS_SHEET.test(name)) continue;
      const xml = strFromU8(file);
      shown.set(name, { merged: mergedDownwards(xml), hidden: hiddenRows(xml) });
      files.set(name, new TextEncoder().encode(withoutEmptyCells(xml)));
    }
    if (!files.has('xl/workbook.xml'))
      throw new Unreadable('This is a ZIP archive, not a spreadsheet (.xlsx)');
    const stored = new Blob([zipSync(Object.fromEntries(files), { level: 0 })]);
    const { readSheet: cellsOf } = await import('read-excel-file/browser');
    const visible = sheetsOf(files).flatMap((one, at) => (one.isHidden ? [] : [{ ...one, at }]));
    let best: { name: string; at: number; sheet: Sheet; found: number } | null = null;
    for (const { name, path, at } of visible.slice(0, SPREADSHEET_LIMITS.sheets)) {
      const cells = await cellsOf(stored, at + 1);
      const { merged = [], hidden = new Set<number>() } = shown.get(path) ?? {};
      const rows = filledDown(
        cells.map((row) => row.map(cellText)),
        merged,
      );
      if (rows.every((row) => row.every((cell) => cell.trim() === ''))) continue;
      const sheet: Sheet = hidden.size > 0 ? { rows, hidden } : { rows };
      const found = columnsFound(columns, sheet);
      if (best === null || found > best.found) best = { name, at, sheet, found };
    }
    if (best === null) throw new Unreadable('The file is empty');
    const { name, sheet, at } = best;
    const unread = visible.filter((other) => other.at !== at).map((other) => other.name);
    return { outcome: 'read', sheet, name, unread };
  } catch (error) {
    return {
      outcome: 'unreadable',
      message: error instanceof Unreadable ? error.message : cellProblem(error),
    };
  }
}
