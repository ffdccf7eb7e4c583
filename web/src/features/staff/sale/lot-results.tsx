import type { LotBidder, StaffLot } from '@saleyard/contract/lots.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { buyerNumberOf, FLOOR } from '@saleyard/domain/auction/ids.ts';
import { formatPriceWithUnit } from '@saleyard/domain/presentation/amounts.ts';
import { CORRECTED_LABELS, RESULT_LABELS, resultOf } from '@saleyard/domain/presentation/lots.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { Facts } from '@/ui/facts.tsx';
import { leaderLabel } from './lot-labels.ts';
import classes from './sale.module.css';

type Outcome = keyof typeof CORRECTED_LABELS;

const atPrice = (cents: number | null, { bidding }: StaffLot): string =>
  cents === null ? '' : ` at ${formatPriceWithUnit(cents, bidding)}`;

/** How staff read a buyer by id: one on the floor by number. */
export function buyerLabel(buyer: string, name: string): string {
  const number = buyerNumberOf(buyer);
  if (number !== null) return name === '' ? `floor, buyer ${number}` : name.replace(/^F(?=loor, buyer)/, 'f');
  if (buyer === FLOOR) return 'the floor, buyer to be named';
  return name || 'an account without a name';
}

/** A result in one line: "Sold to Bea Hume at $420.00 /head". A price is part of it only where the lot is sold. */
export const outcomeText = (
  outcome: Outcome,
  { buyer, cents }: { buyer: string; cents: number | null },
  lot: StaffLot,
): string =>
  outcome === 'sold'
    ? `${CORRECTED_LABELS.sold} to ${buyer}${atPrice(cents, lot)}`
    : CORRECTED_LABELS[outcome];

/** What a closed lot is at present, with its buyer and price. */
export function presentText(lot: StaffLot): string {
  const result = resultOf(lot);
  if (result === null) return 'Not closed';
  if (lot.corrected?.outcome === 'annulled') return CORRECTED_LABELS.annulled;
  if (result !== 'sold' && result !== 'soldAfterAuction') return RESULT_LABELS[result];
  const { leader } = lot;
  const buyer = leader === null ? leaderLabel(lot) || '–' : buyerLabel(leader._id, leader.name);
  return `${RESULT_LABELS[result]} to ${buyer}${atPrice(lot.closedPrice, lot)}`;
}

/** What a corrected lot was knocked down to; null where it was never corrected. */
export function firstText(lot: StaffLot): string | null {
  if (lot.corrected === undefined) return null;
  const { result, cents } = lot.corrected.knockedDown;
  const isSold = result === 'sold' || result === 'soldAfterAuction';
  return `${RESULT_LABELS[result]}${isSold ? atPrice(cents, lot) : ''}`;
}

/** A lot's result before a correction and after it, and what it was knocked down to if that is neither. */
export function BeforeAfter({ lot, after }: { lot: StaffLot; after: string }) {
  const first = firstText(lot);
  return (
    <Facts strong mb="md" anywhere className={classes.beforeAfter}>
      {first !== null && (
        <div>
          <dt>Knocked down</dt>
          <dd>{first}</dd>
        </div>
      )}
      <div>
        <dt>Now</dt>
        <dd>{presentText(lot)}</dd>
      </div>
      <div data-after>
        <dt>After the correction</dt>
        <dd>{after}</dd>
      </div>
    </Facts>
  );
}

/** The accounts that bid on a lot, the highest first. */
export const lotBiddersQuery = (auction: string, lot: string) =>
  queryOptions({
    queryKey: ['staff', 'auctions', auction, 'bidders', lot],
    queryFn: async ({ signal }): Promise<readonly LotBidder[]> =>
      (await call(staffOperations.lotBidders, { params: { auction, lot }, signal })).bidders,
    staleTime: 0,
  });
