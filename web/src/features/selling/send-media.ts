import { lotMediaOperations, PART_BYTES, SIGNERS, type Signer } from '@saleyard/contract/lot-media.ts';
import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import { call } from '@/lib/api-client.ts';
import { ApiError, errorTextOf } from '@/lib/api-error.ts';
import { fetchWithProgress } from '@/lib/fetch-with-progress.ts';
import type { LotFormOf, LotValues, MediaRow } from './lot-values.ts';

/** ms in which a picture, or a part of a video, must have arrived: a phone on a farm sends slowly. */
const UPLOAD_LIMIT_MS = 90_000;
/** [S503] What is said of a medium that could not be sent. */
const NOT_SENT = 'Can not upload selected media';

/** Rows whose file the server does not have. `again`: also those that could not be sent before. */
export const unsentMedia = (rows: readonly MediaRow[], again: boolean): readonly MediaRow[] =>
  rows.filter(({ isNew, fault }) => isNew && (again || fault === undefined));

/** Changes a row, wherever it stands by now; one that was removed meanwhile stays removed. */
function changeRow(form: LotFormOf, id: string, change: (row: MediaRow) => MediaRow): void {
  const rows = form.getValues('media');
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  if (row) form.setValue('media', rows.with(at, change(row)), { shouldDirty: true });
}

/** Sends all parts of a file but the last one, which is answered. `onProgress`: how much of the whole has left, 0 to 1. */
async function allButLast(
  lot: string,
  { id, file }: { id: string; file: File },
  onProgress: (share: number) => void,
): Promise<{ body: File; from: number }> {
  const parts = Math.max(1, Math.ceil(file.size / PART_BYTES));
  const piece = (part: number) =>
    new File([file.slice(part * PART_BYTES, (part + 1) * PART_BYTES)], file.name);
  for (let part = 0; part < parts - 1; part += 1) {
    const progress = (share: number) => onProgress(((part + share) * PART_BYTES) / file.size);
    await call(lotMediaOperations.sendLotMediaPart, {
      params: { lot, upload: id, part: String(part) },
      body: piece(part),
      headers: { 'file-size': String(file.size) },
      transport: { fetch: fetchWithProgress(progress), limitMs: UPLOAD_LIMIT_MS },
    });
  }
  return { body: piece(parts - 1), from: (parts - 1) * PART_BYTES };
}

/**
 * Sends a new picture or video to a lot, at the place of its row, and answers its entry and the lot's revision. The
 * same row again adds nothing again. Its row then shows what the server has, or why it was not sent.
 * @throws ApiError whose message says that the medium was not sent
 */
export async function sendMedium(
  form: LotFormOf,
  lot: string,
  row: MediaRow,
  onProgress: (share: number) => void,
) {
  const { id, file, poster, timestamp } = row;
  if (file === undefined) throw new Error('the row has no file');
  const rows = form.getValues('media');
  const before = rows
    .slice(
      0,
      rows.findIndex((one) => one.id === id),
    )
    .filter(({ isNew }) => !isNew).length;
  const isVideo = row.mimeType.startsWith('video/');
  try {
    const last = isVideo ? await allButLast(lot, { id, file }, onProgress) : { body: file, from: 0 };
    const progress = (share: number) => onProgress((last.from + share * last.body.size) / file.size);
    const answer = await call(lotMediaOperations.uploadLotMedia, {
      params: { lot },
      body: last.body,
      headers: {
        ...{ 'x-command-id': id, 'file-order': String(before), 'file-size': String(file.size) },
        ...(timestamp !== null && { 'file-timestamp': String(timestamp) }),
      },
      transport: { fetch: fetchWithProgress(progress), limitMs: UPLOAD_LIMIT_MS },
    });
    const { key, url, thumbnail, mimeType } = answer.media;
    if (poster !== undefined) {
      const params = { lot, medium: key };
      // A video plays without the picture that stands for it.
      await call(lotMediaOperations.uploadLotThumbnail, { params, body: poster }).catch(() => undefined);
    }
    changeRow(form, id, (now) => ({ ...now, key, url, thumbnail, mimeType, isNew: false }));
    return { ...answer, order: before };
  } catch (error) {
    const fault = errorTextOf(error).message;
    changeRow(form, id, (now) => ({ ...now, fault }));
    throw new ApiError(400, [
      { code: 'unfit-file', field: 'media', message: `${NOT_SENT}. ${row.name}: ${fault}` },
    ]);
  }
}

/** Signatures that were given or taken away since the lot was saved. */
export const changedSignatures = (values: LotValues, saved: ListingContent): readonly Signer[] =>
  SIGNERS.filter((signer) => {
    const { url, file, fault } = values[`${signer}Signature`];
    return fault === undefined && (file !== undefined || url !== saved[`${signer}Signature`]);
  });

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
    const answer = await call(lotMediaOperations.signLot, { params, body: sent.file });
    // Somebody may have signed again meanwhile.
    if (form.getValues(name).file === sent.file)
      form.setValue(name, { url: answer.url }, { shouldDirty: true });
    return answer;
  } catch (error) {
    const fault = errorTextOf(error).message;
    form.setValue(name, { ...sent, fault }, { shouldDirty: true });
    throw new ApiError(400, [{ code: 'unfit-file', field: name, message: `The signature: ${fault}` }]);
  }
}
