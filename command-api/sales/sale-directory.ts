import type { PriceSteps } from '@saleyard/contract/bid-errors.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { auctionOf, auctionStream, isPractice } from '@saleyard/domain/auction/ids.ts';
import type { KindType, LotTerms } from '@saleyard/domain/auction/terms.ts';
import { kindOf, STREAMS } from '@saleyard/domain/streams.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { DocumentsUnavailable } from '@saleyard/platform/documents/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { LogFollower } from '../accounts/log-follower.ts';

/** Lots cached in memory before those that the read model shows are dropped. */
const LOTS_KEPT = 5_000;
/** ms that a missing lot is awaited while a lost read model is being rebuilt … */
const READ_MODEL_MS = 2_000;
/** … and between two checks. */
const READ_MODEL_POLL_MS = 50;

/** The sale of a lot, and what a bid over REST needs. Amounts in cents per `unit`. */
export type LotEntry = { auction: string } & PriceSteps;

/**
 * What adding lots to a sale needs. `tabs`: null when its lots have none. `numbers`: of the lots that it has.
 * `version`: of the sale that was read.
 */
export type SaleEntry = {
  kind: KindType;
  numbers: readonly string[];
  tabs: readonly string[] | null;
  version: number;
};

/** The read model of lots, including those of practice sales that are not over. It may be behind the log or lost. */
type LotsReadModel = {
  find(lot: string): Promise<LotEntry | undefined>;
  /** Log position up to which it shows every lot. */
  position(): Promise<number>;
};

type Parts = { log: EventLog; readModel: LotsReadModel; clock: Clock; logger: Logger };

/**
 * Finds sales and lots by id. A sale is read from its own stream. Lots come from the read model, and newer ones from
 * the log, which is followed, so a lot that was just catalogued is found at once.
 */
export class SaleDirectory {
  readonly #parts: Parts;
  /** Lots that were catalogued after `#from`, by the position of their event. */
  readonly #lots = new Map<string, LotEntry & { position: number }>();
  /** Up to here the read model has shown every lot. */
  #from = -1;
  readonly #sales: LogFollower;
  #pruning: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { log, clock, logger, readModel } = parts;
    this.#sales = new LogFollower({
      log,
      clock,
      logger,
      streams: [STREAMS.auction.prefix, STREAMS.practice.prefix],
      after: async () => {
        this.#from = await readModel.position();
        return this.#from;
      },
      onEvent: (event) => this.#take(event),
    });
  }

  /**
   * The lot's entry; undefined when no sale has it. Waits until the log after the read model's position was read.
   * @throws DocumentsUnavailable when the read model is unavailable, or was lost and is not rebuilt yet
   */
  async lotOf(lot: string): Promise<LotEntry | undefined> {
    await this.#sales.ready();
    const found = this.#lots.get(lot) ?? (await this.#shown(lot));
    if (found === undefined) return undefined;
    const { auction, unit, startCents, incrementCents } = found;
    return { auction, unit, startCents, incrementCents };
  }

  async #shown(lot: string): Promise<LotEntry | undefined> {
    const { readModel, clock } = this.#parts;
    for (let waited = 0; ; waited += READ_MODEL_POLL_MS) {
      const found = await readModel.find(lot);
      if (found !== undefined) return found;
      // Read after its position, so it is at least that new.
      if ((await readModel.position()) >= this.#from) return readModel.find(lot);
      if (waited >= READ_MODEL_MS) throw new DocumentsUnavailable('the lots are being read again');
      await pause(clock, READ_MODEL_POLL_MS);
    }
  }

  /** The sale's entry, from its stream until it opens; undefined when it is not scheduled. */
  async saleOf(auction: string): Promise<SaleEntry | undefined> {
    const stream = auctionStream(auction);
    // Lots can't be added to a practice sale.
    if (kindOf(stream)?.audience !== 'everyone') return undefined;
    let sale: Pick<SaleEntry, 'kind' | 'tabs'> | undefined;
    const numbers = new Map<string, string>();
    let version = 0;
    const entry = () => sale && { ...sale, version, numbers: [...numbers.values()] };
    for await (const events of this.#parts.log.read(stream)) {
      for (const event of events as RecordedEvent<AuctionEvent>[]) {
        version = event.revision + 1;
        if (event.type === 'AuctionScheduled') {
          const { kind, requiresTabs, auctionTabs } = event.data.details;
          sale = { kind, tabs: requiresTabs ? auctionTabs.map(({ tabName }) => tabName) : null };
        }
        if (event.type === 'AuctionScheduled' || event.type === 'LotsCatalogued')
          for (const { lot, number } of event.data.lots ?? []) numbers.set(lot, number);
        // From here on nothing is catalogued, and a whole sale may follow.
        if (event.type === 'AuctionOpened' || event.type === 'AuctionWentLive') return entry();
      }
    }
    return entry();
  }

  /** Whether the log can be followed; while it can't, entries may be stale. */
  get follows(): boolean {
    return this.#sales.follows;
  }

  /** Resolves true once lots up to `position` of the log are known, false after `timeoutMs`. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    return this.#sales.reached(position, timeoutMs);
  }

  async stop(): Promise<void> {
    await this.#sales.stop();
    await this.#pruning;
  }

  #take({ stream, type, data, position }: RecordedEvent): void {
    const event = { type, data } as AuctionEvent;
    // Nobody bids in a practice sale that is over.
    if (event.type === 'AuctionClosed' && isPractice(stream)) {
      for (const [lot, { auction }] of this.#lots) if (auction === stream) this.#lots.delete(lot);
    }
    if (event.type === 'LotAmended') {
      const known = this.#lots.get(event.data.lot);
      if (known !== undefined) known.startCents = event.data.startCents;
    }
    if (event.type !== 'LotsCatalogued') return;
    for (const lot of event.data.lots)
      this.#lots.set(lot.lot, { ...entryOf(auctionOf(stream), lot), position });
    if (this.#lots.size > LOTS_KEPT) {
      this.#pruning ??= this.#prune().finally(() => {
        this.#pruning = undefined;
      });
    }
  }

  /** Drops the lots that the read model shows. While it is unavailable, all are kept. */
  async #prune(): Promise<void> {
    const shown = await this.#parts.readModel.position().catch(() => -1);
    for (const [lot, { position }] of this.#lots) {
      if (position > shown) return;
      this.#lots.delete(lot);
      this.#from = Math.max(this.#from, position);
    }
  }
}

const entryOf = (auction: string, { unit, startCents, incrementCents }: LotTerms): LotEntry => ({
  auction,
  unit,
  startCents,
  incrementCents,
});
