import { LOGO_SIDE, PAPER_TYPES, PICTURE_TYPES } from '@saleyard/contract/account-files.ts';
import type { AccountFileKind } from '@saleyard/domain/account/profile.ts';
import { fileTypeFromBuffer } from 'file-type';
import { type PictureNotMade, pictureIn } from '../pictures/made-pictures.ts';

/** Characters of a file's name that are stored. */
const NAME_MOST = 80;
/** Of pictures of people's papers, as JPEG. */
const QUALITY = 90;

export const ENDINGS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'application/pdf': 'pdf' } as const;
type FileType = keyof typeof ENDINGS;
const isFileType = (type: string | undefined): type is FileType => type !== undefined && type in ENDINGS;

/** `fit`: the file to store. */
export type CheckedFile = { outcome: 'fit'; type: FileType; bytes: Buffer } | PictureNotMade;

const unfit = (message: string): CheckedFile => ({ outcome: 'unfit', message });

/**
 * Detects the type of an upload from its bytes alone and returns what to store. A picture is encoded again, which
 * removes everything else in it (its location, an appended file); a logo is also scaled down; a PDF is stored as it
 * is.
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
  const side = kind === 'logo' ? LOGO_SIDE : null;
  const as = found === 'image/png' ? { type: found } : { type: found, quality: QUALITY };
  const made = await pictureIn(bytes, { side, as });
  return made.outcome === 'made' ? { outcome: 'fit', type: found, bytes: made.bytes } : made;
}

/** The text of a percent-encoded header, or the header unchanged when it can't be decoded. */
export function headerText(sent: string | undefined): string {
  let text = sent ?? '';
  try {
    text = decodeURIComponent(text);
  } catch {
    // Returned unchanged.
  }
  return text.normalize('NFC');
}

/**
 * The stored name of a file: the last part of the uploaded name, without characters that hide or change its
 * extension, and with the extension of its detected type.
 */
export function fileNameOf(sent: string | undefined, ending: string): string {
  const [last = ''] = headerText(sent).split(/[/\\]/).slice(-1);
  const plain = last
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*%;]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${[...plain].slice(0, NAME_MOST).join('') || 'file'}.${ending}`;
}
