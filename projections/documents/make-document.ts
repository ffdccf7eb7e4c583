import { fileURLToPath } from 'node:url';
import pdfmake, { type DocumentDefinition } from 'pdfmake';

import { auditDocument } from './audit-report.ts';
import { catalogueSummary, fullDetails, resultsSummary } from './catalogue.ts';
import { manualDocument } from './manual.ts';
import { ownLotDocument } from './own-lot.ts';
import { ownResultsDocument } from './own-results.ts';
import { printable } from './printable.ts';
import { lotsCsv, ownResultsCsv } from './table-files.ts';
import type { PrintTask } from './task.ts';

const fontFile = (name: string): string =>
  fileURLToPath(new URL(`../fonts/Roboto/${name}.ttf`, import.meta.resolve('pdfmake')));
const ROBOTO = {
  normal: fontFile('Roboto-Regular'),
  bold: fontFile('Roboto-Medium'),
  italics: fontFile('Roboto-Italic'),
  bolditalics: fontFile('Roboto-MediumItalic'),
};

pdfmake.setFonts({ Roboto: ROBOTO });
// A document uses only its input: no URL is fetched, and only font files are read.
pdfmake.setUrlAccessPolicy(() => false);
const FONT_FILES: ReadonlySet<string> = new Set(Object.values(ROBOTO));
pdfmake.setLocalAccessPolicy((path) => FONT_FILES.has(path));

function definitionOf(task: PrintTask): DocumentDefinition {
  if (task.document === 'my-results') return ownResultsDocument(task);
  if (task.document === 'manual') return manualDocument(task);
  if (task.document === 'own-lot') return ownLotDocument(task);
  if (task.document === 'audit') return auditDocument(task);
  if (task.document === 'details') return fullDetails(task);
  return task.document === 'results' ? resultsSummary(task) : catalogueSummary(task);
}

const withoutPictures = (task: PrintTask): PrintTask =>
  task.document === 'details'
    ? { ...task, lots: task.lots.map(({ lot }) => ({ lot, picture: null })) }
    : task;

const pdfOf = (task: PrintTask): Promise<Uint8Array> =>
  pdfmake.createPdf(printable(definitionOf(task))).getBuffer();

/** Makes a document, in a worker thread. When a picture can't be decoded, the document has no pictures. */
export async function makeDocument(task: PrintTask): Promise<Uint8Array> {
  if (task.document === 'my-results' && task.format === 'csv') return Buffer.from(ownResultsCsv(task));
  if ((task.document === 'catalogue' || task.document === 'results') && task.format === 'csv')
    return Buffer.from(lotsCsv(task));
  try {
    return await pdfOf(task);
  } catch (error) {
    if (task.document !== 'details') throw error;
    return await pdfOf(withoutPictures(task));
  }
}
