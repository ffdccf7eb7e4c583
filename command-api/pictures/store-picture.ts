import { hash } from 'node:crypto';
import { PICTURE_TYPES } from '@saleyard/contract/account-files.ts';
import { PICTURE_SIDE, pictureAddress, pictureKey, widthsOf } from '@saleyard/contract/picture-addresses.ts';
import { LEAST_PICTURE } from '@saleyard/contract/pictures.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { fileTypeFromBuffer } from 'file-type';
import { type Decoded, decodePicture, type UndecodedPicture } from './decode-picture.ts';

const QUALITY = 80;
/** Characters of the content hash in a picture's name: half of a SHA-256, hexadecimal. */
const HASH_LENGTH = 32;

type Stored = {
  outcome: 'stored';
  picture: { url: string; thumbnail: string; width: number; height: number };
};
/** `sizes`: in ascending order, at least one. `height`: of the largest, px. */
export type Sizes = { outcome: 'made'; height: number; sizes: readonly { width: number; bytes: Buffer }[] };

/**
 * Every size of a picture as JPEG, in ascending order; `most`: px of its longer side. Transparent areas become white.
 */
async function sizesOf({ width, height, picture }: Decoded, most: number): Promise<Sizes | UndecodedPicture> {
  if (width < LEAST_PICTURE.width || height < LEAST_PICTURE.height)
    return { outcome: 'unfit', message: 'Image size too small' };
  const encoded = (side: { width: number; height?: number }) =>
    picture()
      .resize({ ...side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .toBuffer({ resolveWithObject: true });
  const largest = await encoded({ width: most, height: most });
  const sizes = [];
  for (const each of widthsOf(largest.info.width).slice(0, -1))
    sizes.push({ width: each, bytes: (await encoded({ width: each })).data });
  sizes.push({ width: largest.info.width, bytes: largest.data });
  return { outcome: 'made', height: largest.info.height, sizes };
}

/** The stored sizes of a JPEG or PNG, which must be at least `LEAST_PICTURE`. `most`: px of its longer side. */
export const picturedIn = (bytes: Uint8Array, most: number): Promise<Sizes | UndecodedPicture> =>
  decodePicture(bytes, (decoded) => sizesOf(decoded, most));

/**
 * Stores a picture of stock or of a sale in several widths, re-encoded to remove metadata such as its location. Its
 * name is a hash of its content: the same picture again is the same file, and the content of an address never
 * changes. The largest one is stored last: if it exists, all do.
 * @throws FilesUnavailable
 */
export async function storePicture(files: Files, bytes: Uint8Array): Promise<Stored | UndecodedPicture> {
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  if (!PICTURE_TYPES.some((allowed) => allowed === type))
    return { outcome: 'unfit', message: 'Please choose a PNG or JPEG picture.' };
  const made = await picturedIn(bytes, PICTURE_SIDE);
  if (made.outcome !== 'made') return made;
  const { sizes, height } = made;
  const [first, largest] = [sizes[0], sizes.at(-1)];
  if (first === undefined || largest === undefined) throw new Error('a picture has no size');
  const digest = hash('sha256', largest.bytes).slice(0, HASH_LENGTH);
  const { width } = largest;
  const name = `${digest}-${width}x${height}`;
  for (const each of sizes) await files.put(pictureKey(name, each.width), each.bytes);
  const [url, thumbnail] = [pictureAddress(name, width), pictureAddress(name, first.width)];
  return { outcome: 'stored', picture: { url, thumbnail, width, height } };
}
