import type { Profile } from '@saleyard/domain/account/profile.ts';
import { type AccountState, isActive } from '@saleyard/domain/account/state.ts';
import { mayBid } from '@saleyard/domain/account/status.ts';
import { hasAcceptedTerms } from '@saleyard/domain/account/terms.ts';
import type { MustAccept } from '@saleyard/domain/content/text.ts';
import { foldOf } from '@saleyard/domain/decider.ts';
import { type EventOf, idOf, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import type { CurrentTexts } from '../content/current-texts.ts';
import type { ContactLookup } from './contact-lookup.ts';
import { LogFollower } from './log-follower.ts';
import { openPerson } from './personal-data.ts';

/** Accounts cached in memory, least recently used dropped first; the others are read again on request. */
const ACCOUNTS_KEPT = 10_000;
/** Cached short ids of the newest accounts, which the read model may not have yet. */
const NEW_SHORT_IDS_KEPT = 1_000;

const KIND = STREAMS.account;

/** A registered account, with its id. */
export type Account = NonNullable<AccountState> & { readonly _id: string };

/** The read model of accounts, which may be behind the log or lost. */
export type AccountsReadModel = {
  /** The account after the event at `revision` of its stream; undefined when it is missing. */
  find(id: string): Promise<{ state: AccountState; revision: number } | undefined>;
  /** The id of the account with this short id; undefined when there is none. */
  findByShortId(shortId: string): Promise<string | undefined>;
};

export type AccountDirectoryParts = {
  log: EventLog;
  secrets: Secrets;
  emails: ContactLookup;
  texts: Pick<CurrentTexts, 'mustAccept' | 'ready'>;
  readModel: AccountsReadModel;
  clock: Clock;
  logger: Logger;
};

type Kept = { state: AccountState; revision: number };
type Loading = { loaded: Promise<Kept> /** Of the last event seen meanwhile. */; seen: number };

/**
 * Finds accounts by id, e-mail address and short id. An account is read by its key: first from the read model, then
 * newer events from its own stream, so the result is current however far the read model is behind. Recently used
 * accounts are cached and follow the log's subscription, a few ms behind it. Personal fields stay encrypted.
 */
export class AccountDirectory {
  readonly #parts: AccountDirectoryParts;
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept>();
  readonly #loading = new Map<string, Loading>();
  /** The ids of new accounts by their short ids. */
  readonly #newShortIds = new Map<string, string>();
  readonly #follower: LogFollower;

  constructor(parts: AccountDirectoryParts) {
    this.#parts = parts;
    const { log, clock, logger } = parts;
    const onEvent = (event: RecordedEvent) => this.#take(event);
    const after = () => log.lastPosition();
    this.#follower = new LogFollower({ log, clock, logger, streams: [KIND.prefix], after, onEvent });
  }

  /** Whether the log can be followed; while it can't, cached accounts may be stale. */
  get follows(): boolean {
    return this.#follower.follows;
  }

  /** Resolves true once the cache includes the log up to `position`, false after `timeoutMs`. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    return this.#follower.reached(position, timeoutMs);
  }

  /** null when there is no such account. @throws EventLogUnavailable when it must be read and can't be */
  async account(id: string): Promise<Account | null> {
    const { state } = this.#used(id) ?? (await this.#load(id));
    return state && { ...state, _id: id };
  }

  /** Whether this account's status lets it bid; false for an unknown account. Returned at once when cached. */
  mayBid(id: string): boolean | Promise<boolean> {
    const may = ({ state }: Kept): boolean => state !== null && isActive(state) && mayBid(state.status);
    const kept = this.#used(id);
    return kept === undefined ? this.#load(id).then(may) : may(kept);
  }

  /**
   * Since when (ms) this account has to accept newer terms before it bids; null: it has accepted them, or there are
   * none. Returned at once when cached.
   */
  termsDueSince(id: string): number | null | Promise<number | null> {
    const { texts } = this.#parts;
    const due = (required: MustAccept | null, { state }: Kept): number | null =>
      required === null || state === null || hasAcceptedTerms(state.terms, required) ? null : required.at;
    const required = texts.mustAccept;
    if (required === null) return null;
    const kept = this.#used(id);
    if (required !== undefined && kept !== undefined) return due(required, kept);
    return Promise.all([texts.ready(), this.#load(id)]).then(([, loaded]) =>
      due(texts.mustAccept ?? null, loaded),
    );
  }

  /** The account of an e-mail address, in any letter case. */
  async byEmail(email: string): Promise<Account | null> {
    const id = await this.#parts.emails.find(email);
    return id === undefined ? null : this.account(id);
  }

  /** The account of a short id: a new one at once, any other from the read model. */
  async byShortId(shortId: string): Promise<Account | null> {
    const id = this.#newShortIds.get(shortId) ?? (await this.#parts.readModel.findByShortId(shortId));
    return id === undefined ? null : this.account(id);
  }

  /** The account's personal fields; null when there is no such account, or the person was forgotten. */
  async personOf(id: string): Promise<Profile | null> {
    const account = await this.account(id);
    return account && openPerson(this.#parts.secrets, id, account.personal);
  }

  stop(): Promise<void> {
    return this.#follower.stop();
  }

  #used(id: string): Kept | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept;
  }

  #load(id: string): Promise<Kept> {
    const under = this.#loading.get(id);
    if (under !== undefined) return under.loaded;
    const loading: Loading = { seen: -1, loaded: this.#read(id) };
    this.#loading.set(id, loading);
    const keep = (kept: Kept): void => {
      // The subscription started before this read, so no later event is missed.
      if (this.#follower.hasBegun && kept.revision >= loading.seen) this.#keep(id, kept);
    };
    // Not cached until the log is followed: an event in between would be missed.
    const mayKeep = this.#follower.hasBegun;
    const over = (): void => void this.#loading.delete(id);
    loading.loaded.then(mayKeep ? keep : () => {}).then(over, over);
    return loading.loaded;
  }

  #keep(id: string, kept: Kept): void {
    // Unknown names are not cached: requests could fill the memory with them.
    if (kept.state === null) return;
    this.#kept.set(id, kept);
    dropFirst(this.#kept, ACCOUNTS_KEPT);
  }

  /** Reads the account from the read model, and later events from the log. */
  async #read(id: string): Promise<Kept> {
    const { log, readModel } = this.#parts;
    const known = await readModel.find(id).catch(() => undefined);
    if (known !== undefined) {
      const read = await this.#readOn(log, id, known);
      if (read !== undefined) return read;
    }
    return (await this.#readOn(log, id, { state: KIND.decider.initial, revision: -1 })) as Kept;
  }

  /**
   * undefined when the log does not contain the event that `from` was folded up to: `from` belongs to another log.
   */
  async #readOn(log: EventLog, id: string, from: Kept): Promise<Kept | undefined> {
    const fold = foldOf(KIND.decider, from.state);
    let { revision } = from;
    let isThere = revision < 0;
    for await (const events of log.read(streamOf(KIND, id), { from: Math.max(0, revision) })) {
      for (const event of events) {
        isThere = true;
        if (event.revision <= from.revision) continue;
        fold.apply(event as RecordedEvent<EventOf<'account'>>);
        revision = event.revision;
      }
    }
    return isThere ? { state: fold.state, revision } : undefined;
  }

  #take(event: RecordedEvent): void {
    const id = idOf(KIND, event.stream);
    const own = event as RecordedEvent<EventOf<'account'>>;
    if (own.type === 'AccountRegistered') {
      this.#newShortIds.set(own.data.shortId, id);
      dropFirst(this.#newShortIds, NEW_SHORT_IDS_KEPT);
    }
    const loading = this.#loading.get(id);
    if (loading !== undefined) loading.seen = event.revision;
    const kept = this.#kept.get(id);
    if (kept === undefined || event.revision <= kept.revision) return;
    if (event.revision > kept.revision + 1) {
      this.#kept.delete(id);
      return;
    }
    kept.state = KIND.decider.evolve(kept.state, own);
    kept.revision = event.revision;
  }
}

/** Drops all but the newest `kept` entries of a map. */
function dropFirst(map: Map<string, unknown>, kept: number): void {
  if (map.size <= kept) return;
  for (const first of map.keys()) {
    map.delete(first);
    return;
  }
}
