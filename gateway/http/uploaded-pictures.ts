import { pictureKey, uploadedPicture } from '@saleyard/contract/picture-addresses.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { type Request, Router } from 'express';

/** The content of an address never changes. Seconds. */
const KEPT_SECONDS = 365 * 24 * 3_600;

/** Serves uploaded pictures under `/media`. A name that no picture has, or could have, is passed on. */
export function uploadedPictures(files: Pick<Files, 'get'>): Router {
  const router = Router();
  router.get('/pictures/:name/:width.jpg', async (request: Request, response, next) => {
    const found = uploadedPicture(`${request.baseUrl}${request.path}`);
    const bytes = found && (await files.get(pictureKey(found.name, Number(request.params['width']))));
    if (!bytes) return next();
    response
      .set('Cache-Control', `public, max-age=${KEPT_SECONDS}, immutable`)
      .set('X-Content-Type-Options', 'nosniff')
      .type('image/jpeg')
      .send(bytes);
  });
  return router;
}
