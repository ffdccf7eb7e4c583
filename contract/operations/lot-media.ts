import * as Type from 'typebox';
import { PICTURE_TYPES } from '../account-files.ts';
import { AT_REVISION, DRAFT_CHANGE, DRAFT_REFUSALS, revision, UPLOAD_ID } from '../draft-files.ts';
import { ListedMedium } from '../lot-attachments.ts';
import {
  LOT_PICTURE_SIDE,
  PART_BYTES,
  SIGNATURE_SIDE,
  SIGNERS,
  VIDEO_BYTES,
  VIDEO_SECONDS,
  VIDEO_TYPE,
} from '../lot-media.ts';
import { operations, READ, WRITE } from '../operation.ts';
import { LEAST_PICTURE, PICTURE_BYTES } from '../pictures.ts';
import { strictObject } from '../schema.ts';

/** Bytes of a drawn signature, and its longer side in px, at most. */
const SIGNATURE_BYTES = 256 * 1024;

/** Stores only a file of a medium, without an event. */
const SEND = { who: WRITE.who, side: WRITE.side } as const;

const BYTES = 'application/octet-stream';

export const lotMediaOperations = operations({
  uploadLotMedia: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/lots/{lot}/media',
    summary: 'Add a picture or a video to your own draft',
    more: `A JPEG or PNG of at least ${LEAST_PICTURE.width} × ${LEAST_PICTURE.height} pixels and at most ${PICTURE_BYTES / 1024 / 1024} MB, or an MP4 or MOV of at most ${VIDEO_SECONDS} seconds and ${VIDEO_BYTES / 1024 / 1024} MB; it is recognised by its bytes. A picture is encoded again, at most ${LOT_PICTURE_SIDE} pixels a side, and what cameras write into a file is taken away, places first of all. A video of more than ${PART_BYTES / 1024 / 1024} MB is sent in parts: all but the last by \`sendLotMediaPart\`, the last one here.`,
    parameters: [
      { name: 'file-timestamp', in: 'header', description: 'When the file was made, ms since 1970.' },
      {
        name: 'file-order',
        in: 'header',
        description: 'Its index, from 0; by default the last one.',
      },
      {
        name: 'file-size',
        in: 'header',
        description: 'Bytes of the whole video, if it is sent in parts.',
      },
      UPLOAD_ID,
    ],
    query: strictObject({ main: Type.Optional(Type.Boolean({ description: 'it becomes the main one' })) }),
    file: [BYTES, ...PICTURE_TYPES, VIDEO_TYPE, 'video/quicktime'],
    bodyBytes: PICTURE_BYTES,
    status: 201,
    answer: strictObject({ media: ListedMedium, revision }),
    errors: [...DRAFT_REFUSALS, 'unfit-file', 'busy'],
  },
  sendLotMediaPart: {
    ...SEND,
    method: 'put',
    path: '/api/v1/lots/{lot}/media/parts/{upload}/{part}',
    summary: 'Send a part of a video',
    more: `Parts have ${PART_BYTES / 1024 / 1024} MB each and are counted from 0. \`upload\` is the \`x-command-id\` that the last part is sent with.`,
    parameters: [{ name: 'file-size', in: 'header', description: 'Bytes of the whole video.' }],
    file: [BYTES],
    bodyBytes: PART_BYTES,
    status: 204,
    errors: ['not-found', 'not-editable', 'unfit-file', 'unavailable'],
  },
  uploadLotThumbnail: {
    ...SEND,
    method: 'post',
    path: '/api/v1/lots/{lot}/media/{medium}/thumbnail',
    summary: 'Set the poster picture of a video of your own draft',
    more: 'A JPEG or PNG; it is kept with at most 640 pixels a side.',
    file: [BYTES, ...PICTURE_TYPES],
    bodyBytes: 1024 * 1024,
    status: 204,
    errors: ['not-found', 'not-editable', 'unfit-file', 'busy', 'unavailable'],
  },
  setMainLotMedia: {
    ...DRAFT_CHANGE,
    method: 'put',
    path: '/api/v1/lots/{lot}/media/{medium}/main',
    summary: 'Make a picture or a video of your own draft the main one',
    more: `It becomes the first one. ${AT_REVISION}`,
  },
  deleteLotMedia: {
    ...DRAFT_CHANGE,
    method: 'delete',
    path: '/api/v1/lots/{lot}/media/{medium}',
    summary: 'Remove a picture or a video from your own draft',
  },
  signLot: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/lots/{lot}/signatures/{signer}',
    summary: 'Sign your own draft',
    more: `\`signer\` is one of ${SIGNERS.map((one) => `\`${one}\``).join(' and ')}. A PNG of the signature, at most ${SIGNATURE_SIDE} pixels a side. Only the seller and staff read it.`,
    parameters: [UPLOAD_ID],
    file: [BYTES, 'image/png'],
    bodyBytes: SIGNATURE_BYTES,
    status: 201,
    answer: strictObject({ url: Type.String(), revision }),
    errors: [...DRAFT_REFUSALS, 'unfit-file', 'busy'],
  },
  removeLotSignature: {
    ...DRAFT_CHANGE,
    method: 'delete',
    path: '/api/v1/lots/{lot}/signatures/{signer}',
    summary: 'Remove a signature from your own draft',
  },
  lotPicture: {
    ...READ,
    path: '/api/v1/lots/{lot}/media/{medium}/{size}.jpg',
    summary: 'A picture of a lot',
    more: 'Its seller and staff read it; everybody else once the lot is in a catalogue that they may see.',
    download: ['image/jpeg'],
    rate: 'media',
    errors: ['not-found', 'damaged-file', 'unavailable'],
  },
  lotVideo: {
    ...READ,
    path: '/api/v1/lots/{lot}/media/{medium}/video.mp4',
    summary: 'A video of a lot',
    more: 'For the same people as its pictures. A `Range` returns at most one part of it (206).',
    parameters: [{ name: 'range', in: 'header', description: 'The bytes that are wanted.' }],
    download: [VIDEO_TYPE],
    rate: 'media',
    errors: ['not-found', 'damaged-file', 'unavailable'],
  },
  lotSignature: {
    ...READ,
    path: '/api/v1/lots/{lot}/signatures/{key}.png',
    summary: 'A signature of a lot',
    more: 'Only its seller and staff read it.',
    who: 'signed-in',
    download: ['image/png'],
    errors: ['not-found', 'damaged-file', 'unavailable'],
  },
});
