import { DOCUMENT_TYPE, documentAddress, documentKey } from '@saleyard/contract/lot-attachments.ts';
import type { Download } from '@saleyard/contract/operation.ts';
import type { Document, ListingContent } from '@saleyard/domain/listing/content.ts';
import type { Listing } from '@saleyard/domain/listing/state.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import {
  openSealedBytes,
  openText,
  personalFolder,
  sealerOf,
  sealOwnBytes,
} from '../accounts/personal-data.ts';

export type LotFileParts = { secrets: Secrets; files: Files };

/** What a document is called, and what is said of it. */
type Said = Pick<Document, 'name' | 'description'>;

/** A document of an account as a listing keeps it, by a function that seals: its address names nothing. */
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

/** A document with a new description, under its address; unchanged if the description is the same. */
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

/** Stores bytes at a place, sealed under the key of an account. @throws FilesUnavailable */
export async function putSealed(
  { secrets, files }: LotFileParts,
  account: string,
  place: string,
  bytes: Uint8Array,
): Promise<void> {
  await files.put(place, await sealOwnBytes(secrets, account, bytes));
}

/** The bytes at a place; null where there are none (any more), or the account has no key. @throws FilesUnavailable */
export async function getSealed(
  { secrets, files }: LotFileParts,
  account: string,
  place: string,
): Promise<Buffer | null> {
  const sealed = await files.get(place);
  return sealed === undefined ? null : openSealedBytes(secrets, account, sealed);
}

/** Below the folder of the person, so that forgetting the person deletes it. */
const placeOf = (account: string, key: string): string => `${personalFolder(account)}/lots/${key}`;

/** Stores a document of a lot, sealed under the key of its seller's account. @throws FilesUnavailable */
export const storeLotDocument = (
  parts: LotFileParts,
  account: string,
  key: string,
  bytes: Uint8Array,
): Promise<void> => putSealed(parts, account, placeOf(account, key), bytes);

/**
 * A document of a lot of an account, to be saved under a name; null if the account does not have it (any more). The caller
 * must have authorised the reader. @throws FilesUnavailable
 */
export async function lotDocumentOf(
  parts: LotFileParts,
  account: string,
  key: string,
  name: string,
): Promise<Download | null> {
  const bytes = await getSealed(parts, account, placeOf(account, key));
  return bytes && { bytes, type: DOCUMENT_TYPE, name, isShown: false };
}

export const deleteLotDocument = ({ files }: LotFileParts, account: string, key: string): Promise<void> =>
  files.delete(placeOf(account, key));

/** Where a listing's documents and linked files are. */
const addressesOf = ({ documents, usefulLinks }: OfFiles): string[] => [
  ...documents.map(({ uri }) => uri),
  ...usefulLinks.map(({ url }) => url),
];

type OfFiles = Pick<ListingContent, 'documents' | 'usefulLinks'>;

/**
 * Deletes the files of documents and links that a listing has no more. `now`: what it has; null: it is gone. A listing
 * that began with another one shares its files with it, and keeps them; they go when the person is forgotten.
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
