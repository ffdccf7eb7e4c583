/** ms of a day without a change of the clock. */
export const DAY_MS = 24 * 3_600_000;

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a day of the calendar, as "2026-09-30". 30 February is not. */
export function isDay(text: string): boolean {
  const [, year, month, day] = (ISO_DAY.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const made = new Date(Date.UTC(year, month - 1, day));
  // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
  return made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
}

/** The time zone of all sales. Dates are shown in it wherever the viewer is. */
export const SALE_ZONE = 'Australia/Sydney';

const DAY = /* @__PURE__ */ new Intl.DateTimeFormat('en-CA', { timeZone: SALE_ZONE, dateStyle: 'short' });

/** The day of an instant (ms) in the sales' zone: "2026-09-30". */
export const saleDay = (ms: number): string => DAY.format(ms);
