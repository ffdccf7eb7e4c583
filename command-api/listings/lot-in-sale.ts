import { autoBidActive, resultOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState } from '@saleyard/domain/auction/state.ts';
import type { SourceListing } from '@saleyard/domain/listing/commands.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { loadAggregate } from '../handle-command.ts';

/** What became of a lot in its sale, and when that closed (ms). */
export type LotEnd = Pick<SourceListing, 'result' | 'closedAt'>;

/** What became of a lot: `sold` also where it was sold before its sale or after it. */
function lotEndIn({ lots, closedAt }: AuctionState, id: string): LotEnd {
  const lot = lots.find(({ terms }) => terms.lot === id);
  if (lot === undefined) return { result: null, closedAt: null };
  const result = resultOf(lot);
  const isSold = result === 'sold' || result === 'soldAfterAuction' || lot.soldBeforeAt !== undefined;
  return { result: isSold ? 'sold' : result, closedAt };
}

/**
 * The same from the log: a read model may not know yet of a lot that was sold after its sale.
 * @throws EventLogUnavailable, EventLogCorrupt
 */
export async function lotEnd(parts: { log: EventLog }, auction: string, lot: string): Promise<LotEnd> {
  const { state } = await loadAggregate(parts, STREAMS.auction, auction);
  return lotEndIn(state, lot);
}

/** How many auto-bids on a lot may still bid. @throws as `lotEnd` */
export async function autoBidsOn(parts: { log: EventLog }, auction: string, id: string): Promise<number> {
  const { state } = await loadAggregate(parts, STREAMS.auction, auction);
  const lot = state.lots.find(({ terms }) => terms.lot === id);
  return lot === undefined ? 0 : [...lot.autoBids.values()].filter((one) => autoBidActive(lot, one)).length;
}
