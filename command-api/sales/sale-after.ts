import { type AuctionId, isPractice } from '@saleyard/domain/auction/ids.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { AuctionHost } from '../engine/auction-host.ts';
import { loadAggregate } from '../handle-command.ts';

export type SaleStates = {
  log: EventLog;
  /** The state of an auction as the engine of this thread has it. Omitted: the engine is in another thread. */
  stateOf?: AuctionHost['stateOf'];
};

/**
 * The state of a sale that includes the decision at its revision `seq`: the engine's own, so that nothing is read while
 * it takes bids. From the log where another node or thread decided.
 * @throws EventLogUnavailable, EventLogCorrupt
 */
export async function saleAfter(
  { log, stateOf }: SaleStates,
  auction: AuctionId,
  seq: number,
): Promise<AuctionState> {
  const held = stateOf?.(auction);
  if (held !== undefined && held.version > seq) return held;
  const kind = isPractice(auction) ? STREAMS.practice : STREAMS.auction;
  return (await loadAggregate({ log }, kind, auction)).state;
}
