import type { StaffCommandBody } from '@saleyard/contract/staff.ts';
import type { CommandBody } from '@saleyard/domain/auction/commands.ts';
import { type Refusal, refusal } from '@saleyard/http/failures.ts';

type Read = { outcome: 'read'; body: CommandBody } | { outcome: 'refused'; refusal: Refusal };

const missing = (field: string): Read => ({
  outcome: 'refused',
  refusal: refusal('invalid-request', { fill: { field, reason: 'it is missing' }, field }),
});

/** The engine's command for a staff request, or which of its fields is missing. */
export function staffCommandOf(request: StaffCommandBody): Read {
  const { type, lot, cents, bidder, buyer, reason, text } = request;
  const read = (body: CommandBody): Read => ({ outcome: 'read', body });
  switch (type) {
    case 'freeze':
    case 'resume':
    case 'pause':
    case 'unpause':
      if (reason === undefined) return missing('reason');
      return read({ type, reason, ...(lot !== undefined && { lot }) });
    case 'cancel':
      return reason === undefined ? missing('reason') : read({ type, reason });
    case 'announce':
      return text === undefined ? missing('text') : read({ type, text: text.trim() || null });
    case 'withdraw':
    case 'sellBefore':
      if (lot === undefined) return missing('lot');
      if (reason === undefined) return missing('reason');
      return read({ type, lot, reason });
    case 'sellAfter':
      if (lot === undefined) return missing('lot');
      if (buyer === undefined) return missing('buyer');
      return cents === undefined ? missing('cents') : read({ type, lot, buyer, cents });
    case 'openLot':
    case 'knockDown':
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
