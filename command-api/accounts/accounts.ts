import type { AccountRole, AccountType, StockType } from '@saleyard/domain/account/events.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import { STREAMS, sealedIn, streamOf } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Actor, EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { handleCommand } from '../handle-command.ts';
import { takeRequest } from '../requests.ts';
import { AccountDirectory, type AccountsReadModel } from './account-directory.ts';
import { createEmailLookup, type EmailLookup } from './email-lookup.ts';
import { createNumbers, type Numbers, NumbersUnavailable } from './numbers.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { forgetPersonKey, openPerson, type Person, personalDigest, sealPerson } from './personal-data.ts';

/** A new account. `password` must fit the specification's pattern; nobody checks it again here. */
export type Registration = {
  person: Person;
  password: string;
  status: AccountStatus;
  type: AccountType;
  role: AccountRole;
  stockTypes: readonly StockType[];
  approvedStockTypes: readonly StockType[];
};

/** `email-taken` names the account that has the address; `duplicate-conflict`: the commandId registered another. */
export type RegistrationReply =
  | { outcome: 'registered'; account: string; position: number }
  | { outcome: 'email-taken'; account: string }
  | { outcome: 'duplicate-conflict' }
  | { outcome: 'full' }
  | { outcome: 'unavailable' }
  | { outcome: 'unknown' };

/** The write side of accounts, and what the other parts ask about people. */
export type Accounts = {
  directory: AccountDirectory;
  emails: EmailLookup;
  passwords: Passwords;
  numbers: Numbers;
  secrets: Secrets;
  /** The same commandId again answers the same account. */
  register(registration: Registration, actor: Actor, commandId?: string): Promise<RegistrationReply>;
  /** Makes an account's personal fields unreadable for ever and its sign-in impossible. Its events stay. */
  forget(account: string): Promise<void>;
  stop(): Promise<void>;
};

export async function createAccounts(parts: {
  log: EventLog;
  secrets: Secrets;
  clock: Clock;
  logger: Logger;
  readModel: AccountsReadModel;
}): Promise<Accounts> {
  const { log, secrets, clock } = parts;
  const emails = await createEmailLookup(secrets);
  const passwords = await createPasswords(secrets);
  const numbers = createNumbers({ log, clock });
  const directory = new AccountDirectory({ ...parts, emails });
  return {
    directory,
    emails,
    passwords,
    numbers,
    secrets,

    async register({ person, password, ...rest }, actor, commandId = newId()) {
      // The address names the account's id before anything is stored: of two registrations of one address, and
      // of a try after a crash, all write to the same stream, whose first append is the only one to succeed.
      const account = await emails.claim(person.email, newId());
      const wasThere = (await log.lastRevision(streamOf(STREAMS.account, account))) >= 0;
      const body = await personalDigest(secrets, account, { person, ...rest });
      const taken = await takeRequest<{ numericId: number }, 'email-taken' | 'unavailable'>(parts, {
        ...{ commandId, actor, body },
        give: async () => {
          if (wasThere) return { outcome: 'refused', refusal: 'email-taken' };
          try {
            return { outcome: 'given', given: { numericId: await numbers.take('users', commandId) } };
          } catch (error) {
            if (!(error instanceof NumbersUnavailable)) throw error;
            return { outcome: 'refused', refusal: 'unavailable' };
          }
        },
      });
      if (taken.outcome === 'refused') return { outcome: taken.refusal, account };
      if (taken.outcome === 'conflict') return { outcome: 'duplicate-conflict' };
      if (taken.outcome !== 'taken') return taken;
      const { numericId } = taken.given;
      const personal = await sealPerson(secrets, account, person);
      const registration = { ...rest, numericId, shortId: `S${numericId}`, personal };
      const reply = await handleCommand(parts, STREAMS.account, {
        ...{ id: account, commandId, actor, digest: body },
        body: { type: 'register', registration },
      });
      if (reply.outcome === 'refused') return { outcome: 'email-taken', account };
      if (reply.outcome !== 'accepted') return reply;
      await passwords.setIfAbsent(account, password);
      // No trace of a password is in the log: whether it is the one of the first time, only its hash can tell.
      if (wasThere) {
        const verified = await passwords.verify(account, password);
        if (verified === 'busy') return { outcome: 'unavailable' };
        if (verified === 'wrong') return { outcome: 'duplicate-conflict' };
      }
      return { outcome: 'registered', account, position: reply.position };
    },

    async forget(account) {
      const person = await directory.personOf(account);
      if (person) await emails.release(person.email);
      await passwords.forget(account);
      await forgetPersonKey(secrets, account);
      const stream = streamOf(STREAMS.account, account);
      for await (const events of log.read(stream)) {
        for (const blob of events.flatMap((event) => sealedIn(stream, event))) {
          if ((await openPerson(secrets, account, blob)) !== null)
            throw new Error(`personal data of ${account} can still be read`);
        }
      }
    },

    stop: () => directory.stop(),
  };
}
