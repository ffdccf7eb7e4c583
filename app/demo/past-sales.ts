import type { Numbers } from '@saleyard/command-api/accounts/numbers.ts';
import { decidedReply } from '@saleyard/command-api/engine/reply.ts';
import { scheduleSale } from '@saleyard/command-api/sales/schedule-sale.ts';
import type { CommandActor, CommandEnvelope, CommandReply } from '@saleyard/contract/commands.ts';
import { lowestBidCents } from '@saleyard/domain/auction/bidding.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { decide } from '@saleyard/domain/auction/decide.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { pricingOf } from '@saleyard/domain/auction/pricing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import type { AuctionType } from '@saleyard/domain/auction/types/auction-types.ts';
import { SENT_AS } from '@saleyard/domain/listing/price-names.ts';
import { STREAMS, streamOf } from '@saleyard/domain/streams.ts';
import { CooperativeScheduler } from '@saleyard/platform/clock/cooperative-scheduler.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { EventLog, NewEvent } from '@saleyard/platform/event-log/port.ts';
import { eventIdOf, newId } from '@saleyard/platform/ids/ids.ts';
import type { Secrets } from '@saleyard/platform/secrets/port.ts';
import { between, pick, type Random } from '../sample-data/random.ts';
import { makeSale } from './sale-generator.ts';
import { privateValuation, wants } from './valuation.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How many days ago each past sale was held, and how its lots were sold. */
const HELD: readonly { daysAgo: number; type: AuctionType }[] = [
  { daysAgo: 115, type: 'simultaneous' },
  { daysAgo: 87, type: 'sequential' },
  { daysAgo: 66, type: 'synchronous' },
  { daysAgo: 45, type: 'simultaneous' },
  { daysAgo: 31, type: 'sequential' },
  { daysAgo: 17, type: 'simultaneous' },
  { daysAgo: 8, type: 'synchronous' },
  { daysAgo: 2, type: 'simultaneous' },
];
/** How long before it opened such a sale was scheduled, and how long it was open before it went live. ms. */
const SCHEDULED_MS = 10 * DAY_MS;
const OPEN_MS = DAY_MS;
/** ms from one bidder's look at the sale to the next one's. */
const LOOK_MS = [1_500, 6_000] as const;
/** A sale extended by bids ends at the latest this many ms after it went live. */
const LONGEST_MS = 4 * 60 * MINUTE_MS;
/** The share of auto-bids among bids. */
const AUTO_BID_SHARE = 0.15;
const SYSTEM: CommandActor = { kind: 'system', id: 'demo' };

export type PastSalesParts = {
  log: EventLog;
  clock: Clock;
  secrets: Secrets;
  numbers: Numbers;
  random: Random;
  clerk: string;
  sellers: readonly string[];
  /** Accounts that bid. */
  bidders: readonly string[];
};

/**
 * Gives the demo a past: sales that were held in the months before, decided by the engine's own rules at the times
 * they would have been held, so that results, the market report and a buyer's own results have something to show.
 * Each is made once for a log, and is appended whole or not at all.
 */
export async function makePastSales(parts: PastSalesParts): Promise<void> {
  const today = Math.floor(parts.clock.now() / DAY_MS) * DAY_MS;
  for (const [n, { daysAgo, type }] of HELD.entries()) {
    const commandId = eventIdOf('demo-past-sale', n);
    if ((await parts.log.lastRevision(streamOf(STREAMS.request, commandId))) >= 0) continue;
    await makePastSale(parts, { commandId, type, liveAt: today - daysAgo * DAY_MS });
  }
}

async function makePastSale(
  parts: PastSalesParts,
  { commandId, type, liveAt }: { commandId: string; type: AuctionType; liveAt: number },
): Promise<void> {
  const { log, clock, secrets, numbers, random, clerk, sellers } = parts;
  const sale = new HeldSale();
  const openAt = liveAt - OPEN_MS;
  const scheduledAt = openAt - SCHEDULED_MS;
  // Nothing is in the log before the sale is over, so no answer has a position there.
  const submit = async (envelope: CommandEnvelope<CommandBody>): Promise<CommandReply> =>
    sale.act(scheduledAt, envelope);
  const then: Clock = {
    now: () => scheduledAt,
    monotonic: () => clock.monotonic(),
    after: (delayMs, run) => clock.after(delayMs, run),
  };
  const request = { ...makeSale({ type, openAt, liveAt, feature: false }, random, sellers), commandId };
  const reply = await scheduleSale({ log, clock: then, secrets, numbers, submit }, request, {
    kind: 'staff',
    id: clerk,
  });
  if (reply.outcome !== 'scheduled') throw new Error(JSON.stringify(reply.refusal.errors));
  const auction = reply.sale._id;
  // The live sales go first.
  const scheduler = new CooperativeScheduler(clock);
  for (let at = liveAt; at < liveAt + LONGEST_MS && sale.phase !== 'closed'; ) {
    await scheduler.nextTurn();
    at += Math.round(between(random, ...LOOK_MS));
    const bidder = pick(random, parts.bidders);
    const body = sale.look((state) => bidOf(state, bidder, random));
    if (body === null)
      sale.act(at, { auction, commandId: newId(), actor: SYSTEM, body: { type: 'advanceClock' } });
    else sale.act(at, { auction, commandId: newId(), actor: { kind: 'user', id: bidder }, body });
  }
  const result = await log.append(streamOf(STREAMS.auction, auction), -1, sale.events);
  if (result.outcome !== 'appended') throw new Error(`a past sale could not be stored: ${result.outcome}`);
}

/** A bidder's action at one look: bids on, or sets an auto-bid on, the lot among those they want that ends first. */
function bidOf(state: AuctionState, bidder: string, random: Random): CommandBody | null {
  const { terms } = state;
  if (terms === null) return null;
  const wanted = state.lots.flatMap((lot) => {
    if (lot.phase !== 'live' || lot.leader === bidder || !wants(bidder, lot.terms.lot)) return [];
    const cents = lowestBidCents(pricingOf(lot, terms), lot.currentBidCents);
    const maxCents = highestOf(bidder, lot);
    return cents > maxCents || lot.autoBids.has(bidder) ? [] : [{ lot: lot.terms.lot, cents, maxCents }];
  });
  // Those that end first come first in the catalogue.
  const [first] = wanted;
  if (first === undefined) return null;
  const { lot, cents, maxCents } = first;
  return random() < AUTO_BID_SHARE
    ? { type: 'autoBid', lot, bidder, maxCents, permitted: true }
    : { type: 'bid', lot, bidder, cents, permitted: true };
}

/** The most that a bidder would pay, on the lot's increments. Cents per unit. */
function highestOf(bidder: string, { terms }: LotState): number {
  const { lot, startCents, incrementCents } = terms;
  const valued = privateValuation(bidder, { _id: lot, [SENT_AS.startCents]: startCents });
  return startCents + Math.floor((valued - startCents) / incrementCents) * incrementCents;
}

/** A sale that is decided before it is stored. */
class HeldSale {
  readonly events: NewEvent[] = [];
  readonly #fold = new AuctionFold();

  get phase(): AuctionState['phase'] {
    return this.#fold.read(({ phase }) => phase);
  }

  look<T>(read: (state: AuctionState) => T): T {
    return this.#fold.read(read);
  }

  /** Decides a command at `at` (ms). */
  act(at: number, { commandId, actor, body }: CommandEnvelope<CommandBody>): CommandReply {
    const decided = this.#fold.read((state) => decide(state, { at, body }));
    for (const [i, event] of decided.entries()) {
      this.#fold.apply(event);
      const { type, data } = event;
      const meta = { at, commandId, actor, schema: STREAMS.auction.schemas[type] };
      this.events.push({ id: eventIdOf(commandId, i), type, data, meta });
    }
    return decidedReply(decided, { seq: this.events.length, position: -1 });
  }
}
