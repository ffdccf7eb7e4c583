import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { type AccountState, evolveAccount, initialAccount } from '@saleyard/domain/account/state.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold, initialState } from '@saleyard/domain/auction/evolve.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { AccountChange, AuctionChange } from '../projection.ts';

/**
 * Lots of all auctions, and accounts, kept folded in memory. Beyond it the streams that were quiet longest are let
 * go, and read again from the log when they go on.
 */
const LOTS_KEPT = 100_000;
const ACCOUNTS_KEPT = 20_000;

/** Events that are only told: nothing is read from the log for them. */
const CHANGES_NOTHING = new Set(['BidRefused', 'ActionRefused']);

const AUCTION_PREFIX = 'auction-';
const ACCOUNT_PREFIX = 'account-';

type AuctionTrack = { id: string; fold: AuctionFold; before: AuctionState; events: AuctionEvent[] };
type AccountTrack = { id: string; state: AccountState; before: AccountState; version: number };

/**
 * The streams that read models are made from, folded as their events come; each event's place in its stream is
 * checked, so that repeated events change nothing and missed ones are read from the log.
 */
export class StreamFolds {
  readonly #log: EventLog;
  readonly #auctions = new Map<string, AuctionTrack>();
  readonly #accounts = new Map<string, AccountTrack>();
  /** Those with events since the last commit. */
  readonly #auctionsTouched = new Set<AuctionTrack>();
  readonly #accountsTouched = new Set<AccountTrack>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  /** Takes the next event of the log; a promise only when its stream must be read first. */
  apply(event: RecordedEvent): Promise<void> | undefined {
    if (event.stream.startsWith(AUCTION_PREFIX)) return this.#applyToAuction(event);
    if (event.stream.startsWith(ACCOUNT_PREFIX)) return this.#applyToAccount(event);
    return undefined;
  }

  #applyToAuction(event: RecordedEvent): Promise<void> | undefined {
    const track = this.#auctions.get(event.stream);
    if (track === undefined && event.revision > 0 && CHANGES_NOTHING.has(event.type)) return undefined;
    const version = track?.fold.read((state) => state.version) ?? 0;
    if (track === undefined || version < event.revision) return this.#catchUpAuction(event, track);
    if (version === event.revision) this.#take(track, event);
    return undefined;
  }

  #take(track: AuctionTrack, event: RecordedEvent): void {
    const own = event as RecordedEvent<AuctionEvent> & AuctionEvent;
    track.fold.apply(own);
    track.events.push(own);
    this.#auctionsTouched.add(track);
  }

  /** What came before the event is in the read models already: it is folded, and makes no change of its own. */
  async #catchUpAuction(event: RecordedEvent, known: AuctionTrack | undefined): Promise<void> {
    const track = known ?? {
      id: event.stream.slice(AUCTION_PREFIX.length),
      fold: new AuctionFold(),
      before: initialState,
      events: [],
    };
    const from = track.fold.read((state) => state.version);
    for await (const events of this.#before(event, from)) {
      for (const earlier of events) {
        if (known === undefined) track.fold.apply(earlier as RecordedEvent<AuctionEvent> & AuctionEvent);
        else this.#take(track, earlier);
      }
    }
    if (known === undefined) {
      track.before = track.fold.state;
      this.#auctions.set(event.stream, track);
    }
    this.#take(track, event);
  }

  #applyToAccount(event: RecordedEvent): Promise<void> | undefined {
    const track = this.#accounts.get(event.stream);
    if (track === undefined || track.version < event.revision) return this.#catchUpAccount(event, track);
    if (track.version === event.revision) this.#evolve(track, event);
    return undefined;
  }

  #evolve(track: AccountTrack, event: RecordedEvent): void {
    track.state = evolveAccount(track.state, event as RecordedEvent<AccountEvent> & AccountEvent);
    track.version = event.revision + 1;
    this.#accountsTouched.add(track);
  }

  async #catchUpAccount(event: RecordedEvent, known: AccountTrack | undefined): Promise<void> {
    const id = event.stream.slice(ACCOUNT_PREFIX.length);
    const track = known ?? { id, state: initialAccount, before: initialAccount, version: 0 };
    for await (const events of this.#before(event, track.version)) {
      for (const earlier of events) this.#evolve(track, earlier);
    }
    if (known === undefined) {
      track.before = track.state;
      this.#accounts.set(event.stream, track);
    }
    this.#evolve(track, event);
  }

  /** The events of the stream from a revision up to this event, without it. */
  async *#before(event: RecordedEvent, from: number): AsyncIterable<RecordedEvent[]> {
    const missing = event.revision - from;
    if (missing > 0) yield* this.#log.read(event.stream, { from, limit: missing });
  }

  auctionChanges(): AuctionChange[] {
    return [...this.#auctionsTouched].map(({ id, fold, before, events }) => ({
      auction: id,
      before,
      after: fold.state,
      events,
    }));
  }

  accountChanges(): AccountChange[] {
    return [...this.#accountsTouched].map(({ id, before, state }) => ({ account: id, before, after: state }));
  }

  /** What changed is in the read models: changes are counted from here on. */
  committed(): void {
    for (const track of this.#auctionsTouched) {
      track.before = track.fold.state;
      track.events = [];
      moveToEnd(this.#auctions, `${AUCTION_PREFIX}${track.id}`, track);
    }
    for (const track of this.#accountsTouched) {
      track.before = track.state;
      moveToEnd(this.#accounts, `${ACCOUNT_PREFIX}${track.id}`, track);
    }
    this.#auctionsTouched.clear();
    this.#accountsTouched.clear();
    dropQuietest(this.#auctions, LOTS_KEPT, ({ before }) => before.lots.length + 1);
    if (this.#accounts.size > ACCOUNTS_KEPT) dropQuietest(this.#accounts, ACCOUNTS_KEPT, () => 1);
  }
}

/** The streams of a map stand in the order in which they last went on. */
function moveToEnd<T>(tracks: Map<string, T>, stream: string, track: T): void {
  tracks.delete(stream);
  tracks.set(stream, track);
}

function dropQuietest<T>(tracks: Map<string, T>, kept: number, weightOf: (track: T) => number): void {
  let weight = 0;
  for (const track of tracks.values()) weight += weightOf(track);
  for (const [stream, track] of tracks) {
    if (weight <= kept) return;
    tracks.delete(stream);
    weight -= weightOf(track);
  }
}
