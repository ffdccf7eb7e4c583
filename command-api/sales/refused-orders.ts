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
export const NEEDS_LOT: ReadonlySet<string> = new Set([
  'already-so',
  'vendor-bids-exhausted',
  'invalid-amount',
]);

/** A freeze or a pause of the sale is none of the lot's own, though it stops the lot too. */
const STOPPED: Partial<Record<Order['type'], { sale: string; lot: string }>> = {
  freeze: { sale: 'The sale is frozen already.', lot: 'This lot is frozen already.' },
  resume: {
    sale: 'The sale is not frozen.',
    lot: 'This lot has no freeze of its own. If the sale is frozen, resume the sale.',
  },
  pause: { sale: 'The sale is paused already.', lot: 'This lot is paused already.' },
  unpause: {
    sale: 'The sale is not paused.',
    lot: 'This lot has no pause of its own. If the sale is paused, unpause the sale.',
  },
};

const SAID: Partial<Record<Order['type'], string>> = {
  announce: 'This announcement is shown already.',
  assignBuyerNumber: 'This buyer number is this account’s already.',
  cancel: 'The sale is cancelled already.',
  withdraw: 'This lot is withdrawn already.',
  sellBefore: 'This lot is sold already.',
  messageEveryone: 'This message was sent already.',
  openLot: 'Bidding on this lot is open already.',
  sellAfter: 'This lot is sold already.',
  reinstateLot: 'This lot is not withdrawn.',
  nameFloorBuyer: 'Please name the buyer.',
};

const NOTHING_CHANGED = 'Nothing changed: this was done already.';

function alreadySo({ type, lot, outcome }: Order, at: OrderedLot | undefined): string {
  const stopped = STOPPED[type];
  if (stopped !== undefined) return lot === undefined ? stopped.sale : stopped.lot;
  if (type !== 'correctSale') return SAID[type] ?? NOTHING_CHANGED;
  if (at?.soldBeforeAt !== undefined) return 'This lot was sold before the auction, which is not corrected.';
  return outcome === 'annulled' ? 'This lot has no buyer.' : 'The lot already has this result.';
}

const underReserveText = ({ terms: { reserveCents, unit } }: OrderedLot): string =>
  `The vendor bids only under the reserve of ${formatPriceWithUnit(reserveCents, unit)}.`;

/** Why the vendor's bid was refused: its vendor bids may not be used up. */
function noVendorBidText(lot: OrderedLot): string {
  const { maxVendorBids, reserveCents } = lot.terms;
  if (lot.vendorBids >= maxVendorBids) return 'No vendor bids are left on this Lot.';
  if (reserveCents === null) return 'The vendor bids only under a reserve, and this Lot has none.';
  return underReserveText(lot);
}

const BIDS: ReadonlySet<Order['type']> = new Set(['floorBid', 'vendorBid', 'staffBid']);

/** Refusals whose published words are for a person who bids for themselves. */
const BIDS_REFUSED: Readonly<Record<string, string>> = {
  'too-low': 'This is lower than the next bid on the lot. Please look at its price.',
  'not-open': 'The sale has not opened yet, so it takes no bids.',
  'auto-bids-only':
    'The sale is not live yet. Until then a bid by phone can only name a maximum, if the sale takes auto-bids.',
  'waiting-to-start': 'This lot is not up for bidding at the moment.',
  'auto-bid-not-allowed': 'This sale takes no auto-bids.',
  'upcoming-not-allowed': 'This lot takes no such bid until its turn comes.',
};

/** Orders of the clerk that are no bids. */
const CLERK_REFUSED: Readonly<Record<string, string>> = {
  'not-open': 'The sale is not live yet.',
  'waiting-to-start': 'This lot is not up for bidding yet. Open it first.',
};

/** Messages for one order and code. They take precedence over all others. */
const OF_ORDER: Partial<Record<Order['type'], Readonly<Record<string, string>>>> = {
  cancel: {
    'already-scheduled': 'The sale is live and can no longer be cancelled. Freeze it, or withdraw its lots.',
  },
  sellBefore: {
    'already-scheduled':
      'The sale is live. A lot can be recorded as sold before the auction only until the sale goes live.',
  },
  retractFloorBid: {
    'waiting-to-start': 'This lot is not up for bidding at the moment, so no floor bid can be taken back.',
  },
  knockDown: {
    'no-floor-buyer':
      'A buyer can be named only where the floor leads without one. Knock the lot down without a buyer.',
  },
  reinstateLot: {
    'lot-withdrawn': 'The sale was cancelled, so its lots stay withdrawn.',
    'lot-closed': 'The sale is over, or the lot was corrected. Correct its result instead.',
  },
  correctSale: {
    'wrong-auction-type': 'This sale has no floor, so the buyer must be an account.',
    'not-their-bid': 'This bidder can buy the lot only at the highest price that the room saw from them.',
  },
  confirmCorrection: {
    'no-proposal':
      'This correction is no longer waiting, or another one replaced it. Please look at the lot again.',
  },
  assignBuyerNumber: {
    'own-lot': 'This account listed a lot that this number bought, so the number cannot be its own.',
    'not-permitted': 'This account or buyer number cannot buy in this sale.',
  },
};

/** Codes whose own message fits every order. */
const FITS_ALL: ReadonlySet<string> = new Set(['wrong-auction-type', 'duplicate-conflict']);

/** Codes whose own message fits these orders only. All other orders get `NOT_ACCEPTED`. */
const ORDERS_OF: Readonly<Record<string, ReadonlySet<Order['type']>>> = {
  'off-increment': BIDS,
  'invalid-amount': new Set<Order['type']>([...BIDS, 'sellAfter', 'correctSale']),
  'message-limit': new Set<Order['type']>(['messageEveryone']),
  'nothing-to-retract': new Set<Order['type']>(['retractFloorBid']),
  'not-reopenable': new Set<Order['type']>(['reopenLot']),
  'not-their-bid': new Set<Order['type']>(['correctSale']),
  'second-person-needed': new Set<Order['type']>(['confirmCorrection']),
  'no-proposal': new Set<Order['type']>(['declineCorrection']),
  'no-floor-buyer': new Set<Order['type']>(['nameFloorBuyer']),
};

const NOT_ACCEPTED = 'The sale did not accept this. Please look at it again.';

/**
 * Why an order of staff was refused, where the message of its code is about something else. `lot`: the lot, where
 * the words need it. null: the code's own message fits.
 */
export function refusedOrderText(code: string, order: Order, lot: OrderedLot | undefined): string | null {
  const { type } = order;
  const own = OF_ORDER[type]?.[code];
  if (own !== undefined) return own;
  const isOfLot = order.lot !== undefined;
  if (!isOfLot && (code === 'lot-frozen' || code === 'waiting-to-start')) return NOT_ACCEPTED;
  switch (code) {
    case 'already-so':
      return alreadySo(order, lot);
    case 'lot-frozen':
      return 'This lot is frozen. Resume it first.';
    case 'auction-frozen':
      return 'The sale is frozen. Resume it first.';
    case 'lot-closed':
      return isOfLot ? 'This lot is closed.' : 'The sale is over or was cancelled.';
    case 'own-lot':
      return 'This buyer listed the lot, so they cannot bid on it or buy it.';
    case 'not-permitted':
      return 'This account or buyer number cannot bid on the lot or buy it.';
    case 'not-closed':
      // A lot is recorded as sold after the auction once its sale is closed: the words of the code fit.
      if (type === 'sellAfter') return null;
      return isOfLot ? 'This lot is not closed yet.' : 'The sale is not closed yet.';
    case 'lot-withdrawn':
      return isOfLot ? 'This lot is withdrawn, or its sale is cancelled.' : 'The sale is cancelled.';
    case 'not-scheduled':
      return 'This sale does not exist.';
    case 'unknown-lot':
      return 'This sale has no such lot. It may have been moved to another sale.';
    case 'invalid-terms':
      return 'Part of this order is missing or not allowed. Please check it.';
  }
  if (type === 'vendorBid' && lot !== undefined) {
    if (code === 'vendor-bids-exhausted') return noVendorBidText(lot);
    // The amount is valid by itself, so it is above the reserve.
    if (code === 'invalid-amount' && lot.terms.reserveCents !== null) return underReserveText(lot);
  }
  const said = (BIDS.has(type) ? BIDS_REFUSED : CLERK_REFUSED)[code];
  if (said !== undefined) return said;
  return FITS_ALL.has(code) || ORDERS_OF[code]?.has(type) ? null : NOT_ACCEPTED;
}
