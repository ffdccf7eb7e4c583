import { pictureKey, uploadedPicture } from '@saleyard/contract/picture-addresses.ts';
import { FileDamaged, type Files } from '@saleyard/platform/files/port.ts';
import { type Request, Router } from 'express';

/** In seconds. The content of an address never changes. */
const KEPT_SECONDS = 365 * 24 * 3_600;

/** The first and the last bytes of every JPEG file that is stored here. */
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

const isWhole = (bytes: Buffer): boolean =>
  bytes.subarray(0, JPEG_START.length).equals(JPEG_START) &&
  bytes.subarray(-JPEG_END.length).equals(JPEG_END);

/** Serves uploaded pictures under `/media`. Any other name is passed on to the next handler. */
export function uploadedPictures(files: Pick<Files, 'get'>): Router {
  const router = Router();
  router.get('/pictures/:name/:width.jpg', async (request: Request, response, next) => {
    const found = uploadedPicture(`${request.baseUrl}${request.path}`);
    const key = found && pictureKey(found.name, Number(request.params['width']));
    if (!key) return next();
    const tag = `"${key}"`;
    const cached = () =>
      response.set('Cache-Control', `public, max-age=${KEPT_SECONDS}, immutable`).set('ETag', tag);
    // The address names its contents: what the browser has is not read again.
    if (request.get('if-none-match') === tag) return cached().status(304).end();
    const bytes = await files.get(key);
    if (!bytes) return next();
    if (!isWhole(bytes)) throw new FileDamaged(key);
    cached().set('X-Content-Type-Options', 'nosniff').type('image/jpeg').send(bytes);
  });
  return router;
}
