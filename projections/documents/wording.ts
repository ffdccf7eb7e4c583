import type { CatalogueLot, LotPage } from '@saleyard/contract/lots.ts';
import { SALE_ZONE } from '@saleyard/domain/days.ts';
import { perKgOf } from '@saleyard/domain/listing/gross.ts';
import type { KindType, Unit } from '@saleyard/domain/listing/stock.ts';

// Amounts, times and lots as documents write them, in the words of the web.

const dollars = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });
const whole = new Intl.NumberFormat('en-AU');

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: SALE_ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
});

/** "Friday 4 July 2025 - 10.30 AM Sydney". */
export function dateTimeOf(ms: number): string {
  const { weekday, day, month, year, hour, minute, dayPeriod } = Object.fromEntries(
    parts.formatToParts(ms).map(({ type, value }) => [type, value]),
  );
  return `${weekday} ${day} ${month} ${year} - ${hour}.${minute} ${dayPeriod} Sydney`;
}

/** 12500 → "12,500". */
export const countOf = (count: number): string => whole.format(count);

/** "$412.00 /head", "412¢ /kg"; '' for null. */
export const priceOf = (cents: number | null, unit: Unit): string =>
  cents === null
    ? ''
    : `${unit === 'head' ? dollars.format(cents / 100) : `${whole.format(cents)}¢`} /${unit}`;

/** "$17,040.00". */
export const dollarsOf = (cents: number): string => dollars.format(cents / 100);

const RESULTS: Readonly<Record<NonNullable<CatalogueLot['status']>, string>> = {
  noBid: 'No Bids',
  passed: 'Passed In',
  sold: 'Sold',
  soldAfterAuction: 'Sold AA',
};

/** What became of a lot; '' while that is not known. */
export function resultOf({
  withdrawn,
  soldBeforeAuction,
  status,
}: Pick<CatalogueLot, 'withdrawn' | 'soldBeforeAuction' | 'status'>): string {
  if (withdrawn) return 'Withdrawn';
  if (soldBeforeAuction) return 'Sold before Auction';
  return status === null ? '' : RESULTS[status];
}

/** Cents per kg of a sold head-priced lot by its curfew weight; null where it has none. */
export function soldPerKgCents(
  { status, bidding, closedPrice, publicDetails }: CatalogueLot,
  kind: KindType,
): number | null {
  if ((status !== 'sold' && status !== 'soldAfterAuction') || bidding !== 'head' || closedPrice === null)
    return null;
  const { sex, weight } = publicDetails;
  return perKgOf(closedPrice, { kind, sex, curfewKg: weight.curfew });
}

/** Town and state: "GUNNEDAH, NSW". */
export const placeOf = ({ publicDetails: { location } }: CatalogueLot): string =>
  [location.town, location.state].filter(Boolean).join(', ');

/** Town and state of who bought a lot: "TAMWORTH, NSW"; '' where that is not known. */
export const buyerOf = ({ winnerData }: Pick<CatalogueLot, 'winnerData'>): string =>
  [winnerData?.officeAddress.town, winnerData?.officeAddress.state].filter(Boolean).join(', ');

/** What the vendor called a lot, else its head count. */
export const titleOf = ({
  publicDetails: { title },
  count,
}: Pick<CatalogueLot, 'publicDetails' | 'count'>): string => title || `${countOf(count)} head`;

/** A field of a lot's form as it is read: yes and no, lists with commas; '' for null. */
export function fieldText(value: LotPage['details']['values'][number]['values'][number]['value']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  return value === null ? '' : String(value);
}
