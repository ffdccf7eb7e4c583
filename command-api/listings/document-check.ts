import { DOCUMENT_TYPES, type DocumentEnding, isPdf } from '@saleyard/contract/lot-attachments.ts';
import { fileTypeFromBuffer } from 'file-type';
import { type PictureNotMade, pictureIn } from '../pictures/made-pictures.ts';

const ENDINGS = Object.entries(DOCUMENT_TYPES) as [DocumentEnding, string][];
/** The container of Word and Excel files from before 2007. */
const OLD_OFFICE = 'application/x-cfb';
/** JPEG quality of re-encoded pictures. */
const QUALITY = 90;

/**
 * The type of a lot's document, detected from its bytes. Old Word and Excel files share one container, so their name
 * decides. null: not an accepted type.
 */
export async function documentEnding(bytes: Uint8Array, name: string): Promise<DocumentEnding | null> {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (found === OLD_OFFICE) {
    if (/\.doc$/i.test(name)) return 'doc';
    return /\.xls$/i.test(name) ? 'xls' : null;
  }
  const known = ENDINGS.find(([, type]) => type === found);
  if (known) return known[0];
  return found === undefined && isPdf(bytes) ? 'pdf' : null;
}

/**
 * A document as it is stored, or why it is refused. Pictures are re-encoded, which removes their metadata, such as
 * where they were taken.
 */
export async function checkDocument(
  bytes: Uint8Array,
  name: string,
): Promise<{ outcome: 'fit'; ending: DocumentEnding; bytes: Uint8Array } | PictureNotMade> {
  const ending = await documentEnding(bytes, name);
  if (ending === null) {
    return { outcome: 'unfit', message: 'Please choose a PDF, Word, Excel, JPEG or PNG file.' };
  }
  if (ending !== 'jpg' && ending !== 'png') return { outcome: 'fit', ending, bytes };
  const as = ending === 'png' ? { type: DOCUMENT_TYPES.png } : { type: DOCUMENT_TYPES.jpg, quality: QUALITY };
  const made = await pictureIn(bytes, { side: null, as });
  return made.outcome === 'made' ? { outcome: 'fit', ending, bytes: made.bytes } : made;
}
