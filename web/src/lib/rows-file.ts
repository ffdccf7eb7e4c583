import { csvSheet, type Sheet, textOf } from '@saleyard/contract/rows-file.ts';
import { parse } from 'csv-parse/browser/esm/sync';

/** Bytes of the largest file of rows that is read. */
export const ROWS_FILE_BYTES = 5_000_000;

/** A file of rows as cells, or why it can't be read. */
export type ReadSheet = { outcome: 'read'; sheet: Sheet } | { outcome: 'unreadable'; message: string };

const unreadable = (message: string): ReadSheet => ({ outcome: 'unreadable', message });
const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** A cell of a spreadsheet as the text that it shows. */
const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
};

/** Reads a CSV file or a spreadsheet (XLSX), by its bytes and not by its name. */
export async function readSheet(file: Blob): Promise<ReadSheet> {
  if (file.size > ROWS_FILE_BYTES) return unreadable('The file is larger than 5 MB');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return unreadable('This is an old Excel file (.xls). Save it as .xlsx or as CSV');
  if (startsWith(bytes, 0x50, 0x4b)) {
    const { readSheet: cellsOf } = await import('read-excel-file/browser');
    try {
      const cells = await cellsOf(new Blob([bytes]), 1);
      return { outcome: 'read', sheet: { rows: cells.map((row) => row.map(cellText)) } };
    } catch {
      return unreadable('The spreadsheet cannot be read. Save it as .xlsx again, or as CSV');
    }
  }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return unreadable('This is a PDF, not CSV or a spreadsheet');
  const text = textOf(bytes);
  if (text.includes('\0')) return unreadable('This is neither CSV nor a spreadsheet (.xlsx)');
  try {
    return { outcome: 'read', sheet: csvSheet(parse, text) };
  } catch {
    return unreadable('This is not CSV: a quote is opened and not closed');
  }
}
