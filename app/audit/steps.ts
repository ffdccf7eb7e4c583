import {
  AUDIT_ACTORS,
  type AuditAct,
  type AuditStep,
  type AuditStepsWanted,
  EVERY_LOT,
} from '@saleyard/contract/audit.ts';
import { isOnFloor, VENDOR } from '@saleyard/domain/auction/ids.ts';
import { isAutomatic, systemPart } from './acts.ts';
import { BIDS } from './ladder.ts';
import type { AuditReport, Rung } from './report.ts';

type Step = { lot: string | null; rung: Rung };
/** The steps that an answer shows; all others count only. */
type Part = { skip: number; limit: number };
export type StepsFound = {
  steps: AuditStep[];
  /** Steps that fit. */
  total: number;
  inAll: number;
  /** At most `AUDIT_ACTORS` of `actorCount`. */
  actors: AuditStep['actor'][];
  actorCount: number;
};

const COURSE: ReadonlySet<Rung['what']> = new Set<Rung['what']>([
  'opened',
  'saleLive',
  'live',
  'biddingOpened',
  'closed',
  'saleClosed',
  'cancelled',
  'withdrawn',
  'soldBefore',
  'soldAfter',
]);
const TERMS: ReadonlySet<Rung['what']> = new Set<Rung['what']>(['scheduled', 'catalogued', 'amended']);
const CORRECTIONS: ReadonlySet<Rung['what']> = new Set<Rung['what']>([
  'retracted',
  'reopened',
  'reinstated',
  'corrected',
  'proposed',
  'answered',
  'buyerNamed',
]);

const IS_OF: Readonly<Record<AuditAct, (rung: Rung) => boolean>> = {
  all: () => true,
  bids: ({ what }) => BIDS.has(what),
  enteredBids: ({ what, actor }) => BIDS.has(what) && actor.kind === 'staff',
  staff: ({ actor }) => actor.kind === 'staff',
  terms: ({ what }) => TERMS.has(what),
  closes: ({ what }) => COURSE.has(what),
  stops: ({ what }) => what === 'stopped',
  corrections: ({ what }) => CORRECTIONS.has(what),
  refused: ({ refused }) => refused !== null,
  automatic: ({ actor }) => isAutomatic(actor),
};

/** The steps of the sale as a whole and of its lots, to be found by lot, person, act and time. */
export class ReportSteps {
  readonly #report: AuditReport;
  readonly #ladders: ReadonlyMap<string, readonly Rung[]>;
  #all: Step[] | undefined;

  constructor(report: AuditReport) {
    this.#report = report;
    this.#ladders = new Map(report.lots.map(({ lot, ladder }) => [lot, ladder]));
  }

  /** Steps in all. */
  get count(): number {
    return this.#report.lots.reduce((sum, { ladder }) => sum + ladder.length, this.#report.sale.length);
  }

  /** Whether the sale has the lot that is asked for. */
  hasLot({ lot }: AuditStepsWanted): boolean {
    return lot === undefined || lot === EVERY_LOT || this.#ladders.has(lot);
  }

  find({ lot, person, act = 'all', from, to }: AuditStepsWanted, { skip, limit }: Part): StepsFound {
    const own = this.#of(lot);
    const account = person !== undefined && isPaddle(person) ? this.#accountOf(person) : person;
    const fits = ({ rung }: Step): boolean =>
      IS_OF[act](rung) &&
      (account === undefined || account === '' || isOf(rung, account)) &&
      (from === undefined || rung.at >= from) &&
      (to === undefined || rung.at < to);
    const actors = new Map<string, AuditStep['actor']>();
    const steps: AuditStep[] = [];
    let total = 0;
    for (const step of own) {
      const { actor } = step.rung;
      if (!actors.has(actor.id)) actors.set(actor.id, actorOf(actor));
      for (const id of actedFor(step.rung)) if (!actors.has(id)) actors.set(id, this.#bidder(id));
      if (!fits(step)) continue;
      if (total >= skip && steps.length < limit) steps.push(stepOf(step));
      total += 1;
    }
    const isBidder = ({ kind }: AuditStep['actor']) => kind === 'user';
    const all = [...actors.values()];
    const listed = [...all.filter((actor) => !isBidder(actor)), ...all.filter(isBidder)];
    return {
      steps,
      total,
      inAll: own.length,
      actors: listed.slice(0, AUDIT_ACTORS),
      actorCount: all.length,
    };
  }

  #bidder(id: string): AuditStep['actor'] {
    return { kind: 'user', id, paddle: this.#report.paddles[id] ?? null, part: null };
  }

  /** The account that has this paddle in the sale, or the text itself if no account has it. */
  #accountOf(paddle: string): string {
    const found = Object.entries(this.#report.paddles).find(([, own]) => own === paddle);
    return found?.[0] ?? paddle;
  }

  #of(lot: string | undefined): readonly Step[] {
    if (lot === EVERY_LOT) {
      this.#all ??= this.#everyStep();
      return this.#all;
    }
    const rungs = lot === undefined ? this.#report.sale : (this.#ladders.get(lot) ?? []);
    return rungs.map((rung) => ({ lot: lot ?? null, rung }));
  }

  /** In the order of their events. What happened to the sale as a whole is there once, and not again for each lot. */
  #everyStep(): Step[] {
    const { sale, lots } = this.#report;
    const ofSale = new Set(sale.map(({ revision }) => revision));
    const steps = sale.map((rung): Step => ({ lot: null, rung }));
    for (const { lot, ladder } of lots)
      for (const rung of ladder) if (!ofSale.has(rung.revision)) steps.push({ lot, rung });
    return steps.sort((a, b) => a.rung.revision - b.rung.revision);
  }
}

/** Ids of accounts are longer. */
const isPaddle = (person: string): boolean => /^\d{1,8}$/.test(person);

/** Whether this account did it, or somebody did it for this bidder, to this buyer, or took the lot from this buyer. */
export const isOf = ({ actor, bidder, formerBuyer, what }: Rung, account: string): boolean =>
  actor.id === account || (bidder === account && what !== 'closed') || formerBuyer === account;

/** The accounts for, to or against which somebody acted. A refused command's bidder may be anything. */
function actedFor({ actor, bidder, formerBuyer, what, refused }: Rung): string[] {
  if (refused !== null || what === 'closed' || actor.id === bidder) return [];
  const people = [bidder, formerBuyer].filter((id) => id != null);
  return people.filter((id) => id !== VENDOR && !isOnFloor(id));
}

/** The actor without a name: one who reads may see more names than another. */
export const actorOf = ({ kind, id, paddle }: Rung['actor']): AuditStep['actor'] => ({
  kind,
  id,
  paddle,
  part: kind === 'system' ? systemPart(id) : null,
});

function stepOf({ lot, rung }: Step): AuditStep {
  const { revision, at, sequencedAt, arrival, act, ruling, what, cents, refused } = rung;
  return {
    lot,
    revision,
    at,
    sequencedAt,
    receivedAt: arrival?.receivedAt ?? null,
    clockOffsetMs: arrival?.clockOffsetMs ?? null,
    seenCents: arrival?.seenCents === undefined ? 'not recorded' : arrival.seenCents,
    actor: actorOf(rung.actor),
    act,
    ruling: [...ruling],
    isBid: BIDS.has(what),
    cents,
    refused,
  };
}
