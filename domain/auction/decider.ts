import type { Decider } from '../decider.ts';
import type { CommandBody } from './commands.ts';
import { decide } from './decide.ts';
import { decisionOf } from './decision.ts';
import type { AuctionEvent } from './events.ts';
import { AuctionFold, evolve, initialState } from './evolve.ts';
import type { RefusalCode } from './refusals.ts';
import type { AuctionState } from './state.ts';

type AuctionRefusal = { code: RefusalCode };

function refusalIn(events: readonly AuctionEvent[]): AuctionRefusal | null {
  const decision = decisionOf(events);
  return decision?.outcome === 'refused' ? { code: decision.code } : null;
}

/** An auction. Every refusal is an event of its stream. The engine runs this decider in its own runtime. */
export const auctionDecider: Decider<AuctionState, CommandBody, AuctionEvent, AuctionRefusal> = {
  initial: initialState,
  decide(state, command) {
    const events = decide(state, command);
    const refusal = refusalIn(events);
    return refusal === null ? { outcome: 'accepted', events } : { outcome: 'refused', ...refusal, events };
  },
  evolve,
  fold: (from) => new AuctionFold(from),
  refusalIn,
};
