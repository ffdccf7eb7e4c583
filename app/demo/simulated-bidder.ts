import type { Clock } from '@saleyard/platform/clock/port.ts';
import { between, pick, type Random, seededRandom, seedOf } from '../sample-data/random.ts';
import { BIDDER_STYLES, type BidderStyle, moveAt, soonest } from '../sample-data/strategy.ts';
import type { ActionRate } from './action-rate.ts';
import type { Credentials } from './demo-accounts.ts';
import { PublicClient } from './public-client.ts';
import { repeatWithDelay } from './repeat-with-delay.ts';
import type { ScheduledSale } from './sale-scheduler.ts';
import { attends, privateValuation, wants } from './valuation.ts';

/** ms between a bidder's glances at the screen. */
const GLANCE_MS = [2_500, 7_500] as const;
/** Lots a bidder looks at in one glance, those that end soonest. */
const LOTS_AT_A_GLANCE = 8;
/** Auctions one bidder follows at once, those that are live first. */
const AUCTIONS_LIMIT = 8;

/** A simulated buyer: looks at the lots they want, and acts by their style. */
export class SimulatedBidder {
  readonly #client: PublicClient;
  readonly #name: string;
  readonly #style: BidderStyle;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #rate: ActionRate;
  readonly #sales: () => ScheduledSale[];
  readonly #autoBids = new Map<string, number>();
  #end: () => void = () => {};

  constructor(parts: {
    baseUrl: string;
    who: Credentials;
    clock: Clock;
    random: Random;
    rate: ActionRate;
    sales: () => ScheduledSale[];
  }) {
    this.#client = new PublicClient(parts);
    this.#name = parts.who.email;
    this.#style = pick(seededRandom(seedOf('temper', parts.who.email)), BIDDER_STYLES);
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#rate = parts.rate;
    this.#sales = parts.sales;
  }

  start(): void {
    this.#client.start();
    this.#end = repeatWithDelay(
      this.#clock,
      () => between(this.#random, ...GLANCE_MS),
      () => this.#glance(),
    );
  }

  stop(): void {
    this.#end();
    this.#client.stop();
  }

  async #glance(): Promise<void> {
    const going = this.#sales()
      .filter((sale) => sale.public && sale.phase !== 'future' && attends(this.#name, sale.auction))
      .sort((a, b) => Number(b.phase === 'live') - Number(a.phase === 'live'))
      .slice(0, AUCTIONS_LIMIT);
    this.#client.attend(going.map(({ auction }) => auction));
    for (const lot of this.#autoBids.keys()) if (!this.#client.find(lot)) this.#autoBids.delete(lot);
    const wanted = [...this.#client.sales.values()].flatMap(({ auction, lots }) =>
      [...lots.values()]
        .filter((lot) => lot.state !== 'closed' && lot.state !== 'future' && wants(this.#name, lot._id))
        .map((lot) => ({ auction, lot })),
    );
    for (const { auction, lot } of soonest(wanted, LOTS_AT_A_GLANCE, this.#random)) {
      const paddle = this.#client.sales.get(auction._id)?.paddle ?? null;
      const maximum = this.#autoBids.get(lot._id);
      const move = moveAt(
        {
          auction,
          lot,
          now: this.#clock.now(),
          style: this.#style,
          valuationCents: privateValuation(this.#name, lot),
          leading: paddle !== null && lot.winner === paddle,
          hasAutoBid: maximum !== undefined && maximum > (lot.currentBidCents ?? 0),
        },
        this.#random,
      );
      if (move.kind === 'wait') continue;
      if (!this.#rate.take()) return;
      if (move.kind === 'bid') await this.#client.bid(lot._id, move.cents);
      else {
        const body = { autobid: move.maxCents, lot: lot._id };
        const { status } = await this.#client.call('PUT', 'users/me/autobids', body);
        // Also when refused: the same maximum would be refused again.
        if (status === 200 || status === 400) this.#autoBids.set(lot._id, move.maxCents);
      }
      return;
    }
  }
}
