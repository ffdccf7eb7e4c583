import { pictureOperations } from '@saleyard/contract/operations/pictures.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { storePicture } from './store-picture.ts';

/** `Retry-After` in ms when too many pictures are being decoded. */
const RETRY_MS = 3_000;

export const pictureEndpoints = (files: Files): Endpoint[] => [
  endpoint(pictureOperations.uploadPicture, async ({ body }) => {
    const stored = await storePicture(files, body);
    if (stored.outcome === 'busy') return refusal('busy', { retryAfterMs: RETRY_MS });
    if (stored.outcome === 'unfit')
      return refusal('unfit-file', { field: 'picture', message: stored.message });
    return { data: { picture: stored.picture } };
  }),
];
