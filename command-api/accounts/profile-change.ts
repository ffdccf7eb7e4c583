import type { OwnChanges } from '@saleyard/contract/accounts.ts';
import type { AccountCommandBody } from '@saleyard/domain/account/commands.ts';
import type { AccountRefusalCode } from '@saleyard/domain/account/decide.ts';
import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import {
  asStored,
  changedFields,
  changedProfile,
  EMPTY_PROFILE,
  type Profile,
  type ProfileChange,
} from '@saleyard/domain/account/profile.ts';
import type { AccountState, RegisteredAccount } from '@saleyard/domain/account/state.ts';
import type { Problem } from '@saleyard/domain/fields/rules.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Actor, EventLog } from '@saleyard/platform/event-log/port.ts';
import { type CommandOutcome, handleCommand, loadAggregate, loadForCommand } from '../handle-command.ts';
import type { Accounts } from './accounts.ts';
import type { ContactLookup } from './contact-lookup.ts';
import { openPerson, personalDigest, sealPerson } from './personal-data.ts';

/** Attempts to change a profile when concurrent changes conflict. */
const CHANGE_TRIES = 10;

/** The profile's own fields of a person's changes, as they are stored. */
export function profileChangeIn(changes: OwnChanges): ProfileChange {
  const own = Object.entries(changes).filter(([field]) => Object.hasOwn(EMPTY_PROFILE, field));
  const change = asStored(Object.fromEntries(own) as ProfileChange);
  return { ...change, ...(change.isPICFromAnotherState === false && { anotherStatePIC: '' }) };
}

type Refused = { code: AccountRefusalCode };

/** `taken`: another account has the e-mail address or the phone. `forgotten`: the person was forgotten. */
export type ProfileOutcome =
  | CommandOutcome<AccountState, AccountEvent, Refused>
  | { outcome: 'taken'; field: 'email' | 'phone' }
  | { outcome: 'invalid'; problems: readonly Problem[] }
  | { outcome: 'forgotten' };

type Sealed = { from: string; personal: string; fields: readonly string[] };

export type ProfileCommand = {
  account: string;
  commandId: string;
  actor: Actor;
  /** The requested change, to compare repeated requests with the same commandId. */
  asked: unknown;
  change: ProfileChange;
  /** The validation errors of the changed profile. */
  problems(after: Profile, before: Profile, state: RegisteredAccount): readonly Problem[];
  /** The command that records it. */
  body(sealed: Sealed, person: Profile): AccountCommandBody;
};

type Parts = { log: EventLog; clock: Clock; accounts: Accounts };

/**
 * Changes an account's profile: decrypts, changes and encrypts it, and retries on a conflict. A new e-mail address or
 * phone is claimed before the change is recorded, and the old one released after it. A command that was recorded
 * already returns its answer and changes nothing, since a later command may have changed the same fields.
 */
export async function changeProfile(parts: Parts, command: ProfileCommand): Promise<ProfileOutcome> {
  const { accounts } = parts;
  const { secrets } = accounts;
  const { account, commandId, actor } = command;
  const digest = await personalDigest(secrets, account, command.asked);
  for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
    const { loaded, answerTo } = await loadForCommand(parts, STREAMS.account, { id: account, commandId });
    const answer = answerTo(digest);
    if (answer !== null) return answer;
    const { state } = loaded;
    const before = state && (await openPerson(secrets, account, state.personal));
    if (state === null || before === null) return { outcome: 'forgotten' };
    const after = changedProfile(before, command.change);
    const problems = command.problems(after, before, state);
    if (problems.length > 0) return { outcome: 'invalid', problems };
    const fields = changedFields(before, after);
    const taken = await takeContacts(accounts, account, before, after);
    if (taken !== null) {
      await releaseUnused(parts, account, after);
      return taken;
    }
    const personal = fields.length === 0 ? state.personal : await sealPerson(secrets, account, after);
    const reply = await handleCommand(parts, STREAMS.account, {
      id: account,
      commandId,
      actor,
      digest,
      body: command.body({ from: state.personal, personal, fields }, after),
    });
    if (reply.outcome === 'refused' && reply.refusal.code === 'profile-changed') continue;
    if (reply.outcome === 'accepted') await releaseContacts(accounts, account, before, after);
    // The change was certainly not recorded, so the new contacts stay free.
    else if (reply.outcome !== 'unknown') await releaseUnused(parts, account, after);
    return reply;
  }
  return { outcome: 'unavailable' };
}

const CONTACTS = ['email', 'phone'] as const;

const lookupOf = ({ emails, phones }: Accounts, field: 'email' | 'phone'): ContactLookup =>
  field === 'email' ? emails : phones;

const isOther = (lookup: ContactLookup, before: string, after: string): boolean =>
  lookup.hashOf(before) !== lookup.hashOf(after);

type NotClaimed = { outcome: 'taken'; field: 'email' | 'phone' } | { outcome: 'unavailable' };

/** Claims the new contacts; returns why one of them can't be claimed, or null. */
async function takeContacts(
  accounts: Accounts,
  account: string,
  before: Profile,
  after: Profile,
): Promise<NotClaimed | null> {
  const changed = CONTACTS.filter((field) => isOther(lookupOf(accounts, field), before[field], after[field]));
  for (const field of changed) {
    if (await accounts.isTaken(lookupOf(accounts, field), after[field], account))
      return { outcome: 'taken', field };
  }
  for (const field of changed) {
    const { outcome } = await accounts.claim(lookupOf(accounts, field), after[field], account);
    if (outcome === 'taken') return { outcome, field };
    if (outcome === 'unavailable') return { outcome };
  }
  return null;
}

/** Releases the contacts of a change that was not recorded, unless the account has them by now. */
async function releaseUnused(parts: Parts, account: string, after: Profile): Promise<void> {
  const { state } = await loadAggregate(parts, STREAMS.account, account);
  const now = state && (await openPerson(parts.accounts.secrets, account, state.personal));
  if (now !== null) await releaseContacts(parts.accounts, account, after, now);
}

/** Releases the contacts of one profile that the other does not have. */
async function releaseContacts(
  accounts: Accounts,
  account: string,
  before: Profile,
  after: Profile,
): Promise<void> {
  for (const field of CONTACTS) {
    const lookup = lookupOf(accounts, field);
    if (isOther(lookup, before[field], after[field])) await lookup.release(before[field], account);
  }
}
