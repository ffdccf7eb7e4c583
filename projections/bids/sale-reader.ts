import { setImmediate as turn } from 'node:timers/promises';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { Fairness } from '@saleyard/domain/auction/fairness.ts';
import { type AuctionId, auctionStream } from '@saleyard/domain/auction/ids.ts';
import { OwnBids } from '@saleyard/domain/auction/own-bids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** Events that are folded in one turn of the event loop: a few ms. */
const EVENTS_A_TURN = 200;

/** What is kept in memory of sales that were asked for: the sales read last, up to this many events of all together. */
export const SALES_KEPT = { sales: 16, events: 300_000 } as const;

/** A sale as its log is now. */
export type ReadSale = { state: AuctionState; ownBids: OwnBids; fairness: Fairness };

class KeptSale {
  readonly #fold = new AuctionFold();
  readonly #ownBids = new OwnBids();
  readonly #fairness = new Fairness();
  /** The reading under way; the next one continues where it ends. */
  #reading: Promise<void> = Promise.resolve();
  events = 0;

  /** Folds what the log has more by now. One that failed is repeated by the next. */
  async read(log: EventLog, auction: AuctionId): Promise<ReadSale> {
    const before = this.#reading.catch(() => undefined);
    this.#reading = before.then(() => this.#continue(log, auction));
    await this.#reading;
    return { state: this.#fold.state, ownBids: this.#ownBids, fairness: this.#fairness };
  }

  async #continue(log: EventLog, auction: AuctionId): Promise<void> {
    for await (const events of log.read(auctionStream(auction), { from: this.events })) {
      for (const event of events) {
        this.#add(event);
        if (this.events % EVENTS_A_TURN === 0) await turn();
      }
    }
  }

  #add({ type, data, revision, meta }: RecordedEvent): void {
    const event = { type, data } as AuctionEvent;
    this.#fold.apply(event);
    const { actor, arrival = null, at } = meta;
    this.#ownBids.add(event, { revision, sender: actor.kind, arrival });
    this.#fairness.add(event, {
      sender: actor.kind,
      sequencedAt: at,
      receivedAt: arrival?.receivedAt ?? null,
    });
    this.events = revision + 1;
  }
}

/**
 * Reads sales from the log, for people who ask why their bids lost or how a sale was run. The first read of a sale folds its stream, later ones what is new:
 * a closed sale is read once. It runs beside the read models, never in the thread that decides bids.
 */
export class SaleReader {
  readonly #log: EventLog;
  readonly #kept = new Map<AuctionId, KeptSale>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  /**
   * The sale with all events that the log has now; null for one that is not in it.
   * @throws EventLogCorrupt, EventLogUnavailable
   */
  async read(auction: AuctionId): Promise<ReadSale | null> {
    const kept = this.#kept.get(auction) ?? new KeptSale();
    const sale = await kept.read(this.#log, auction);
    if (kept.events === 0) return null;
    // The order of the map is that of the last reads.
    this.#kept.delete(auction);
    this.#kept.set(auction, kept);
    this.#forgetOldest();
    return sale;
  }

  #forgetOldest(): void {
    let events = [...this.#kept.values()].reduce((sum, sale) => sum + sale.events, 0);
    for (const [auction, sale] of this.#kept) {
      const isWithin = events <= SALES_KEPT.events && this.#kept.size <= SALES_KEPT.sales;
      if (isWithin || this.#kept.size === 1) return;
      this.#kept.delete(auction);
      events -= sale.events;
    }
  }
}
