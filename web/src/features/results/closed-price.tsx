import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import { formatPriceWithUnit } from '@/lib/money.ts';
import { type ClosedLot, perKgCents } from './lot-result.ts';

/** At which price a lot closed, what of sold cattle that makes per kg, and where its buyer is; nothing without a price. */
export function ClosedPrice({ lot, kind }: { lot: ClosedLot; kind: PublicAuction['kindData']['type'] }) {
  if (lot.closedPrice === null) return null;
  const { town = '', state = '' } = lot.winnerData?.officeAddress ?? {};
  const to = [town, state].filter(Boolean).join(', ');
  const perKg = perKgCents(lot, kind);
  return (
    <>
      <strong className="sy-number">{formatPriceWithUnit(lot.closedPrice, lot.bidding)}</strong>
      {perKg !== null && <span className="sy-number sy-dim">{formatPriceWithUnit(perKg, 'kg')}</span>}
      {to !== '' && <span className="sy-dim">To: {to}</span>}
    </>
  );
}
