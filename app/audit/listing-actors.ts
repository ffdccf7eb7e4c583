import { WITHDRAWN_BY_SELLER } from '@saleyard/command-api/listings/lot-in-sale.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { ListingEvent } from '@saleyard/domain/listing/events.ts';
import { STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { Actor, EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf } from '@saleyard/platform/ids/ids.ts';

/** The part of Saleyard that brings changes of listings into their sales. */
const CATALOGUED_LISTINGS = 'catalogued-listings';

/** An event of a sale that a change of a listing caused, and how to find that change. */
type Caused = { revision: number; listing: string; isCause: (event: RecordedEvent) => boolean };

/**
 * People whose changes of listings Saleyard brought into the sale, by the revisions of the sale's events: a seller who
 * changed a reserve or withdrew a lot, and staff who approved one. The sale's own events name only Saleyard.
 */
export type ListingActors = ReadonlyMap<number, Actor>;

/** Collects from a sale's events what listings caused. */
export class FromListings {
  readonly #caused: Caused[] = [];

  /** The next event of the sale. */
  add(own: AuctionEvent, { revision, meta }: Pick<RecordedEvent, 'revision' | 'meta'>): void {
    if (meta.actor.kind !== 'system' || meta.actor.id !== CATALOGUED_LISTINGS) return;
    if (own.type === 'LotWithdrawn') {
      const { lot, reason } = own.data;
      if (reason !== WITHDRAWN_BY_SELLER) return;
      const isCause = ({ id }: RecordedEvent) => eventIdOf(id, 0) === meta.commandId;
      this.#caused.push({ revision, listing: lot, isCause });
      return;
    }
    if (own.type !== 'LotsCatalogued' && own.type !== 'LotAmended') return;
    const description = own.type === 'LotAmended' ? own.data.description : own.data.lots[0]?.description;
    if (description?.kept !== 'listing') return;
    const cause: ListingEvent['type'] = own.type === 'LotAmended' ? 'ListingPriceChanged' : 'ListingApproved';
    const isCause = (event: RecordedEvent) => event.type === cause && event.revision <= description.revision;
    this.#caused.push({ revision, listing: description.listing, isCause });
  }

  /** Reads the listings. One that can't be read names nobody: the audit of its description reports it. */
  async read(log: EventLog): Promise<ListingActors> {
    const actors = new Map<number, Actor>();
    for (const { revision, listing, isCause } of this.#caused) {
      try {
        for await (const events of log.read(streamOf(STREAMS.listing, listing)))
          for (const event of events) if (isCause(event)) actors.set(revision, event.meta.actor);
      } catch {
        actors.delete(revision);
      }
    }
    return actors;
  }
}
