import type { ListingCommandBody } from '@saleyard/domain/listing/commands.ts';
import type { ContentChange, ListingContent } from '@saleyard/domain/listing/content.ts';
import type { ListingRefusal } from '@saleyard/domain/listing/decide.ts';
import { lotFields, personalFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { normalised } from '@saleyard/domain/listing/forms/problems.ts';
import type { ListingState } from '@saleyard/domain/listing/state.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { openText, personalDigest, sealText } from '../accounts/personal-data.ts';
import {
  type AggregateCommand,
  type Guard,
  type HandleCommandParts,
  handleCommand,
} from '../handle-command.ts';

/**
 * A command for a listing of an account. `kind`: of its stock, which says what of the form is personal. `asked`: what
 * stands for the body when the commandId comes again, where the body holds what changes meanwhile.
 */
export type ListingCommand = Omit<AggregateCommand<ListingCommandBody>, 'digest'> & {
  account: string;
  kind: KindType;
  asked?: unknown;
  guard?: Guard<ListingState, ListingRefusal>;
};

/**
 * Runs a command for a listing. The values of personal fields that it brings are sealed under the account's own key,
 * and its digest is keyed by it: the log holds none of them, nor anything by which one could be guessed.
 * @throws as `handleCommand`; SecretsUnavailable
 */
export async function handleListing(
  { secrets, ...parts }: HandleCommandParts & { secrets: Secrets },
  { account, kind, asked, ...command }: ListingCommand,
) {
  const { body } = command;
  const digest = await personalDigest(secrets, account, asked ?? body);
  const sealed =
    body.type === 'start' || body.type === 'edit'
      ? { ...body, changes: await withSealed(secrets, account, kind, body.changes) }
      : body;
  return handleCommand(parts, STREAMS.listing, { ...command, digest, body: sealed });
}

/** A change with the personal values of its details sealed beside them. */
async function withSealed(
  secrets: Secrets,
  account: string,
  kind: KindType,
  changes: ContentChange,
): Promise<ContentChange> {
  const form = FORMS[kind];
  const personal = lotFields(form).filter(({ name }) => personalFields(form).has(name));
  const stated = Object.entries(changes.details ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  const kept = normalised(personal, Object.fromEntries(stated));
  const values = Object.entries(kept).filter(([, value]) => value !== '');
  if (values.length === 0) return changes;
  const sealed = await Promise.all(
    values.map(async ([name, value]) => [name, await sealText(secrets, account, String(value))] as const),
  );
  return { ...changes, sealed: Object.fromEntries(sealed) };
}

/** The personal values of a listing, by their fields; without those that nobody can read any more. */
export async function openPersonal(
  secrets: Secrets,
  account: string,
  { sealed }: Pick<ListingContent, 'sealed'>,
): Promise<Readonly<Record<string, string>>> {
  const opened = await Promise.all(
    Object.entries(sealed).map(
      async ([name, blob]) => [name, await openText(secrets, account, blob)] as const,
    ),
  );
  return Object.fromEntries(opened.filter((one): one is [string, string] => one[1] !== null));
}
