import { decide } from '@saleyard/domain/auction/decide.ts';
import type { RefusalCode } from '@saleyard/domain/auction/refusals.ts';
import { autoBidActive, resultOf } from '@saleyard/domain/auction/standing.ts';
import type { LotState } from '@saleyard/domain/auction/state.ts';
import type { SourceListing } from '@saleyard/domain/listing/commands.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { loadAggregate } from '../handle-command.ts';

/** The recorded reason of a seller's withdrawal. The seller's own words are encrypted in the listing. */
export const WITHDRAWN_BY_SELLER = 'Withdrawn by its vendor';

/** The result of a lot in its sale, and when that closed (ms). */
export type LotEnd = Pick<SourceListing, 'result' | 'closedAt'>;

/**
 * A lot in its sale, from the log: a read model may be behind about one that was sold after its sale.
 * @throws EventLogUnavailable, EventLogCorrupt
 */
export async function lotInSale(
  parts: { log: EventLog },
  auction: string,
  id: string,
): Promise<{ lot: LotState | undefined; closedAt: number | null }> {
  const { state } = await loadAggregate(parts, STREAMS.auction, auction);
  return { lot: state.lots.find(({ terms }) => terms.lot === id), closedAt: state.closedAt };
}

/** The result of a lot: `sold` also when it was sold before or after its sale. @throws as `lotInSale` */
export async function lotEnd(...place: Parameters<typeof lotInSale>): Promise<LotEnd> {
  const { lot, closedAt } = await lotInSale(...place);
  if (lot === undefined) return { result: null, closedAt: null };
  const result = resultOf(lot);
  const isSold = result === 'sold' || result === 'soldAfterAuction' || lot.soldBeforeAt !== undefined;
  return { result: isSold ? 'sold' : result, closedAt };
}

/**
 * Why the sale would refuse new prices of a lot at `now` (ms); null: it takes them, or the lot is not in it yet. What
 * the prices may be is the listing's to say. @throws as `lotInSale`
 */
export async function amendRefusalOf(
  parts: { log: EventLog },
  auction: string,
  { lot: id, ...prices }: { lot: string; startCents: number; reserveCents: number | null },
  now: number,
): Promise<RefusalCode | null> {
  const { state } = await loadAggregate(parts, STREAMS.auction, auction);
  const lot = state.lots.find(({ terms }) => terms.lot === id);
  if (lot === undefined) return null;
  const { description } = lot.terms;
  const decided = decide(state, { at: now, body: { type: 'amendLot', lot: id, ...prices, description } });
  const last = decided.at(-1);
  return last?.type === 'ActionRefused' && last.data.code !== 'invalid-terms' ? last.data.code : null;
}

/** Number of active auto-bids on a lot. @throws as `lotInSale` */
export async function autoBidsOn(...place: Parameters<typeof lotInSale>): Promise<number> {
  const { lot } = await lotInSale(...place);
  return lot === undefined ? 0 : [...lot.autoBids.values()].filter((one) => autoBidActive(lot, one)).length;
}
