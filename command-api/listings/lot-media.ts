import { lotMedium } from '@saleyard/contract/lot-attachments.ts';
import { LOT_PICTURE_SIDE, type MediumPlace, PART_BYTES, VIDEO_TYPE } from '@saleyard/contract/lot-media.ts';
import type { Download } from '@saleyard/contract/operation.ts';
import type { Media } from '@saleyard/domain/listing/content.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import { FileDamaged } from '@saleyard/platform/files/port.ts';
import { personalFolder, readSealedFile } from '../accounts/personal-data.ts';
import { type PictureNotMade, pictureIn, sizesIn } from '../pictures/made-pictures.ts';
import { type LotFileParts, putSealed } from './lot-files.ts';
import { type LookedAt, lookAtVideo, type VideoBytes } from './video-file.ts';

/** px of the longer side of a video's poster picture. */
const THUMBNAIL_SIDE = 640;
const THUMBNAIL_QUALITY = 80;

// In the person's folder, so that forgetting the person deletes it, and the lot's, which is deleted with the lot.
const lotFolder = (account: string, lot: string): string => `${personalFolder(account)}/media/${lot}`;
const folderOf = ({ account, lot, key }: MediumPlace): string => `${lotFolder(account, lot)}/${key}`;
const partOf = (place: MediumPlace, part: number): string => `${folderOf(place)}/part-${part}`;
const signatureOf = ({ account, lot, key }: MediumPlace): string =>
  `${lotFolder(account, lot)}/signatures/${key}`;

/** `name`: the part of its addresses that includes its size. */
type Stored = { outcome: 'stored'; name: string; width: number; least: number };

/**
 * Stores a JPEG or PNG in every size, re-encoded and encrypted with the seller's key. The largest one is stored last:
 * if it exists, all do. @throws FilesUnavailable
 */
export async function storeLotPicture(
  parts: LotFileParts,
  place: MediumPlace,
  bytes: Uint8Array,
): Promise<Stored | PictureNotMade> {
  const made = await sizesIn(bytes, LOT_PICTURE_SIDE);
  if (made.outcome !== 'made') return made;
  const { sizes, height } = made;
  for (const { width, bytes: size } of sizes)
    await putSealed(parts, place.account, `${folderOf(place)}/${width}`, size);
  const width = sizes.at(-1)?.width ?? 0;
  return {
    outcome: 'stored',
    name: `${place.key}-${width}x${height}`,
    width,
    least: sizes[0]?.width ?? width,
  };
}

/** Stores one part of a video, encrypted in the same way. @throws FilesUnavailable */
export const storeVideoPart = (
  parts: LotFileParts,
  place: MediumPlace,
  part: number,
  bytes: Uint8Array,
): Promise<void> => putSealed(parts, place.account, partOf(place, part), bytes);

/** A part of a video is missing: it was never uploaded, or the video was deleted. */
class PartMissing extends Error {
  constructor() {
    super('a part of the video is not there');
    this.name = 'PartMissing';
  }
}

/** A video stored in parts, one of which is in memory. `size`: total bytes. */
function videoIn(parts: LotFileParts, place: MediumPlace, size: number): VideoBytes {
  let last: { part: number; bytes: Buffer } | null = null;
  const read = async (part: number): Promise<Buffer> => {
    if (last?.part === part) return last.bytes;
    const bytes = await readSealedFile(parts, place.account, partOf(place, part));
    if (bytes?.length !== Math.min(PART_BYTES, size - part * PART_BYTES)) throw new PartMissing();
    last = { part, bytes };
    return bytes;
  };
  /** The slices of each part in a range. */
  const pieces = (from: number, length: number) => {
    const found: { part: number; at: number; length: number }[] = [];
    for (let next = from; next < from + length; ) {
      const part = Math.floor(next / PART_BYTES);
      const end = Math.min(from + length, (part + 1) * PART_BYTES);
      found.push({ part, at: next - part * PART_BYTES, length: end - next });
      next = end;
    }
    return found;
  };
  return {
    size,
    async read(from, length) {
      const found = pieces(from, length);
      const taken: Buffer[] = [];
      for (const { part, at, length: some } of found) taken.push((await read(part)).subarray(at, at + some));
      return Buffer.concat(taken);
    },
    async write(from, bytes) {
      let done = 0;
      for (const { part, at, length } of pieces(from, bytes.length)) {
        const now = Buffer.from(await read(part));
        bytes.copy(now, at, done, done + length);
        await storeVideoPart(parts, place, part, now);
        last = { part, bytes: now };
        done += length;
      }
    },
  };
}

/** The first bytes of an uploaded video, to detect its type; null when it is missing. */
export const videoHead = (parts: LotFileParts, place: MediumPlace): Promise<Buffer | null> =>
  readSealedFile(parts, place.account, partOf(place, 0));

/** Checks a video whose parts are stored, and erases its camera's metadata. A video with a missing part is unfit. */
export async function checkStoredVideo(
  parts: LotFileParts,
  place: MediumPlace,
  size: number,
): Promise<LookedAt> {
  try {
    const video = videoIn(parts, place, size);
    for (let at = 0; at < size; at += PART_BYTES) await video.read(at, 1);
    const looked = await lookAtVideo(video);
    if (looked.outcome === 'fit') await noteSize(parts, place, size);
    return looked;
  } catch (error) {
    if (error instanceof PartMissing) return { outcome: 'unfit' };
    throw error;
  }
}

/** Stores a video's size, which answers to range requests include. */
const noteSize = (parts: LotFileParts, place: MediumPlace, size: number): Promise<void> =>
  putSealed(parts, place.account, `${folderOf(place)}/size`, Buffer.from(String(size)));

/** Stores a video's poster picture. @throws FilesUnavailable */
export async function storeThumbnail(
  parts: LotFileParts,
  place: MediumPlace,
  bytes: Uint8Array,
): Promise<{ outcome: 'stored' } | PictureNotMade> {
  const made = await pictureIn(bytes, {
    side: THUMBNAIL_SIDE,
    as: { type: 'image/jpeg', quality: THUMBNAIL_QUALITY },
  });
  if (made.outcome !== 'made') return made;
  await putSealed(parts, place.account, `${folderOf(place)}/thumbnail`, made.bytes);
  return { outcome: 'stored' };
}

/** Stores a signature, re-encoded, at most `most` pixels a side. */
export async function storeSignature(
  parts: LotFileParts,
  place: MediumPlace,
  bytes: Uint8Array,
  most: number,
): Promise<{ outcome: 'stored' } | PictureNotMade> {
  const made = await pictureIn(bytes, { side: most, as: { type: 'image/png' } });
  if (made.outcome !== 'made') return made;
  await putSealed(parts, place.account, signatureOf(place), made.bytes);
  return { outcome: 'stored' };
}

export const deleteMedium = (parts: LotFileParts, place: MediumPlace): Promise<void> =>
  parts.files.deleteAll(folderOf(place));

export const deleteSignature = (parts: LotFileParts, place: MediumPlace): Promise<void> =>
  parts.files.delete(signatureOf(place));

/**
 * Deletes all pictures, videos and signatures of a lot. The caller ensures that no other lot can copy it any more.
 */
export const deleteLotMedia = (parts: LotFileParts, account: string, lot: string): Promise<void> =>
  parts.files.deleteAll(lotFolder(account, lot));

/**
 * Deletes the files of media that a listing no longer has. `kept`: those that it still has. Files copied from another
 * lot are in that lot's folder, and stay.
 */
export async function deleteDroppedMedia(
  parts: LotFileParts,
  lot: string,
  { createdBy: account, content }: Pick<Listing, 'createdBy' | 'content'>,
  kept: readonly Pick<Media, 'url'>[],
): Promise<void> {
  const still = new Set(kept.map(({ url }) => url));
  for (const { url } of content.media) {
    const medium = lotMedium(url);
    if (medium?.lot === lot && !still.has(url)) await deleteMedium(parts, { account, lot, key: medium.key });
  }
}

const shown = (bytes: Uint8Array, type: string, name: string): Download => ({
  bytes,
  type,
  name,
  isShown: true,
});

/**
 * A picture in one of its widths, or a video's poster picture (`thumbnail`); null when there is none, or no longer.
 */
export async function lotPictureOf(
  parts: LotFileParts,
  place: MediumPlace,
  size: string,
): Promise<Download | null> {
  if (!/^(\d{1,4}|thumbnail)$/.test(size)) return null;
  const bytes = await readSealedFile(parts, place.account, `${folderOf(place)}/${size}`);
  return bytes && shown(bytes, 'image/jpeg', `${size}.jpg`);
}

/** A signature; null when there is none, or no longer. */
export async function lotSignatureOf(parts: LotFileParts, place: MediumPlace): Promise<Download | null> {
  const bytes = await readSealedFile(parts, place.account, signatureOf(place));
  return bytes && shown(bytes, 'image/png', 'signature.png');
}

/** The byte range of a `Range` header; null: the whole file. undefined: beyond its end. */
function rangeOf(range: string | undefined, size: number): { from: number; to: number } | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last && first < size ? { from: first, to: last } : undefined;
}

/**
 * A video, or the first part of a `Range`; `outside`: the range is beyond its end. null: there is none, or no longer.
 * One part is in memory at a time. `isHead`: nothing of it is read, and it has no range.
 */
export async function lotVideoOf(
  parts: LotFileParts,
  place: MediumPlace,
  { range, isHead }: { range: string | undefined; isHead: boolean },
): Promise<Download | 'outside' | null> {
  const said = await readSealedFile(parts, place.account, `${folderOf(place)}/size`);
  if (said === null) return null;
  const size = Number(said.toString());
  if (!Number.isSafeInteger(size)) throw new FileDamaged(`${folderOf(place)}/size`);
  const video = videoIn(parts, place, size);
  if (isHead)
    return { ...shown(Buffer.alloc(0), VIDEO_TYPE, 'video.mp4'), more: { size, bytes: restOf(video, 0) } };
  const wanted = rangeOf(range, size);
  if (wanted === undefined) return 'outside';
  try {
    const from = wanted?.from ?? 0;
    const to = Math.min(wanted?.to ?? size - 1, (Math.floor(from / PART_BYTES) + 1) * PART_BYTES - 1);
    const bytes = await video.read(from, to - from + 1);
    const answer = shown(bytes, VIDEO_TYPE, 'video.mp4');
    if (wanted !== null) return { ...answer, part: { from, size } };
    return { ...answer, more: { size, bytes: restOf(video, to + 1) } };
  } catch (error) {
    if (error instanceof PartMissing) return null;
    throw error;
  }
}

async function* restOf(video: VideoBytes, from: number): AsyncGenerator<Buffer> {
  for (let next = from; next < video.size; next += PART_BYTES)
    yield await video.read(next, Math.min(PART_BYTES, video.size - next));
}
