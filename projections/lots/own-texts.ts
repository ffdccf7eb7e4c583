import { documentAddress, documentKey } from '@saleyard/contract/lot-attachments.ts';
import { type Document, type ListingContent, SEALED_DESCRIPTION } from '@saleyard/domain/listing/content.ts';
import { personalFields, type Values } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';

// Read models hold what is about a person as the log does: sealed. It is opened when it is read.

/** A text as it is kept: sealed, or in clear by a listing of an earlier version; one of both is empty. */
export type KeptText = { sealed: string; clear: string };

/** The same, with the account under whose key it is sealed. */
type OwnText = KeptText & { account: string };

/** What each says, in their order; '' where the person was forgotten. */
export type OpenTexts = (texts: readonly OwnText[]) => Promise<readonly string[]>;

/** Reads what no key is needed for: for those who have no keys. */
export const openClear: OpenTexts = async (texts) => texts.map(({ clear }) => clear);

/** Names of personal fields, of every form. */
const PERSONAL: ReadonlySet<string> = new Set(
  Object.values(FORMS).flatMap((form) => [...personalFields(form)]),
);

type Kept = { details: Values; sealed: Readonly<Record<string, string>> };

/** A personal field of a listing as read models keep it. */
export const keptText = ({ details, sealed }: Kept, field: string): KeptText => ({
  sealed: sealed[field] ?? '',
  clear: sealed[field] === undefined ? String(details[field] ?? '') : '',
});

/** Names of vendors, in the order of those who have them; '' where nobody can read it any more. */
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

/** What a listing of an account says in its form, with its personal values as far as they can be read. */
export async function openedDetails(open: OpenTexts, account: string, kept: Kept): Promise<Values> {
  const names = [...PERSONAL];
  const texts = await open(names.map((name) => ({ account, ...keptText(kept, name) })));
  const rest = Object.entries(kept.details).filter(([name]) => !PERSONAL.has(name));
  const opened = names.flatMap((name, at) => (texts[at] ? [[name, texts[at]] as const] : []));
  return Object.fromEntries([...rest, ...opened]);
}

/** The private description of a listing as it is kept. */
export const keptDescription = ({ sealed, description }: ListingContent): KeptText =>
  keptText({ details: { [SEALED_DESCRIPTION]: description }, sealed }, SEALED_DESCRIPTION);

/** A document's name and description as they are kept. */
export const keptDocument = ({ name, description, sealed }: Document): KeptText =>
  sealed === undefined ? { sealed: '', clear: JSON.stringify({ name, description }) } : { sealed, clear: '' };

/**
 * The documents of a lot; those that sellers added without what nobody can read any more. A document that is kept
 * elsewhere is everybody's. `texts`: what each says (`keptDocument`), opened, in their order.
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

/** What an opened document says; null where nobody can read it any more. */
export const saidOf = (text = ''): Pick<Document, 'name' | 'description'> | null =>
  text === '' ? null : (JSON.parse(text) as Pick<Document, 'name' | 'description'>);
