import { bidRefusal } from './bid-eligibility.ts';
import { resolveAutoBid, resolveBid } from './bidding.ts';
import { bidderAs, isOwnLead } from './buyer-numbers.ts';
import type { BidCommand, Command, CommandBody } from './commands.ts';
import type { AuctionEvent, LotOutcome, Step } from './events.ts';
import { pricingOf, standingOf } from './pricing.ts';
import type { RefusalCode } from './refusals.ts';
import { decideScheduling } from './scheduling.ts';
import { decideStaff } from './staff.ts';
import { lotIn, lotOutcome, takesSealedAutoBids } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import type { AuctionTerms } from './terms.ts';
import { dueBy, extendedFinishAt } from './timing.ts';

/**
 * Decides a command of an auction. Commands come in one sequence [E1]. First comes all that was due before, each at
 * its own deadline [T1], then the command's own events. A bid command always yields exactly one decision, a refusal
 * included; `advanceClock` only what was due. Pure: the same state and command give the same events.
 */
export function decide(state: AuctionState, command: Command): readonly AuctionEvent[] {
  const at = Math.max(command.at, state.lastAt);
  const due = dueBy(state, at);
  const own = decideOwn(due.state, command.body, at);
  return due.events.length === 0 ? own : [...due.events, ...own];
}

function decideOwn(state: AuctionState, body: CommandBody, at: number): readonly AuctionEvent[] {
  switch (body.type) {
    case 'advanceClock':
      return [];
    case 'schedule':
    case 'catalogueLots':
    case 'amendLot':
      return decideScheduling(state, body, at);
    case 'bid':
    case 'autoBid':
    case 'stopAutoBid':
    case 'vendorBid':
    case 'floorBid':
      return [decideBid(state, body, at)];
    default:
      return decideStaff(state, body, at);
  }
}

function decideBid(state: AuctionState, command: BidCommand, at: number): AuctionEvent {
  const lot = lotIn(state, command.lot);
  if (lot === undefined || state.terms === null) return refused(command, 'unknown-lot', null, at);
  const { terms } = state;
  const pricing = pricingOf(lot, terms);
  const standing = standingOf(lot);
  const code = bidRefusal(state, terms, lot, command, pricing, standing);
  if (code !== null) return refused(command, code, lotOutcome(state, lot), at);
  switch (command.type) {
    case 'stopAutoBid': {
      return { type: 'AutoBidStopped', data: { at, command, outcome: lotOutcome(state, lot) } };
    }
    case 'autoBid': {
      const sealed = takesSealedAutoBids(lot);
      const { bidder, maxCents } = command;
      const own = isOwnLead(state, lot, bidder);
      const steps = sealed ? [] : resolveAutoBid(pricing, standing, bidder, maxCents, own);
      return {
        type: 'AutoBidAccepted',
        data: { at, command, sealed, ...afterSteps(state, terms, lot, steps, at, own) },
      };
    }
    default: {
      const steps = resolveBid(
        pricing,
        standing,
        bidderAs(state, lot, command),
        command.cents,
        LEADING_RULE[command.type],
      );
      return { type: 'BidAccepted', data: { at, command, ...afterSteps(state, terms, lot, steps, at) } };
    }
  }
}

/** The rule under which each kind of bid leads at its own amount. */
const LEADING_RULE = { bid: 'E3', vendorBid: 'E9', floorBid: 'E10' } as const;

const refused = (
  command: BidCommand,
  code: RefusalCode,
  outcome: LotOutcome | null,
  at: number,
): AuctionEvent => ({ type: 'BidRefused', data: { at, command, code, outcome } });

/**
 * The lot after a ladder's steps. Only a changed price or leader extends it, and once [T7]; `ownMaximum`: a leader
 * changed their own, which never does [T17].
 */
function afterSteps(
  state: AuctionState,
  terms: AuctionTerms,
  lot: LotState,
  steps: readonly Step[],
  at: number,
  ownMaximum = false,
): { steps: readonly Step[]; outcome: LotOutcome; extended: boolean } {
  const before = lotOutcome(state, lot);
  const last = steps.at(-1);
  if (last === undefined) return { steps, outcome: before, extended: false };
  const extendedTo = ownMaximum ? null : extendedFinishAt(state, terms, lot, at);
  const outcome = {
    currentBidCents: last.cents,
    leader: last.leader,
    finishAt: extendedTo ?? before.finishAt,
  };
  return { steps, outcome, extended: extendedTo !== null };
}
