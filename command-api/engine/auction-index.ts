import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';

/** Collection of the index between two starts. */
export const ENGINE = 'engine';
const INDEX = 'open-auctions';
/** The document with the position up to which the engine had read the log. */
export const AUCTION_INDEX = { collection: ENGINE, id: INDEX } as const;

/** The index is saved after this many events of auctions, so a start reads no more than that again. */
const KEEP_EVERY = 2_000;

/** `last`: the last event read of any auction, which identifies the log. */
type Kept = {
  position: number;
  open: AuctionId[];
  last: { stream: string; revision: number; position: number; id: string } | null;
};

const NOTHING: Kept = { position: -1, open: [], last: null };

type Sources = { documents: Documents; log: EventLog; logger?: Pick<Logger, 'warn'> | undefined };

/** The auctions that are not closed, as of the position read. */
export class AuctionIndex {
  readonly #documents: Documents;
  readonly #logger: Pick<Logger, 'warn'> | undefined;
  readonly #open: Set<AuctionId>;
  #position: number;
  #last: Kept['last'];
  #keptAt: number;
  /** Events read since the last save. */
  #unkept = 0;

  private constructor({ documents, logger }: Sources, kept: Kept) {
    this.#documents = documents;
    this.#logger = logger;
    this.#open = new Set(kept.open);
    this.#position = kept.position;
    this.#last = kept.last;
    this.#keptAt = kept.position;
  }

  /** Starts from the saved index, unless the log is a different one (such as a restored copy). */
  static async load(sources: Sources): Promise<AuctionIndex> {
    const { documents, log } = sources;
    const kept = await documents.get<Kept>(ENGINE, INDEX);
    const fits = kept !== undefined && (await isOf(kept, log));
    return new AuctionIndex(sources, fits ? kept : NOTHING);
  }

  /** The auctions that are scheduled and not closed. */
  get open(): ReadonlySet<AuctionId> {
    return this.#open;
  }

  /** The log position read so far. */
  get position(): number {
    return this.#position;
  }

  /**
   * Follows the log forever: calls `onSeen` for each auction in a batch with the last revision seen, and `onCaughtUp`
   * each time the log's end is reached.
   * @throws EventLogCorrupt
   */
  async follow(
    log: EventLog,
    signal: AbortSignal,
    on: { seen(auction: AuctionId, revision: number): void; caughtUp(): void },
  ): Promise<void> {
    for await (const item of log.subscribe({
      after: this.#position,
      streams: [STREAMS.auction.prefix],
      signal,
    })) {
      if (item.kind === 'events') {
        for (const [auction, revision] of this.#take(item.events)) on.seen(auction, revision);
      } else {
        this.#position = Math.max(this.#position, item.position);
        on.caughtUp();
      }
      if (this.#unkept >= KEEP_EVERY) await this.keep();
    }
  }

  /** Applies the log's next events, read by the caller: of any stream, without a gap. */
  take(events: readonly RecordedEvent[]): void {
    this.#take(
      events.filter(
        ({ stream, position }) => position > this.#position && stream.startsWith(STREAMS.auction.prefix),
      ),
    );
  }

  #take(events: readonly RecordedEvent[]): Map<AuctionId, number> {
    const seen = new Map<AuctionId, number>();
    this.#unkept += events.length;
    for (const { id, type, stream, revision, position } of events) {
      const auction = idOf(STREAMS.auction, stream);
      if (type === 'AuctionScheduled') this.#open.add(auction);
      else if (type === 'AuctionClosed') this.#open.delete(auction);
      seen.set(auction, revision);
      this.#position = position;
      this.#last = { stream, revision, position, id };
    }
    return seen;
  }

  /** Saves the index for the next start. If saving fails, it is read from the log again. */
  async keep(): Promise<void> {
    if (this.#keptAt === this.#position) return;
    this.#keptAt = this.#position;
    this.#unkept = 0;
    const kept: Kept = { position: this.#position, open: [...this.#open], last: this.#last };
    try {
      await this.#documents.upsert(ENGINE, INDEX, kept);
    } catch (error) {
      this.#logger?.warn({ err: error }, 'the index of open auctions cannot be kept');
    }
  }
}

/** Whether the log contains the index's last event at its position. */
async function isOf({ position, last }: Kept, log: EventLog): Promise<boolean> {
  if (position > (await log.lastPosition())) return false;
  if (last === null) return false;
  const { stream, revision } = last;
  for await (const [event] of log.read(stream, { from: revision, limit: 1 })) {
    return event?.id === last.id && event.position === last.position;
  }
  return false;
}
