import { subjects } from '@saleyard/contract/commands.ts';
import type { UserUpdate } from '@saleyard/contract/realtime.ts';
import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import type { FavouritePic } from '@saleyard/domain/account/favourite-pics.ts';
import { type AccountId, accountStream } from '@saleyard/domain/account/ids.ts';
import { type AccountState, evolveAccount, initialAccount } from '@saleyard/domain/account/state.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { type Observable, Subject } from 'rxjs';
import { CatchUpSubscription } from './catch-up-subscription.ts';

type Entry = {
  stream: CatchUpSubscription;
  state: AccountState;
  /** The log position of the last event in `state`. */
  position: number;
  /** The favourite PICs that its sockets were last sent; null before the first read. */
  sentPics: readonly FavouritePic[] | null;
  begun: Promise<boolean>;
  followers: number;
};

/** An account after a change. `pics`: the changes of its favourite PICs since the last time. */
export type ChangedAccount = {
  user: AccountId;
  state: NonNullable<AccountState>;
  pics: readonly UserUpdate[];
};

/** The pushes for favourite PICs that were added, changed or deleted. */
function picUpdates(
  before: readonly FavouritePic[],
  after: readonly FavouritePic[],
  position: number,
): UserUpdate[] {
  const known = new Map(before.map((pic) => [pic.id, pic]));
  const left = new Set(after.map(({ id }) => id));
  return [
    ...after
      .filter((pic) => known.get(pic.id)?.personal !== pic.personal)
      .map(({ id: _id }) => ({ pic: { _id, position } })),
    ...before.filter(({ id }) => !left.has(id)).map(({ id: _id }) => ({ 'pic-delete': { _id, position } })),
  ];
}

type Deps = {
  log: Pick<EventLog, 'read'>;
  bus: Bus;
  clock: Clock;
  failed(error: unknown): void;
};

/** What a person's own clients get of their account. It is complete, so the newest message is enough. */
export function accountUpdate(state: NonNullable<AccountState>): UserUpdate {
  const { status, type, isRequestedAsBuyer, isRequestedAsSeller, requestedAt } = state;
  const { stockTypes, approvedStockTypes, watchList, savedSearches } = state;
  return {
    status,
    type,
    isRequestedAsBuyer,
    isRequestedAsSeller,
    requestedAt,
    stockTypes,
    approvedStockTypes,
    watchList: watchList.map(({ lot }) => ({ lotId: lot })),
    alertsAt: savedSearches.alertsAt,
  };
}

/** The accounts of the people signed in here, folded live [G15]: started from the log, continued from the bus. */
export class LiveAccounts {
  readonly #deps: Deps;
  readonly #entries = new Map<AccountId, Entry>();
  readonly #changed = new Subject<ChangedAccount>();
  readonly #endings: (() => void)[];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#endings = [
      deps.bus.subscribe(subjects.allEvents('account'), (payload) => {
        const events = payload as RecordedEvent[];
        const id = events[0] && idOf(STREAMS.account, events[0].stream);
        if (id !== undefined) this.#entries.get(id)?.stream.offer(events);
      }),
      deps.bus.onResync(() => this.#catchUp()),
      deps.bus.subscribe(subjects.resync, () => this.#catchUp()),
    ];
  }

  /** Emits each followed account when it is first read, and after each change. */
  get changed$(): Observable<ChangedAccount> {
    return this.#changed;
  }

  /** Follows an account until the returned function is called. */
  follow(user: AccountId): () => void {
    const entry = this.#entries.get(user) ?? this.#begin(user);
    entry.followers += 1;
    let following = true;
    return () => {
      if (!following) return;
      following = false;
      entry.followers -= 1;
      if (entry.followers > 0) return;
      entry.stream.end();
      this.#entries.delete(user);
    };
  }

  /** The current state of a followed account; null when it has no events. `unavailable`: the log can't be read. */
  async stateOf(user: AccountId): Promise<AccountState | 'unavailable'> {
    const entry = this.#entries.get(user);
    if (entry === undefined) return null;
    const read = await entry.begun;
    return read || entry.state !== null ? entry.state : 'unavailable';
  }

  end(): void {
    for (const end of this.#endings) end();
    for (const { stream } of this.#entries.values()) stream.end();
    this.#entries.clear();
    this.#changed.complete();
  }

  /** Reads from the log the messages that may have been lost. */
  #catchUp(): void {
    for (const { stream } of this.#entries.values()) void stream.catchUp();
  }

  #begin(user: AccountId): Entry {
    const { log, clock, failed } = this.#deps;
    const entry: Entry = {
      stream: new CatchUpSubscription(accountStream(user), {
        log,
        clock,
        failed,
        apply: (event) => {
          entry.state = evolveAccount(entry.state, event as RecordedEvent & AccountEvent);
          entry.position = event.position;
        },
        applied: () => {
          const { state, sentPics, position } = entry;
          if (state === null) return;
          entry.sentPics = state.favouritePics;
          const pics = sentPics === null ? [] : picUpdates(sentPics, state.favouritePics, position);
          this.#changed.next({ user, state, pics });
        },
      }),
      state: initialAccount,
      position: -1,
      sentPics: null,
      begun: Promise.resolve(false),
      followers: 0,
    };
    this.#entries.set(user, entry);
    entry.begun = entry.stream.catchUp();
    return entry;
  }
}
