import { LogFollower } from '@saleyard/command-api/accounts/log-follower.ts';
import { type SaleParts, scheduleSale } from '@saleyard/command-api/sales/schedule-sale.ts';
import type { CommandActor } from '@saleyard/contract/commands.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { idOf, STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import type { Logger } from '@saleyard/platform/logging/logger.ts';
import type { Random } from '../sample-data/random.ts';
import { makeSale } from './sale-generator.ts';
import { type KnownSale, LEAD_MS, notTooLate, type PlannedSale, planSales } from './sale-plan.ts';

/** ms between looks at the timetable, beside those that events call for. */
const POLL_MS = 10_000;
/** ms until a newly scheduled sale must be readable. */
const KNOWN_MS = 5_000;
/** Retries of a sale that came too late, each with twice the lead. */
const RETRIES = 5;

/** A sale in the scheduler. Times in ms. */
export type ScheduledSale = KnownSale & {
  auction: string;
  public: boolean;
  /** How many were catalogued. A sale that opened before its lots were catalogued has none, and does not count. */
  lots: number;
  /** Scheduled by the demo itself. */
  own: boolean;
  /** When it was seen frozen because the server was away; null when it is not, or staff froze it. */
  outageAt: number | null;
  /** When staff other than the simulated clerk last did something to it. */
  staffAt: number | null;
};

export type SaleSchedulerParts = SaleParts & {
  logger: Logger;
  random: Random;
  /** The simulated clerk, who schedules. */
  clerk: string;
  sellers: readonly string[];
  openSales: OpenSales;
};

/** The ids of the sales that are not closed, as of a position of the log. */
export type OpenSales = () => Promise<{ auctions: readonly string[]; position: number }>;

/**
 * Keeps the demo's sales coming: follows the log, and schedules sales missing from the timetable. Other people's sales
 * are tracked but left alone.
 */
export class SaleScheduler {
  readonly #parts: SaleSchedulerParts;
  readonly #sales = new Map<string, ScheduledSale>();
  readonly #follower: LogFollower;
  #planning: Promise<void> | null = null;
  #stopped = false;
  #cancelLook: () => void = () => {};

  constructor(parts: SaleSchedulerParts) {
    this.#parts = parts;
    const { log, clock, logger } = parts;
    const onEvent = (event: RecordedEvent) => this.#fold(event);
    const after = () => this.#begin();
    this.#follower = new LogFollower({
      log,
      clock,
      logger,
      streams: [STREAMS.auction.prefix],
      after,
      onEvent,
    });
  }

  /** Reads the streams of the sales that the read model shows as not closed; what it does not show yet, follows. */
  async #begin(): Promise<number> {
    const { log, openSales } = this.#parts;
    const { auctions, position } = await openSales();
    this.#sales.clear();
    for (const auction of auctions) {
      for await (const events of log.read(streamOf(STREAMS.auction, auction))) {
        for (const event of events) if (event.position <= position) this.#fold(event);
      }
    }
    return position;
  }

  /** Every sale that is not closed. */
  sales(): ScheduledSale[] {
    return [...this.#sales.values()];
  }

  /** Schedules what is missing now. Resolves when it is known. */
  async fill(): Promise<void> {
    await this.#follower.ready();
    this.#planning ??= this.#plan().finally(() => {
      this.#planning = null;
    });
    await this.#planning;
  }

  /** Fills the timetable from now on. */
  start(): void {
    const look = async () => {
      await this.fill().catch((error: unknown) => {
        this.#parts.logger.error({ err: error }, 'the demo could not schedule a sale');
      });
      if (!this.#stopped) this.#cancelLook = this.#parts.clock.after(POLL_MS, () => void look());
    };
    void look();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelLook();
    await this.#planning?.catch(() => {});
    await this.#follower.stop();
  }

  async #plan(): Promise<void> {
    const { clock, clerk, logger } = this.#parts;
    const actor: CommandActor = { kind: 'staff', id: clerk };
    const own = this.sales().filter((sale) => sale.own && sale.lots > 0);
    const planned = planSales(own, clock.now()).sort((a, b) => a.openAt - b.openAt);
    for (const sale of planned) {
      if (this.#stopped) return;
      const reply = await this.#schedule(sale, actor);
      // A refused sale is planned again at the next check.
      if (reply.outcome === 'scheduled') await this.#follower.reached(reply.position, KNOWN_MS);
      else logger.warn({ type: sale.type, errors: reply.refusal.errors }, 'a demo sale was refused');
    }
  }

  /** Schedules a planned sale; again with a longer lead where the server was so slow that it would have opened first. */
  async #schedule(sale: PlannedSale, actor: CommandActor): ReturnType<typeof scheduleSale> {
    const { clock, random, sellers } = this.#parts;
    for (let retries = 0; ; retries += 1) {
      const timely = notTooLate(sale, clock.now(), LEAD_MS * 2 ** retries);
      const reply = await scheduleSale(this.#parts, makeSale(timely, random, sellers), actor);
      const isTooLate = reply.outcome !== 'scheduled' && clock.now() >= timely.openAt;
      if (!isTooLate || retries === RETRIES || this.#stopped) return reply;
    }
  }

  #fold(recorded: RecordedEvent): void {
    const auction = idOf(STREAMS.auction, recorded.stream);
    const event = { type: recorded.type, data: recorded.data } as AuctionEvent;
    const { actor } = recorded.meta;
    if (event.type === 'AuctionScheduled') {
      const { details, terms } = event.data;
      const { type, openAt, liveAt } = terms;
      const own = actor.id === this.#parts.clerk;
      const known = { auction, type, openAt, liveAt, own, public: details.public };
      this.#sales.set(auction, { ...known, phase: 'future', lots: 0, outageAt: null, staffAt: null });
      return;
    }
    const sale = this.#sales.get(auction);
    if (!sale) return;
    if (actor.kind === 'staff' && actor.id !== this.#parts.clerk) sale.staffAt = recorded.meta.at;
    switch (event.type) {
      case 'LotsCatalogued':
        sale.lots += event.data.lots.length;
        return;
      case 'AuctionOpened':
        sale.phase = 'open';
        return;
      case 'AuctionWentLive':
        sale.phase = 'live';
        return;
      case 'AuctionClosed':
        this.#sales.delete(auction);
        return;
      case 'Frozen':
        // An outage's freeze is dated back to when it began; people need time after the restart.
        if (event.data.lot === null) {
          sale.outageAt = actor.kind === 'system' ? this.#parts.clock.now() : null;
        }
        return;
      case 'Resumed':
        if (event.data.lot === null) sale.outageAt = null;
        return;
    }
  }
}
