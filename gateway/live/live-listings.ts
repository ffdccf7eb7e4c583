import { subjects } from '@saleyard/contract/commands.ts';
import type { UserUpdate } from '@saleyard/contract/realtime.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { Bus } from '@saleyard/platform/bus/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** Number of listings whose owner is cached; beyond it they are read again. */
const REMEMBERED = 10_000;

/** The owner and the sale of a listing, at a revision of its stream. */
type Owned = { owner: string; auction: string; revision: number };

type Recorded = RecordedEvent & ListingEvent;

function ownedAfter(owned: Owned | null, event: Recorded): Owned | null {
  const { revision } = event;
  if (event.type === 'ListingStarted' || event.type === 'ListingEntered') {
    const { createdBy: owner, auction } = event.data;
    return { owner, auction, revision };
  }
  const isMoved = event.type === 'ListingEdited' && event.data.auction !== undefined;
  return owned && { ...owned, ...(isMoved && { auction: event.data.auction }), revision };
}

type Deps = {
  log: Pick<EventLog, 'read'>;
  bus: Pick<Bus, 'subscribe'>;
  /** Whether anyone has a socket here that receives their own messages. */
  isAnyoneConcerned(): boolean;
  changed(owner: string, update: UserUpdate): void;
  failed(error: unknown): void;
};

/**
 * Notifies the owner of a listing that it changed or was deleted, by anyone on any page. A repeated event is sent
 * again: the message only makes clients refetch, and contains no state that could be stale.
 */
export class LiveListings {
  readonly #deps: Deps;
  readonly #known = new Map<string, Owned>();
  readonly #end: () => void;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#end = deps.bus.subscribe(subjects.allEvents('listing'), (payload) => {
      this.#receive(payload as Recorded[]).catch(deps.failed);
    });
  }

  end(): void {
    this.#end();
    this.#known.clear();
  }

  /** Handles the events of one listing, in order. */
  async #receive(events: readonly Recorded[]): Promise<void> {
    const last = events.at(-1);
    if (last === undefined || !this.#deps.isAnyoneConcerned()) return;
    const _id = idOf(STREAMS.listing, last.stream);
    const owned = await this.#ownedAfter(_id, events);
    if (owned === null) return;
    const { owner, auction } = owned;
    const change = { _id, auction, position: last.position };
    this.#deps.changed(owner, last.type === 'ListingDeleted' ? { 'lot-delete': change } : { lot: change });
  }

  /** Folded from the log when the listing is not cached, or its cached revision is not the one right before. */
  async #ownedAfter(id: string, events: readonly Recorded[]): Promise<Owned | null> {
    const from = events[0]?.revision ?? 0;
    const known = this.#known.get(id);
    let owned = known?.revision === from - 1 ? known : await this.#read(events[0]?.stream ?? '', from);
    for (const event of events) owned = ownedAfter(owned, event);
    if (owned === null) return null;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(id, owned);
    return owned;
  }

  /** The owner, read from the stream's events below a revision. */
  async #read(stream: string, below: number): Promise<Owned | null> {
    let owned: Owned | null = null;
    if (below === 0) return owned;
    for await (const batch of this.#deps.log.read(stream, { limit: below }))
      for (const event of batch) owned = ownedAfter(owned, event as Recorded);
    return owned;
  }
}
