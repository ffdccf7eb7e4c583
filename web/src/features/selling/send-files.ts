import { lotFileOperations } from '@saleyard/contract/lot-files.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { fetchWithProgress } from '@/lib/fetch-with-progress.ts';
import type { DocumentRow, LotFormOf } from './lot-values.ts';

/** ms in which a file must have arrived: a phone on a farm sends slowly. */
const UPLOAD_LIMIT_MS = 120_000;
const NOT_SENT = 'Can not upload selected document(s)';

/** A file that is being sent, and how much of it has left, 0 to 1. `id`: of its row, where it has one. */
export type Sending = { name: string; share: number; id?: string };

/** Rows whose file the server does not have. `again`: also those that could not be sent before. */
export const unsent = (rows: readonly DocumentRow[], again: boolean): readonly DocumentRow[] =>
  rows.filter(({ file, fault }) => file !== undefined && (again || fault === undefined));

/** Changes the row of a file, wherever it stands by now; one that was removed meanwhile stays removed. */
function changeRow(form: LotFormOf, file: File | undefined, change: (row: DocumentRow) => DocumentRow): void {
  const rows = form.getValues('documents');
  const at = rows.findIndex((row) => row.file === file);
  const row = rows[at];
  if (row) form.setValue('documents', rows.with(at, change(row)), { shouldDirty: true });
}

/**
 * Sends a new document to a lot and answers its entry and the lot's revision. Its row then shows what the server has,
 * or why it was not sent.
 * @throws ApiError whose message says that the document was not sent
 */
export async function sendDocument(
  form: LotFormOf,
  lot: string,
  row: DocumentRow,
  onProgress: (share: number) => void,
) {
  const { file, description } = row;
  if (file === undefined) throw new Error('the row has no file');
  try {
    const answer = await call(lotFileOperations.uploadLotDocument, {
      params: { lot },
      body: file,
      headers: { 'file-description': encodeURIComponent(description) },
      transport: { fetch: fetchWithProgress(onProgress), limitMs: UPLOAD_LIMIT_MS },
    });
    const { name, uri } = answer.document;
    changeRow(form, file, (now) => ({ name, uri, description: now.description }));
    return answer;
  } catch (error) {
    const fault = errorTextOf(error).message;
    changeRow(form, file, (now) => ({ ...now, fault }));
    throw new ApiError(400, [
      { code: 'unfit-file', field: 'documents', message: `${NOT_SENT}. ${row.name}: ${fault}` },
    ]);
  }
}
