import type { StaffCommandBody } from '@saleyard/contract/staff.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { causeOf } from '@saleyard/domain/auction/freeze-cause.ts';
import { floorBuyer } from '@saleyard/domain/auction/ids.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';

type Read = { outcome: 'read'; body: CommandBody } | { outcome: 'refused'; refusal: Refusal };

const missing = (field: string): Read => ({
  outcome: 'refused',
  refusal: refusal('invalid-request', { fill: { field, reason: 'it is missing' }, field }),
});

/** The engine's command for a request of the staff member `by`, or which of its fields is missing. */
export function staffCommandOf(request: StaffCommandBody, by: string): Read {
  const { type, lot, cents, maxCents, text, outcome, acceptedBy } = request;
  const reason = request.reason?.trim() || undefined;
  const note = request.note?.trim() || undefined;
  const onFloor = request.buyerNumber === undefined ? undefined : floorBuyer(request.buyerNumber);
  const bidder = request.bidder ?? onFloor;
  const buyer = request.buyer ?? onFloor;
  const read = (body: CommandBody): Read => ({ outcome: 'read', body });
  switch (type) {
    case 'freeze':
      if (reason === undefined) return missing('reason');
      return read({ type, reason, ...(lot !== undefined && { lot }), ...causeOf(request) });
    case 'resume':
    case 'pause':
    case 'unpause':
      if (reason === undefined) return missing('reason');
      return read({ type, reason, ...(lot !== undefined && { lot }) });
    case 'cancel':
      return reason === undefined ? missing('reason') : read({ type, reason });
    case 'announce':
      return text === undefined ? missing('text') : read({ type, text: text.trim() || null });
    case 'messageEveryone':
      return text === undefined || text.trim() === '' ? missing('text') : read({ type, text: text.trim() });
    case 'withdraw':
    case 'sellBefore':
      if (lot === undefined) return missing('lot');
      if (reason === undefined) return missing('reason');
      return read({ type, lot, reason });
    case 'sellAfter':
      if (lot === undefined) return missing('lot');
      if (buyer === undefined) return missing('buyer');
      return cents === undefined ? missing('cents') : read({ type, lot, buyer, cents });
    case 'retractFloorBid':
    case 'reopenLot':
    case 'reinstateLot':
    case 'declineCorrection':
      if (lot === undefined) return missing('lot');
      return reason === undefined ? missing('reason') : read({ type, lot, reason, by });
    case 'correctSale':
      if (lot === undefined) return missing('lot');
      if (outcome === undefined) return missing('outcome');
      if (reason === undefined) return missing('reason');
      if (outcome === 'sold' && buyer === undefined) return missing('buyer');
      if (outcome === 'sold' && cents === undefined) return missing('cents');
      return read({
        type,
        lot,
        outcome,
        reason,
        by,
        ...(buyer !== undefined && { buyer }),
        ...(cents !== undefined && { cents }),
        ...(acceptedBy !== undefined && { acceptedBy }),
      });
    case 'confirmCorrection':
      if (lot === undefined) return missing('lot');
      return read({
        type,
        lot,
        by,
        ...(outcome !== undefined && { outcome }),
        ...(buyer !== undefined && { buyer }),
        ...(cents !== undefined && { cents }),
      });
    case 'nameFloorBuyer':
      if (lot === undefined) return missing('lot');
      return buyer === undefined ? missing('buyer') : read({ type, lot, buyer, by });
    case 'assignBuyerNumber':
      if (onFloor === undefined) return missing('buyerNumber');
      if (request.buyer === undefined) return missing('buyer');
      return read({ type, buyer: onFloor, account: request.buyer, by });
    case 'staffBid': {
      if (lot === undefined) return missing('lot');
      if (request.bidder === undefined) return missing('bidder');
      if (note === undefined) return missing('note');
      const placed = { lot, bidder: request.bidder, placedBy: { by, note } };
      if (cents !== undefined) return read({ type: 'bid', cents, ...placed });
      return maxCents === undefined ? missing('cents') : read({ type: 'autoBid', maxCents, ...placed });
    }
    case 'knockDown':
      return lot === undefined ? missing('lot') : read({ type, lot, ...(buyer !== undefined && { buyer }) });
    case 'openLot':
    case 'passIn':
      return lot === undefined ? missing('lot') : read({ type, lot });
    case 'floorBid':
      if (lot === undefined) return missing('lot');
      if (cents === undefined) return missing('cents');
      return read({ type, lot, cents, ...(bidder !== undefined && { bidder }) });
    case 'vendorBid':
      if (lot === undefined) return missing('lot');
      return cents === undefined ? missing('cents') : read({ type, lot, cents });
  }
}
