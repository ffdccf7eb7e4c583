import { isDeepStrictEqual } from 'node:util';
import {
  asKept,
  type RecordedCommand,
  recordedCommand,
} from '@saleyard/command-api/engine/recorded-command.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { auctionDecider } from '@saleyard/domain/auction/decider.ts';
import { decisionOf } from '@saleyard/domain/auction/decision.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { FLOOR, type LotId } from '@saleyard/domain/auction/ids.ts';
import { checkInvariants } from '@saleyard/domain/auction/invariants.ts';
import { hasRule, RULES_VERSION } from '@saleyard/domain/auction/policy.ts';
import { lotIn } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { Differences } from './differences.ts';
import type { CommandCounts, Difference } from './report.ts';

/** The whole state is checked after this many commands, and at the end; in between only the decisions. */
const INVARIANTS_EVERY = 1_000;

/** Of a refused command without a stored body, only the events that became due before it can be decided again. */
const BY_TIME: CommandBody = { type: 'advanceClock' };

/**
 * Decides every recorded command of one auction again, in order, and compares the engine's events with the stored
 * ones. Pass events to `take`; `end` decides the last command. After a difference it goes on from what the rules decide,
 * so that one changed event is one difference.
 */
export class Redecision {
  readonly #fold = new AuctionFold();
  readonly #seen = new Set<string>();
  /** Lots sold to the floor after their sale whose buyer was named, where the naming may have had no effect [C7] [E23]. */
  readonly #named = new Set<LotId>();
  #group: RecordedEvent[] = [];
  /** The last event that was decided again. */
  #last: RecordedEvent | undefined;
  readonly differences = new Differences();
  /** Broken invariants, each reported once. */
  readonly #broken = new Set<string>();
  #isOver = false;
  readonly counts: CommandCounts = {
    decided: 0,
    accepted: 0,
    refused: 0,
    byTime: 0,
    hashed: 0,
    notKept: 0,
  };

  /** Nothing more can be decided again: the sale runs under rules that this program does not have. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Events that were decided again. */
  get version(): number {
    return this.#fold.read(({ version }) => version);
  }

  /** The auction after the last command that was decided again. */
  get state(): AuctionState {
    return this.#fold.state;
  }

  /** The next event of the stream. Returns whether it completes a command. */
  take(event: RecordedEvent): boolean {
    const [first] = this.#group;
    const isNext = first !== undefined && event.meta.commandId !== first.meta.commandId;
    if (isNext) this.#decideGroup();
    this.#group.push(event);
    return isNext;
  }

  /** There are no more events. */
  end(): void {
    this.#decideGroup();
    this.#checkInvariants();
  }

  #decideGroup(): void {
    const [first] = this.#group;
    if (first === undefined || this.#isOver) return;
    try {
      this.#decide(first);
    } catch (error) {
      // Only what no version of the engine has written can't be decided.
      this.#differs(first, `it can't be decided again: ${error instanceof Error ? error.message : error}`);
    }
    this.#last = this.#group.at(-1);
    this.#group = [];
    if (this.#seen.size % INVARIANTS_EVERY === 0) this.#checkInvariants();
  }

  #decide(first: RecordedEvent): void {
    const { at, commandId } = first.meta;
    const stored = this.#group.map(asEvent);
    const recorded = recordedCommand(stored);
    const body = recorded.kind === 'whole' ? recorded.body : BY_TIME;
    if (isOfNewerRules(body)) {
      const what = `it runs under version ${body.terms.rules} of the rules; this program has versions up to ${RULES_VERSION}`;
      this.#differs(first, what, {}, 'rules');
      this.#isOver = true;
      return;
    }
    const isRepeated = this.#seen.has(commandId);
    const wrong = this.#wrongCommand(first, body);
    if (wrong !== undefined) this.#differs(first, wrong);
    this.#seen.add(commandId);
    // The rules decide nothing for a command that was decided before.
    if (isRepeated) return;
    const decide = (state: AuctionState): readonly AuctionEvent[] =>
      auctionDecider.decide(state, { at: Math.max(at, state.lastAt), body }).events ?? [];
    // A refusal without its command is the last event of its group.
    const compared = recorded.kind === 'whole' ? stored : stored.slice(0, -1);
    let events = this.#fold.read(decide);
    if (this.#named.size > 0 && !isStoredAs(asKept(events), compared)) {
      const unnamed = this.#fold.read((state) => decide(withoutNames(state, this.#named)));
      if (isStoredAs(asKept(unnamed), compared)) events = unnamed;
    }
    const isSame = wrong === undefined && this.#compare(body, asKept(events), compared);
    for (const event of isSame ? stored : events) {
      this.#fold.apply(event);
      this.#keepNamed(event);
    }
    if (isSame) this.#count(stored, recorded.kind);
  }

  #keepNamed({ type, data }: AuctionEvent): void {
    if (type === 'LotSoldAfter') this.#named.delete(data.lot);
    if (type !== 'FloorBuyerNamed') return;
    const isNamedAfter = this.#fold.read(
      ({ terms, ...state }) =>
        !hasRule(terms, 'namedAfterSale') && lotIn(state, data.lot)?.soldAfter !== undefined,
    );
    if (isNamedAfter) this.#named.add(data.lot);
  }

  /** The problem of a command as sent, under any decision. */
  #wrongCommand({ meta }: RecordedEvent, body: CommandBody): string | undefined {
    const { commandId, actor, at } = meta;
    if (this.#seen.has(commandId)) return `its command ${commandId} was decided before [E11]`;
    if (this.#fold.read(({ lastAt }) => at < lastAt))
      return 'it was sequenced before what stands before it [T1]';
    const isBid = body.type === 'bid' || body.type === 'autoBid' || body.type === 'stopAutoBid';
    if (isBid && actor.kind === 'user' && body.bidder !== actor.id)
      return `its bidder is not ${actor.id}, who sent it`;
    // Who made a correction is in it, and so is the person to whom a lot was offered [C5] [C6].
    if (body.type === 'answerOffer' && actor.kind === 'user' && body.bidder !== actor.id)
      return `its bidder is not ${actor.id}, who sent it`;
    if ('by' in body && actor.kind === 'staff' && body.by !== actor.id)
      return `it is signed by ${body.by}, and ${actor.id} sent it`;
    const placedBy = 'placedBy' in body ? body.placedBy?.by : undefined;
    if (placedBy !== undefined && placedBy !== actor.id)
      return `it was placed by ${placedBy}, and ${actor.id} sent it`;
    return undefined;
  }

  /** Whether the decision is what is stored. */
  #compare(body: CommandBody, decided: readonly AuctionEvent[], stored: readonly AuctionEvent[]): boolean {
    for (let i = 0; i < Math.max(decided.length, stored.length); i += 1) {
      if (isStoredAs(decided[i], stored[i])) continue;
      // Compares the decision as the log would store it.
      const expected: unknown = decided[i] === undefined ? null : JSON.parse(JSON.stringify(decided[i]));
      const found = stored[i] ?? null;
      if (isDeepStrictEqual(expected, found)) continue;
      const event = this.#group[i] ?? this.#group.at(-1);
      const what = `for ${body.type} the engine decides ${described(decided[i], found)}`;
      if (event !== undefined) this.#differs(event, what, { expected, stored: found });
      return false;
    }
    return true;
  }

  #count(stored: readonly AuctionEvent[], kept: RecordedCommand['kind']): void {
    const decision = decisionOf(stored);
    this.counts[COUNTED_AS[kept]] += 1;
    if (decision === null) this.counts.byTime += 1;
    else this.counts[decision.outcome] += 1;
  }

  #checkInvariants(): void {
    if (this.#last === undefined) return;
    for (const broken of this.#fold.read(checkInvariants)) {
      if (this.#broken.has(broken)) continue;
      this.#broken.add(broken);
      this.#differs(this.#last, `after it, ${broken}`, {}, 'invariant');
    }
  }

  #differs(
    { stream, revision, position }: RecordedEvent,
    what: string,
    shown: Pick<Difference, 'expected' | 'stored'> = {},
    found: Difference['found'] = 'decision',
  ): void {
    this.differences.add({ found, stream, revision, position, what, ...shown });
  }
}

const COUNTED_AS = { whole: 'decided', hashed: 'hashed', 'not-kept': 'notKept' } as const;

/** The sale with lots that are still the floor's, as if their buyers had not been named. */
const withoutNames = (state: AuctionState, named: ReadonlySet<LotId>): AuctionState => ({
  ...state,
  lots: state.lots.map((lot) =>
    lot.soldAfter === undefined || !named.has(lot.terms.lot)
      ? lot
      : { ...lot, soldAfter: { ...lot.soldAfter, buyer: FLOOR } },
  ),
});

/** Whether it schedules a sale under newer rules than this program has. */
function isOfNewerRules(body: CommandBody): body is Extract<CommandBody, { type: 'schedule' }> {
  if (body.type !== 'schedule') return false;
  const rules = body.terms?.rules;
  // A refused command may have anything for a version.
  return Number.isSafeInteger(rules) && rules > RULES_VERSION;
}

function described(decided: AuctionEvent | undefined, stored: AuctionEvent | null): string {
  if (decided === undefined) return `nothing more, and ${stored?.type} is stored`;
  if (stored === null) return `${decided.type} as well, which is not stored`;
  if (decided.type !== stored.type) return `${decided.type}, and ${stored.type} is stored`;
  return `${decided.type} with other data than is stored`;
}

/** Whether JSON that was made is the stored one; what only becomes so by being stored is not. */
function isStoredAs(made: unknown, stored: unknown): boolean {
  if (!isObject(made) || !isObject(stored)) return made === stored;
  const isList = Array.isArray(made);
  if (isList !== Array.isArray(stored) || (isList && made.length !== stored['length'])) return false;
  let members = 0;
  for (const name of Object.keys(made)) {
    if (made[name] === undefined) continue;
    if (!isStoredAs(made[name], stored[name])) return false;
    members += 1;
  }
  return members === Object.keys(stored).length;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const asEvent = ({ type, data }: RecordedEvent): AuctionEvent => ({ type, data }) as AuctionEvent;
