import { check, fc } from '@saleyard/testing/property.ts';
import { type BidCommand, type Command, type CommandBody, madeBy } from '../commands.ts';
import { decide } from '../decide.ts';
import type { AuctionEvent } from '../events.ts';
import { AuctionFold, evolve, fold } from '../evolve.ts';
import { POLICY_VALUES } from '../policy.ts';
import { publicAuction, publicLot } from '../public-view.ts';
import { currentPriceCents, lotIn } from '../standing.ts';
import type { AuctionState, LotState } from '../state.ts';
import { lot, scheduled } from './spec-grammar.ts';

/** Random sales for the properties: all types, all policies, random people, staff and times. */

const LOTS = ['1', '2', '3', '4'];
/** One pick in this many names a lot that does not exist. */
const NO_LOT = 16;
export const PEOPLE = ['Q-ann', 'Q-bob', 'Q-cat', 'Q-dan'];
/** Of bids that staff enter for somebody who phones. */
const PHONED = { by: 'Q-eve', note: 'rang' };
const START = 300;
export const STEP = 100;

/** An amount: a number of increments from the start or from the current price; sometimes off the increments. */
type Amount = { from: 'start' | 'price'; steps: number; off: number };
type Draft = {
  wait: number;
  back: boolean;
  lot: number;
  who: string;
  amount: Amount;
  what: CommandBody['type'];
};
export type Plan = { events: AuctionEvent[]; drafts: Draft[] };

const amounts: fc.Arbitrary<Amount> = fc.record({
  from: fc.constantFrom('start', 'price', 'price'),
  steps: fc.constantFrom(0, 1, 1, 1, 2, 2, 3, 4, 5, 7, 9),
  off: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 7),
});

/** How often each kind of command comes, of all of them together. */
const WEIGHTS: Record<Exclude<CommandBody['type'], 'schedule' | 'catalogueLots'>, number> = {
  bid: 24,
  autoBid: 24,
  stopAutoBid: 4,
  vendorBid: 4,
  floorBid: 4,
  freeze: 1,
  resume: 4,
  pause: 1,
  unpause: 4,
  openLot: 6,
  knockDown: 2,
  passIn: 1,
  withdraw: 1,
  amendLot: 2,
  cancel: 1,
  announce: 1,
  messageEveryone: 1,
  exportResults: 1,
  sellBefore: 1,
  sellAfter: 2,
  retractFloorBid: 4,
  reopenLot: 2,
  reinstateLot: 2,
  correctSale: 3,
  confirmCorrection: 1,
  declineCorrection: 1,
  nameFloorBuyer: 1,
  assignBuyerNumber: 1,
  answerOffer: 2,
  advanceClock: 1,
};
const whats = fc.oneof(
  ...Object.entries(WEIGHTS).map(([type, weight]) => ({
    weight,
    arbitrary: fc.constant(type as CommandBody['type']),
  })),
);

const drafts: fc.Arbitrary<Draft> = fc.record({
  // Mostly quick bids, sometimes a silence long enough for a deadline.
  wait: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 3000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 30_000 }) },
  ),
  back: fc.constantFrom(false, false, false, true),
  lot: fc.nat({ max: NO_LOT }),
  who: fc.constantFrom(...PEOPLE.slice(0, 3), ...PEOPLE, ...PEOPLE.slice(0, 3)),
  amount: amounts,
  what: whats,
});

const policies = fc.record({
  opening: fc.constantFrom(...POLICY_VALUES.opening),
  challenge: fc.constantFrom(...POLICY_VALUES.challenge),
  tie: fc.constantFrom(...POLICY_VALUES.tie),
  reserve: fc.constantFrom(...POLICY_VALUES.reserve),
  belowReserve: fc.constantFrom(...POLICY_VALUES.belowReserve),
});

const sales: fc.Arbitrary<AuctionEvent[]> = fc
  .record({
    type: fc.constantFrom('simultaneous', 'sequential', 'sequentialOffline', 'synchronous'),
    openAt: fc.integer({ min: 0, max: 3000 }),
    before: fc.integer({ min: 0, max: 10_000 }),
    durationSeconds: fc.integer({ min: 1, max: 150 }),
    staggerSeconds: fc.integer({ min: 0, max: 10 }),
    staleTimeSeconds: fc.integer({ min: 0, max: 20 }),
    inactiveSeconds: fc.integer({ min: 0, max: 20 }),
    lotOpeningSeconds: fc.integer({ min: 1, max: 60 }),
    gapSeconds: fc.integer({ min: 0, max: 5 }),
    reopenSeconds: fc.constantFrom(0, 20),
    secondPersonAboveCents: fc.constantFrom(5_000, 10_000, 1_000_000),
    secondPersonAfterDay: fc.boolean(),
    allowAutoBid: fc.constantFrom(true, true, true, false),
    allowUpcomingBid: fc.boolean(),
    policy: policies,
    reserves: fc.array(fc.option(fc.integer({ min: 1, max: 1500 })), {
      minLength: 1,
      maxLength: 4,
      size: 'max',
    }),
  })
  .map(({ before, reserves, ...how }) => {
    const lots = reserves.map((reserveCents, n) =>
      lot({
        lot: LOTS[n] ?? '',
        startCents: START,
        incrementCents: STEP,
        reserveCents,
        maxVendorBids: 2,
        createdBy: 'Q-dan',
      }),
    );
    return scheduled({ ...how, liveAt: how.openAt + before }, lots);
  });

export const plans: fc.Arbitrary<Plan> = fc.record({
  events: sales,
  drafts: fc.oneof(
    fc.array(drafts, { minLength: 1, maxLength: 20, size: 'max' }),
    fc.array(drafts, { minLength: 30, maxLength: 80, size: 'max' }),
  ),
});

function body({ what, lot: pick, who, amount, back }: Draft, state: AuctionState): CommandBody {
  const on = pick === NO_LOT ? 'none' : (LOTS[pick % state.lots.length] ?? 'none');
  const found = lotIn(state, on);
  const base = amount.from === 'start' || found === undefined ? START : currentPriceCents(found);
  const cents = base + amount.steps * STEP + amount.off;
  switch (what) {
    case 'bid':
      return { type: what, lot: on, bidder: who, cents, ...(back && { placedBy: PHONED }) };
    case 'autoBid':
      return { type: what, lot: on, bidder: who, maxCents: cents, ...(back && { placedBy: PHONED }) };
    case 'stopAutoBid':
      return { type: what, lot: on, bidder: who };
    case 'vendorBid':
      return { type: what, lot: on, cents };
    case 'floorBid':
      if (amount.steps === 4) return { type: what, lot: on, cents, bidder: 'floor:12' };
      return back ? { type: what, lot: on, cents, bidder: who } : { type: what, lot: on, cents };
    case 'freeze':
    case 'resume':
    case 'pause':
    case 'unpause':
      return amount.from === 'start' ? { type: what, reason: '' } : { type: what, lot: on, reason: '' };
    case 'amendLot': {
      const reserveCents = amount.steps === 0 ? null : cents;
      return {
        type: what,
        lot: on,
        startCents: START + amount.steps * STEP,
        reserveCents,
        description: null,
      };
    }
    case 'sellAfter':
      return { type: what, lot: on, buyer: who, cents };
    case 'withdraw':
    case 'sellBefore':
      return { type: what, lot: on, reason: '' };
    case 'announce':
      return { type: what, text: amount.steps === 0 ? null : `${amount.steps} trucks` };
    case 'messageEveryone':
      return { type: what, text: `${amount.steps} trucks` };
    case 'exportResults':
      return { type: what, contacts: back };
    case 'cancel':
      return { type: what, reason: '' };
    case 'retractFloorBid':
    case 'reopenLot':
    case 'reinstateLot':
    case 'declineCorrection':
      return { type: what, lot: on, reason: 'a slip', by: who };
    case 'confirmCorrection':
      return { type: what, lot: on, by: who, ...(back && { cents }) };
    case 'nameFloorBuyer':
      return { type: what, lot: on, buyer: back ? who : 'floor:12', by: 'Q-eve' };
    case 'assignBuyerNumber':
      return { type: what, buyer: 'floor:12', account: who, by: 'Q-eve' };
    case 'answerOffer':
      return { type: what, lot: on, bidder: who, accepts: !back, ...(amount.from === 'start' && { cents }) };
    case 'correctSale':
      return correction(amount, on, who, cents);
    case 'knockDown': {
      const buyer = amount.steps === 4 ? 'floor:12' : who;
      return { type: what, lot: on, ...(back && { buyer }) };
    }
    case 'openLot':
    case 'passIn':
      return { type: what, lot: on };
    default:
      return { type: 'advanceClock' };
  }
}

/** A correction to each outcome in turn, to a person or the floor, with their consent or without. */
function correction({ steps, from }: Amount, on: string, who: string, cents: number): CommandBody {
  const made = { type: 'correctSale', lot: on, reason: 'a slip', by: who } as const;
  if (steps === 0) return { ...made, outcome: 'annulled' };
  if (steps === 3) return { ...made, outcome: 'withdrawn' };
  if (steps === 4) return { ...made, outcome: 'passed' };
  if (steps === 5) return { ...made, outcome: 'sold', buyer: 'floor', cents };
  if (from === 'start') return { ...made, outcome: 'sold', buyer: who, cents, acceptedBy: 'staffRecord' };
  return { ...made, outcome: 'sold', buyer: who, cents };
}

/** A decided command: the state before it, and its events. */
export type Turn = {
  command: Command;
  before: AuctionState;
  events: readonly AuctionEvent[];
  after: AuctionState;
};

/** Commands that are also sent once the sale is over. */
const AFTERWARDS: ReadonlySet<string> = new Set([
  'sellAfter',
  'correctSale',
  'confirmCorrection',
  'answerOffer',
]);

/** Runs a plan command by command, and lets time run out at the end. */
export function play({ events, drafts: planned }: Plan): Turn[] {
  const keeper = new AuctionFold(fold(events));
  let now = 0;
  const turn = (command: Command): Turn => {
    const before = keeper.state;
    const decided = decide(before, command);
    for (const event of decided) keeper.apply(event);
    return { command, before, events: decided, after: keeper.state };
  };
  const turns = planned.map((draft) => {
    now += draft.wait;
    const at = draft.back ? Math.max(0, now - 2 * draft.wait) : now;
    return turn({ at, body: body(draft, keeper.state) });
  });
  const atEnd = turn({ at: now + 10_000_000, body: { type: 'advanceClock' } });
  // Sales after the auction and corrections, once it is over.
  const after = planned
    .filter(({ what }) => AFTERWARDS.has(what))
    .map((draft, place) => turn({ at: now + 10_000_001 + place, body: body(draft, keeper.state) }));
  return [...turns, atEnd, ...after];
}

/** A state as plain data, to compare and to fingerprint. */
export const plain = (state: AuctionState): string =>
  JSON.stringify(state, (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value));

export const isBid = (command: CommandBody): command is BidCommand =>
  ['bid', 'autoBid', 'stopAutoBid', 'vendorBid', 'floorBid'].includes(command.type);

/** The same checks over every turn of many random sales. */
export const everyTurn = (look: (turn: Turn, plan: Plan) => void) =>
  check(
    fc.property(plans, (plan) => {
      for (const turn of play(plan)) look(turn, plan);
    }),
  );

/** The public view of a sale. */
export const seen = (state: AuctionState): string =>
  JSON.stringify([publicAuction(state, 'a'), state.lots.map((one) => publicLot(state, one, 'a'))]);

/** What each bidder has offered on a lot, computed only from the accepted commands, without the engine. */
export class Offers {
  readonly bids = new Map<string, number>();
  readonly maxima = new Map<string, number>();
  /** The highest amount ever offered, with any outcome. */
  readonly ever = new Map<string, number>();
  /** As they were before each floor bid, for one that is taken back. */
  readonly #before: { bids: Map<string, number>; ever: Map<string, number> }[] = [];

  offer(bidder: string, cents: number, standing: Map<string, number>, highest: boolean): void {
    standing.set(bidder, highest ? Math.max(cents, standing.get(bidder) ?? 0) : cents);
    this.ever.set(bidder, Math.max(cents, this.ever.get(bidder) ?? 0));
  }

  take(event: AuctionEvent): void {
    if (event.type === 'FloorBidRetracted') {
      const before = this.#before.pop();
      this.#put(this.bids, before?.bids);
      this.#put(this.ever, before?.ever);
      return;
    }
    if (event.type === 'BidAccepted' && event.data.command.type === 'floorBid') {
      this.#before.push({ bids: new Map(this.bids), ever: new Map(this.ever) });
    }
    if (event.type === 'BidAccepted') {
      this.offer(madeBy(event.data.command, event.data.steps), event.data.command.cents, this.bids, true);
    } else if (event.type === 'AutoBidAccepted') {
      this.offer(event.data.command.bidder, event.data.command.maxCents, this.maxima, false);
    } else if (event.type === 'AutoBidStopped') this.maxima.delete(event.data.command.bidder);
  }

  /** [T18] The lot has new prices: sealed maxima below its lowest bid no longer count. */
  amended(lowestCents: number): void {
    for (const [bidder, cents] of this.maxima) if (cents < lowestCents) this.maxima.delete(bidder);
  }

  #put(into: Map<string, number>, from: ReadonlyMap<string, number> = new Map()): void {
    into.clear();
    for (const [bidder, cents] of from) into.set(bidder, cents);
  }

  limit(bidder: string): number {
    return Math.max(this.bids.get(bidder) ?? 0, this.maxima.get(bidder) ?? 0);
  }

  highestOfOthers(leader: string, of: 'limit' | 'ever'): number {
    const others = [...this.ever.keys()].filter((bidder) => bidder !== leader);
    return Math.max(
      0,
      ...others.map((other) => (of === 'limit' ? this.limit(other) : (this.ever.get(other) ?? 0))),
    );
  }
}

/** Tracks every lot of a sale independently of the engine, one event at a time. */
export function follow(
  plan: Plan,
  look: (found: LotState, offers: Offers, was: LotState, event: AuctionEvent) => void,
): void {
  const offers = new Map(LOTS.map((name) => [name, new Offers()]));
  let state = fold(plan.events);
  for (const event of play(plan).flatMap(({ events }) => events)) {
    const before = state;
    state = evolve(state, event);
    if (event.type === 'ActionRefused') continue;
    const on = 'command' in event.data ? event.data.command.lot : 'lot' in event.data ? event.data.lot : null;
    if (on === null) continue;
    const was = lotIn(before, on);
    const now = lotIn(state, on);
    const account = offers.get(on);
    if (was === undefined || now === undefined || account === undefined) continue;
    account.take(event);
    if (event.type === 'LotAmended') {
      const isAbove = state.terms?.policy.opening === 'above-start';
      account.amended(now.terms.startCents + (isAbove ? now.terms.incrementCents : 0));
    }
    look(now, account, was, event);
  }
}
