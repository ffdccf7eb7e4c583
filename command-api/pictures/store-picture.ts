import { hash } from 'node:crypto';
import { PICTURE_TYPES } from '@saleyard/contract/account-files.ts';
import { PICTURE_SIDE, pictureAddress, pictureKey } from '@saleyard/contract/picture-addresses.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { fileTypeFromBuffer } from 'file-type';
import { type PictureNotMade, sizesIn } from './made-pictures.ts';

/** Characters of the content hash in a picture's name: half of a SHA-256, hexadecimal. */
const HASH_LENGTH = 32;

type Stored = {
  outcome: 'stored';
  picture: { url: string; thumbnail: string; width: number; height: number };
};
/**
 * Stores a picture of stock or of a sale in several widths, re-encoded to remove metadata such as its location. Its
 * name is a hash of its content: the same picture again is the same file, and the content of an address never
 * changes. The largest one is stored last: if it exists, all do.
 * @throws FilesUnavailable
 */
export async function storePicture(files: Files, bytes: Uint8Array): Promise<Stored | PictureNotMade> {
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  if (!PICTURE_TYPES.some((allowed) => allowed === type))
    return { outcome: 'unfit', message: 'Please choose a PNG or JPEG picture.' };
  const made = await sizesIn(bytes, PICTURE_SIDE);
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
