import type { RefusedLot } from '@saleyard/contract/bid-errors.ts';
import type { ErrorCode } from '@saleyard/contract/errors.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { type AuctionId, auctionStream, type LotId } from '@saleyard/domain/auction/ids.ts';
import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import type { EventLog, RecordedEvent } from '@saleyard/platform/event-log/port.ts';

/** Refusals whose message depends on the lot or its sale. */
const DEPENDING: ReadonlySet<ErrorCode> = new Set(['lot-closed', 'lot-frozen', 'auction-frozen']);

/**
 * The state of a lot whose bid was refused with `code`, from its sale's own stream, which is never behind the
 * decision. null: the message of this refusal is the same for every lot.
 */
export async function refusedLotOf(
  log: Pick<EventLog, 'read'>,
  auction: AuctionId,
  lot: LotId,
  code: string,
): Promise<RefusedLot | null> {
  if (!DEPENDING.has(code as ErrorCode)) return null;
  if (code !== 'lot-closed') return { isInterfaced: await isInterfaced(log, auction), isSold: null };
  return { isInterfaced: false, isSold: await isSold(log, auction, lot) };
}

/**
 * Read from the beginning of the stream, where the newest schedule is: a sale is not changed after it opens [T16].
 */
async function isInterfaced(log: Pick<EventLog, 'read'>, auction: AuctionId): Promise<boolean> {
  let found = false;
  for await (const events of log.read(auctionStream(auction))) {
    for (const { type, data } of events as RecordedEvent<AuctionEvent>[]) {
      if (type === 'AuctionScheduled') found = AUCTION_TYPES[data.terms.type].byClerk;
      if (type === 'AuctionOpened') return found;
    }
  }
  return found;
}

/** Whether a closed lot was sold. Its closing event is near the end of the stream. */
async function isSold(log: Pick<EventLog, 'read'>, auction: AuctionId, lot: LotId): Promise<boolean | null> {
  for await (const events of log.read(auctionStream(auction), { direction: 'backwards' })) {
    for (const { type, data } of events as RecordedEvent<AuctionEvent>[]) {
      if ((type === 'LotSoldAfter' || type === 'LotSoldBefore') && data.lot === lot) return true;
      if (type === 'SaleCorrected' && data.lot === lot) return data.correction.outcome === 'sold';
      const closed = type === 'LotsClosed' ? data.lots.find((one) => one.lot === lot) : undefined;
      if (closed !== undefined) return closed.status === 'sold';
    }
  }
  return null;
}
