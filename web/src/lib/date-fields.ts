import { SALE_ZONE } from '@saleyard/domain/days.ts';
import { DateTime } from 'luxon';

// Fields of date and time hold Sydney time. They have a module of their own: only forms need the library of dates.

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** ms → the value of a field of day and time, read as Sydney time ("2025-07-04T10:30"). */
export const toDateTimeField = (ms: number): string =>
  DateTime.fromMillis(ms, { zone: SALE_ZONE }).toFormat("yyyy-MM-dd'T'HH:mm");

/** The value of a field of day and time, read as Sydney time → ms; `null` when it is not both. */
export function fromDateTimeField(text: string): number | null {
  if (!DATE_TIME.test(text)) return null;
  const parsed = DateTime.fromISO(text, { zone: SALE_ZONE });
  return parsed.isValid ? parsed.toMillis() : null;
}

/** The value of a `date` field ("2025-07-04") → ms at which that day begins, and ends, in Sydney; `null`: no date. */
export function dayOfField(text: string): { beginsAt: number; endsAt: number } | null {
  const day = DateTime.fromISO(text, { zone: SALE_ZONE }).startOf('day');
  return day.isValid ? { beginsAt: day.toMillis(), endsAt: day.plus({ days: 1 }).toMillis() } : null;
}

/** The same time of day on the next day in Sydney. ms → ms. */
export const nextDay = (ms: number): number =>
  DateTime.fromMillis(ms, { zone: SALE_ZONE }).plus({ days: 1 }).toMillis();
