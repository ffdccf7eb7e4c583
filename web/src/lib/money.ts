import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { LotDetails, PublicLot } from '@saleyard/contract/lots.ts';
import { type Gross, grossOf, perKgOf } from '@saleyard/domain/listing/gross.ts';

/** What a price is per: head, or kilogram of live weight. */
export type Unit = 'head' | 'kg';

const dollars = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });
const whole = new Intl.NumberFormat('en-AU');

/** Integer cents as dollars with two decimals: 41200 → "$412.00". */
export const formatDollars = (cents: number): string => dollars.format(cents / 100);

/** A price as the yards say it: per head in dollars ("$412.00"), per kg in cents ("412¢"). */
export const formatPrice = (cents: number, unit: Unit): string =>
  unit === 'head' ? formatDollars(cents) : `${whole.format(cents)}¢`;

/** A price that carries its unit: "$412.00 /head", "412¢ /kg". `null` is a dash. */
export const formatPriceWithUnit = (cents: number | null, unit: Unit): string =>
  cents === null ? '–' : `${formatPrice(cents, unit)} /${unit}`;

/** A price for a screen reader: "412.00 dollars per head", "412 cents per kilogram". */
export const speakPrice = (cents: number, unit: Unit): string =>
  unit === 'head'
    ? `${(cents / 100).toFixed(2)} dollars per head`
    : `${whole.format(cents)} cents per kilogram`;

/** A whole number with its thousands: 12500 → "12,500". */
export const formatCount = (count: number): string => whole.format(count);

/** "1 lot", "40 lots". `many` is for words whose plural is not an s ("40 head"). */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const HEAD_AMOUNT = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
const KG_AMOUNT = /^(\d+)¢?$/;

/**
 * What a person typed, as integer cents: dollars per head ("1,250", "$412.50"), whole cents per kg ("412").
 * `null` when it is not such an amount, is zero, or is too large to be exact.
 */
export function parsePrice(text: string, unit: Unit): number | null {
  const trimmed = text.trim();
  let cents: number;
  if (unit === 'kg') {
    const match = KG_AMOUNT.exec(trimmed);
    if (!match) return null;
    cents = Number(match[1]);
  } else {
    const match = HEAD_AMOUNT.exec(trimmed);
    if (!match) return null;
    const fraction = (match[2] ?? '').padEnd(2, '0');
    cents = Number((match[1] ?? '').replaceAll(',', '')) * 100 + Number(fraction);
  }
  return Number.isSafeInteger(cents) && cents > 0 ? cents : null;
}

/** Integer cents as a person would type them, for filling a field: 41250 per head → "412.50", 412 per kg → "412". */
export const typedPrice = (cents: number, unit: Unit): string =>
  unit === 'kg' ? String(cents) : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);

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
  const perKg = perKgOf(cents, { kind, sex: sex ?? '', curfewKg: weight?.curfew ?? null });
  return perKg === null ? null : { cents: perKg, unit: 'kg' };
}

/** What a lot comes to at a price; null for a lot priced per kg without a weight to reckon by. */
export const lotTotal = (
  cents: number,
  { bidding, count }: Pick<PublicLot, 'bidding' | 'count'>,
  details: LotDetails | null,
): Gross | null => grossOf(cents, { unit: bidding, count, weightKg: pricingWeight(details) });
