import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { OwnResult } from '@saleyard/contract/bids.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { Gross } from '@saleyard/domain/listing/gross.ts';
import { lotTotal, swappedPrice } from '@/lib/money.ts';

/** A closed lot of a sale, or of one's own results. */
export type ClosedLot = CatalogueLot | OwnResult;

/** What became of a closed lot, as the list marks it. */
export type LotResult =
  | 'bought'
  | 'sold'
  | 'soldAfterAuction'
  | 'passed'
  | 'noBid'
  | 'withdrawn'
  | 'soldBeforeAuction'
  | 'closed';

export const LOT_RESULT_LABELS: Readonly<Record<LotResult, string>> = {
  bought: 'BOUGHT',
  sold: 'SOLD',
  soldAfterAuction: 'SOLD AA',
  passed: 'Passed In',
  noBid: 'No Bids',
  withdrawn: 'Withdrawn',
  soldBeforeAuction: 'Sold before Auction',
  closed: 'Closed',
};

/** A closed lot's result for the viewer; `paddle` is the viewer's alias in the sale, null when they have none. */
export function lotResult(
  lot: Pick<ClosedLot, 'withdrawn' | 'soldBeforeAuction' | 'status' | 'winner'>,
  paddle: string | null,
): LotResult {
  if (lot.withdrawn) return 'withdrawn';
  if (lot.soldBeforeAuction) return 'soldBeforeAuction';
  if (lot.status === null) return 'closed';
  return isSold(lot) && paddle !== null && lot.winner === paddle ? 'bought' : lot.status;
}

/** Sold in the sale or after it, to whomever. */
const isSold = ({ status }: Pick<ClosedLot, 'status'>): boolean =>
  status === 'sold' || status === 'soldAfterAuction' || status === 'bought';

/** Cents per kg of a sold head-priced lot by its curfew weight, to a tenth of a cent; null where it has none. */
export function perKgCents(lot: ClosedLot, kind: PublicAuction['kindData']['type']): number | null {
  if (!isSold(lot) || lot.bidding !== 'head' || lot.closedPrice === null) return null;
  return swappedPrice(lot.closedPrice, lot.bidding, lot, kind)?.cents ?? null;
}

/** What a closed lot came to; null without a price, or without a weight to reckon by. */
export const closedTotal = (lot: ClosedLot): Gross | null =>
  lot.closedPrice === null ? null : lotTotal(lot.closedPrice, lot, lot);
