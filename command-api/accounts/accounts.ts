import type { AccountRole, AccountType, StockType } from '@saleyard/domain/account/events.ts';
import {
  changedProfile,
  EMPTY_PROFILE,
  type Profile,
  type ProfileChange,
} from '@saleyard/domain/account/profile.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import { STREAMS, sealedIn, streamOf } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Actor, EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { forgetOutboxKey } from '@saleyard/platform/outbox/outbox.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { handleCommand } from '../handle-command.ts';
import { acceptRequest } from '../requests.ts';
import { forgetPasskeys } from '../sign-in/passkeys.ts';
import { forgetSecondFactor } from '../sign-in/second-factors.ts';
import { AccountDirectory, type AccountsReadModel } from './account-directory.ts';
import { type ContactLookup, createEmailLookup, createPhoneLookup } from './contact-lookup.ts';
import { createNumbers, type Numbers, NumbersUnavailable } from './numbers.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createPersonSearch, type PersonSearch } from './person-search.ts';
import { forgetPersonKey, openText, personalDigest, personalFolder, sealPerson } from './personal-data.ts';

/** A new account. The caller validates `password` by the specification's pattern. */
export type Registration = {
  person: ProfileChange & Pick<Profile, 'firstName' | 'lastName' | 'email' | 'phone'>;
  password: string;
  status: AccountStatus;
  type: AccountType;
  role: AccountRole;
  stockTypes: readonly StockType[];
  approvedStockTypes: readonly StockType[];
  /** The person has to confirm the e-mail address. */
  isEmailUnconfirmed?: true;
};

/** `ownPhone`: the phone must not belong to another account. `terms`: the version accepted with the registration. */
type RegistrationOptions = { ownPhone?: boolean; terms?: string };

/**
 * `email-taken`, `phone-taken` name the account that has it; `duplicate-conflict`: the commandId registered another
 * account.
 */
type RegistrationReply =
  | { outcome: 'registered'; account: string; position: number }
  | { outcome: 'email-taken' | 'phone-taken'; account: string }
  | { outcome: 'duplicate-conflict' }
  | { outcome: 'full' }
  | { outcome: 'unavailable' }
  | { outcome: 'unknown' };

/** The write side of accounts, and the queries about people that other parts need. */
export type Accounts = {
  directory: AccountDirectory;
  emails: ContactLookup;
  phones: ContactLookup;
  passwords: Passwords;
  numbers: Numbers;
  secrets: Secrets;
  files: Files;
  search: PersonSearch;
  /** Whether an e-mail address or a phone number belongs to a registered account other than `but`. */
  isTaken(of: ContactLookup, contact: string, but?: string): Promise<boolean>;
  /** Repeating the commandId returns the same account. `self`: the person registers themselves. */
  register(
    registration: Registration,
    actor: Actor | 'self',
    commandId?: string,
    options?: RegistrationOptions,
  ): Promise<RegistrationReply>;
  /**
   * Makes an account's personal fields unreadable forever and its sign-in impossible. Its events stay.
   * @throws Error when it could not be recorded; it may be called again
   */
  forget(account: string, actor: Actor): Promise<void>;
  stop(): Promise<void>;
};

export async function createAccounts(parts: {
  log: EventLog;
  secrets: Secrets;
  files: Files;
  clock: Clock;
  logger: Logger;
  readModel: AccountsReadModel;
}): Promise<Accounts> {
  const { log, secrets, files, clock } = parts;
  const emails = await createEmailLookup(secrets);
  const phones = await createPhoneLookup(secrets);
  const passwords = await createPasswords(secrets);
  const numbers = createNumbers({ log, clock });
  const search = await createPersonSearch(secrets);
  const directory = new AccountDirectory({ ...parts, emails });

  const isRegistered = async (account: string): Promise<boolean> =>
    (await log.lastRevision(streamOf(STREAMS.account, account))) >= 0;

  /** Claims a phone for an account; returns the account that has it instead, or null. */
  const claimPhone = async (phone: string, account: string): Promise<string | null> => {
    const owner = await phones.claim(phone, account);
    if (owner === account) return null;
    if (await isRegistered(owner)) return owner;
    // The other account was never fully registered, so it loses the phone.
    await phones.takeOver(phone, account);
    return null;
  };

  return {
    directory,
    emails,
    phones,
    passwords,
    numbers,
    secrets,
    files,
    search,

    async isTaken(of, contact, but) {
      const owner = await of.find(contact);
      return owner !== undefined && owner !== but && (await isRegistered(owner));
    },

    async register({ person: written, password, ...rest }, by, commandId = newId(), options = {}) {
      const person = changedProfile(EMPTY_PROFILE, written);
      // The address is bound to an account id before anything is stored. Concurrent registrations of one address, and
      // retries after a crash, all write to the same stream, and only the first append succeeds.
      const account = await emails.claim(person.email, newId());
      const actor: Actor = by === 'self' ? { kind: 'user', id: account } : by;
      const wasThere = await isRegistered(account);
      const body = await personalDigest(secrets, account, { person, ...rest });
      const accepted = await acceptRequest<{ numericId: number }, 'email-taken' | 'unavailable'>(parts, {
        commandId,
        actor,
        body,
        respond: async () => {
          if (wasThere) return { outcome: 'refused', refusal: 'email-taken' };
          try {
            return { outcome: 'responded', response: { numericId: await numbers.take('users', commandId) } };
          } catch (error) {
            if (!(error instanceof NumbersUnavailable)) throw error;
            return { outcome: 'refused', refusal: 'unavailable' };
          }
        },
      });
      if (accepted.outcome === 'refused') return { outcome: accepted.refusal, account };
      if (accepted.outcome === 'conflict') return { outcome: 'duplicate-conflict' };
      if (accepted.outcome !== 'accepted') return accepted;
      const owner = options.ownPhone ? await claimPhone(person.phone, account) : null;
      if (owner !== null) return { outcome: 'phone-taken', account: owner };
      const { numericId } = accepted.response;
      const personal = await sealPerson(secrets, account, person);
      const registration = { ...rest, numericId, shortId: `S${numericId}`, personal };
      const reply = await handleCommand(parts, STREAMS.account, {
        id: account,
        commandId,
        actor,
        digest: body,
        body: { type: 'register', registration, terms: options.terms },
      });
      if (reply.outcome === 'refused') return { outcome: 'email-taken', account };
      if (reply.outcome !== 'accepted') return reply;
      await passwords.setIfAbsent(account, password);
      // The log contains nothing of a password: only its hash shows whether a retry has the same one.
      if (wasThere) {
        const verified = await passwords.verify(account, password);
        if (verified === 'busy') return { outcome: 'unavailable' };
        if (verified === 'wrong') return { outcome: 'duplicate-conflict' };
      }
      return { outcome: 'registered', account, position: reply.position };
    },

    async forget(account, actor) {
      const person = await directory.personOf(account);
      if (person) {
        await emails.release(person.email, account);
        await phones.release(person.phone, account);
      }
      await passwords.forget(account);
      await forgetSecondFactor(secrets, account);
      await forgetPasskeys(secrets, account);
      await forgetOutboxKey(secrets, account);
      // Recorded in the log before the key is deleted, so that every reader drops its personal data.
      const command = { id: account, commandId: newId(), actor, body: { type: 'forget' } as const };
      const reply = await handleCommand(parts, STREAMS.account, command);
      if (reply.outcome !== 'accepted') throw new Error(`${account} cannot be forgotten: ${reply.outcome}`);
      // The account accepts no more files; next, the files and the key that encrypts them are deleted.
      await files.deleteAll(personalFolder(account));
      await forgetPersonKey(secrets, account);
      const stream = streamOf(STREAMS.account, account);
      for await (const events of log.read(stream)) {
        for (const blob of events.flatMap((event) => sealedIn(stream, event))) {
          if ((await openText(secrets, account, blob)) !== null)
            throw new Error(`personal data of ${account} can still be read`);
        }
      }
    },

    stop: () => directory.stop(),
  };
}
