import type { StaffCommandBody } from '@saleyard/contract/staff.ts';
import type { LotState } from '@saleyard/domain/auction/state.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';

type Order = Pick<StaffCommandBody, 'type' | 'lot' | 'outcome'>;

/** What the words depend on of a lot. */
type OrderedLot = Pick<LotState, 'vendorBids' | 'soldBeforeAt'> & {
  terms: Pick<LotTerms, 'maxVendorBids' | 'reserveCents' | 'unit'>;
};

/** Refusals whose words need the lot. */
export const NEEDS_LOT: ReadonlySet<string> = new Set(['already-so', 'vendor-bids-exhausted']);

const STOPPED: Partial<Record<Order['type'], string>> = {
  freeze: 'is frozen already.',
  resume: 'is not frozen.',
  pause: 'is paused already.',
  unpause: 'is not paused.',
};

const SAID: Partial<Record<Order['type'], string>> = {
  messageEveryone: 'This message was sent already.',
  openLot: 'Bidding on this lot is open already.',
  sellAfter: 'This lot is sold already.',
  reinstateLot: 'This lot is not withdrawn.',
  nameFloorBuyer: 'Please name the buyer.',
};

function alreadySo({ type, lot, outcome }: Order, at: OrderedLot | undefined): string | null {
  const stopped = STOPPED[type];
  if (stopped !== undefined) return `${lot === undefined ? 'The sale' : 'This lot'} ${stopped}`;
  if (type !== 'correctSale') return SAID[type] ?? null;
  if (at?.soldBeforeAt !== undefined) return 'This lot was sold before the auction, which is not corrected.';
  return outcome === 'annulled' ? 'This lot has no buyer.' : 'The lot is already as this correction says.';
}

/** Why the vendor's bid was refused: its vendor bids may not be used up. */
function noVendorBidText({ vendorBids, terms }: OrderedLot): string {
  const { maxVendorBids, reserveCents, unit } = terms;
  if (vendorBids >= maxVendorBids) return 'No vendor bids are left on this Lot.';
  if (reserveCents === null) return 'The vendor bids only under a reserve, and this Lot has none.';
  return `The vendor bids only under the reserve of ${formatPriceWithUnit(reserveCents, unit)}.`;
}

const BIDS: ReadonlySet<Order['type']> = new Set(['floorBid', 'vendorBid', 'staffBid']);

/** Refusals whose published words are for a person who bids for themselves. */
const BIDS_REFUSED: Readonly<Record<string, string>> = {
  'too-low': 'This is lower than the next bid on the lot. Please look at its price.',
  'not-open': 'The sale is not live yet, so it takes no bids.',
  'auto-bids-only': 'Until the sale is live it takes auto-bids only. A bid by phone can name a maximum.',
  'waiting-to-start': 'Bidding on this lot has not started.',
  'auto-bid-not-allowed': 'This sale takes no auto-bids.',
  'upcoming-not-allowed': 'This sale takes no bids on lots that are not up yet.',
};

/** Orders of the clerk that are no bids. */
const CLERK_REFUSED: Readonly<Record<string, string>> = {
  'not-open': 'The sale is not live yet.',
  'waiting-to-start': 'This lot is not up for bidding yet. Open it first.',
};

/**
 * Why an order of staff was refused, where the message of its code is about something else. `lot`: the lot, where
 * the words need it. null: use the code's own message.
 */
export function refusedOrderText(code: string, order: Order, lot: OrderedLot | undefined): string | null {
  switch (code) {
    case 'already-so':
      return alreadySo(order, lot);
    case 'already-scheduled':
      return order.type === 'cancel'
        ? 'The sale is live and can no longer be cancelled. Freeze it, or withdraw its lots.'
        : 'The sale is live. A lot is recorded as sold before the auction only until then.';
    case 'lot-closed':
      return order.lot === undefined ? 'The sale is over.' : 'This lot is closed.';
    case 'own-lot':
      return 'This account listed the lot, so it cannot bid on it or buy it.';
    case 'not-permitted':
      return 'This account or buyer number cannot bid on the lot or buy it.';
    case 'no-proposal':
      return order.type === 'confirmCorrection'
        ? 'This correction no longer waits, or another one took its place. Please look at the lot again.'
        : null;
    case 'not-closed':
      // A lot is recorded as sold after the auction once its sale is closed: the words of the code fit.
      return order.type === 'sellAfter' ? null : 'This lot is not closed yet.';
    case 'lot-withdrawn':
      return 'This lot is withdrawn, or its sale is cancelled.';
    case 'vendor-bids-exhausted':
      return lot === undefined ? null : noVendorBidText(lot);
    case 'unknown-lot':
      return 'This sale has no such lot. It may have been moved to another sale.';
    case 'invalid-terms':
      return 'A part of this order is missing or cannot be so. Please check it.';
    default:
      return (BIDS.has(order.type) ? BIDS_REFUSED : CLERK_REFUSED)[code] ?? null;
  }
}
