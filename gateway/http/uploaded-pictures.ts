import { pictureKey, uploadedPicture } from '@saleyard/contract/picture-addresses.ts';
import { FileDamaged, type Files } from '@saleyard/platform/files/port.ts';
import { type Request, Router } from 'express';

/** In seconds. The content of an address never changes. */
const KEPT_SECONDS = 365 * 24 * 3_600;

/** The first bytes of every JPEG file. */
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** Serves uploaded pictures under `/media`. Any other name is passed on to the next handler. */
export function uploadedPictures(files: Pick<Files, 'get'>): Router {
  const router = Router();
  router.get('/pictures/:name/:width.jpg', async (request: Request, response, next) => {
    const found = uploadedPicture(`${request.baseUrl}${request.path}`);
    const key = found && pictureKey(found.name, Number(request.params['width']));
    const bytes = key && (await files.get(key));
    if (!bytes) return next();
    if (!bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) throw new FileDamaged(key);
    response
      .set('Cache-Control', `public, max-age=${KEPT_SECONDS}, immutable`)
      .set('X-Content-Type-Options', 'nosniff')
      .type('image/jpeg')
      .send(bytes);
  });
  return router;
}
