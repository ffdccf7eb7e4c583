import { DOCUMENT_TYPES, documentAddress } from '@saleyard/contract/lot-attachments.ts';
import { documentKey } from '@saleyard/contract/lot-files.ts';
import type { Download } from '@saleyard/contract/operation.ts';
import type { Document, ListingContent } from '@saleyard/domain/listing/content.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import {
  openText,
  personalFolder,
  readSealedFile,
  sealerOf,
  sealOwnBytes,
} from '../accounts/personal-data.ts';
import { documentEnding } from './document-check.ts';

export type LotFileParts = { secrets: Secrets; files: Files };

/** A document's name and description. */
type Said = Pick<Document, 'name' | 'description'>;

/** A document as a listing stores it, encrypted by a function; its address reveals nothing. */
export function sealedDocument(
  seal: (text: string) => string,
  { uri, name, description }: Document,
): Document {
  const key = documentKey(uri);
  return {
    name: '',
    uri: key === null ? uri : documentAddress(key, ''),
    description: '',
    sealed: seal(JSON.stringify({ name, description })),
  };
}

/** A document with a new description, encrypted for its address; unchanged when the description is the same. */
export async function describedAs(
  secrets: Secrets,
  account: string,
  kept: Document,
  description: string,
): Promise<Document> {
  const text = kept.sealed === undefined ? null : await openText(secrets, account, kept.sealed);
  const said: Said = text === null ? kept : (JSON.parse(text) as Said);
  if (said.description === description) return kept;
  const seal = await sealerOf(secrets, account);
  return { ...sealedDocument(seal, { ...kept, name: said.name, description }), uri: kept.uri };
}

/** Stores bytes at a place, encrypted with an account's key. @throws FilesUnavailable */
export async function putSealed(
  { secrets, files }: LotFileParts,
  account: string,
  place: string,
  bytes: Uint8Array,
): Promise<void> {
  await files.put(place, await sealOwnBytes(secrets, account, bytes));
}

/** In the person's folder, so that forgetting the person deletes it. */
const placeOf = (account: string, key: string): string => `${personalFolder(account)}/lots/${key}`;

/** Stores a document of a lot, encrypted with the seller's key. @throws FilesUnavailable */
export const storeLotDocument = (
  parts: LotFileParts,
  account: string,
  key: string,
  bytes: Uint8Array,
): Promise<void> => putSealed(parts, account, placeOf(account, key), bytes);

/**
 * A document of an account's lot, for download under a name with the extension of its type; null if the account does
 * not have it, or no longer. The caller must check access. @throws FilesUnavailable
 */
export async function lotDocumentOf(
  parts: LotFileParts,
  account: string,
  key: string,
  name: string,
): Promise<Download | null> {
  const bytes = await readSealedFile(parts, account, placeOf(account, key));
  if (bytes === null) return null;
  const ending = (await documentEnding(bytes, name)) ?? 'pdf';
  const plain = name.replace(new RegExp(`\\.${ending}$`, 'i'), '') || 'document';
  return { bytes, type: DOCUMENT_TYPES[ending], name: `${plain}.${ending}`, isShown: false };
}

export const deleteLotDocument = ({ files }: LotFileParts, account: string, key: string): Promise<void> =>
  files.delete(placeOf(account, key));

/** The addresses of a listing's documents and linked files. */
const addressesOf = ({ documents, usefulLinks }: OfFiles): string[] => [
  ...documents.map(({ uri }) => uri),
  ...usefulLinks.map(({ url }) => url),
];

type OfFiles = Pick<ListingContent, 'documents' | 'usefulLinks'>;

/**
 * Deletes the files of documents and links that a listing no longer has. `now`: those it has; null: it was deleted. A
 * listing copied from another shares its files and keeps them; they are deleted when the person is forgotten.
 */
export async function deleteDropped(
  parts: LotFileParts,
  { createdBy, origin, content }: Listing,
  now: OfFiles | null,
): Promise<void> {
  if (origin?.how !== 'new') return;
  const still = new Set(now === null ? [] : addressesOf(now).map(documentKey));
  for (const key of addressesOf(content).map(documentKey)) {
    if (key !== null && !still.has(key)) await deleteLotDocument(parts, createdBy, key);
  }
}
