import { SIGNERS, type Signer } from '@saleyard/contract/lot-media.ts';
import {
  type DocumentRow,
  type FileRow,
  type LinkRow,
  type LotFormOf,
  type LotValues,
  type MediaRow,
  newSignature,
} from './lot-values.ts';
import { keptFiles, keepFiles as storeFiles } from './unsent-lots.ts';

/** A file of a lot that is not at the server, as this device keeps it. */
export type UnsentFile =
  | { id: string; as: 'documents'; row: DocumentRow }
  | { id: string; as: 'media'; row: MediaRow }
  | { id: string; as: 'usefulLinks'; row: LinkRow }
  | { id: string; as: Signer; row: { file: File; id?: string } };

/** The files of a form that the server does not have. A problem of an earlier try is tried again. */
function filesOf(values: LotValues): UnsentFile[] {
  const fresh = <R extends FileRow>(rows: readonly R[]) =>
    rows.filter(({ isNew, file }) => isNew && file !== undefined);
  return [
    ...fresh(values.documents).map((row): UnsentFile => ({ id: row.id, as: 'documents', row })),
    ...fresh(values.media).map((row): UnsentFile => ({ id: row.id, as: 'media', row })),
    ...fresh(values.usefulLinks).map((row): UnsentFile => ({ id: row.id, as: 'usefulLinks', row })),
    ...SIGNERS.flatMap((signer): UnsentFile[] => {
      const { file, id } = values[`${signer}Signature`];
      const row = file && { file, ...(id !== undefined && { id }) };
      return row === undefined ? [] : [{ id: `${signer} ${row.file.lastModified}`, as: signer, row }];
    }),
  ];
}

/** Keeps the files of a form that were not sent, and no others of its lot. */
export const keepFiles = (key: string, values: LotValues): Promise<void> => storeFiles(key, filesOf(values));

/** Lets go of the files of a lot. */
export const forgetFiles = (key: string): Promise<void> => storeFiles(key, []);

/** Puts the kept files of a lot back into its form; answers whether there were any. */
export async function bringFilesBack(form: LotFormOf, key: string): Promise<boolean> {
  const files = (await keptFiles(key)) as UnsentFile[];
  const missing = <R extends { id: string }>(rows: readonly R[], back: readonly R[]) =>
    back
      .filter(({ id }) => !rows.some((row) => row.id === id))
      .map((row) => ({ ...row, problem: undefined }));
  const documents = files.flatMap(({ as, row }) => (as === 'documents' ? [row] : []));
  const media = files.flatMap(({ as, row }) => (as === 'media' ? [row] : []));
  const links = files.flatMap(({ as, row }) => (as === 'usefulLinks' ? [row] : []));
  const change = { shouldDirty: true };
  if (links.length > 0) {
    const rows = form.getValues('usefulLinks');
    form.setValue('usefulLinks', [...rows, ...missing(rows, links)], change);
  }
  if (documents.length > 0) {
    const rows = form.getValues('documents');
    form.setValue('documents', [...rows, ...missing(rows, documents)], change);
  }
  if (media.length > 0) {
    const rows = form.getValues('media');
    form.setValue('media', [...rows, ...missing(rows, media)], change);
  }
  for (const { as, row } of files)
    if (as !== 'documents' && as !== 'media' && as !== 'usefulLinks')
      form.setValue(`${as}Signature`, newSignature(row.file, row.id), change);
  return files.length > 0;
}
