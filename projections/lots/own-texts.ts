import { documentAddress } from '@saleyard/contract/lot-attachments.ts';
import { documentKey } from '@saleyard/contract/lot-files.ts';
import { type Document, type ListingContent, SEALED_DESCRIPTION } from '@saleyard/domain/listing/content.ts';
import { personalFields, type Values } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';

// Read models store personal data encrypted, like the log. It is decrypted when it is read.

/** A stored text: encrypted, or plain in a listing of an earlier version; one of the two is empty. */
export type KeptText = { sealed: string; clear: string };

/** The same, with the account whose key encrypts it. */
type OwnText = KeptText & { account: string };

/** Decrypts texts, in order; '' where the person was forgotten. */
export type OpenTexts = (texts: readonly OwnText[]) => Promise<readonly string[]>;

/** Returns plain texts only, for callers without keys. */
export const openClear: OpenTexts = async (texts) => texts.map(({ clear }) => clear);

/** Names of the personal fields of every form. */
const PERSONAL: ReadonlySet<string> = new Set(
  Object.values(FORMS).flatMap((form) => [...personalFields(form)]),
);

type Kept = { details: Values; sealed: Readonly<Record<string, string>> };

/** A personal field of a listing as read models store it. */
export const keptText = ({ details, sealed }: Kept, field: string): KeptText => ({
  sealed: sealed[field] ?? '',
  clear: sealed[field] === undefined ? String(details[field] ?? '') : '',
});

/** The vendors' names, in order; '' where the name can no longer be decrypted. */
export const vendorNames = (
  open: OpenTexts,
  of: readonly { createdBy: string; vendor: KeptText }[],
): Promise<readonly string[]> =>
  open(
    of.map(({ createdBy, vendor }) => ({
      account: createdBy,
      ...vendor,
    })),
  );

/** The form values of an account's listing, with its personal values decrypted as far as possible. */
export async function openedDetails(open: OpenTexts, account: string, kept: Kept): Promise<Values> {
  const names = [...PERSONAL];
  const texts = await open(names.map((name) => ({ account, ...keptText(kept, name) })));
  const rest = Object.entries(kept.details).filter(([name]) => !PERSONAL.has(name));
  const opened = names.flatMap((name, at) => (texts[at] ? [[name, texts[at]] as const] : []));
  return Object.fromEntries([...rest, ...opened]);
}

/** The private description of a listing as it is stored. */
export const keptDescription = ({ sealed, description }: ListingContent): KeptText =>
  keptText({ details: { [SEALED_DESCRIPTION]: description }, sealed }, SEALED_DESCRIPTION);

/** A document's name and description as they are stored. */
export const keptDocument = ({ name, description, sealed }: Document): KeptText =>
  sealed === undefined ? { sealed: '', clear: JSON.stringify({ name, description }) } : { sealed, clear: '' };

/**
 * The documents of a lot, without the sellers' own that can no longer be decrypted. Documents that are stored
 * elsewhere are not encrypted. `texts`: their decrypted texts (`keptDocument`), in order.
 */
export function openedDocuments(
  documents: readonly Document[],
  texts: readonly string[],
): Pick<Document, 'name' | 'uri' | 'description'>[] {
  return documents.flatMap(({ name, uri, description }, at) => {
    const key = documentKey(uri);
    if (key === null) return [{ name, uri, description }];
    const said = saidOf(texts[at]);
    return said === null ? [] : [{ ...said, uri: documentAddress(key, said.name) }];
  });
}

/** A document's name and description from its decrypted text; null when it can no longer be decrypted. */
export const saidOf = (text = ''): Pick<Document, 'name' | 'description'> | null =>
  text === '' ? null : (JSON.parse(text) as Pick<Document, 'name' | 'description'>);
