import { LOGO_SIDE, PAPER_TYPES, PICTURE_PIXELS, PICTURE_TYPES } from '@saleyard/contract/account-files.ts';
import type { AccountFileKind } from '@saleyard/domain/account/profile.ts';
import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import sharp from 'sharp';

/** Pictures that are decoded at the same time, and those that may wait; more are refused (`busy`). */
const AT_ONCE = 1;
const WAITING = 8;
/** Characters of a file's name that are kept. */
const NAME_MOST = 80;

export const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'application/pdf': 'pdf' } as const;
type FileType = keyof typeof ENDINGS;
const isFileType = (type: string | undefined): type is FileType => type !== undefined && type in ENDINGS;

/** `fit`: what is to be kept. `unfit`: why it is not, in a sentence. `busy`: too many are being looked at. */
export type CheckedFile =
  | { outcome: 'fit'; type: FileType; bytes: Buffer }
  | { outcome: 'unfit'; message: string }
  | { outcome: 'busy' };

const unfit = (message: string): CheckedFile => ({ outcome: 'unfit', message });

const queue = pLimit(AT_ONCE);
// Decoded pictures are not kept for later.
sharp.cache(false);

/**
 * What a sent file is, by its bytes alone, and what of it is kept: a picture is encoded again, so that nothing else is
 * in it (places where it was taken, another file behind it); a PDF stays as it is. A picture whose header names more
 * than `PICTURE_PIXELS` is refused before any pixel of it is decoded.
 */
export async function checkFile(kind: AccountFileKind, bytes: Uint8Array): Promise<CheckedFile> {
  const allowed: readonly string[] = kind === 'logo' ? PICTURE_TYPES : PAPER_TYPES;
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (!isFileType(found) || !allowed.includes(found)) {
    return unfit(
      kind === 'logo' ? 'Please choose a PNG or JPEG picture.' : 'Please choose a PDF, PNG or JPEG file.',
    );
  }
  if (found === 'application/pdf') return { outcome: 'fit', type: found, bytes: Buffer.from(bytes) };
  if (queue.pendingCount >= WAITING) return { outcome: 'busy' };
  return queue(() => encodedAgain(found, bytes, kind === 'logo' ? LOGO_SIDE : null));
}

/** `side`: a larger picture is made smaller, so that neither side is longer. */
async function encodedAgain(
  type: 'image/png' | 'image/jpeg',
  bytes: Uint8Array,
  side: number | null,
): Promise<CheckedFile> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > PICTURE_PIXELS) {
      return unfit(`This picture has ${width} × ${height} pixels. Please choose a smaller one.`);
    }
    const picture = sharp(bytes, { limitInputPixels: PICTURE_PIXELS, failOn: 'error' }).autoOrient();
    const sized =
      side === null
        ? picture
        : picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const encoded = type === 'image/png' ? sized.png() : sized.jpeg({ quality: 90 });
    return { outcome: 'fit', type, bytes: await encoded.toBuffer() };
  } catch {
    return unfit('This picture can not be read. Please choose another one.');
  }
}

/**
 * What a file is called from now on: the last part of the name that was sent, without signs that hide or change its
 * ending, and with the ending of what it is.
 */
export function fileNameOf(sent: string | undefined, type: FileType): string {
  let name = sent ?? '';
  try {
    name = decodeURIComponent(name);
  } catch {
    // Then it is taken as it came.
  }
  const [last = ''] = name.normalize('NFC').split(/[/\\]/).slice(-1);
  const plain = last
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*%;]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${[...plain].slice(0, NAME_MOST).join('') || 'file'}.${ENDINGS[type]}`;
}
