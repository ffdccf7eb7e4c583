import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import type { Random } from '../sample-data/random.ts';
import { clerkMove, type Hammer, watch } from './clerk-moves.ts';
import type { Credentials } from './demo-accounts.ts';
import { PublicClient } from './public-client.ts';
import { repeatWithDelay } from './repeat-with-delay.ts';
import type { ScheduledSale } from './sale-scheduler.ts';

/** ms between the clerk's looks. */
const POLL_MS = 1_000;
/** ms after an outage's freeze until the clerk resumes the sale, so that people can reconnect. */
const RESUME_AFTER_MS = 10_000;
/** ms a person of staff keeps the rostrum after their last action: meanwhile the clerk leaves the sale to them. */
const HANDED_OVER_MS = 3 * 60_000;

/** The simulated clerk: runs the demo's interfaced sales, and resumes what an outage froze. Signs in as staff. */
export class SimulatedClerk {
  readonly #client: PublicClient;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #sales: () => ScheduledSale[];
  readonly #hammers = new Map<string, { hammer: Hammer | null; closedAt: number }>();
  #end: () => void = () => {};

  constructor(parts: {
    baseUrl: string;
    who: Credentials;
    clock: Clock;
    random: Random;
    sales: () => ScheduledSale[];
  }) {
    this.#client = new PublicClient(parts);
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#sales = parts.sales;
  }

  start(): void {
    this.#client.start();
    this.#end = repeatWithDelay(
      this.#clock,
      () => POLL_MS,
      () => this.#look(),
    );
  }

  stop(): void {
    this.#end();
    this.#client.stop();
  }

  async #look(): Promise<void> {
    const now = this.#clock.now();
    const sales = this.#sales();
    for (const { auction, outageAt } of sales) {
      if (outageAt !== null && now - outageAt >= RESUME_AFTER_MS) {
        await this.#command(auction, { type: 'resume', reason: 'We are back after an outage.' });
      }
    }
    const running = sales.filter(
      ({ own, type, phase, staffAt }) =>
        own && AUCTION_TYPES[type].byClerk && phase === 'live' && now - (staffAt ?? 0) >= HANDED_OVER_MS,
    );
    this.#client.attend(running.map(({ auction }) => auction));
    for (const auction of this.#hammers.keys()) {
      if (!running.some((sale) => sale.auction === auction)) this.#hammers.delete(auction);
    }
    for (const { auction } of running) await this.#run(auction, now);
  }

  async #run(auction: string, now: number): Promise<void> {
    const sale = this.#client.sales.get(auction);
    if (!sale) return;
    const before = this.#hammers.get(auction) ?? { hammer: null, closedAt: now };
    const lots = [...sale.lots.values()];
    const hammer = watch(before.hammer, lots, now);
    const closedAt = before.hammer !== null && hammer === null ? now : before.closedAt;
    this.#hammers.set(auction, { hammer, closedAt });
    const move = clerkMove({ auction: sale.auction, lots }, hammer, closedAt, now, this.#random);
    if (move.kind === 'wait') return;
    const { kind: _kind, ...command } = move;
    await this.#command(auction, command);
  }

  async #command(auction: string, command: Record<string, unknown>): Promise<void> {
    await this.#client.call('POST', `staff/auctions/${auction}/commands`, { ...command, commandId: newId() });
  }
}
