import { documentKey } from '@saleyard/contract/lot-files.ts';
import type { ListingCommandBody, OpenedPersonal } from '@saleyard/domain/listing/commands.ts';
import {
  type ContentChange,
  type Document,
  type ListingContent,
  SEALED_DESCRIPTION,
} from '@saleyard/domain/listing/content.ts';
import type { ListingRefusal } from '@saleyard/domain/listing/decide.ts';
import { lotFields, personalFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { normalised } from '@saleyard/domain/listing/forms/problems.ts';
import type { ListingState } from '@saleyard/domain/listing/state.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { openTexts, personalDigest, sealerOf, sealText } from '../accounts/personal-data.ts';
import {
  type AggregateCommand,
  type Guard,
  type HandleCommandParts,
  handleCommand,
} from '../handle-command.ts';
import { sealedDocument } from './lot-files.ts';

/**
 * A command for an account's listing. `kind`: of its stock, which determines the personal fields of the form.
 * `content`: the existing listing's. `asked`: identifies the request when the commandId is repeated, if the body
 * contains generated values.
 */
export type ListingCommand = Omit<AggregateCommand<ListingCommandBody>, 'digest'> & {
  account: string;
  kind: KindType;
  content?: ListingContent;
  asked?: unknown;
  guard?: Guard<ListingState, ListingRefusal>;
};

/**
 * Runs a command for a listing. Its personal values are encrypted with the account's own key, and its digest is keyed
 * with it, so the log contains neither the values nor anything to guess them from. A submission receives the
 * decrypted values for validation.
 * @throws as `handleCommand`; SecretsUnavailable
 */
export async function handleListing(
  { secrets, ...parts }: HandleCommandParts & { secrets: Secrets },
  { account, kind, content, asked, ...command }: ListingCommand,
) {
  const digest = await personalDigest(secrets, account, asked ?? command.body);
  const body = await withPersonal(secrets, { account, kind, content }, command.body);
  return handleCommand(parts, STREAMS.listing, { ...command, digest, body });
}

type OfAccount = { account: string; kind: KindType; content?: ListingContent | undefined };

/** A command's body with its personal values in the decider's form. */
async function withPersonal(
  secrets: Secrets,
  { account, kind, content }: OfAccount,
  body: ListingCommandBody,
): Promise<ListingCommandBody> {
  switch (body.type) {
    case 'start':
    case 'edit':
      return { ...body, changes: await withSealed(secrets, { account, kind, content }, body.changes) };
    case 'copy':
    case 'reoffer': {
      const { from } = body;
      return {
        ...body,
        from: { ...from, content: await sealedContent(secrets, account, kind, from.content) },
      };
    }
    case 'refuse':
      if (body.by === 'sale') return body;
      return { ...body, sealed: await sealText(secrets, account, body.reason) };
    case 'withdraw':
      return body.by === 'sale' ? body : { ...body, sealed: await sealText(secrets, account, body.reason) };
    case 'submit':
      return content === undefined
        ? body
        : { ...body, personal: await openPersonal(secrets, account, content) };
    default:
      return body;
  }
}

/** The stated personal values, as they are stored, and the private description. */
function personalValues(
  kind: KindType,
  { details = {}, description = '' }: ContentChange,
): [string, string][] {
  const form = FORMS[kind];
  const personal = lotFields(form).filter(({ name }) => personalFields(form).has(name));
  const stated = Object.entries(details).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  const kept = { ...normalised(personal, Object.fromEntries(stated)), [SEALED_DESCRIPTION]: description };
  return Object.entries(kept).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]]));
}

/** A change with its personal values encrypted; unchanged ones keep their ciphertext. */
async function withSealed(
  secrets: Secrets,
  { account, kind, content }: OfAccount,
  changes: ContentChange,
): Promise<ContentChange> {
  const values = personalValues(kind, changes);
  if (values.length === 0) return changes;
  const seal = await sealerOf(secrets, account);
  const known = content === undefined ? {} : await openPersonal(secrets, account, content);
  const sealed = values.map(([name, value]) => {
    const own = known[name];
    return [name, own?.value === value ? own.sealed : seal(value)] as const;
  });
  return { ...changes, sealed: Object.fromEntries(sealed) };
}

/** A content with all of its personal values, and its documents' names, encrypted with the account's key. */
export async function sealedContent(
  secrets: Secrets,
  account: string,
  kind: KindType,
  content: ListingContent,
): Promise<ListingContent> {
  const personal = personalFields(FORMS[kind]);
  const values = personalValues(kind, content);
  const isOpen = ({ uri, sealed }: Document) => sealed === undefined && documentKey(uri) !== null;
  const kept = Object.entries(content.details).filter(([name]) => !personal.has(name));
  if (values.length === 0 && !content.documents.some(isOpen)) {
    return { ...content, description: '', details: Object.fromEntries(kept) };
  }
  const seal = await sealerOf(secrets, account);
  const documents = content.documents.map((one) => (isOpen(one) ? sealedDocument(seal, one) : one));
  const sealed = values.map(([name, value]) => [name, seal(value)] as const);
  return {
    ...content,
    documents,
    description: '',
    details: Object.fromEntries(kept),
    sealed: { ...content.sealed, ...Object.fromEntries(sealed) },
  };
}

/** The personal values of a listing, each encrypted and decrypted; '' when it can no longer be decrypted. */
export async function openPersonal(
  secrets: Secrets,
  account: string,
  { sealed }: Pick<ListingContent, 'sealed'>,
): Promise<OpenedPersonal> {
  const blobs = Object.entries(sealed);
  const texts = await openTexts(
    secrets,
    blobs.map(([, blob]) => ({ account, sealed: blob, clear: '' })),
  );
  return Object.fromEntries(
    blobs.map(([name, blob], at) => [name, { sealed: blob, value: texts[at] ?? '' }] as const),
  );
}
