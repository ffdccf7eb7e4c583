import { isDay } from '@saleyard/domain/days.ts';
import { meaningOf, parseDate } from '@saleyard/domain/fields/typed.ts';
import { formatCalendarDay } from '@saleyard/domain/presentation/field-text.ts';

export { isDay };

// Days without a time, as fields hold them: "2026-09-30". No zone is part of them.

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const atNoon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** The day that a text means, as "2026-09-30"; null: none. */
export const dayOfText = (typed: string): string | null => meaningOf(parseDate(typed));

/** What a field says that holds something else than a day, or nothing. */
export const dayProblem = (day: string): string | false =>
  day !== '' && !isDay(day) && 'This must be a date: DD/MM/YYYY';

/** A day as people read it, "30/09/2026"; what is no day stays as it is. */
export const textOfDay = formatCalendarDay;

export function plusDays(day: string, days: number): string {
  const at = atNoon(day);
  at.setUTCDate(at.getUTCDate() + days);
  return dayOf(at);
}

/** The same day of another month, or the last one of a shorter month. */
export function plusMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0, 12));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return dayOf(last);
}

/** Days since the Monday of its week. */
export const sinceMonday = (day: string): number => (atNoon(day).getUTCDay() + 6) % 7;

/** The weeks of a day's month, Monday first, with the days of the months beside it that they reach into. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const last = plusDays(plusMonths(first, 1), -1);
  const weeks: string[][] = [];
  for (let monday = plusDays(first, -sinceMonday(first)); monday <= last; monday = plusDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => plusDays(monday, at)));
  return weeks;
}

const longDay = new Intl.DateTimeFormat('en-AU', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
} as const);
const monthAndYear = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "Wednesday 30 September 2026": what a screen reader says of a day. */
export const longDayText = (day: string): string => longDay.format(atNoon(day)).replace(',', '');

/** "September 2026". */
export const monthText = (day: string): string => monthAndYear.format(atNoon(day));
