import { PICTURE_PIXELS } from '@saleyard/contract/account-files.ts';
import { widthsOf } from '@saleyard/contract/picture-addresses.ts';
import { LEAST_PICTURE } from '@saleyard/contract/pictures.ts';
import sharp, { type Sharp } from 'sharp';
import type { OnePicture, PictureTask, Sizes, UnfitPicture } from './picture-task.ts';

/** Seconds for making one size; beyond: the picture is refused. */
const SECONDS = 20;
/** Of the stored sizes, as JPEG. */
const QUALITY = 80;

// Decoded pictures are not cached. One picture uses one core at most.
sharp.cache(false);
sharp.concurrency(1);

/** `size`: of the displayed picture, after applying the camera's orientation. `picture` decodes it again each time. */
type Decoded = { size: { width: number; height: number }; picture(): Sharp };

/**
 * Makes what a task names, in a process of its own. A picture whose header states more than `PICTURE_PIXELS` is
 * refused before any pixel is decoded.
 */
export async function makePicture(task: PictureTask): Promise<Sizes | OnePicture | UnfitPicture> {
  const { bytes } = task;
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
    const decoded = { size: autoOrient, picture };
    return await (task.make === 'sizes' ? sizesOf(decoded, task.most) : oneOf(decoded, task));
  } catch {
    return { outcome: 'unfit', message: 'This picture cannot be read. Please choose another one.' };
  }
}

/** Encoded again, which removes everything else in it. Of a JPEG, transparent areas become white. */
function encoded(picture: Sharp, as: (PictureTask & { make: 'one' })['as']): Sharp {
  if (as.type === 'image/png') return picture.png();
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: as.quality, mozjpeg: true });
}

const within = (picture: Sharp, side: { width: number; height?: number }): Sharp =>
  picture.resize({ ...side, fit: 'inside', withoutEnlargement: true });

async function sizesOf({ size, picture }: Decoded, most: number): Promise<Sizes | UnfitPicture> {
  if (size.width < LEAST_PICTURE.width || size.height < LEAST_PICTURE.height)
    return { outcome: 'unfit', message: 'Image size too small' };
  const made = (side: { width: number; height?: number }) =>
    encoded(within(picture(), side), { type: 'image/jpeg', quality: QUALITY }).toBuffer({
      resolveWithObject: true,
    });
  const largest = await made({ width: most, height: most });
  const sizes = [];
  for (const each of widthsOf(largest.info.width).slice(0, -1))
    sizes.push({ width: each, bytes: (await made({ width: each })).data });
  sizes.push({ width: largest.info.width, bytes: largest.data });
  return { outcome: 'made', height: largest.info.height, sizes };
}

async function oneOf({ picture }: Decoded, { side, as }: PictureTask & { make: 'one' }): Promise<OnePicture> {
  const sized = side === null ? picture() : within(picture(), { width: side, height: side });
  return { outcome: 'made', bytes: await encoded(sized, as).toBuffer() };
}
