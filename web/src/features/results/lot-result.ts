import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { OwnResult } from '@saleyard/contract/bids.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { Gross } from '@saleyard/domain/listing/gross.ts';
import { type CataloguedResult, changedHands, RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { lotTotal, swappedPrice } from '@/lib/lot-prices.ts';

/** A closed lot of a sale, or of the person's results. */
export type ClosedLot = CatalogueLot | OwnResult;

/** What became of a closed lot, as the list marks it. */
export type LotResult = CataloguedResult | 'bought' | 'closed';

export const LOT_RESULT_LABELS: Readonly<Record<LotResult, string>> = {
  ...RESULT_LABELS,
  bought: 'BOUGHT',
  sold: 'SOLD',
  soldAfterAuction: 'SOLD AA',
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
  return changedHands(lot.status) && paddle !== null && lot.winner === paddle ? 'bought' : lot.status;
}

/** Cents per kg of a sold head-priced lot by its curfew weight, to a tenth of a cent; null where it has none. */
export function perKgCents(lot: ClosedLot, kind: PublicAuction['kindData']['type']): number | null {
  if (!changedHands(lot.status) || lot.bidding !== 'head' || lot.closedPrice === null) return null;
  return swappedPrice(lot.closedPrice, lot.bidding, lot, kind)?.cents ?? null;
}

/** What a closed lot came to; null without a price, or without a weight to calculate with. */
export const closedTotal = (lot: ClosedLot): Gross | null =>
  lot.closedPrice === null ? null : lotTotal(lot.closedPrice, lot, lot);
