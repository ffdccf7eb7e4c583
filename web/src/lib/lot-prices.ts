import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { LotDetails, PublicLot } from '@saleyard/contract/lots.ts';
import { type Gross, grossOf, perKgOf } from '@saleyard/domain/listing/gross.ts';
import { SENT_AS } from '@saleyard/domain/listing/price-names.ts';
import type { Unit } from '@saleyard/domain/listing/stock.ts';

/** kg that a price per head and a price per kg are converted by: curfew weight, else the average; null unknown. */
const pricingWeight = (details: LotDetails | null): number | null =>
  details?.publicDetails.weight.curfew ?? details?.publicDetails.weight.average ?? null;

/**
 * The same price in the lot's other unit, or null where it would mean nothing: no weight known, or head-priced
 * stock other than cattle that are sold for their weight. Rounded to a tenth of a cent per kg, a cent per head.
 */
export function swappedPrice(
  cents: number,
  unit: Unit,
  details: LotDetails | null,
  kind: PublicAuction['kindData']['type'],
): { cents: number; unit: Unit } | null {
  if (unit === 'kg') {
    const gross = grossOf(cents, { unit, count: 1, weightKg: pricingWeight(details) });
    return gross === null ? null : { cents: gross.cents, unit: 'head' };
  }
  const { sex, weight } = details?.publicDetails ?? {};
  const perKg = perKgOf(cents, { kind, sex: sex ?? '', curfewKg: weight?.curfew ?? null });
  return perKg === null ? null : { cents: perKg, unit: 'kg' };
}

/** What a lot comes to at a price; null for a lot priced per kg without a weight to calculate with. */
export const lotTotal = (
  cents: number,
  lot: Pick<PublicLot, 'bidding' | 'count'>,
  details: LotDetails | null,
): Gross | null =>
  grossOf(cents, { unit: lot[SENT_AS.unit], count: lot.count, weightKg: pricingWeight(details) });
