import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** Where the index is kept between two starts. */
export const ENGINE = 'engine';
const INDEX = 'auctions';

const AUCTION = 'auction-';

/** So many events are read between two times the index is kept. Its loss only means reading them again. */
const KEEP_EVERY = 50_000;

type Kept = { position: number; open: AuctionId[] };

/** Which auctions are not closed, as far as the log was read. */
export class AuctionIndex {
  readonly #documents: Documents;
  readonly #open: Set<AuctionId>;
  #position: number;
  #keptAt: number;

  private constructor(documents: Documents, kept: Kept) {
    this.#documents = documents;
    this.#open = new Set(kept.open);
    this.#position = kept.position;
    this.#keptAt = kept.position;
  }

  /** Begins where the index was last kept, unless the log is another one that does not reach so far. */
  static async load(documents: Documents, log: EventLog): Promise<AuctionIndex> {
    const kept = await documents.get<Kept>(ENGINE, INDEX);
    const fits = kept !== undefined && kept.position <= (await log.lastPosition());
    return new AuctionIndex(documents, fits ? kept : { position: -1, open: [] });
  }

  /** The auctions that are scheduled and not closed. */
  get open(): ReadonlySet<AuctionId> {
    return this.#open;
  }

  /** How far the log was read. */
  get position(): number {
    return this.#position;
  }

  /**
   * Reads the log on, for ever: calls `onSeen` for each auction in a batch with the last revision seen, and
   * `onCaughtUp` each time the log's end is reached.
   * @throws EventLogCorrupt
   */
  async follow(
    log: EventLog,
    signal: AbortSignal,
    on: { seen(auction: AuctionId, revision: number): void; caughtUp(): void },
  ): Promise<void> {
    for await (const item of log.subscribe({ after: this.#position, streams: [AUCTION], signal })) {
      if (item.kind === 'events') {
        for (const [auction, revision] of this.#take(item.events)) on.seen(auction, revision);
      } else {
        this.#position = Math.max(this.#position, item.position);
        on.caughtUp();
      }
      if (this.#position - this.#keptAt >= KEEP_EVERY) await this.keep();
    }
  }

  #take(events: readonly RecordedEvent[]): Map<AuctionId, number> {
    const seen = new Map<AuctionId, number>();
    for (const { type, stream, revision, position } of events) {
      const auction = stream.slice(AUCTION.length);
      if (type === 'AuctionScheduled') this.#open.add(auction);
      else if (type === 'AuctionClosed') this.#open.delete(auction);
      seen.set(auction, revision);
      this.#position = position;
    }
    return seen;
  }

  /** Keeps the index for the next start. */
  async keep(): Promise<void> {
    if (this.#keptAt === this.#position) return;
    this.#keptAt = this.#position;
    const kept: Kept = { position: this.#position, open: [...this.#open] };
    await this.#documents.putLoose(ENGINE, INDEX, kept);
  }
}
