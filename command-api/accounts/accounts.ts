import type { AccountRole, AccountType, StockType } from '@saleyard/domain/account/events.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Actor, EventLog } from '@saleyard/platform/event-log/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { commandAccount } from './account-commands.ts';
import { AccountDirectory } from './account-directory.ts';
import { createEmailLookup, type EmailLookup } from './email-lookup.ts';
import { createNumbers, type Numbers } from './numbers.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { forgetPersonKey, type Person, sealPerson } from './personal-data.ts';

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

/** `email-taken` names the account that has the address. */
export type RegistrationReply =
  | { outcome: 'registered'; account: string; position: number }
  | { outcome: 'email-taken'; account: string }
  | { outcome: 'full' }
  | { outcome: 'unknown' };

/** The write side of accounts, and what the other parts ask about people. */
export type Accounts = {
  directory: AccountDirectory;
  emails: EmailLookup;
  passwords: Passwords;
  numbers: Numbers;
  register(registration: Registration, actor: Actor): Promise<RegistrationReply>;
  /** Makes an account's personal fields unreadable for ever and its sign-in impossible. Its events stay. */
  forget(account: string): Promise<void>;
  stop(): Promise<void>;
};

export async function createAccounts(parts: {
  log: EventLog;
  secrets: Secrets;
  clock: Clock;
  logger: Logger;
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

    async register({ person, password, ...rest }, actor) {
      // The address names the account's id before anything is stored: of two registrations of one address, and
      // of a try after a crash, all write to the same stream, whose first append is the only one to succeed.
      const account = await emails.claim(person.email, newId());
      if ((await log.lastRevision(`account-${account}`)) >= 0) return { outcome: 'email-taken', account };
      const numericId = await numbers.take('users');
      const personal = await sealPerson(secrets, account, person);
      const registration = { ...rest, numericId, shortId: `S${numericId}`, personal };
      const reply = await commandAccount({ log, clock }, account, actor, { type: 'register', registration });
      if (reply.outcome === 'refused') return { outcome: 'email-taken', account };
      if (reply.outcome !== 'done') return reply;
      await passwords.setIfAbsent(account, password);
      return { outcome: 'registered', account, position: reply.position };
    },

    async forget(account) {
      const person = await directory.personOf(account);
      if (person) await emails.release(person.email);
      await passwords.forget(account);
      await forgetPersonKey(secrets, account);
    },

    stop: () => directory.stop(),
  };
}
