import { decide } from './decide.ts';
import { type Decision, decisionOf } from './decision.ts';
import type { AuctionEvent, LotResult } from './events.ts';
import { AuctionFold } from './evolve.ts';
import type { BidderId, LotId } from './ids.ts';
import type { RefusalCode } from './refusals.ts';
import type { Script, ScriptCommand } from './script.ts';
import {
  lotFinishAt,
  lotIn,
  lotOutcome,
  priceCentsOf,
  type ReserveStatus,
  reserveStatus,
  resultOf,
  winnerOf,
} from './standing.ts';
import type { AuctionState, LotState } from './state.ts';

/** The answer to the `command`-th command of a script (from 0); amounts in cents, times in ms. */
export type ScriptDecision = {
  command: number;
  outcome: 'accepted' | 'refused';
  code?: RefusalCode;
  lot: LotId | null;
  currentBidCents: number | null;
  leader: BidderId | null;
  finishAt: number | null;
};

/** A lot as a script leaves it. `winner`: who bought it, or who leads while it is not closed. */
export type ScriptLot = {
  lot: LotId;
  state: LotState['phase'];
  status: LotResult | 'soldAfterAuction' | 'soldBeforeAuction' | 'withdrawn' | null;
  currentBidCents: number | null;
  winner: BidderId | null;
  finishAt: number | null;
  reserveStatus: ReserveStatus;
};

export type ScriptRun = {
  decisions: ScriptDecision[];
  lots: ScriptLot[];
  auction: { state: AuctionState['phase'] };
  events: AuctionEvent[];
};

/** Runs a script from its zero: the engine alone, without a log, a clock or a network. */
export function runScript({ terms, lots, commands, until }: Script): ScriptRun {
  const fold = new AuctionFold();
  const events: AuctionEvent[] = [];
  const record = (decided: readonly AuctionEvent[]): void => {
    for (const event of decided) {
      fold.apply(event);
      events.push(event);
    }
  };
  // Scheduled and catalogued in one step: otherwise a sale that opens at zero would open without its lots.
  record([
    { type: 'AuctionScheduled', data: { at: 0, details: NAMELESS_SALE, terms } },
    { type: 'LotsCatalogued', data: { at: 0, lots } },
  ]);
  const act = (command: ScriptCommand): Decision | null => {
    const decided = fold.read((state) => decide(state, command));
    record(decided);
    return decisionOf(decided);
  };
  const acted = new Map<string, { body: string; decision: ScriptDecision }>();
  const decisions = commands.map((command, place): ScriptDecision => {
    const { commandId } = command;
    const before = commandId === undefined ? undefined : acted.get(commandId);
    if (before?.body === JSON.stringify(command.body)) return { ...before.decision, command: place };
    const { lot = null } = command.body;
    // [E11] Another command under a used id does nothing and records nothing.
    const answer: Pick<ScriptDecision, 'outcome' | 'code'> =
      before === undefined ? toAnswer(act(command)) : { outcome: 'refused', code: 'duplicate-conflict' };
    const decision = { command: place, ...answer, lot, ...fold.read((state) => standsAt(state, lot)) };
    if (commandId !== undefined && before === undefined) {
      acted.set(commandId, { body: JSON.stringify(command.body), decision });
    }
    return decision;
  });
  if (until !== null)
    record(fold.read((state) => decide(state, { at: until, body: { type: 'advanceClock' } })));
  const { state } = fold;
  return {
    decisions,
    lots: state.lots.map((lot) => endOf(state, lot)),
    auction: { state: state.phase },
    events,
  };
}

const toAnswer = (decision: Decision | null): Pick<ScriptDecision, 'outcome' | 'code'> =>
  decision?.outcome === 'refused' ? { outcome: 'refused', code: decision.code } : { outcome: 'accepted' };

/** The lot after a command, or the sale where the command names no lot. */
function standsAt(
  state: AuctionState,
  id: LotId | null,
): Pick<ScriptDecision, 'currentBidCents' | 'leader' | 'finishAt'> {
  const lot = lotIn(state, id);
  if (lot === undefined) return { currentBidCents: null, leader: null, finishAt: state.finishAt };
  return lotOutcome(state, lot);
}

function endOf(state: AuctionState, lot: LotState): ScriptLot {
  return {
    lot: lot.terms.lot,
    state: lot.phase,
    status: statusOf(lot),
    currentBidCents: priceCentsOf(lot),
    winner: lot.phase === 'closed' ? winnerOf(lot) : lot.leader,
    finishAt: lotFinishAt(state, lot),
    reserveStatus: reserveStatus(lot),
  };
}

function statusOf(lot: LotState): ScriptLot['status'] {
  if (lot.withdrawn) return 'withdrawn';
  return lot.soldBeforeAt === undefined ? resultOf(lot) : 'soldBeforeAuction';
}

/** A script's sale has no title: only its run matters. */
const NAMELESS_SALE = {
  searchNumber: 0,
  title: '',
  description: '',
  kind: 'cattle',
  public: true,
  states: [],
  requiresTabs: false,
  auctionTabs: [],
  aliasSeed: 0,
} as const;
