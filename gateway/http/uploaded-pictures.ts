import { pictureKey, uploadedPicture } from '@saleyard/contract/picture-addresses.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { type Request, Router } from 'express';

/** In seconds. The content of an address never changes. */
const KEPT_SECONDS = 365 * 24 * 3_600;

/** Serves uploaded pictures under `/media`. Any other name is passed on to the next handler. */
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
