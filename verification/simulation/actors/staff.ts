import { between, pick, type Random, whole } from '@saleyard/app/sample-data/random.ts';
import type { CommandBody, StaffCommand } from '@saleyard/domain/auction/commands.ts';
import { FLOOR } from '@saleyard/domain/auction/ids.ts';
import { currentPriceCents } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { typeOf } from '@saleyard/domain/auction/types/auction-types.ts';
import type { LogChecker } from '../proof/log-checker.ts';
import { EPOCH, type World } from '../world/world.ts';
import type { CommandSender } from './command-sender.ts';
import type { SalePlan } from './sale-plan.ts';

const CLERK = 'clerk';
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

type Parts = { world: World; sender: CommandSender; checker: LogChecker; sales: readonly SalePlan[] };

/** Staff: schedule the sales, run those with a clerk, freeze and resume, and see every sale to its end. */
export class Staff {
  readonly #parts: Parts;
  readonly #random: Random;
  #meddles = true;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { world, sales } = parts;
    this.#random = world.random('staff');
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

  #send(auction: string, body: CommandBody, then: () => void = () => {}): void {
    const { world, sender } = this.#parts;
    const actor = { kind: 'staff', id: CLERK } as const;
    sender.send({ auction, commandId: world.newId(), actor, body }, (reply) => {
      if (reply.outcome === 'decided') then();
      // The sale is scheduled again only when it surely was not.
      else if (body.type === 'schedule' || body.type === 'catalogueLots')
        world.after(AGAIN_MS, () => this.#send(auction, body, then));
    });
  }

  #look(auction: string): void {
    const state = this.#parts.checker.stateOf(auction);
    if (state === undefined || state.terms === null || state.phase === 'closed') return;
    const body = this.#meddles && this.#random() < MEDDLE_SHARE ? this.#meddle(state) : this.#tend(state);
    if (body !== null) this.#send(auction, body);
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
    return this.#random() < 0.6 ? { type: 'floorBid', lot, cents: floorCents } : hammer;
  }

  /** Corrections of a lot, whether there is anything to correct or not. The simulated clerk makes all of them. */
  #corrections(lot: string, cents: number): readonly CommandBody[] {
    const signed = { reason: 'so we decided', by: CLERK } as const;
    return [
      { type: 'retractFloorBid', lot, ...signed },
      { type: 'reopenLot', lot, ...signed },
      { type: 'reinstateLot', lot, ...signed },
      { type: 'correctSale', lot, outcome: 'annulled', ...signed },
      { type: 'correctSale', lot, outcome: 'sold', buyer: FLOOR, cents, ...signed },
    ];
  }

  /** Commands of staff at any time, sensible or not. */
  #meddle(state: AuctionState): CommandBody | null {
    if (state.lots.length === 0) return null;
    const { terms } = pick(this.#random, state.lots);
    const { lot } = terms;
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
      ...this.#corrections(lot, cents),
    ];
    return pick(this.#random, choices);
  }
}
