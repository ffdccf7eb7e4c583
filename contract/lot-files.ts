import * as Type from 'typebox';
import { PAPER_BYTES } from './account-files.ts';
import { API, operations, UNDECIDED, WRITE } from './operation.ts';
import { only, wholeSaid } from './schema.ts';

// The files that a seller adds to a lot.

/** What a document of a lot is. */
export const DOCUMENT_TYPE = 'application/pdf';
/** Bytes of a document at most, and characters of what is said of it. */
export const DOCUMENT_BYTES = PAPER_BYTES;
export const DOCUMENT_DESCRIPTION = 200;

/** Characters of an address at most. */
const ADDRESS_MOST = 500;
const ADDRESS = /^\/api\/v1\/download-file\/([0-9a-f]{32})\?/;

/** Where a lot's document is downloaded. A name that would make it too long is cut. */
export function documentAddress(key: string, name: string): string {
  const letters = [...name];
  for (;;) {
    const address = `${API}/download-file/${key}?${new URLSearchParams({ fileName: letters.join('') })}`;
    if (address.length <= ADDRESS_MOST) return address;
    letters.pop();
  }
}

/** The key of a document by its address; null: it is kept elsewhere. */
export const documentKey = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

/** A document as its seller and staff see it. */
export const ListedDocument = only({
  key: Type.String({ description: 'names it in a save; empty where it is kept elsewhere' }),
  name: Type.String(),
  mimeType: Type.String(),
  description: Type.String(),
  order: wholeSaid('its place among the documents, from 0'),
  uri: Type.String({ description: 'where it is downloaded' }),
});

/** Documents of a listing as its seller and staff see them. */
export const listedDocuments = (
  documents: readonly { name: string; uri: string; description: string }[],
): Type.Static<typeof ListedDocument>[] =>
  documents.map(({ name, uri, description }, order) => {
    const key = documentKey(uri) ?? '';
    return { key, name, mimeType: key === '' ? '' : DOCUMENT_TYPE, description, order, uri };
  });

export const lotFileOperations = operations({
  uploadLotDocument: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/lots/{lot}/documents',
    summary: 'Add a document to a draft of one’s own',
    more: `A PDF of at most ${DOCUMENT_BYTES / 1024 / 1024} MB; it is recognised by its bytes, whatever it is called. Saving the draft describes documents, orders them and takes them away. Whoever may see the lot may download it.`,
    parameters: [
      { name: 'file-name', in: 'header', description: 'What the file is called, percent-encoded.' },
      { name: 'file-description', in: 'header', description: 'What is said of it, percent-encoded.' },
      { name: 'x-command-id', in: 'header', description: 'The same id again adds nothing again.' },
    ],
    file: ['application/octet-stream', DOCUMENT_TYPE],
    bodyBytes: DOCUMENT_BYTES,
    status: 201,
    answer: only({
      document: ListedDocument,
      revision: Type.Integer({ description: 'of the lot, for the next save' }),
    }),
    errors: [
      ...(['not-found', 'profile-incomplete', 'under-review', 'may-not-sell', 'not-editable'] as const),
      ...(['unfit-file', ...UNDECIDED] as const),
    ],
  },
});
