import { hash } from 'node:crypto';
import type { Download } from '@saleyard/contract/operation.ts';
import {
  ACCOUNT_FILES,
  type AccountFile,
  type AccountFileKind,
  type Profile,
} from '@saleyard/domain/account/profile.ts';
import type { AccountState } from '@saleyard/domain/account/state.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { loadAggregate } from '../handle-command.ts';
import type { Accounts } from './accounts.ts';
import { type CheckedFile, checkFile, ENDINGS, fileNameOf } from './file-check.ts';
import { fileKeyOf, openPerson, personalFolder, readSealedFile, sealOwnBytes } from './personal-data.ts';
import { changeProfile, type ProfileOutcome } from './profile-change.ts';

const placeOf = (account: string, key: string): string => `${personalFolder(account)}/${key}`;

export type FileParts = { log: EventLog; clock: Clock; accounts: Accounts };

type Sent = {
  account: string;
  commandId: string;
  kind: AccountFileKind;
  /** The file name the sender gave. */
  name: string | undefined;
  bytes: Uint8Array;
};

/** `stored`: the change of the profile was decided. */
export type StoredFile =
  | { outcome: 'stored'; reply: ProfileOutcome }
  | Exclude<CheckedFile, { outcome: 'fit' }>;

/**
 * Stores a file of a person and adds it to the profile. It is encrypted with the account's own key: a reader of the
 * store sees nothing, and forgetting the person makes every copy unreadable. The file is stored first, so a profile
 * never names a missing file. A file that was replaced or refused is deleted; if the process dies first, it stays,
 * encrypted, until the person is forgotten. Repeating the commandId with the same bytes changes nothing.
 */
export async function storeFile(parts: FileParts, sent: Sent): Promise<StoredFile> {
  const { secrets, files } = parts.accounts;
  const { account, commandId, kind, bytes } = sent;
  const checked = await checkFile(kind, bytes);
  if (checked.outcome !== 'fit') return checked;
  const { type } = checked;
  const name = fileNameOf(sent.name, ENDINGS[type]);
  const asked = { kind, name, bytes: hash('sha256', bytes) };
  const key = await fileKeyOf(secrets, account, { commandId, ...asked });
  const file: AccountFile = { key, name, type, bytes: checked.bytes.length };
  await files.put(placeOf(account, key), await sealOwnBytes(secrets, account, checked.bytes));
  // The replaced file; undefined: this command changed nothing now, since it is a repeat or was refused.
  let before: AccountFile | null | undefined;
  const reply = await changeProfile(parts, {
    account,
    commandId,
    asked,
    actor: { kind: 'user', id: account },
    change: { [kind]: file },
    problems(_after, person) {
      before = person[kind];
      return [];
    },
    body: (sealed) => ({ type: 'changeProfile', ...sealed }),
  });
  // The outcome is unknown, so both files stay.
  if (reply.outcome === 'unknown' || reply.outcome === 'unavailable') return { outcome: 'stored', reply };
  const replaced = before as AccountFile | null | undefined;
  if (reply.outcome === 'accepted' && replaced === undefined) {
    // A repeat stored its file again: it stays if the profile still names it.
    const named = (await profileOf(parts, account))?.[kind];
    if (named?.key !== key) await files.delete(placeOf(account, key));
    return { outcome: 'stored', reply };
  }
  const needless = reply.outcome === 'accepted' ? replaced?.key : key;
  const kept = reply.outcome === 'accepted' ? key : replaced?.key;
  if (needless !== undefined && needless !== kept) await files.delete(placeOf(account, needless));
  return { outcome: 'stored', reply };
}

/** The person's current profile; null: none, or no longer readable. */
async function profileOf(
  { log, accounts }: Pick<FileParts, 'log' | 'accounts'>,
  account: string,
): Promise<Profile | null> {
  const { state }: { state: AccountState } = await loadAggregate({ log }, STREAMS.account, account);
  return state && openPerson(accounts.secrets, account, state.personal);
}

/** A file of an account by its kind and key; null: the account has no such file, or no longer. */
export async function fileOf(
  { log, accounts }: Pick<FileParts, 'log' | 'accounts'>,
  account: string,
  kind: string,
  key: string,
): Promise<Download | null> {
  const { secrets, files } = accounts;
  const named = ACCOUNT_FILES.find((one) => one === kind);
  if (named === undefined) return null;
  const file = (await profileOf({ log, accounts }, account))?.[named];
  if (!file || file.key !== key) return null;
  const bytes = await readSealedFile({ secrets, files }, account, placeOf(account, key));
  if (!bytes) return null;
  const { type, name } = file;
  return { bytes, type, name, isShown: type.startsWith('image/') };
}
