import type { PublicAuction, PublicLot } from '@saleyard/contract/realtime.ts';
import type { LotDetails } from '@saleyard/contract/rest.ts';
import type { Unit } from './money.ts';

/** Cattle that are sold by the head alone: their weight says little of their worth. */
const NOT_BY_WEIGHT = new Set(['Cow(s)', 'Cow(s) and Calves', 'Bull(s)']);

/** kg that a price per head and a price per kg are converted by: curfew weight, else the average; null unknown. */
const pricingWeight = (details: LotDetails | null): number | null =>
  details?.publicDetails.weight.curfew ?? details?.publicDetails.weight.average ?? null;

/**
 * The same price in the lot's other unit, or null where it would mean nothing: no weight known, or head-priced
 * stock other than cattle that are sold for their weight. Rounded to a tenth of a cent per kg, a cent per head.
 */
export function swappedPrice(
  cents: number,
  bidding: Unit,
  details: LotDetails | null,
  kind: PublicAuction['kindData']['type'],
): { cents: number; unit: Unit } | null {
  if (bidding === 'kg') {
    const weight = pricingWeight(details);
    return weight === null ? null : { cents: Math.round(cents * weight), unit: 'head' };
  }
  const { sex, weight } = details?.publicDetails ?? {};
  if (!weight?.curfew || weight.curfew <= 0) return null;
  if (kind !== 'cattle' || NOT_BY_WEIGHT.has(sex ?? '')) return null;
  return { cents: Math.round((cents / weight.curfew) * 10) / 10, unit: 'kg' };
}

/** What a whole lot comes to. `estimated`: priced per kg, reckoned by curfew (else average) weight. Cents. */
export type LotTotal = { cents: number; estimated: boolean };

/** A price times head, or times kg; null for a lot priced per kg without a weight to reckon by. */
export function lotTotal(
  cents: number,
  { bidding, count }: Pick<PublicLot, 'bidding' | 'count'>,
  details: LotDetails | null,
): LotTotal | null {
  if (bidding === 'head') return { cents: cents * count, estimated: false };
  const weight = pricingWeight(details);
  return weight === null ? null : { cents: Math.round(cents * weight * count), estimated: true };
}
