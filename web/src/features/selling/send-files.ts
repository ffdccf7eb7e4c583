import { OFFICE_TYPES } from '@saleyard/contract/lot-files.ts';
import { PART_BYTES, SIGNERS, type Signer } from '@saleyard/contract/lot-media.ts';
import { lotFileOperations } from '@saleyard/contract/operations/lot-files.ts';
import { lotMediaOperations } from '@saleyard/contract/operations/lot-media.ts';
import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import { call, type Transport } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { fetchWithProgress } from '@/lib/fetch-with-progress.ts';
import type { FormProblem } from '@/ui/form/schema-resolver.ts';
import type { DocumentRow, FileRow, LinkRow, LotFormOf, LotValues, MediaRow, SentAs } from './lot-values.ts';

// Documents, pictures, videos and signatures of a lot: they are sent beside what is typed.

/** ms in which a file, or a part of a video, must have arrived: a phone on a farm sends slowly. */
const UPLOAD_LIMIT_MS = 120_000;
/** What is said of a file that could not be sent. */
export const NOT_SENT = {
  documents: 'Can not upload selected document(s)',
  media: 'Can not upload selected media',
  usefulLinks: 'Can not upload selected document(s)',
} as const;

const BY_ENDING: Readonly<Record<string, string>> = OFFICE_TYPES;

/** What a file is: as the browser says, else by the ending of an Office file; '' where neither says it. */
export const mimeTypeOf = ({ type, name }: File): string =>
  type || (BY_ENDING[/\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? '');

/** A file that is being sent, and how much of it has left, 0 to 1. `id`: of its row. */
export type Sending = { id: string; name: string; share: number };
type OnProgress = (share: number) => void;

const transport = (onProgress: OnProgress): Transport => ({
  fetch: fetchWithProgress(onProgress),
  limitMs: UPLOAD_LIMIT_MS,
});

/** Rows whose file the server does not have. `again`: also those that could not be sent before. */
export const unsent = <R extends FileRow>(rows: readonly R[], again: boolean): readonly R[] =>
  rows.filter(({ isNew, problem }) => isNew && (again || problem === undefined));

/** Rows of one kind in a form. `change`: of one row. */
type Rows<R> = {
  field: keyof typeof NOT_SENT;
  get: () => R[];
  change: (at: number, change: Partial<R> | Partial<FileRow>) => void;
};

const changedAt = <R>(rows: readonly R[], at: number, change: Partial<R> | Partial<FileRow>): R[] =>
  rows.map((row, one) => (one === at ? { ...row, ...change } : row));

const documentsIn = (form: LotFormOf): Rows<DocumentRow> => ({
  field: 'documents',
  get: () => form.getValues('documents'),
  change: (at, change) =>
    form.setValue('documents', changedAt(form.getValues('documents'), at, change), { shouldDirty: true }),
});

const mediaIn = (form: LotFormOf): Rows<MediaRow> => ({
  field: 'media',
  get: () => form.getValues('media'),
  change: (at, change) =>
    form.setValue('media', changedAt(form.getValues('media'), at, change), { shouldDirty: true }),
});

const linksIn = (form: LotFormOf): Rows<LinkRow> => ({
  field: 'usefulLinks',
  get: () => form.getValues('usefulLinks'),
  // Only what changed: a row that is replaced would lose the focus while its description is typed.
  change: (at, change) => {
    for (const [name, value] of Object.entries(change))
      form.setValue(`usefulLinks.${at}.${name as 'url'}`, value as string, { shouldDirty: true });
  },
});

/** Changes a row, wherever it stands by now; one that was removed meanwhile stays removed. */
function changeRow<R extends FileRow>(
  rows: Rows<R>,
  id: string,
  change: Partial<R> | Partial<FileRow>,
): void {
  const at = rows.get().findIndex((row) => row.id === id);
  if (at >= 0) rows.change(at, change);
}

/**
 * Whether the server checked what was sent, refused it and did nothing. After any other failure the same is sent again:
 * 401 is followed by signing in.
 */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 429].includes(error.status);

/**
 * Sends the file of a row, and `as` beside it; where an earlier answer was lost, as it was sent then, since the id is the
 * same. `send` answers what the server says and what the row shows from then on. A row that was refused says why.
 * @throws ApiError whose message says that it was refused; else why it was not sent
 */
async function sendRow<R extends FileRow, S extends SentAs, A>(
  rows: Rows<R>,
  { id, name, file, sentAs }: R,
  as: S,
  send: (file: File, as: S) => Promise<{ answer: A; shown: Partial<R> }>,
): Promise<A> {
  if (file === undefined) throw new Error('the row has no file');
  if (sentAs === undefined) changeRow(rows, id, { sentAs: as });
  try {
    const { answer, shown } = await send(file, (sentAs as S | undefined) ?? as);
    changeRow(rows, id, { ...shown, isNew: false, sentAs: undefined, problem: undefined });
    return answer;
  } catch (error) {
    if (!isRefused(error)) throw error;
    const problem = errorTextOf(error).message;
    changeRow(rows, id, { problem });
    const message = `${NOT_SENT[rows.field]}. ${name}: ${problem}`;
    throw new ApiError(400, [{ code: 'unfit-file', field: rows.field, message }]);
  }
}

const described = ({ description }: { description: string }) => ({ description });

/** Sends a new document to a lot; answers its entry and the lot's revision. @throws as `sendRow` */
export const sendDocument = (form: LotFormOf, lot: string, row: DocumentRow, onProgress: OnProgress) =>
  sendRow(documentsIn(form), row, described(row), async (file, { description }) => {
    const answer = await call(lotFileOperations.uploadLotDocument, {
      params: { lot },
      body: new File([file], file.name, { type: mimeTypeOf(file) }),
      headers: { 'x-command-id': row.id, 'file-description': encodeURIComponent(description) },
      transport: transport(onProgress),
    });
    const { name, uri } = answer.document;
    return { answer, shown: { name, uri } };
  });

/** Sends a PDF of the useful links to a lot; answers its entry and the lot's revision. @throws as `sendRow` */
export const sendUsefulPdf = (form: LotFormOf, lot: string, row: LinkRow, onProgress: OnProgress) =>
  sendRow(linksIn(form), row, described(row), async (file, { description }) => {
    const answer = await call(lotFileOperations.uploadUsefulPdf, {
      params: { lot },
      body: new File([file], file.name, { type: mimeTypeOf(file) }),
      headers: { 'x-command-id': row.id, 'file-description': encodeURIComponent(description) },
      transport: transport(onProgress),
    });
    return { answer, shown: { url: answer.newPdfFile.url } };
  });

/** Sends all parts of a file but the last one, which is answered. `onProgress`: how much of the whole has left, 0 to 1. */
async function allButLast(
  lot: string,
  { id, file }: { id: string; file: File },
  onProgress: OnProgress,
): Promise<{ body: File; from: number }> {
  const parts = Math.max(1, Math.ceil(file.size / PART_BYTES));
  const piece = (part: number) =>
    new File([file.slice(part * PART_BYTES, (part + 1) * PART_BYTES)], file.name, { type: file.type });
  for (let part = 0; part < parts - 1; part += 1) {
    await call(lotMediaOperations.sendLotMediaPart, {
      params: { lot, upload: id, part: String(part) },
      body: piece(part),
      headers: { 'file-size': String(file.size) },
      transport: transport((share) => onProgress(((part + share) * PART_BYTES) / file.size)),
    });
  }
  return { body: piece(parts - 1), from: (parts - 1) * PART_BYTES };
}

/** How many rows before one are of files that the server has: the place at which its file is added. */
function placeOf(rows: readonly MediaRow[], id: string): { order: number } {
  const before = rows.slice(
    0,
    rows.findIndex((one) => one.id === id),
  );
  return { order: before.filter(({ isNew }) => !isNew).length };
}

/** A picture or a video that is sent. `order`: its place among those that the server has. */
type SentMedium = Pick<MediaRow, 'id' | 'poster' | 'timestamp' | 'mimeType'> & { file: File; order: number };

/** Sends a picture or a video to a lot; answers its entry and the lot's revision. The same one again adds nothing again. */
export async function uploadMedium(lot: string, medium: SentMedium, onProgress: OnProgress) {
  const { id, file, poster, timestamp, mimeType, order } = medium;
  const isVideo = mimeType.startsWith('video/');
  const last = isVideo ? await allButLast(lot, { id, file }, onProgress) : { body: file, from: 0 };
  const answer = await call(lotMediaOperations.uploadLotMedia, {
    params: { lot },
    body: last.body,
    headers: {
      'x-command-id': id,
      'file-order': String(order),
      'file-size': String(file.size),
      ...(timestamp !== null && { 'file-timestamp': String(timestamp) }),
    },
    transport: transport((share) => onProgress((last.from + share * last.body.size) / file.size)),
  });
  if (poster !== undefined) {
    const params = { lot, medium: answer.media.key };
    // A video plays without the picture that stands for it.
    await call(lotMediaOperations.uploadLotThumbnail, { params, body: poster }).catch(() => undefined);
  }
  return answer;
}

/**
 * Sends a new picture or video to a lot, at the place of its row; answers its entry, the place and the lot's revision.
 * The same row again adds nothing again. @throws as `sendRow`
 */
export const sendMedium = (form: LotFormOf, lot: string, row: MediaRow, onProgress: OnProgress) =>
  sendRow(mediaIn(form), row, placeOf(form.getValues('media'), row.id), async (file, { order }) => {
    const answer = await uploadMedium(lot, { ...row, file, order }, onProgress);
    const { key, url, thumbnail, mimeType } = answer.media;
    return { answer: { ...answer, order }, shown: { key, url, thumbnail, mimeType } };
  });

/** Signatures that were given or taken away since the lot was saved. `again`: also those that were refused before. */
export const changedSignatures = (
  values: LotValues,
  saved: ListingContent,
  again: boolean,
): readonly Signer[] =>
  SIGNERS.filter((signer) => {
    const { url, file, problem } = values[`${signer}Signature`];
    return (again || problem === undefined) && (file !== undefined || url !== saved[`${signer}Signature`]);
  });

/** Files and signatures that the server refused: they are only here. */
export function refusedFiles(values: LotValues): readonly FormProblem[] {
  const files = (['documents', 'media', 'usefulLinks'] as const).flatMap((path) => {
    const rows: readonly FileRow[] = values[path];
    return rows.map(({ isNew, problem }) => ({ path, problem: isNew ? problem : undefined }));
  });
  const signatures = SIGNERS.map((signer) => {
    const path = `${signer}Signature` as const;
    return { path, problem: values[path].problem };
  });
  return [...files, ...signatures].flatMap(({ path, problem }) =>
    problem === undefined ? [] : [{ path, message: problem }],
  );
}

/**
 * Sends a signature, or that there is none any more; answers where it is and the lot's revision.
 * @throws ApiError whose message says that it was not sent
 */
export async function sendSignature(form: LotFormOf, lot: string, signer: Signer) {
  const name = `${signer}Signature` as const;
  const sent = form.getValues(name);
  const params = { lot, signer };
  if (sent.file === undefined) {
    const { revision } = await call(lotMediaOperations.removeLotSignature, { params });
    return { url: '', revision };
  }
  try {
    const answer = await call(lotMediaOperations.signLot, {
      params,
      body: sent.file,
      ...(sent.id !== undefined && { headers: { 'x-command-id': sent.id } }),
    });
    // Somebody may have signed again meanwhile.
    if (form.getValues(name).file === sent.file)
      form.setValue(name, { url: answer.url }, { shouldDirty: true });
    return answer;
  } catch (error) {
    if (!isRefused(error)) throw error;
    const problem = errorTextOf(error).message;
    form.setValue(name, { ...sent, problem }, { shouldDirty: true });
    throw new ApiError(400, [{ code: 'unfit-file', field: name, message: `The signature: ${problem}` }]);
  }
}
