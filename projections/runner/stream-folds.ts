import type { AccountState } from '@saleyard/domain/account/state.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { type DomainEvent, type Fold, foldOf } from '@saleyard/domain/decider.ts';
import { type AnyStreamKind, idOf, kindOf, type StreamKindName } from '@saleyard/domain/streams.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import {
  type Descriptions,
  NO_DESCRIPTIONS,
  readDescriptions,
  unreadableMedia,
} from '../lots/descriptions.ts';
import type { AnyChange } from '../projection.ts';

/**
 * Parts of states of one kind of stream that are kept in memory. Beyond it the streams that changed least recently
 * are dropped, and read again from the log when they continue.
 */
const PARTS_KEPT = 100_000;
/** Parts per state for kinds that don't declare it. */
const PARTS_OF_ONE = 5;
/** Profiles decrypted at a time. */
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
  /** For a sale: the listings of its lots, and whether its catalogue changed since they were read. */
  descriptions: Descriptions;
  isCatalogueNew: boolean;
  /** For an account: its search keys, and the encrypted profile they were made from. */
  searchKeys: readonly string[];
  searchedBy: string;
};

/** The search keys of an account; none once its person is forgotten. */
export type SearchKeysOf = (account: {
  id: string;
  shortId: string;
  personal: string;
}) => Promise<readonly string[]>;

type Outside = {
  searchKeysOf?: SearchKeysOf | undefined;
  /** Is sent what of a lot cannot be shown. */
  logger?: Pick<Logger, 'warn'> | undefined;
};

/** Events of a sale after which listings are read. */
const DESCRIBING: ReadonlySet<string> = new Set<AuctionEvent['type']>(['LotsCatalogued', 'LotAmended']);

/**
 * Folds the streams of the read models as events arrive. Each event's revision is checked, so that repeated events
 * change nothing and missed ones are read from the log.
 */
export class StreamFolds {
  readonly #log: EventLog;
  /** The streams of each folded kind, least recently changed first. */
  readonly #tracks: ReadonlyMap<string, Map<string, Track>>;
  /** Streams with events since the last commit. */
  readonly #touched = new Set<Track>();

  readonly #searchKeysOf: SearchKeysOf;
  readonly #logger: Outside['logger'];

  /** `kinds`: those of the read models. */
  constructor(
    log: EventLog,
    kinds: Iterable<StreamKindName>,
    { searchKeysOf = async () => [], logger }: Outside = {},
  ) {
    this.#log = log;
    this.#searchKeysOf = searchKeysOf;
    this.#logger = logger;
    this.#tracks = new Map([...kinds].map((name) => [name, new Map()]));
  }

  /** Applies the next event of the log; returns a promise only when its stream must be read first. */
  apply(event: RecordedEvent): Promise<void> | undefined {
    const kind = kindOf(event.stream);
    const tracks = kind && this.#tracks.get(kind.name);
    if (kind === undefined || tracks === undefined) return undefined;
    const track = tracks.get(event.stream);
    // What is not shown makes no stream be read.
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

  /** The events before this one are in the read models already: they are folded without counting as changes. */
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

  /** The events of the stream from a revision up to this event, exclusive. */
  async *#before(event: RecordedEvent, from: number): AsyncIterable<RecordedEvent[]> {
    const missing = event.revision - from;
    if (missing > 0) yield* this.#log.read(event.stream, { from, limit: missing });
  }

  /**
   * Reads what the streams don't contain: the listings of catalogued lots, and the search keys of profiles, as far as
   * they changed since the last call.
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
      this.#reportUnreadable(track, terms);
    }
  }

  #reportUnreadable({ stream, descriptions }: Track, lots: readonly LotTerms[]): void {
    for (const { lot, description } of lots) {
      const media = unreadableMedia(description, descriptions);
      if (media > 0)
        this.#logger?.warn({ stream, lot, media }, 'media of a lot cannot be read and are not shown');
    }
  }

  async #openKeys(track: Track): Promise<void> {
    const account = track.fold.state as AccountState;
    if (account === null || account.personal === track.searchedBy) return;
    const { shortId, personal } = account;
    track.searchKeys = await this.#searchKeysOf({ id: idOf(track.kind, track.stream), shortId, personal });
    track.searchedBy = personal;
  }

  /** The changes of each stream of a kind since the last commit. */
  changes(of: StreamKindName): AnyChange[] {
    const touched = [...this.#touched].filter(({ kind }) => kind.name === of);
    return touched.map(({ kind, stream, before, fold, events, version, descriptions, searchKeys }) => {
      return {
        of,
        id: idOf(kind, stream),
        before,
        after: fold.state,
        events,
        recorded: events,
        descriptions,
        searchKeys,
        revision: version - 1,
      } as unknown as AnyChange;
    });
  }

  /** Records that the changes are in the read models, and starts to collect new ones. */
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
