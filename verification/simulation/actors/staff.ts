import { between, pick, type Random, whole } from '@saleyard/app/sample-data/random.ts';
import type { CommandBody, StaffCommand } from '@saleyard/domain/auction/commands.ts';
import { type BidderId, FLOOR, floorBuyer, isOnFloor, VENDOR } from '@saleyard/domain/auction/ids.ts';
import { currentPriceCents } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { typeOf } from '@saleyard/domain/auction/types/auction-types.ts';
import type { LogChecker } from '../proof/log-checker.ts';
import { EPOCH, type World } from '../world/world.ts';
import type { CommandSender } from './command-sender.ts';
import type { SalePlan } from './sale-plan.ts';

const CLERK = 'clerk';
/** Confirms what the clerk corrects, or corrects it. */
const DEPUTY = 'deputy';
/** A buyer number that the desk gave. */
const NUMBER = floorBuyer('7');
/** Between two looks at a sale, ms. */
const LOOK_MS = { least: 800, most: 4_000 } as const;
/** After this time a frozen or paused lot or sale is resumed, ms. */
const HELD_MS = 4_000;
/** A failed scheduling is retried after this long, ms. */
const AGAIN_MS = 500;
/** Probability of interfering with a sale at one look, while people may. */
const MEDDLE_SHARE = 0.08;

/** How often the clerk takes the last floor bid back, and reopens the lot closed last, at a look at it. */
const RETRACTED_SHARE = 0.15;
const REOPENED_SHARE = 0.2;
/** How often a knock-down names the buyer on the floor, and a closed sale is corrected at a look at it. */
const NAMED_SHARE = 0.3;
const CORRECTED_SHARE = 0.4;
/** How often a correction that waits is answered, instead of another one made. */
const ANSWERED_SHARE = 0.5;
/** How often a sale that is not live yet is changed at a look at it, and how many of these changes cancel it. */
const CHANGED_SHARE = 0.8;
const CANCELLED_SHARE = 0.05;

/** How often an announcement, a private sale or an export is sent at a look at a sale, in any phase. */
const ASIDE_SHARE = 0.2;

/** Somebody's command: staff's, unless it names an account that answers an offer. */
type Order = { body: CommandBody; by?: string };

type Parts = { world: World; sender: CommandSender; checker: LogChecker; sales: readonly SalePlan[] };

/** Staff: schedule the sales, run those with a clerk, freeze and resume, and see every sale to its end. */
export class Staff {
  readonly #parts: Parts;
  readonly #random: Random;
  readonly #changesRandom: Random;
  #meddles = true;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { world, sales } = parts;
    this.#random = world.random('staff');
    this.#changesRandom = world.random('changes of sales');
    for (const sale of sales) world.after(sale.scheduledAt, () => this.#schedule(sale));
    world.every(
      () => between(this.#random, LOOK_MS.least, LOOK_MS.most) / sales.length,
      () => this.#look(pick(this.#random, sales).auction),
    );
  }

  /** From now on they only see the sales to their end. */
  seeToTheEnd(): void {
    this.#meddles = false;
  }

  #schedule({ auction, details, terms, lots }: SalePlan): void {
    this.#send(auction, { type: 'schedule', details, terms }, () => {
      this.#send(auction, { type: 'catalogueLots', lots });
    });
  }

  #send(auction: string, body: CommandBody, then: () => void = () => {}, by = CLERK): void {
    const { world, sender } = this.#parts;
    // Nobody but the account that a lot is offered to answers the offer.
    const actor = { kind: body.type === 'answerOffer' ? 'user' : 'staff', id: by } as const;
    sender.send({ auction, commandId: world.newId(), actor, body }, (reply) => {
      if (reply.outcome === 'decided') then();
      // The sale is scheduled again only when it surely was not.
      else if (body.type === 'schedule' || body.type === 'catalogueLots')
        world.after(AGAIN_MS, () => this.#send(auction, body, then));
    });
  }

  #look(auction: string): void {
    const state = this.#parts.checker.stateOf(auction);
    if (state === undefined || state.terms === null) return;
    const changed = this.#meddles && this.#changesRandom() < CHANGED_SHARE ? this.#change(state) : null;
    if (changed !== null) this.#send(auction, changed);
    const aside = this.#meddles && this.#changesRandom() < ASIDE_SHARE ? this.#aside(state) : null;
    if (aside !== null) this.#send(auction, aside);
    const order = state.phase === 'closed' ? this.#putRight(state) : this.#orderFor(state);
    if (order !== null) this.#send(auction, order.body, undefined, order.by);
  }

  /** Changes a sale that is not live yet: its start and order, a lot, its prices; or cancels it [T18] [T20] [T24]. */
  #change({ phase, details, terms, lots, version: after }: AuctionState): CommandBody | null {
    const isBefore = phase === 'future' || phase === 'open';
    if (!isBefore || details === null || terms === null || lots.length === 0) return null;
    const random = this.#changesRandom;
    if (random() < CANCELLED_SHARE) return { type: 'cancel', reason: 'no trucks' };
    const changed = pick(random, lots).terms;
    const { lot, startCents, incrementCents, description } = changed;
    const moved = { ...terms, liveAt: terms.liveAt + whole(random, 0, 2) * 1_000 };
    const order = lots.toReversed().map((one, n) => ({ lot: one.terms.lot, number: String(n + 1) }));
    const place = whole(random, 0, lots.length - 1);
    const dearer = startCents + whole(random, 0, 3) * incrementCents;
    const bodies: readonly CommandBody[] = [
      { type: 'schedule', details, terms: moved, after, lots: order },
      { type: 'catalogueLots', lots: [{ ...changed, count: changed.count + 1 }], after, place },
      { type: 'amendLot', lot, startCents: dearer, reserveCents: null, description },
      { type: 'amendLot', lot, startCents, reserveCents: dearer, description },
    ];
    return pick(random, bodies);
  }

  /** Announces, writes to everybody, exports the results, or records a private sale of a lot [T21] [T22] [T23] [T26] [T27]. */
  #aside({ lots }: AuctionState): CommandBody | null {
    if (lots.length === 0) return null;
    const random = this.#changesRandom;
    const at = pick(random, lots);
    const { lot } = at.terms;
    const cents = currentPriceCents(at) + whole(random, 0, 2) * 500;
    const bodies: readonly CommandBody[] = [
      { type: 'announce', text: pick(random, [null, 'lunch at noon']) },
      { type: 'messageEveryone', text: pick(random, ['trucks are late', 'trucks are here']) },
      { type: 'exportResults', contacts: random() < 0.5 },
      { type: 'sellBefore', lot, reason: 'sold at the gate' },
      { type: 'sellAfter', lot, buyer: pick(random, [FLOOR, NUMBER, 'bidder1']), cents },
    ];
    return pick(random, bodies);
  }

  #orderFor(state: AuctionState): Order | null {
    if (this.#meddles && this.#random() < MEDDLE_SHARE) return this.#meddle(state);
    const body = this.#tend(state);
    return body && { body };
  }

  /** A closed sale is corrected as long as staff interfere with sales. */
  #putRight({ lots }: AuctionState): Order | null {
    if (!this.#meddles || lots.length === 0 || this.#random() >= CORRECTED_SHARE) return null;
    const waits = lots.find(({ proposal }) => proposal !== undefined);
    const answer = waits && this.#random() < ANSWERED_SHARE ? this.#answer(waits) : null;
    return answer ?? pick(this.#random, this.#corrections(pick(this.#random, lots)));
  }

  /** The second person confirms the correction that waits, or the account that the lot is offered to answers [C5] [C6]. */
  #answer({ terms: { lot }, proposal }: LotState): Order | null {
    if (proposal === undefined) return null;
    const { buyer, by } = proposal.correction;
    if (proposal.awaits === 'buyer' && buyer !== null) return this.#offerAnswered(lot, buyer);
    const second = by === CLERK ? DEPUTY : CLERK;
    return { body: { type: 'confirmCorrection', lot, by: second }, by: second };
  }

  #offerAnswered(lot: string, bidder: BidderId): Order {
    return { body: { type: 'answerOffer', lot, bidder, accepts: this.#random() < 0.7 }, by: bidder };
  }

  /** Keeps the sale going: resumes what was frozen or paused, and does the clerk's work. */
  #tend(state: AuctionState): CommandBody | null {
    const now = EPOCH + this.#parts.world.now;
    const isLong = (since: number | null): boolean => since !== null && now - since > HELD_MS;
    if (isLong(state.frozenAt)) return { type: 'resume', reason: 'on we go' };
    if (isLong(state.pausedAt)) return { type: 'unpause', reason: 'on we go' };
    for (const { terms, frozenAt, pausedAt, phase } of state.lots) {
      if (phase === 'closed') continue;
      if (isLong(frozenAt)) return { type: 'resume', lot: terms.lot, reason: 'on we go' };
      if (isLong(pausedAt)) return { type: 'unpause', lot: terms.lot, reason: 'on we go' };
    }
    return typeOf(state)?.byClerk && state.phase === 'live' ? this.#clerk(state) : null;
  }

  #clerk(state: AuctionState): CommandBody | null {
    const live = state.lots.find(({ phase }) => phase === 'live');
    if (live === undefined) {
      const { reopenable } = state;
      if (this.#meddles && reopenable !== undefined && this.#random() < REOPENED_SHARE) {
        return { type: 'reopenLot', lot: reopenable.lot, reason: 'too fast', by: CLERK };
      }
      const next = state.lots.find(({ phase }) => phase === 'futureInLive');
      return next === undefined ? null : { type: 'openLot', lot: next.terms.lot };
    }
    const { lot, incrementCents } = live.terms;
    const floorCents = currentPriceCents(live) + incrementCents;
    const slip = { reason: 'mistyped', by: CLERK } as const;
    if (this.#meddles && this.#random() < RETRACTED_SHARE) return { type: 'retractFloorBid', lot, ...slip };
    const hammer: CommandBody = { type: this.#random() < 0.8 ? 'knockDown' : 'passIn', lot };
    if (!this.#meddles) return hammer;
    if (this.#random() < NAMED_SHARE && live.leader === FLOOR)
      return { type: 'knockDown', lot, buyer: this.#buyer(live) };
    return this.#random() < 0.6 ? { type: 'floorBid', lot, cents: floorCents } : hammer;
  }

  /** A buyer number, or an account that may never have bid on this lot. */
  #buyer({ participants }: LotState): BidderId {
    const accounts = [...participants].filter((one) => one !== VENDOR && !isOnFloor(one));
    return pick(this.#random, [NUMBER, 'bidder1', ...accounts]);
  }

  /** Everything that puts a lot right, whether there is anything to put right or not. */
  #corrections(at: LotState): readonly Order[] {
    const { lot } = at.terms;
    const by = this.#random() < 0.5 ? CLERK : DEPUTY;
    const signed = { lot, reason: 'so we decided', by } as const;
    const buyer = this.#buyer(at);
    const cents = at.shown.get(buyer)?.cents ?? currentPriceCents(at) + whole(this.#random, 0, 2) * 500;
    const sold = { type: 'correctSale', ...signed, outcome: 'sold', cents } as const;
    const offered = at.proposal?.correction.buyer ?? 'bidder1';
    const bodies: readonly CommandBody[] = [
      { type: 'retractFloorBid', ...signed },
      { type: 'reopenLot', ...signed },
      { type: 'reinstateLot', ...signed },
      { type: 'correctSale', ...signed, outcome: pick(this.#random, ['annulled', 'passed', 'withdrawn']) },
      { ...sold, buyer: FLOOR },
      { ...sold, buyer },
      { ...sold, buyer, acceptedBy: 'staffRecord' },
      { type: 'confirmCorrection', lot, by },
      { type: 'declineCorrection', ...signed },
      { type: 'nameFloorBuyer', lot, buyer, by },
      { type: 'assignBuyerNumber', buyer: NUMBER, account: pick(this.#random, ['bidder1', 'bidder2']), by },
    ];
    return [...bodies.map((body) => ({ body, by })), this.#offerAnswered(lot, offered)];
  }

  /** Bids that staff enter for an account that phones [C8]. */
  #byPhone(lot: string, cents: number): readonly CommandBody[] {
    const placed = { lot, bidder: 'bidder1', placedBy: { by: CLERK, note: 'rang' } } as const;
    return [
      { type: 'bid', ...placed, cents },
      { type: 'autoBid', ...placed, maxCents: cents + 1_000 },
    ];
  }

  /** Commands of staff at any time, sensible or not. */
  #meddle(state: AuctionState): Order | null {
    if (state.lots.length === 0) return null;
    const at = pick(this.#random, state.lots);
    const { lot } = at.terms;
    const on = this.#random() < 0.5 ? { lot } : {};
    const reason = 'so we decided';
    const cents = currentPriceCents(pick(this.#random, state.lots)) + whole(this.#random, 0, 2) * 500;
    const choices: readonly (StaffCommand | CommandBody)[] = [
      { type: 'freeze', ...on, reason },
      { type: 'pause', ...on, reason },
      { type: 'resume', ...on, reason },
      { type: 'unpause', ...on, reason },
      { type: 'vendorBid', lot, cents },
      { type: 'withdraw', lot, reason },
      ...this.#byPhone(lot, cents),
    ];
    return pick(this.#random, [...choices.map((body) => ({ body })), ...this.#corrections(at)]);
  }
}
