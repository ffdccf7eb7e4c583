import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { statesOf } from '../aggregate-states.ts';

/**
 * Returns a function that reads the state of a sale after a revision of its stream. Events of one sale mostly follow
 * each other, so each state is folded from the one before.
 */
export function saleStates(log: EventLog): (stream: string, revision: number) => Promise<AuctionState> {
  const kind = STREAMS.auction;
  let last: { stream: string; state: AuctionState; revision: number } | undefined;
  return async (stream, revision) => {
    const known = last?.stream === stream && last.revision <= revision ? last : undefined;
    const state = await statesOf(log).stateAt(kind, idOf(kind, stream), revision, known);
    last = { stream, state, revision };
    return state;
  };
}
