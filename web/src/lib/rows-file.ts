import { csvSheet, type RowColumn, type Sheet, textOf } from '@saleyard/contract/rows-file.ts';
import { parse } from 'csv-parse/browser/esm/sync';

/** Bytes of the largest file of rows that is read. */
export const ROWS_FILE_BYTES = 5_000_000;

/** A file of rows as cells, or why it can't be read. `of`: which sheet of a spreadsheet was read, and which were not. */
export type ReadSheet =
  | { outcome: 'read'; sheet: Sheet; of?: { name: string; unread: readonly string[] } }
  | { outcome: 'unreadable'; message: string };

/** Bytes in which the header of a PDF is looked for. */
const PDF_WITHIN = 1_029;

const unreadable = (message: string): ReadSheet => ({ outcome: 'unreadable', message });
const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** How JSON begins: an object or a list. No heading of a column begins so. */
const JSON_TEXT = /^\s*(?:\{\s*["}]|\[\s*[{["])/;
/** What programs call a spreadsheet and save as a web page. */
const PAGE = /^\s*<(!doctype|\?xml|html|head|body|table|meta)\b/i;

/**
 * Reads a CSV file or a spreadsheet (XLSX), by its bytes and not by its name. Of several sheets, the one with most of
 * `columns` is read.
 */
export async function readSheet(file: Blob, columns: readonly RowColumn[]): Promise<ReadSheet> {
  if (file.size > ROWS_FILE_BYTES) return unreadable('The file is larger than 5 MB');
  const buffer = await file.arrayBuffer().catch(() => null);
  if (buffer === null) return unreadable('The browser can’t read the file. Please choose it again');
  const bytes = new Uint8Array(buffer);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return unreadable('This is an old Excel file (.xls). Save it as .xlsx or as CSV');
  if (startsWith(bytes, 0x50, 0x4b)) {
    const { readSpreadsheet } = await import('./spreadsheet.ts');
    const read = await readSpreadsheet(bytes, columns);
    if (read.outcome === 'unreadable') return read;
    const { sheet, name, unread } = read;
    return { outcome: 'read', sheet, of: { name, unread } };
  }
  // Programs write other bytes before a PDF's header.
  if (new TextDecoder('latin1').decode(bytes.subarray(0, PDF_WITHIN)).includes('%PDF-'))
    return unreadable('This is a PDF, not CSV or a spreadsheet');
  if (startsWith(bytes, 0xff, 0xd8, 0xff) || startsWith(bytes, 0x89, 0x50, 0x4e, 0x47))
    return unreadable('This is a picture, not CSV or a spreadsheet');
  const text = textOf(bytes);
  if (text.includes('\0')) return unreadable('This is neither CSV nor a spreadsheet (.xlsx)');
  if (text.startsWith('{\\rtf'))
    return unreadable('This is a text document (.rtf), not CSV or a spreadsheet');
  if (JSON_TEXT.test(text)) return unreadable('This is JSON, not CSV or a spreadsheet');
  if (PAGE.test(text))
    return unreadable(
      'This is a web page or XML, not CSV or .xlsx. Open it in a spreadsheet program and save it as .xlsx',
    );
  try {
    return { outcome: 'read', sheet: csvSheet(parse, text) };
  } catch {
    return unreadable('This is not CSV: a quote is opened and not closed');
  }
}
