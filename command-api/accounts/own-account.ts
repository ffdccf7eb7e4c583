import type { Me } from '@saleyard/contract/accounts.ts';
import { operationAddress } from '@saleyard/contract/operation-address.ts';
import { accountFileOperations } from '@saleyard/contract/operations/account-files.ts';
import { staffAccountOperations } from '@saleyard/contract/operations/staff-accounts.ts';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import type { AccountFile, AccountFileKind, Profile } from '@saleyard/domain/account/profile.ts';
import type { RegisteredAccount } from '@saleyard/domain/account/state.ts';
import { hasAcceptedTerms } from '@saleyard/domain/account/terms.ts';
import type { BankDetails } from '@saleyard/domain/account/validation.ts';
import type { MustAccept } from '@saleyard/domain/content/text.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { retrySoon } from '../engine-replies.ts';
import { type HandleCommandParts, handleCommand } from '../handle-command.ts';
import type { Accounts } from './accounts.ts';
import { openPerson, openText, sealText } from './personal-data.ts';

/** The address of an account's file. */
type FileAddress = (kind: AccountFileKind, file: string) => string;

/** The addresses under which people read their own files, and staff read those of an account. */
const ownFileAddress: FileAddress = (kind, file) =>
  operationAddress(accountFileOperations.ownFile, { params: { kind, file } });
export const staffFileAddress =
  (account: string): FileAddress =>
  (kind, file) =>
    operationAddress(staffAccountOperations.accountFile, { params: { account, kind, file } });

/** Encrypts bank details for an event. */
export const sealBank = (secrets: Secrets, account: string, bank: BankDetails): Promise<string> =>
  sealText(secrets, account, JSON.stringify(bank));

/** Bank details; null when there are none, or their key was deleted. */
async function openBank(secrets: Secrets, account: string, sealed: string): Promise<BankDetails | null> {
  const text = await openText(secrets, account, sealed);
  return text === null || text === '' ? null : (JSON.parse(text) as BankDetails);
}

/** An account and its profile as the person sees them. */
function shown(
  id: string,
  account: RegisteredAccount,
  person: Profile,
  bank: BankDetails | null,
  required: MustAccept | null,
  addressOf: FileAddress,
): Me {
  const { logo, licenseFile, policyFile, ...profile } = person;
  const fileOf = (kind: AccountFileKind, file: AccountFile | null): Me['logo'] =>
    file && { name: file.name, type: file.type, url: addressOf(kind, file.key) };
  const { numericId, shortId, status, type, operationType, role, terms, watchList } = account;
  const last = terms.at(-1) ?? null;
  const watched = watchList.map(({ lot }) => ({ lotId: lot }));
  return {
    _id: id,
    numericId,
    shortId,
    ...profile,
    isEmailConfirmed: !account.isEmailUnconfirmed,
    logo: fileOf('logo', logo),
    licenseFile: fileOf('licenseFile', licenseFile),
    policyFile: fileOf('policyFile', policyFile),
    bank,
    status,
    type,
    operationType,
    role,
    isRequestedAsBuyer: account.isRequestedAsBuyer,
    isRequestedAsSeller: account.isRequestedAsSeller,
    requestedAt: account.requestedAt,
    stockTypes: account.stockTypes,
    approvedStockTypes: account.approvedStockTypes,
    watchList: watched,
    watchList2: watched,
    acceptedNewVersionTerms: hasAcceptedTerms(terms, required),
    acceptedNewVersionTermsOn: last?.at ?? null,
    currentVersionAcceptedTo: last?.version ?? null,
    olderVersionsAcceptedTo: terms.slice(0, -1).map(({ version }) => version),
    settings: { smsRemindersPermissions: account.smsReminders },
    filters: Object.fromEntries(
      account.filters.map(({ screen, filters }) => [screen, filters]),
    ) as Me['filters'],
    closedNotifications: account.closedNotifications,
  };
}

/** What a person sees of their own account; null when the person was forgotten. */
export async function ownAccount(
  { secrets, texts }: Pick<Accounts, 'secrets' | 'texts'>,
  id: string,
  account: RegisteredAccount,
  addressOf = ownFileAddress,
): Promise<Me | null> {
  const [person, bank, { mustAccept }] = await Promise.all([
    openPerson(secrets, id, account.personal),
    openBank(secrets, id, account.bank),
    texts.terms(),
  ]);
  return person && shown(id, account, person, bank, mustAccept, addressOf);
}

/** Runs a command of the caller on their own account. `digest`: of a body with personal fields. */
export const changeOwn = (
  { log, clock }: HandleCommandParts,
  command: { id: string; commandId: string; body: AccountCommandBody; digest?: string },
) => handleCommand({ log, clock }, STREAMS.account, { ...command, actor: { kind: 'user', id: command.id } });

type OwnChange = Awaited<ReturnType<typeof changeOwn>>;

/** Maps a refused change of the own account to its REST error. `full`: the message when a list is full. */
export function ownChangeRefusal(
  reply: Exclude<OwnChange, { outcome: 'accepted' }>,
  full: { field: string; message: string },
): Refusal {
  if (reply.outcome !== 'refused') return retrySoon(reply.outcome);
  if (reply.refusal.code === 'not-registered') return refusal('unauthorized');
  if (reply.refusal.code === 'unknown-pic') return refusal('not-found');
  return refusal('invalid-request', full);
}
