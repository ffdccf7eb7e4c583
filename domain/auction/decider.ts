import type { Decider } from '../decider.ts';
import type { CommandBody } from './commands.ts';
import { decide } from './decide.ts';
import { decisionOf } from './decision.ts';
import type { AuctionEvent } from './events.ts';
import { AuctionFold, evolve, initialState } from './evolve.ts';
import type { RefusalCode } from './refusals.ts';
import type { AuctionState } from './state.ts';

function refusalIn(events: readonly AuctionEvent[]): RefusalCode | null {
  const decision = decisionOf(events);
  return decision?.outcome === 'refused' ? decision.code : null;
}

/** An auction. Every refusal is an event of its stream. The engine has a runtime of its own over this decider. */
export const auctionDecider: Decider<AuctionState, CommandBody, AuctionEvent, RefusalCode> = {
  initial: initialState,
  decide(state, command) {
    const events = decide(state, command);
    const code = refusalIn(events);
    return code === null ? { outcome: 'accepted', events } : { outcome: 'refused', code, events };
  },
  evolve,
  fold: (from) => new AuctionFold(from),
  refusalIn,
};
