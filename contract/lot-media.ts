import { API } from './operation.ts';
import { Id, strictObject } from './schema.ts';

// Pictures, videos and signatures that a seller adds to a lot.

/** The messages for rejected files, as the specification words them. */
export const MEDIA_REFUSALS = {
  tooLong: 'Video exceeds 1 minute (Please choose another file)',
  tooLarge: 'Video exceeds 50mb (Please resize or choose another video)',
  unsupported: 'File format not supported, please upload either: JPG, PNG, or MP4',
  unsupportedVideo: 'Unsupported format (Please select .mp4 or .mov)',
  tooSmall: 'Image size too small',
  tooMany: 'Max media amount reached',
} as const;

/** [S372] [S373] Seconds and bytes of a video at most. */
export const VIDEO_SECONDS = 60;

export const VIDEO_BYTES = 50 * 1024 * 1024;

/** Bytes of one part of a video. A longer video is uploaded in parts; the last request adds it to the lot. */
export const PART_BYTES = 4 * 1024 * 1024;

/** [S383] The longer side of a picture as sent and stored, px at most. */
export const LOT_PICTURE_SIDE = 3_000;

/** The media type of all videos that are served. */
export const VIDEO_TYPE = 'video/mp4';

export const SIGNATURE_SIDE = 1_200;

/** The two people who may sign a lot. */
export const SIGNERS = ['agent', 'vendor'] as const;

export type Signer = (typeof SIGNERS)[number];

/** The owner of a picture, a video or a signature, the lot it was added to, and its key. */
export type MediumPlace = { account: string; lot: string; key: string };

/** The folder of a lot's pictures and videos. */
export const lotMediaFolder = (lot: string): string => `${API}/lots/${lot}/media`;

/** The address of a lot's video, and of its poster picture. */
export const videoAddresses = (lot: string, key: string): { url: string; thumbnail: string } => {
  const below = `${lotMediaFolder(lot)}/${key}`;
  return { url: `${below}/video.mp4`, thumbnail: `${below}/thumbnail.jpg` };
};

export const signatureAddress = (lot: string, key: string): string =>
  `${API}/lots/${lot}/signatures/${key}.png`;

const SIGNATURE = /^\/api\/v1\/lots\/([0-9a-z][0-9a-z-]{0,63})\/signatures\/([0-9a-f]{32})\.png$/;

/** The lot and the key of a signature, from its address. null: not such an address. */
export function lotSignature(address: string): { lot: string; key: string } | null {
  const [, lot, key] = SIGNATURE.exec(address) ?? [];
  return lot === undefined || key === undefined ? null : { lot, key };
}

/** A picture or a video that a save keeps; the order of the list is kept. */
export const KeptMedium = strictObject({ key: Id });
