import type { AuctionId } from '@saleyard/domain/auction/ids.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { EngineLimits } from './limits.ts';

/** Where each node says that it lives: one document per node. */
export const LIVENESS = 'liveness';

/** Until when each live auction a node runs was able to take bids (ms). */
type Mark = { auctions: Record<AuctionId, number> };

type Options = {
  node: string;
  documents: Documents;
  clock: Clock;
  limits: EngineLimits;
  logger: Pick<Logger, 'warn'> | undefined;
};

/**
 * This node's signs of life. Losing them harms nothing but precision: an auction without a mark counts as out
 * since its last event.
 */
export class Liveness {
  readonly #options: Options;
  #before = new Map<AuctionId, number>();
  #latest: Mark | undefined;
  #writing: Promise<void> | undefined;
  #failed = false;
  #isEmpty = true;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Reads what was marked before this node writes its own first mark over it. */
  async begin(): Promise<void> {
    this.#before = await this.#marks();
  }

  async #marks(): Promise<Map<AuctionId, number>> {
    const latest = new Map<AuctionId, number>();
    for (const { auctions } of await this.#options.documents.find<Mark>(LIVENESS, {})) {
      for (const [auction, at] of Object.entries(auctions)) {
        latest.set(auction, Math.max(latest.get(auction) ?? at, at));
      }
    }
    return latest;
  }

  /** Until when any node is known to have run this auction (ms); −Infinity when none said so. */
  async lastMark(auction: AuctionId): Promise<number> {
    const before = this.#before.get(auction) ?? Number.NEGATIVE_INFINITY;
    const now = await this.#marks();
    return Math.max(before, now.get(auction) ?? Number.NEGATIVE_INFINITY);
  }

  /** Writes this node's mark; of several given while one is being written, the last. Resolves when it is. */
  mark(auctions: Record<AuctionId, number>): Promise<void> {
    const empty = Object.keys(auctions).length === 0;
    if (!empty || !this.#isEmpty) this.#latest = { auctions };
    this.#isEmpty = empty;
    if (this.#latest !== undefined) this.#writing ??= this.#write();
    return this.#writing ?? Promise.resolve();
  }

  async #write(): Promise<void> {
    const { node, documents, clock, limits, logger } = this.#options;
    for (let mark = this.#latest; mark !== undefined; mark = this.#latest) {
      this.#latest = undefined;
      try {
        await documents.putLoose(LIVENESS, node, mark, clock.now() + limits.livenessKeptMs);
        this.#failed = false;
      } catch (error) {
        if (!this.#failed) logger?.warn({ err: error }, 'the mark of liveness can not be written');
        this.#failed = true;
      }
    }
    this.#writing = undefined;
  }
}
