import { DateTime } from 'luxon';

/** Where the sales' clock hangs. */
export const SALE_ZONE = 'Australia/Sydney';

/** The zone's name beside a time. */
export const SALE_ZONE_NAME = 'Sydney';

const at = (ms: number): DateTime => DateTime.fromMillis(ms, { zone: SALE_ZONE, locale: 'en-AU' });

/** "Friday 4 July 2025 - 10.30 AM": the house's full date and time, Sydney. */
export const formatDateTime = (ms: number): string =>
  at(ms).setLocale('en-US').toFormat('cccc d LLLL yyyy - h.mm a');

/** Where sales are followed from, by the names people use, with the zone of each. */
export const DISPLAY_ZONES = [
  { name: 'WA', zone: 'Australia/Perth' },
  { name: 'NT', zone: 'Australia/Darwin' },
  { name: 'QLD', zone: 'Australia/Brisbane' },
  { name: 'SA', zone: 'Australia/Adelaide' },
  { name: 'NSW', zone: SALE_ZONE },
  { name: 'VIC', zone: 'Australia/Melbourne' },
  { name: 'TAS', zone: 'Australia/Hobart' },
] as const;

/** "8.30 AM" in a zone, with the day before it where that is another one than in Sydney: "Thu 11.30 PM". */
export function formatTimeIn(ms: number, zone: string): string {
  const there = at(ms).setZone(zone).setLocale('en-US');
  return there.toFormat(there.day === at(ms).day ? 'h.mm a' : 'ccc h.mm a');
}

/** "10.30 AM", Sydney. */
export const formatTime = (ms: number): string => at(ms).setLocale('en-US').toFormat('h.mm a');

/** "10:42", Sydney: for when something was saved. */
export const formatClock = (ms: number): string => at(ms).toFormat('H:mm');

/** "10.30.05 AM", Sydney: for what happened within a sale. */
export const formatTimeWithSeconds = (ms: number): string => at(ms).setLocale('en-US').toFormat('h.mm.ss a');

/** "Fri 4 Jul 10.30 AM", Sydney: for dense tables. */
export const formatShortDateTime = (ms: number): string =>
  at(ms).setLocale('en-US').toFormat('ccc d LLL h.mm a');

/** The heading a sale stands under: "Today", "Tomorrow", or "Friday 4 July 2025". */
export function dayHeading(ms: number, nowMs: number): string {
  const day = at(ms).startOf('day');
  const today = at(nowMs).startOf('day');
  if (day.equals(today)) return 'Today';
  if (day.equals(today.plus({ days: 1 }))) return 'Tomorrow';
  return day.setLocale('en-US').toFormat('cccc d LLLL yyyy');
}

/** Sorts and groups by Sydney day: "2025-07-04". */
export const dayKey = (ms: number): string => at(ms).toFormat('yyyy-MM-dd');

/** The year in Sydney, for the copyright line. */
export const yearOf = (ms: number): number => at(ms).year;

/** ms → the value of a `datetime-local` field, read as Sydney time ("2025-07-04T10:30"). */
export const toDateTimeField = (ms: number): string => at(ms).toFormat("yyyy-MM-dd'T'HH:mm");

/** The value of a `datetime-local` field, read as Sydney time → ms; `null` when it is not a date and time. */
export function fromDateTimeField(text: string): number | null {
  const parsed = DateTime.fromISO(text, { zone: SALE_ZONE });
  return parsed.isValid ? parsed.toMillis() : null;
}

/** The value of a `date` field ("2025-07-04") → ms at which that day begins, and ends, in Sydney; `null`: no date. */
export function dayOfField(text: string): { beginsAt: number; endsAt: number } | null {
  const day = DateTime.fromISO(text, { zone: SALE_ZONE }).startOf('day');
  return day.isValid ? { beginsAt: day.toMillis(), endsAt: day.plus({ days: 1 }).toMillis() } : null;
}

/** A countdown: "1h 5m 3s", "4m 10s"; "CLOSING..." when nothing is left. */
export function formatCountdown(leftMs: number): string {
  if (leftMs <= 0) return 'CLOSING...';
  const seconds = Math.ceil(leftMs / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = `${Math.floor((seconds % 3600) / 60)}m ${seconds % 60}s`;
  return hours === 0 ? rest : `${hours > 9999 ? 'X' : hours}h ${rest}`;
}
