import { PICTURE_PIXELS } from '@saleyard/contract/account-files.ts';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';

/** Pictures decoded in parallel, and those that may be queued; beyond: `busy`. */
const AT_ONCE = 1;
const WAITING = 8;
/** Seconds for making one size; beyond: the picture is refused. */
const SECONDS = 20;

/** `unfit`: why a picture is refused, as a sentence. `busy`: too many are being decoded. */
export type UndecodedPicture = { outcome: 'unfit'; message: string } | { outcome: 'busy' };

const queue = pLimit(AT_ONCE);
// Decoded pictures are not cached. One picture uses one core at most: bids need the others.
sharp.cache(false);
sharp.concurrency(1);

/** Decoded again for each picture that `encode` makes. */
export type Decoded = { width: number; height: number; picture(): Sharp };

/**
 * Decodes a PNG or JPEG for `encode`, one picture at a time. The image library's threads do the work, so the thread
 * that handles bids is not blocked. A picture whose header states more than `PICTURE_PIXELS` is refused before any
 * pixel is decoded. Width and height are those of the displayed picture, after applying the camera's orientation.
 */
export function decodePicture<Made extends { outcome: string }>(
  bytes: Uint8Array,
  encode: (decoded: Decoded) => Promise<Made>,
): Promise<Made | UndecodedPicture> {
  if (queue.pendingCount >= WAITING) return Promise.resolve({ outcome: 'busy' });
  return queue(async () => {
    try {
      const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > PICTURE_PIXELS) {
        const message = `This picture has ${width} × ${height} pixels. Please choose a smaller one.`;
        return { outcome: 'unfit', message };
      }
      const picture = () =>
        sharp(bytes, { limitInputPixels: PICTURE_PIXELS, failOn: 'error' })
          .timeout({ seconds: SECONDS })
          .autoOrient();
      return await encode({ ...autoOrient, picture });
    } catch {
      return { outcome: 'unfit', message: 'This picture cannot be read. Please choose another one.' };
    }
  });
}
