import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { withTimeout } from '@saleyard/platform/clock/with-timeout.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { EngineLimits } from './limits.ts';
import type { LogClock } from './log-clock.ts';

/** The collection of liveness marks: one document per node. */
export const LIVENESS = 'liveness';

/** Until when each live auction of a node accepted bids (ms by the log server's clock). */
type Mark = { auctions: Record<AuctionId, number> };

type Options = {
  node: string;
  documents: Documents;
  clock: Clock;
  logClock: Pick<LogClock, 'toLogTime' | 'fromLogTime' | 'isDoubtful' | 'isOff'>;
  limits: EngineLimits;
  logger: Pick<Logger, 'warn'> | undefined;
};

/**
 * The nodes' liveness marks. Losing them costs only precision: an auction without a mark counts as down since its
 * last event. While the documents are unavailable, and so no marks can be written, an auction whose lease was held by
 * a live node counts as alive [N7].
 */
export class Liveness {
  readonly #options: Options;
  // All times are by the log server's clock, since this node's may be set [N10].
  /** This node's mark of each auction that it ran and that is not closed. */
  readonly #own = new Map<AuctionId, number>();
  /** When another node was seen to run an auction while the documents were away. */
  readonly #observed = new Map<AuctionId, number>();
  #before = new Map<AuctionId, number>();
  #due = false;
  #writing: Promise<void> | undefined;
  #writingSince = 0;
  #failed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Reads the existing marks before this node overwrites its own. */
  async begin(): Promise<void> {
    this.#before = await this.#stored();
  }

  /** The latest mark of any node, by auction. */
  async #stored(): Promise<Map<AuctionId, number>> {
    const latest = new Map<AuctionId, number>();
    for (const { auctions } of await this.#options.documents.find<Mark>(LIVENESS, {})) {
      for (const [auction, at] of Object.entries(auctions)) {
        latest.set(auction, Math.max(latest.get(auction) ?? at, at));
      }
    }
    return latest;
  }

  /**
   * Until when any node is known to have run this auction (ms by this node's clock); −Infinity without a mark, null if
   * this node's clock is off meanwhile: it can't be compared then with what this node remembers. Never rejects.
   */
  async lastMark(auction: AuctionId): Promise<number | null> {
    const { clock, limits, logClock, logger } = this.#options;
    const known = [this.#before, this.#own, this.#observed];
    try {
      known.push(await withTimeout(clock, limits.documentsMs, this.#stored()));
    } catch (error) {
      logger?.warn({ auction, err: error }, 'the marks of liveness cannot be read');
    }
    if (logClock.isOff) return null;
    const marks = known.map((by) => by.get(auction) ?? Number.NEGATIVE_INFINITY);
    // The monotonic clock, by which clocks are compared, has fractions of a ms; events have none.
    return Math.floor(logClock.fromLogTime(Math.max(...marks)));
  }

  /** Records that another node holds this auction's lease now, unless the time is uncertain [N14]. */
  heldElsewhere(auction: AuctionId): void {
    const { clock, logClock } = this.#options;
    if (!this.#documentsAreAway || logClock.isDoubtful) return;
    this.#observed.set(auction, logClock.toLogTime(clock.now()));
  }

  /**
   * Records until when (ms by this node's clock) its auctions accepted bids, and writes it with the marks of auctions
   * it ran before, as long as they are `open`. With `among`, other nodes, it writes even without marks, to notice
   * when the documents are unavailable. Resolves when it is written.
   */
  mark(
    running: ReadonlyMap<AuctionId, number>,
    open: ReadonlySet<AuctionId>,
    { among }: { among: boolean },
  ): Promise<void> {
    let changed = among;
    for (const known of [this.#own, this.#before, this.#observed]) {
      for (const auction of known.keys()) {
        if (open.has(auction) || running.has(auction)) continue;
        known.delete(auction);
        changed ||= known === this.#own;
      }
    }
    for (const [auction, at] of running) this.#own.set(auction, this.#options.logClock.toLogTime(at));
    if (changed || running.size > 0) {
      this.#due = true;
      this.#writing ??= this.#write();
    }
    return this.#writing ?? Promise.resolve();
  }

  /** The last write failed, or the current one takes too long. */
  get #documentsAreAway(): boolean {
    const { clock, limits } = this.#options;
    if (this.#failed) return true;
    return this.#writing !== undefined && clock.monotonic() - this.#writingSince > limits.documentsMs;
  }

  async #write(): Promise<void> {
    const { node, documents, clock, limits, logger } = this.#options;
    while (this.#due) {
      this.#due = false;
      this.#writingSince = clock.monotonic();
      const auctions = Object.fromEntries(this.#own);
      try {
        await documents.upsert(LIVENESS, node, { auctions }, clock.now() + limits.livenessKeptMs);
        this.#failed = false;
      } catch (error) {
        if (!this.#failed) logger?.warn({ err: error }, 'the mark of liveness cannot be written');
        this.#failed = true;
      }
    }
    this.#writing = undefined;
  }
}
