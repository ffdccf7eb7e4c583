import { highestCents } from '../listing/stock.ts';
import { endRefusal } from './bid-eligibility.ts';
import type { PlacedLot, SchedulingCommand } from './commands.ts';
import type { AuctionEvent } from './events.ts';
import type { LotId } from './ids.ts';
import { hasRule, POLICY_VALUES, type Policy, RULES_VERSION } from './policy.ts';
import type { RefusalCode } from './refusals.ts';
import { lotIn } from './standing.ts';
import type { AuctionState } from './state.ts';
import type { AuctionTerms, LotTerms } from './terms.ts';
import { AUCTION_TYPE_NAMES, AUCTION_TYPES, type AuctionType } from './types/auction-types.ts';
import { DURATION_NAMES } from './types/durations.ts';
import type { NeededDuration } from './types/sale-type.ts';

/** Lots one sale may catalogue; more are refused (`invalid-terms`). */
export const LOTS_LIMIT = 10_000;

/**
 * Characters of what people read of a sale, its tabs and announcements, and the longest duration it may name
 * (seconds).
 */
export const SALE_LIMITS = {
  title: 120,
  description: 4_000,
  tabs: 30,
  tabName: 100,
  tabDescription: 200,
  seconds: 60 * 24 * 3_600,
  announcement: 300,
  /** Messages to everybody that staff may send in one sale. */
  messages: 10,
  /** Of an order to a sale, and of a lot that its seller withdraws. */
  reason: 200,
} as const;

/** A field of terms that can't be, and what it must be. */
export type TermsProblem = { field: string; must: string };

const whole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const positive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const WHOLE = 'must be a whole number, 0 or more';
const POSITIVE = 'must be a positive integer';

/** Terms of a sale that are whole numbers, 0 or more: instants in ms, lengths in seconds. */
export const WHOLE_TERMS = ['openAt', 'liveAt', ...DURATION_NAMES] as const;

/** What is wrong with the way a sale is to run, or null. */
function auctionTermsProblem(terms: AuctionTerms): TermsProblem | null {
  if (!isRecord(terms)) return { field: 'terms', must: 'must be given' };
  if (!AUCTION_TYPE_NAMES.includes(terms.type)) {
    return { field: 'type', must: `must be ${AUCTION_TYPE_NAMES.join(' or ')}` };
  }
  if (!(positive(terms.rules) && terms.rules <= RULES_VERSION)) {
    return { field: 'rules', must: `must be a version of the rules up to ${RULES_VERSION}` };
  }
  const broken = WHOLE_TERMS.find((field) => !whole(terms[field] ?? (field === 'reopenSeconds' ? 0 : -1)));
  if (broken !== undefined) return { field: broken, must: WHOLE };
  if (terms.liveAt < terms.openAt) return { field: 'liveAt', must: 'must not be before openAt' };
  const { length } = AUCTION_TYPES[terms.type];
  if (length !== null && !positive(terms[length])) return { field: length, must: POSITIVE };
  if (terms.lotValueCents !== null && !positive(terms.lotValueCents)) {
    return { field: 'lotValueCents', must: `${POSITIVE} or null` };
  }
  const { secondPersonAboveCents = 0, secondPersonAfterDay = false } = terms;
  if (!whole(secondPersonAboveCents)) return { field: 'secondPersonAboveCents', must: WHOLE };
  if (typeof secondPersonAfterDay !== 'boolean') {
    return { field: 'secondPersonAfterDay', must: 'must be true or false' };
  }
  return policyProblem(terms.policy);
}

/** Durations that must be more than 0 in a sale of this type that staff schedule. */
export const neededDurations = (type: AuctionType): readonly NeededDuration[] =>
  Object.keys(AUCTION_TYPES[type].needed) as NeededDuration[];

/** Terms that staff may not schedule, though the engine could run them: `needed` is a missing duration. */
export type ScheduleProblem =
  | { rule: 'future'; field: 'openAt' }
  | { rule: 'order'; field: 'liveAt' }
  | { rule: 'needed'; field: NeededDuration };

/** Everything that keeps staff from scheduling a sale now (ms). Lots are catalogued before it opens. */
export function scheduleProblems(
  terms: Pick<AuctionTerms, 'type' | 'openAt' | 'liveAt'> & {
    readonly [D in NeededDuration]?: number | undefined;
  },
  now: number,
): ScheduleProblem[] {
  const problems: ScheduleProblem[] = [];
  if (terms.openAt <= now) problems.push({ rule: 'future', field: 'openAt' });
  if (terms.liveAt < terms.openAt) problems.push({ rule: 'order', field: 'liveAt' });
  for (const field of neededDurations(terms.type)) {
    if ((terms[field] ?? 0) <= 0) problems.push({ rule: 'needed', field });
  }
  return problems;
}

function policyProblem(policy: Policy): TermsProblem | null {
  if (!isRecord(policy)) return { field: 'policy', must: 'must be given' };
  for (const field of Object.keys(POLICY_VALUES) as (keyof Policy)[]) {
    const values: readonly string[] = POLICY_VALUES[field];
    if (!values.includes(policy[field])) {
      return { field: `policy.${field}`, must: `must be ${values.join(' or ')}` };
    }
  }
  return null;
}

/** Whether a lot's description is a whole one, or none. */
function isDescribed({ description }: LotTerms): boolean {
  if (description === null) return true;
  if (!isRecord(description)) return false;
  if (description.kept === 'here') return isRecord(description.details) && Array.isArray(description.media);
  const { kept, listing, revision, hash, state } = description;
  return (
    kept === 'listing' && whole(revision) && [listing, hash, state].every((text) => typeof text === 'string')
  );
}

/** What is wrong with a lot's bidding terms in a sale, or null. No price is above what a lot may be worth [E20]. */
export function lotTermsProblem(
  lot: LotTerms,
  { lotValueCents }: Pick<AuctionTerms, 'lotValueCents'>,
): TermsProblem | null {
  if (typeof lot.lot !== 'string' || lot.lot === '') return { field: 'lot', must: 'must be a name' };
  if (lot.unit !== 'head' && lot.unit !== 'kg') return { field: 'unit', must: 'must be head or kg' };
  if (!positive(lot.count)) return { field: 'count', must: POSITIVE };
  if (!whole(lot.startCents)) return { field: 'startCents', must: WHOLE };
  if (!positive(lot.incrementCents)) return { field: 'incrementCents', must: POSITIVE };
  if (lot.reserveCents !== null && !positive(lot.reserveCents)) {
    return { field: 'reserveCents', must: `${POSITIVE} or null` };
  }
  const highest = lotValueCents === null ? Number.MAX_SAFE_INTEGER : highestCents(lot, lotValueCents);
  const above = (['startCents', 'reserveCents'] as const).find((field) => (lot[field] ?? 0) > highest);
  if (above !== undefined) return { field: above, must: `must be ${highest} or less` };
  if (!whole(lot.maxVendorBids)) return { field: 'maxVendorBids', must: WHOLE };
  if (typeof lot.number !== 'string') return { field: 'number', must: 'must be text' };
  return isDescribed(lot) ? null : { field: 'description', must: 'must be a description or null' };
}

const isVersion = (after: number | undefined): boolean => after === undefined || whole(after);

/** Sets up a sale, or changes it, until it opens [T16] [T24], and a lot of it until that is live [T18]. */
export function decideScheduling(
  state: AuctionState,
  command: SchedulingCommand,
  at: number,
): AuctionEvent[] {
  const code = command.type === 'amendLot' ? amendRefusal(state, command) : schedulingRefusal(state, command);
  if (code !== null) {
    const lot = command.type === 'amendLot' ? command.lot : null;
    return [{ type: 'ActionRefused', data: { at, action: command.type, lot, code, command } }];
  }
  switch (command.type) {
    case 'schedule': {
      const { type: _type, ...scheduled } = command;
      return [{ type: 'AuctionScheduled', data: { at, ...scheduled } }];
    }
    case 'catalogueLots': {
      const { type: _type, ...catalogued } = command;
      return [{ type: 'LotsCatalogued', data: { at, ...catalogued } }];
    }
    case 'amendLot': {
      const { lot, startCents, reserveCents, description } = command;
      return [{ type: 'LotAmended', data: { at, lot, startCents, reserveCents, description } }];
    }
  }
}

type AmendLot = Extract<SchedulingCommand, { type: 'amendLot' }>;

function amendRefusal(
  state: AuctionState,
  { lot: id, startCents, reserveCents, description }: AmendLot,
): RefusalCode | null {
  const { terms } = state;
  if (terms === null) return 'not-scheduled';
  const lot = lotIn(state, id);
  if (lot === undefined) return 'unknown-lot';
  const ended = endRefusal(lot);
  if (ended !== null) return ended;
  // A lot that was withdrawn while it was live and is in the sale again has the bids from before [C3].
  const isBidOn = lot.currentBidCents !== null && hasRule(terms, 'bidKeepsLot');
  if (lot.phase === 'live' || isBidOn) return 'already-scheduled';
  const amended = { ...lot.terms, startCents, reserveCents, description };
  return lotTermsProblem(amended, terms) === null ? null : 'invalid-terms';
}

function schedulingRefusal(
  state: AuctionState,
  command: Exclude<SchedulingCommand, AmendLot>,
): RefusalCode | null {
  // [T16] [T20]
  if (state.phase !== 'future' || state.cancelledAt !== undefined) return 'already-scheduled';
  if (!isVersion(command.after)) return 'invalid-terms';
  if (command.type === 'schedule') {
    const seeded = isRecord(command.details) && whole(command.details.aliasSeed);
    if (!seeded || auctionTermsProblem(command.terms) !== null) return 'invalid-terms';
    const { after, lots } = command;
    if (after !== undefined && after < (state.scheduledIn ?? 0)) return 'changed-elsewhere';
    return lots === undefined ? null : arrangementRefusal(state, lots, after);
  }
  const { terms } = state;
  if (terms === null) return 'not-scheduled';
  if (!Array.isArray(command.lots) || !command.lots.every(isRecord)) return 'invalid-terms';
  const ids = new Set(command.lots.map(({ lot }) => lot));
  const valid =
    ids.size === command.lots.length &&
    ids.size > 0 &&
    state.lots.length + ids.size <= LOTS_LIMIT &&
    command.lots.every((lot) => lotTermsProblem(lot, terms) === null);
  return valid ? changeRefusal(state, command) : 'invalid-terms';
}

/** Why lots can't be put in an order that was made from the version `after`, or null [T24]. */
function arrangementRefusal(
  state: AuctionState,
  lots: readonly PlacedLot[],
  after: number | undefined,
): RefusalCode | null {
  if (!Array.isArray(lots) || !lots.every(isRecord) || after === undefined) return 'invalid-terms';
  if (!lots.every(({ number }) => typeof number === 'string')) return 'invalid-terms';
  const placed = new Set(lots.map(({ lot }) => lot));
  if (placed.size < lots.length) return 'invalid-terms';
  // A lot that was added or whose number was changed since would be lost, or overwritten.
  const isSame = placed.size === state.lots.length && state.lots.every(({ terms }) => placed.has(terms.lot));
  const isRenumbered = lots.some(({ lot: id, number }) => {
    const lot = lotIn(state, id);
    return lot !== undefined && lot.terms.number !== number && (lot.cataloguedIn ?? 0) > after;
  });
  if (!isSame || isRenumbered) return 'changed-elsewhere';
  return new Set(lots.map(({ number }) => number)).size < lots.length ? 'number-taken' : null;
}

type CatalogueLots = Extract<SchedulingCommand, { type: 'catalogueLots' }>;

/** Why lots can't be changed or added that were written from the version `after`, or null [T24]. */
function changeRefusal(state: AuctionState, { lots, after, place }: CatalogueLots): RefusalCode | null {
  const known = (id: LotId) => lotIn(state, id);
  if (place !== undefined) {
    const [lot] = lots;
    const isOne = lots.length === 1 && lot !== undefined && known(lot.lot) !== undefined;
    if (!isOne || after === undefined || !whole(place) || place >= state.lots.length) return 'invalid-terms';
  }
  // Sales of earlier versions have lots with one number.
  if (after === undefined) return null;
  if (lots.some(({ lot }) => (known(lot)?.cataloguedIn ?? 0) > after)) return 'changed-elsewhere';
  const sent = new Map(lots.map(({ lot, number }) => [number, lot]));
  const changed = new Set(lots.map(({ lot }) => lot));
  const isTaken = state.lots.some(({ terms: { lot, number } }) => !changed.has(lot) && sent.has(number));
  return sent.size < lots.length || isTaken ? 'number-taken' : null;
}
