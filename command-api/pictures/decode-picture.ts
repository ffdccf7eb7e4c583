import { PICTURE_PIXELS } from '@saleyard/contract/account-files.ts';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';

/** Pictures that are decoded at the same time, and those that may wait; more are refused (`busy`). */
const AT_ONCE = 1;
const WAITING = 8;
/** Seconds that the making of one size may take; then the picture is refused. */
const SECONDS = 20;

/** `unfit`: why a picture is not taken, in a sentence. `busy`: too many are being looked at. */
export type UndecodedPicture = { outcome: 'unfit'; message: string } | { outcome: 'busy' };

const queue = pLimit(AT_ONCE);
// Decoded pictures are not kept for later. One picture takes one core at most: bids need the other ones.
sharp.cache(false);
sharp.concurrency(1);

/** Decoded again for each picture that `encode` makes. */
export type Decoded = { width: number; height: number; picture(): Sharp };

/**
 * Makes something of a PNG or JPEG by `encode`, one picture at a time. Threads of the image library do the work, and the
 * thread that takes bids goes on. A picture whose header names more than `PICTURE_PIXELS` is refused before any pixel of
 * it is decoded. Width and height are of the picture as it is displayed, in any orientation of the camera.
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
