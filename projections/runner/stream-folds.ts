import type { AccountState } from '@saleyard/domain/account/state.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { type DomainEvent, type Fold, foldOf } from '@saleyard/domain/decider.ts';
import { type AnyStreamKind, idOf, kindOf, type StreamKindName } from '@saleyard/domain/streams.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { type Descriptions, NO_DESCRIPTIONS, readDescriptions } from '../lots/descriptions.ts';
import type { Change } from '../projection.ts';

/**
 * Parts of the states of one kind of stream that are kept folded in memory. Beyond it the streams that were quiet
 * longest are let go, and read again from the log when they go on.
 */
const PARTS_KEPT = 100_000;
/** Parts that a state counts whose kind does not say. */
const PARTS_OF_ONE = 5;
/** Profiles opened at a time. */
const ACCOUNTS_AT_ONCE = 64;

type Track = {
  kind: AnyStreamKind;
  stream: string;
  fold: Fold<unknown, DomainEvent>;
  /** Events folded. */
  version: number;
  before: unknown;
  /** Since the last commit. */
  events: DomainEvent[];
  /** For a sale: what the listings of its lots say, and whether its catalogue changed since they were read. */
  descriptions: Descriptions;
  isCatalogueNew: boolean;
  /** For an account: the keys by which it is found, and the sealed profile that they were made of. */
  searchKeys: readonly string[];
  searchedBy: string;
};

/** The keys by which an account is found; none once its person is forgotten. */
export type SearchKeysOf = (account: {
  id: string;
  shortId: string;
  personal: string;
}) => Promise<readonly string[]>;

/** Events of a sale after which listings are read. */
const DESCRIBING: ReadonlySet<string> = new Set<AuctionEvent['type']>(['LotsCatalogued', 'LotAmended']);

/**
 * The streams that read models are made from, folded as their events come; each event's place in its stream is
 * checked, so that repeated events change nothing and missed ones are read from the log.
 */
export class StreamFolds {
  readonly #log: EventLog;
  /** Of each kind that is folded: its streams, in the order in which they last went on. */
  readonly #tracks: ReadonlyMap<string, Map<string, Track>>;
  /** Those with events since the last commit. */
  readonly #touched = new Set<Track>();

  readonly #searchKeysOf: SearchKeysOf;

  /** `kinds`: those that read models are made from. */
  constructor(log: EventLog, kinds: Iterable<StreamKindName>, searchKeysOf: SearchKeysOf = async () => []) {
    this.#log = log;
    this.#searchKeysOf = searchKeysOf;
    this.#tracks = new Map([...kinds].map((name) => [name, new Map()]));
  }

  /** Takes the next event of the log; a promise only when its stream must be read first. */
  apply(event: RecordedEvent): Promise<void> | undefined {
    const kind = kindOf(event.stream);
    const tracks = kind && this.#tracks.get(kind.name);
    if (kind === undefined || tracks === undefined) return undefined;
    const track = tracks.get(event.stream);
    // A refusal is not shown, so no stream is read for it.
    if (track === undefined && event.revision > 0 && kind.refusals?.includes(event.type)) return undefined;
    if (track === undefined || track.version < event.revision) return this.#catchUp(kind, tracks, event);
    if (track.version === event.revision) this.#take(track, event);
    return undefined;
  }

  #take(track: Track, event: RecordedEvent): void {
    const own = event as unknown as DomainEvent;
    track.fold.apply(own);
    track.version += 1;
    track.isCatalogueNew ||= DESCRIBING.has(own.type);
    track.events.push(own);
    this.#touched.add(track);
  }

  /** What came before the event is in the read models already: it is folded, and makes no change of its own. */
  async #catchUp(kind: AnyStreamKind, tracks: Map<string, Track>, event: RecordedEvent): Promise<void> {
    const { stream } = event;
    const known = tracks.get(stream);
    const { decider } = kind;
    const track: Track = known ?? {
      kind,
      stream,
      version: 0,
      events: [],
      descriptions: NO_DESCRIPTIONS,
      isCatalogueNew: true,
      searchKeys: [],
      searchedBy: '',
      fold: foldOf(decider, decider.initial),
      before: decider.initial,
    };
    for await (const events of this.#before(event, track.version)) {
      for (const earlier of events) {
        if (known !== undefined) this.#take(track, earlier);
        else {
          track.fold.apply(earlier as unknown as DomainEvent);
          track.version += 1;
        }
      }
    }
    if (known === undefined) {
      track.before = track.fold.state;
      tracks.set(stream, track);
    }
    this.#take(track, event);
  }

  /** The events of the stream from a revision up to this event, without it. */
  async *#before(event: RecordedEvent, from: number): AsyncIterable<RecordedEvent[]> {
    const missing = event.revision - from;
    if (missing > 0) yield* this.#log.read(event.stream, { from, limit: missing });
  }

  /**
   * Reads what is not in the streams themselves: the listings of lots that were catalogued, and the search keys of
   * profiles that changed, since the last call.
   */
  async describe(): Promise<void> {
    const accounts = [...this.#touched].filter(({ kind }) => kind.name === 'account');
    for (let from = 0; from < accounts.length; from += ACCOUNTS_AT_ONCE)
      await Promise.all(accounts.slice(from, from + ACCOUNTS_AT_ONCE).map((one) => this.#openKeys(one)));
    for (const track of this.#touched) {
      if (track.kind.name !== 'auction' || !track.isCatalogueNew) continue;
      const { lots } = track.fold.state as AuctionState;
      const terms = lots.map((lot) => lot.terms);
      track.descriptions = await readDescriptions(this.#log, terms, track.descriptions);
      track.isCatalogueNew = false;
    }
  }

  async #openKeys(track: Track): Promise<void> {
    const account = track.fold.state as AccountState;
    if (account === null || account.personal === track.searchedBy) return;
    const { shortId, personal } = account;
    track.searchKeys = await this.#searchKeysOf({ id: idOf(track.kind, track.stream), shortId, personal });
    track.searchedBy = personal;
  }

  /** What happened to each stream of a kind since the last commit. */
  changes<Name extends StreamKindName>(of: Name): Change<Name>[] {
    const touched = [...this.#touched].filter(({ kind }) => kind.name === of);
    return touched.map(({ kind, stream, before, fold, events, version, descriptions, searchKeys }) => {
      return {
        id: idOf(kind, stream),
        before,
        after: fold.state,
        events,
        descriptions,
        searchKeys,
        revision: version - 1,
      } as unknown as Change<Name>;
    });
  }

  /** What changed is in the read models: changes are counted from here on. */
  committed(): void {
    for (const track of this.#touched) {
      track.before = track.fold.state;
      track.events = [];
      const tracks = this.#tracks.get(track.kind.name);
      tracks?.delete(track.stream);
      tracks?.set(track.stream, track);
    }
    this.#touched.clear();
    for (const tracks of this.#tracks.values()) dropQuietest(tracks);
  }
}

const partsOf = ({ kind, before }: Track): number => kind.partsOf?.(before) ?? PARTS_OF_ONE;

function dropQuietest(tracks: Map<string, Track>): void {
  const first = tracks.values().next().value;
  if (first?.kind.partsOf === undefined && tracks.size * PARTS_OF_ONE <= PARTS_KEPT) return;
  let parts = 0;
  for (const track of tracks.values()) parts += partsOf(track);
  for (const [stream, track] of tracks) {
    if (parts <= PARTS_KEPT) return;
    tracks.delete(stream);
    parts -= partsOf(track);
  }
}
