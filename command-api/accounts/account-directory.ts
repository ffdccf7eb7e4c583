import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { type AccountState, evolveAccount, initialAccount } from '@saleyard/domain/account/state.ts';
import { mayBid } from '@saleyard/domain/account/status.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { EmailLookup } from './email-lookup.ts';
import { LogFollower } from './log-follower.ts';
import { openPerson, type Person } from './personal-data.ts';

const PREFIX = 'account-';

/** A registered account, with its id. */
export type Account = NonNullable<AccountState> & { readonly _id: string };

/** Every account, folded from the log and kept in memory; a few ms behind it. Personal fields stay encrypted. */
export class AccountDirectory {
  readonly #accounts = new Map<string, AccountState>();
  readonly #byShortId = new Map<string, string>();
  readonly #follower: LogFollower;
  readonly #secrets: Secrets;
  readonly #emails: EmailLookup;

  constructor(parts: {
    log: EventLog;
    secrets: Secrets;
    emails: EmailLookup;
    clock: Clock;
    logger: Logger;
  }) {
    this.#secrets = parts.secrets;
    this.#emails = parts.emails;
    const { log, clock, logger } = parts;
    const onEvent = (event: RecordedEvent) => this.#fold(event);
    this.#follower = new LogFollower({ log, clock, logger, streams: [PREFIX], onEvent });
  }

  /** Resolves when the accounts in the log at the start are known. */
  ready(): Promise<void> {
    return this.#follower.ready();
  }

  /** Whether the log can be followed; what is known stays as it was when it can't. */
  get follows(): boolean {
    return this.#follower.follows;
  }

  /** Resolves true once the log is folded up to `position`, false after `timeoutMs`. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    return this.#follower.reached(position, timeoutMs);
  }

  account(id: string): Account | null {
    const state = this.#accounts.get(id) ?? null;
    return state && { ...state, _id: id };
  }

  /** Whether this account's status lets it bid; false for one nobody knows. */
  mayBid(id: string): boolean {
    const state = this.#accounts.get(id);
    return state ? mayBid(state.status) : false;
  }

  /** The account of an e-mail address, in any letter case. */
  async byEmail(email: string): Promise<Account | null> {
    const id = await this.#emails.find(email);
    return id === undefined ? null : this.account(id);
  }

  byShortId(shortId: string): Account | null {
    const id = this.#byShortId.get(shortId);
    return id === undefined ? null : this.account(id);
  }

  /** The account's personal fields; null when there is no such account, or the person was forgotten. */
  async personOf(id: string): Promise<Person | null> {
    const state = this.#accounts.get(id);
    return state ? openPerson(this.#secrets, id, state.personal) : null;
  }

  stop(): Promise<void> {
    return this.#follower.stop();
  }

  #fold(event: RecordedEvent): void {
    const id = event.stream.slice(PREFIX.length);
    const next = evolveAccount(this.#accounts.get(id) ?? initialAccount, event as unknown as AccountEvent);
    if (next === null) return;
    this.#accounts.set(id, next);
    this.#byShortId.set(next.shortId, id);
  }
}
