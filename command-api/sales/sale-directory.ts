import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { auctionOf, isPractice, PRACTICE } from '@saleyard/domain/auction/ids.ts';
import type { KindType, LotTerms, Unit } from '@saleyard/domain/auction/terms.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import { LogFollower } from '../accounts/log-follower.ts';

const PREFIX = 'auction-';

/** Where a lot is sold, and what a bid over REST must know of it. Amounts in cents per `unit`. */
type LotEntry = { auction: string; unit: Unit; incrementCents: number };

/** What adding lots to a sale must know of it. `tabs`: null when its lots stand under no tabs. */
export type SaleEntry = { kind: KindType; lotCount: number; tabs: readonly string[] | null };

/** Every sale and its lots, and the lots of running practice sales: folded from the log and kept in memory; what was just catalogued is found at once. */
export class SaleDirectory {
  readonly #lots = new Map<string, LotEntry>();
  readonly #sales = new Map<string, SaleEntry>();
  /** Lots of the practice sales that are not over: nobody bids on the others again, and there may be many. */
  readonly #practiceLots = new Map<string, string[]>();
  readonly #follower: LogFollower;

  constructor({ log, clock, logger }: { log: EventLog; clock: Clock; logger: Logger }) {
    const onEvent = (event: RecordedEvent) => this.#fold(event);
    this.#follower = new LogFollower({ log, clock, logger, streams: [PREFIX, PRACTICE], onEvent });
  }

  /** The lot's entry; undefined when no sale has it. Waits for the log's past to be folded. */
  async lotOf(lot: string): Promise<LotEntry | undefined> {
    await this.#follower.ready();
    return this.#lots.get(lot);
  }

  /** The sale's entry; undefined when it is not scheduled. Waits for the log's past to be folded. */
  async saleOf(auction: string): Promise<SaleEntry | undefined> {
    await this.#follower.ready();
    return this.#sales.get(auction);
  }

  /** Whether the log can be followed; what is known stays as it was when it can't. */
  get follows(): boolean {
    return this.#follower.follows;
  }

  /** Resolves true once the log is folded up to `position`, false after `timeoutMs`. */
  reached(position: number, timeoutMs: number): Promise<boolean> {
    return this.#follower.reached(position, timeoutMs);
  }

  stop(): Promise<void> {
    return this.#follower.stop();
  }

  #fold({ stream, type, data }: RecordedEvent): void {
    const event = { type, data } as AuctionEvent;
    const auction = auctionOf(stream);
    if (isPractice(auction)) this.#foldPractice(auction, event);
    else this.#foldSale(auction, event);
  }

  #foldSale(auction: string, event: AuctionEvent): void {
    if (event.type === 'AuctionScheduled') {
      const { kind, requiresTabs, auctionTabs } = event.data.details;
      const tabs = requiresTabs ? auctionTabs.map(({ tabName }) => tabName) : null;
      this.#sales.set(auction, { kind, tabs, lotCount: this.#sales.get(auction)?.lotCount ?? 0 });
    }
    if (event.type !== 'LotsCatalogued') return;
    this.#addLots(auction, event.data.lots);
    const sale = this.#sales.get(auction);
    if (sale) this.#sales.set(auction, { ...sale, lotCount: sale.lotCount + event.data.lots.length });
  }

  #foldPractice(auction: string, event: AuctionEvent): void {
    if (event.type === 'LotsCatalogued') {
      this.#addLots(auction, event.data.lots);
      this.#practiceLots.set(
        auction,
        event.data.lots.map(({ lot }) => lot),
      );
    }
    if (event.type !== 'AuctionClosed') return;
    for (const lot of this.#practiceLots.get(auction) ?? []) this.#lots.delete(lot);
    this.#practiceLots.delete(auction);
  }

  #addLots(auction: string, lots: readonly LotTerms[]): void {
    for (const { lot, unit, incrementCents } of lots) this.#lots.set(lot, { auction, unit, incrementCents });
  }
}
