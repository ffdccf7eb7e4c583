import { hash } from 'node:crypto';
import { PICTURE_TYPES } from '@saleyard/contract/account-files.ts';
import { listedMedia, lotMedium } from '@saleyard/contract/lot-attachments.ts';
import {
  lotMediaFolder,
  lotSignature,
  MEDIA_REFUSALS,
  type MediumPlace,
  PART_BYTES,
  SIGNATURE_SIDE,
  SIGNERS,
  type Signer,
  signatureAddress,
  VIDEO_BYTES,
  videoAddresses,
} from '@saleyard/contract/lot-media.ts';
import { lotMediaOperations } from '@saleyard/contract/operations/lot-media.ts';
import { pictureAddress } from '@saleyard/contract/picture-addresses.ts';
import type { ContentChange, Media } from '@saleyard/domain/listing/content.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import { LOT_LIMITS } from '@saleyard/domain/listing/stock.ts';
import { type Endpoint, endpoint, type Viewer } from '@saleyard/http/endpoint.ts';
import { isRefusal, type Refusal, refusal } from '@saleyard/http/failures.ts';
import { rateLimited } from '@saleyard/http/rate-limit.ts';
import type { Request } from 'express';
import { fileTypeFromBuffer } from 'file-type';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { fileKeyOf } from '../accounts/personal-data.ts';
import type { PictureNotMade } from '../pictures/made-pictures.ts';
import { fileMissing, sameFiles, unchangedSince } from './listing-refusals.ts';
import { changeAsSeller, isUnchanged, PICTURES_RETRY_MS, sellersListing } from './lot-files.endpoints.ts';
import {
  checkStoredVideo,
  deleteMedium,
  deleteSignature,
  storeLotPicture,
  storeSignature,
  storeThumbnail,
  storeVideoPart,
  videoHead,
} from './lot-media.ts';
import type { ListingCommand } from './personal-fields.ts';
import { foundListing, type ListingEndpointParts } from './start-listing.ts';

/** Uploads, and parts of videos, of one account per window (in seconds). */
const UPLOADS = { points: 120, duration: 15 * 60 };
const PARTS = { points: 300, duration: 15 * 60 };

const VIDEOS: readonly string[] = ['video/mp4', 'video/quicktime', 'video/x-m4v'];

const unfit = (message: string): Refusal => refusal('unfit-file', { field: 'media', message });

const undecoded = (made: PictureNotMade): Refusal =>
  made.outcome === 'busy' ? refusal('busy', { retryAfterMs: PICTURES_RETRY_MS }) : unfit(made.message);

/** A number in a header, 0 or more; null when it is not one. */
function numberIn(request: Request, name: string): number | null {
  const text = request.get(name) ?? '';
  const number = Number(text);
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(number) ? number : null;
}

const isPicture = async (bytes: Uint8Array, types: readonly string[] = PICTURE_TYPES): Promise<boolean> => {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  return found !== undefined && types.includes(found);
};

/** Sellers' uploads and removals of a draft's pictures, videos and signatures. */
export function lotMediaEndpoints(parts: ListingEndpointParts): Endpoint[] {
  const { secrets } = parts;
  const uploads = new RateLimiterMemory({ keyPrefix: 'lot-media', ...UPLOADS });
  const videoParts = new RateLimiterMemory({ keyPrefix: 'lot-media-parts', ...PARTS });

  const draft = async (viewer: Viewer, lot: string): Promise<Listing | Refusal> => {
    const state = await sellersListing(parts, viewer, lot);
    if (isRefusal(state)) return state;
    const isOpen = state.phase === 'draft' || state.phase === 'refused';
    return isOpen ? state : refusal('not-editable');
  };

  /**
   * The place of an uploaded medium. It depends on the id and the bytes; for an upload in parts on the id and the
   * size, since the place is needed before all parts have arrived.
   */
  const placeOf = async (
    viewer: Viewer,
    lot: string,
    sent: { upload: string; size: number; bytes?: string },
  ): Promise<MediumPlace> => ({
    account: viewer._id,
    lot,
    key: await fileKeyOf(secrets, viewer._id, { lot, ...sent }),
  });

  /** `asked`: what the caller sent, by which a repeated command is known. */
  const edit = (
    viewer: Viewer,
    state: Listing,
    {
      lot: id,
      changes,
      asked = changes,
      ...command
    }: Pick<ListingCommand, 'commandId' | 'guard'> & {
      lot: string;
      changes: ContentChange;
      asked?: object;
    },
  ) => {
    const body = { type: 'edit', by: 'seller', changes } as const;
    return changeAsSeller(parts, viewer, state, { id, asked, body, ...command });
  };

  /** The index of a medium in a listing, by its key; -1 when there is none. */
  const indexOf = ({ content }: Listing, key: string): number =>
    content.media.findIndex(({ url }) => lotMedium(url)?.key === key);

  /** Stores a completely uploaded picture or video; returns its addresses. */
  const store = async (
    place: MediumPlace,
    { bytes, size }: { bytes: Uint8Array; size: number },
  ): Promise<Pick<Media, 'url' | 'thumbnail'> | Refusal> => {
    const lastPart = Math.floor((size - 1) / PART_BYTES);
    const isWhole = size === bytes.length;
    const head = isWhole ? bytes : await videoHead(parts, place);
    const found = head === null ? undefined : (await fileTypeFromBuffer(head))?.mime;
    if (isWhole && PICTURE_TYPES.some((type) => type === found)) {
      const stored = await storeLotPicture(parts, place, bytes);
      if (stored.outcome !== 'stored') return undecoded(stored);
      const { name, width, least } = stored;
      const below = lotMediaFolder(place.lot);
      return { url: pictureAddress(name, width, below), thumbnail: pictureAddress(name, least, below) };
    }
    if (found === undefined || !VIDEOS.includes(found))
      return unfit(
        found?.startsWith('video/') ? MEDIA_REFUSALS.unsupportedVideo : MEDIA_REFUSALS.unsupported,
      );
    if (size > VIDEO_BYTES) return unfit(MEDIA_REFUSALS.tooLarge);
    if (isWhole)
      for (let part = 0; part <= lastPart; part += 1)
        await storeVideoPart(parts, place, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    else await storeVideoPart(parts, place, lastPart, bytes);
    const looked = await checkStoredVideo(parts, place, size);
    if (looked.outcome === 'too-long') return unfit(MEDIA_REFUSALS.tooLong);
    if (looked.outcome === 'unfit') return unfit(MEDIA_REFUSALS.unsupportedVideo);
    return videoAddresses(place.lot, place.key);
  };

  return [
    endpoint(lotMediaOperations.uploadLotMedia, async (asked) => {
      const { viewer, params, query, request, body: bytes, commandId } = asked;
      const over = await rateLimited(uploads, viewer._id);
      if (over !== null) return over;
      const { lot } = params;
      const state = await draft(viewer, lot);
      if (isRefusal(state)) return state;
      const size = numberIn(request, 'file-size') ?? bytes.length;
      if (size > VIDEO_BYTES) return unfit(MEDIA_REFUSALS.tooLarge);
      const isLastPart = bytes.length === size - Math.floor((size - 1) / PART_BYTES) * PART_BYTES;
      if (bytes.length !== size && !isLastPart) return unfit('A part of the video is missing');
      const digest = hash('sha256', bytes);
      const isWhole = bytes.length === size;
      const place = await placeOf(viewer, lot, {
        upload: commandId,
        size,
        ...(isWhole && { bytes: digest }),
      });
      const known = state.content.media[indexOf(state, place.key)];
      if (known === undefined && state.content.media.length >= LOT_LIMITS.media)
        return refusal('invalid-request', { field: 'media', message: MEDIA_REFUSALS.tooMany });

      const { main = false } = query;
      const wanted = numberIn(request, 'file-order');
      const order = main ? 0 : (wanted ?? state.content.media.length);
      const timestamp = numberIn(request, 'file-timestamp');
      const stored = known ?? (await store(place, { bytes, size }));
      if (isRefusal(stored)) {
        await deleteMedium(parts, place);
        return stored;
      }
      const { url, thumbnail } = stored;
      const media: Media = { thumbnail, url, title: '', ...(timestamp !== null && { timestamp }) };
      const sent = { commandId, size, bytes: digest, order: wanted, main, timestamp };
      const body = { type: 'attachMedia', media, order } as const;
      const added = await changeAsSeller(parts, viewer, state, { id: lot, commandId, asked: sent, body });
      if (isRefusal(added)) {
        if (known === undefined && isUnchanged(added)) await deleteMedium(parts, place);
        return added;
      }
      const listed = listedMedia(added.state.content.media).find(({ key }) => key === place.key);
      if (listed === undefined) return refusal('not-found');
      return { data: { media: listed, ...added.data }, position: added.position };
    }),
    endpoint(lotMediaOperations.sendLotMediaPart, async ({ viewer, params, request, body: bytes }) => {
      const over = await rateLimited(videoParts, viewer._id);
      if (over !== null) return over;
      const state = await draft(viewer, params.lot);
      if (isRefusal(state)) return state;
      const [size, part] = [numberIn(request, 'file-size'), Number(params.part)];
      if (size === null || size > VIDEO_BYTES) return unfit(MEDIA_REFUSALS.tooLarge);
      const isInside = Number.isInteger(part) && part >= 0 && (part + 1) * PART_BYTES < size;
      if (!isInside || bytes.length !== PART_BYTES) return unfit('This is no part of the video');
      if (part === 0 && !VIDEOS.includes((await fileTypeFromBuffer(bytes))?.mime ?? ''))
        return unfit(MEDIA_REFUSALS.unsupported);
      const place = await placeOf(viewer, params.lot, { upload: params.upload, size });
      // A file that the lot already shows never changes.
      if (indexOf(state, place.key) >= 0) return refusal('not-editable');
      await storeVideoPart(parts, place, part, bytes);
      return { data: undefined };
    }),
    endpoint(lotMediaOperations.uploadLotThumbnail, async ({ viewer, params, body: bytes }) => {
      const over = await rateLimited(uploads, viewer._id);
      if (over !== null) return over;
      const { lot, medium: key } = params;
      const state = await draft(viewer, lot);
      if (isRefusal(state)) return state;
      const own = lotMedium(state.content.media[indexOf(state, key)]?.url ?? '');
      if (own?.lot !== lot || !own.isVideo) return refusal('not-found');
      if (!(await isPicture(bytes))) return unfit(MEDIA_REFUSALS.unsupported);
      const stored = await storeThumbnail(parts, { account: viewer._id, lot, key }, bytes);
      return stored.outcome === 'stored' ? { data: undefined } : undecoded(stored);
    }),
    endpoint(lotMediaOperations.setMainLotMedia, async ({ viewer, params, query, commandId }) => {
      const state = await draft(viewer, params.lot);
      if (isRefusal(state)) return state;
      const { media } = state.content;
      const at = indexOf(state, params.medium);
      const ordered = [...media.slice(at, at + 1), ...media.filter((_, index) => index !== at)];
      return edit(viewer, state, {
        lot: params.lot,
        commandId,
        asked: { mainMedium: params.medium },
        guard: at < 0 ? fileMissing : sameFiles(state, query.revision),
        changes: { media: ordered },
      });
    }),
    endpoint(lotMediaOperations.deleteLotMedia, async ({ viewer, params, query, commandId }) => {
      const { lot } = params;
      const state = await draft(viewer, lot);
      if (isRefusal(state)) return state;
      const at = indexOf(state, params.medium);
      const gone = lotMedium(state.content.media[at]?.url ?? '');
      const saved = await edit(viewer, state, {
        lot,
        commandId,
        asked: { deletedMedium: params.medium },
        // A repeated command found its medium the first time.
        guard: gone === null ? fileMissing : sameFiles(state, query.revision),
        changes: { media: state.content.media.filter((_, index) => index !== at) },
      });
      // A file copied from another lot is in that lot's folder, and still used there.
      if (!isRefusal(saved) && gone?.lot === lot)
        await deleteMedium(parts, { account: viewer._id, lot, key: gone.key });
      return saved;
    }),
    endpoint(lotMediaOperations.signLot, async ({ viewer, params, body: bytes, commandId }) => {
      const over = await rateLimited(uploads, viewer._id);
      if (over !== null) return over;
      const { lot } = params;
      const field = signatureField(params.signer);
      const state = await draft(viewer, lot);
      if (isRefusal(state)) return state;
      if (field === null) return refusal('not-found');
      if (!(await isPicture(bytes, ['image/png'])))
        return refusal('unfit-file', { field, message: 'Please sign again.' });
      const place = await placeOf(viewer, lot, {
        upload: `${params.signer} ${commandId}`,
        size: bytes.length,
        bytes: hash('sha256', bytes),
      });
      const stored = await storeSignature(parts, place, bytes, SIGNATURE_SIDE);
      if (stored.outcome !== 'stored') return undecoded(stored);
      const url = signatureAddress(lot, place.key);
      const saved = await edit(viewer, state, { lot, commandId, changes: { [field]: url } });
      if (isRefusal(saved)) {
        if (isUnchanged(saved)) await dropSignature(viewer, lot, url);
        return saved;
      }
      await dropSignature(viewer, lot, state.content[field]);
      return { data: { url, ...saved.data }, position: saved.position };
    }),
    endpoint(lotMediaOperations.removeLotSignature, async ({ viewer, params, query, commandId }) => {
      const { lot } = params;
      const field = signatureField(params.signer);
      const state = await draft(viewer, lot);
      if (isRefusal(state)) return state;
      if (field === null) return refusal('not-found');
      const guard = unchangedSince(query.revision);
      const saved = await edit(viewer, state, { lot, commandId, changes: { [field]: '' }, guard });
      if (!isRefusal(saved)) await dropSignature(viewer, lot, state.content[field]);
      return saved;
    }),
  ];

  /** Deletes the file of a signature that the lot does not have any more: a repeated command replaces none. */
  async function dropSignature(viewer: Viewer, lot: string, url: string): Promise<void> {
    const now = await foundListing(parts, lot, viewer._id);
    const isKept = isRefusal(now) || SIGNERS.some((one) => now.state.content[`${one}Signature`] === url);
    const gone = isKept ? null : lotSignature(url);
    if (gone?.lot === lot) await deleteSignature(parts, { account: viewer._id, lot, key: gone.key });
  }
}

/** The listing's member for a signer's signature; null: no such signer. */
function signatureField(signer: string): `${Signer}Signature` | null {
  const found = SIGNERS.find((one) => one === signer);
  return found === undefined ? null : `${found}Signature`;
}
