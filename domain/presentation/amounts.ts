import { meaningOf, parseMoney } from '../fields/typed.ts';
import type { Unit } from '../listing/stock.ts';

// Money, counts and prices as people read and write them. Money is integer cents, weights are kg.

const dollars = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });
const whole = new Intl.NumberFormat('en-AU');

/** Integer cents as dollars with two decimals: 41200 → "$412.00". */
export const formatDollars = (cents: number): string => dollars.format(cents / 100);

/** A price as the yards say it: per head in dollars ("$412.00"), per kg in cents ("412¢"). */
export const formatPrice = (cents: number, unit: Unit): string =>
  unit === 'head' ? formatDollars(cents) : `${whole.format(cents)}¢`;

/** A price with its unit: "$412.00 /head", "412¢ /kg". `none`: what is shown for null. */
export const formatPriceWithUnit = (cents: number | null, unit: Unit, none = '–'): string =>
  cents === null ? none : `${formatPrice(cents, unit)} /${unit}`;

/** A price for a screen reader: "412.00 dollars per head", "412 cents per kilogram". */
export const speakPrice = (cents: number, unit: Unit): string =>
  unit === 'head'
    ? `${(cents / 100).toFixed(2)} dollars per head`
    : `${whole.format(cents)} cents per kilogram`;

/** Integer cents as a person would type them, to fill a field: 41250 per head → "412.50", 412 per kg → "412". */
export const typedPrice = (cents: number, unit: Unit): string =>
  unit === 'kg' ? String(cents) : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);

/** A price or an increment within a message: "$20", "$2.50", "5¢". */
export const shortPrice = (cents: number, unit: Unit): string =>
  unit === 'kg' ? `${typedPrice(cents, unit)}¢` : `$${typedPrice(cents, unit)}`;

/** Integer cents as a number of dollars in a table file: 41250 → "412.50"; '' for null. */
export const dollarsInFile = (cents: number | null): string =>
  cents === null ? '' : (cents / 100).toFixed(2);

/** Cents per kg, to a tenth: 412 → "412.0"; '' for null. */
export const formatCentsPerKg = (cents: number | null): string => cents?.toFixed(1) ?? '';

/** A whole number with its thousands: 12500 → "12,500". */
export const formatCount = (count: number): string => whole.format(count);

/** "1 lot", "40 lots". `many` is for words whose plural is not an s ("40 head"). */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** What a person typed, as integer cents; null when it is no amount, zero, or too large to be exact. */
export const parsePrice = (text: string, unit: Unit): number | null => meaningOf(parseMoney(unit)(text));
