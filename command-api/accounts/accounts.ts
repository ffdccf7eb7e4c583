import type { AccountRole, AccountType, StockType } from '@saleyard/domain/account/events.ts';
import {
  changedProfile,
  EMPTY_PROFILE,
  type Profile,
  type ProfileChange,
} from '@saleyard/domain/account/profile.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import { STREAMS, sealedIn, streamOf } from '@saleyard/domain/streams.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Actor, EventLog } from '@saleyard/platform/event-log/port.ts';
import type { Files } from '@saleyard/platform/files/port.ts';
import { newId, randomToken } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { forgetOutboxKey } from '@saleyard/platform/outbox/outbox.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { CurrentTexts } from '../content/current-texts.ts';
import { handleCommand } from '../handle-command.ts';
import { acceptRequest } from '../requests.ts';
import { clearSecondFactor } from '../sign-in/clear-second-factor.ts';
import { AccountDirectory, type AccountsReadModel } from './account-directory.ts';
import { type ContactLookup, createEmailLookup, createPhoneLookup, UNFINISHED_MS } from './contact-lookup.ts';
import { createMailboxLimit, type MailboxLimit } from './mailbox-limit.ts';
import { createNumbers, type Numbers, NumbersUnavailable } from './numbers.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createPersonSearch, type PersonSearch } from './person-search.ts';
import { forgetPersonKey, openText, personalDigest, personalFolder, sealPerson } from './personal-data.ts';

/** A new account. The caller validates `password` by the specification's pattern. */
export type Registration = {
  person: ProfileChange & Pick<Profile, 'firstName' | 'lastName' | 'email' | 'phone'>;
  /** null: none that anybody knows; the person sets one later. */
  password: string | null;
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

type ClaimOutcome = { outcome: 'claimed' | 'unavailable' } | { outcome: 'taken'; account: string };

/** ms that a claim waits for another registration with the same contact, and between two checks of it. */
const CLAIM_WAIT_MS = 2_000;
const CLAIM_POLL_MS = 50;

/** The write side of accounts, and the queries about people that other parts need. */
export type Accounts = {
  directory: AccountDirectory;
  /** The terms and the contacts in force. */
  texts: CurrentTexts;
  emails: ContactLookup;
  phones: ContactLookup;
  mailboxLimit: MailboxLimit;
  passwords: Passwords;
  numbers: Numbers;
  secrets: Secrets;
  files: Files;
  search: PersonSearch;
  /** Whether an e-mail address or a phone number belongs to a registered account other than `but`. */
  isTaken(of: ContactLookup, contact: string, but?: string): Promise<boolean>;
  /**
   * Claims a contact for an account. `taken`: it belongs to another account. `unavailable`: another registration with it
   * has begun, and may still fail; the claim can be tried again.
   */
  claim(of: ContactLookup, contact: string, account: string): Promise<ClaimOutcome>;
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
  const emails = await createEmailLookup({ secrets, clock });
  const phones = await createPhoneLookup({ secrets, clock });
  const passwords = await createPasswords(secrets);
  const numbers = createNumbers({ log, clock });
  const search = await createPersonSearch(secrets);
  const texts = new CurrentTexts(parts);
  const directory = new AccountDirectory({ ...parts, emails, texts });

  const isRegistered = async (account: string): Promise<boolean> =>
    (await log.lastRevision(streamOf(STREAMS.account, account))) >= 0;

  /**
   * Claims a contact. A claim of an account that is not registered is either of a registration that goes on at this
   * moment, which keeps it, or of one that ended before it was recorded. The time of the claim separates the two, so an
   * account that continues its own registration makes its claim again. `began`: when this registration or change did.
   */
  const claim = async (
    of: ContactLookup,
    contact: string,
    account: string,
    began = clock.now(),
  ): Promise<ClaimOutcome> => {
    for (;;) {
      let found = await of.claim(contact, account);
      const { at } = found;
      const isNew = found.account === account && at !== null && at >= began;
      if (isNew) return { outcome: 'claimed' };
      if (await isRegistered(found.account)) {
        return found.account === account
          ? { outcome: 'claimed' }
          : { outcome: 'taken', account: found.account };
      }
      const isFree = found.account === account || at === null || clock.now() - at > UNFINISHED_MS;
      if (isFree) found = await of.takeOver(contact, found, account);
      if (found.account === account) return { outcome: 'claimed' };
      if (clock.now() - began > CLAIM_WAIT_MS) return { outcome: 'unavailable' };
      await pause(clock, CLAIM_POLL_MS);
    }
  };

  return {
    directory,
    texts,
    emails,
    phones,
    mailboxLimit: createMailboxLimit(emails),
    passwords,
    numbers,
    secrets,
    files,
    search,
    claim: (of, contact, account) => claim(of, contact, account),

    async isTaken(of, contact, but) {
      const owner = await of.find(contact);
      return owner !== undefined && owner !== but && (await isRegistered(owner));
    },

    async register({ person: written, password, ...rest }, by, commandId = newId(), options = {}) {
      const person = changedProfile(EMPTY_PROFILE, written);
      // The address is bound to an account id before anything is stored. Concurrent registrations of one address, and
      // retries after a crash, all write to the same stream, and only the first append succeeds.
      const began = clock.now();
      const { account } = await emails.claim(person.email, newId());
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
      if (!wasThere) {
        // Staff may open an account with a phone that somebody has: it then has no claim of it.
        const phone = await claim(phones, person.phone, account);
        if (options.ownPhone && phone.outcome === 'taken') {
          return { outcome: 'phone-taken', account: phone.account };
        }
        if (options.ownPhone && phone.outcome === 'unavailable') return { outcome: 'unavailable' };
        // Made again at this moment, so that nobody takes the address for one of an unfinished registration.
        const email = await claim(emails, person.email, account, began);
        if (email.outcome === 'taken') return { outcome: 'email-taken', account: email.account };
        if (email.outcome === 'unavailable') return { outcome: 'unavailable' };
      }
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
      await passwords.setIfAbsent(account, password ?? randomToken());
      // The log contains nothing of a password: only its hash shows whether a retry has the same one.
      if (wasThere && password !== null) {
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
      await clearSecondFactor(secrets, account);
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

    async stop() {
      await Promise.all([directory.stop(), texts.stop()]);
    },
  };
}
