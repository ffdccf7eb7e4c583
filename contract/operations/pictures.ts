import * as Type from 'typebox';
import { PICTURE_PIXELS, PICTURE_TYPES } from '../account-files.ts';
import { operations } from '../operation.ts';
import { PICTURE_WIDTHS } from '../picture-addresses.ts';
import { LEAST_PICTURE, PICTURE_BYTES } from '../pictures.ts';
import { strictObject, whole } from '../schema.ts';

export const pictureOperations = operations({
  uploadPicture: {
    method: 'post',
    side: 'command-api',
    who: 'admin',
    path: '/api/v1/staff/pictures',
    summary: 'Upload a picture for a lot or a sale',
    more: `A PNG or JPEG of at most ${PICTURE_BYTES / 1024 / 1024} MB and ${PICTURE_PIXELS / 1e6} million pixels, and at least ${LEAST_PICTURE.width} × ${LEAST_PICTURE.height}; it is recognised by its bytes. It is kept as JPEG, ${PICTURE_WIDTHS.join(', ')} pixels wide (no wider than it is), without the camera’s metadata. Everyone can read it at the addresses answered, which never change their content. The same picture again answers the same addresses.`,
    file: ['application/octet-stream', ...PICTURE_TYPES],
    bodyBytes: PICTURE_BYTES,
    status: 201,
    answer: strictObject({
      picture: strictObject({
        url: Type.String({ description: 'the largest' }),
        thumbnail: Type.String({ description: 'the smallest' }),
        width: whole(1, 9_999),
        height: whole(1, 9_999),
      }),
    }),
    errors: ['unfit-file', 'unavailable'],
  },
});
