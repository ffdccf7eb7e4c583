import { SALE_ZONE } from '../days.ts';

/** The zone's name beside a time. */
export const SALE_ZONE_NAME = 'Sydney';

/** The parts of a time in a zone, in English. Uses `Intl`, since a date library is large for public pages. */
const partsIn = (zone: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options });
  return (ms: number): Partial<Record<Intl.DateTimeFormatPartTypes, string>> =>
    Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
};

const sydneyParts = (options: Intl.DateTimeFormatOptions) => partsIn(SALE_ZONE, options);

const dayOf = sydneyParts({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const shortDayOf = sydneyParts({ weekday: 'short', day: 'numeric', month: 'short' });
const dateOf = sydneyParts({ day: '2-digit', month: '2-digit', year: 'numeric' });
const timeOf = sydneyParts({ hour: 'numeric', minute: '2-digit', second: '2-digit', hourCycle: 'h12' });
const clockOf = sydneyParts({ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' });

/** "Friday 4 July 2025", Sydney. */
export const formatDay = (ms: number): string => {
  const { weekday, day, month, year } = dayOf(ms);
  return `${weekday} ${day} ${month} ${year}`;
};

/** "Friday 4 July 2025 - 10.30 AM": the full date and time of the product, Sydney. */
export const formatDateTime = (ms: number): string => `${formatDay(ms)} - ${formatTime(ms)}`;

/** "Friday 4 July 2025 - 10.30 AM Sydney": where nothing else on the page names the zone. */
export const formatDateTimeWithZone = (ms: number): string => `${formatDateTime(ms)} ${SALE_ZONE_NAME}`;

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

/** "8.30 AM" in a zone, prefixed with the day when it differs from Sydney's: "Thu 11.30 PM". */
export function formatTimeIn(ms: number, zone: string): string {
  const { weekday, day, hour, minute, dayPeriod } = partsIn(zone, {
    weekday: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
  })(ms);
  const time = `${hour}.${minute} ${dayPeriod}`;
  return day === dayOf(ms).day ? time : `${weekday} ${time}`;
}

/** "10.30 AM", Sydney. */
export const formatTime = (ms: number): string => {
  const { hour, minute, dayPeriod } = timeOf(ms);
  return `${hour}.${minute} ${dayPeriod}`;
};

/** "10:42", Sydney: for when something was saved. */
export const formatClock = (ms: number): string => {
  const { hour, minute } = clockOf(ms);
  return `${Number(hour)}:${minute}`;
};

/** "10.30.05 AM", Sydney: for what happened within a sale. */
export const formatTimeWithSeconds = (ms: number): string => {
  const { hour, minute, second, dayPeriod } = timeOf(ms);
  return `${hour}.${minute}.${second} ${dayPeriod}`;
};

/** "10.30.05.120 AM", Sydney: for what is compared to the millisecond. */
export const formatTimeWithMs = (ms: number): string => {
  const { hour, minute, second, dayPeriod } = timeOf(ms);
  return `${hour}.${minute}.${second}.${String(ms % 1_000).padStart(3, '0')} ${dayPeriod}`;
};

/** How long something took or differs: "13 ms", "1.2 s", "2 min 5 s", "3 h 22 min". */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1_000);
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3_600),
    Math.floor((seconds % 3_600) / 60),
    seconds % 60,
  ];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** "Fri 4 Jul 10.30 AM", Sydney: for dense tables. */
export const formatShortDateTime = (ms: number): string => {
  const { weekday, day, month } = shortDayOf(ms);
  return `${weekday} ${day} ${month} ${formatTime(ms)}`;
};

/** The heading a sale is under: "Today", "Tomorrow", or "Friday 4 July 2025". */
export function dayHeading(ms: number, nowMs: number): string {
  const day = dayKey(ms);
  const today = dayKey(nowMs);
  if (day === today) return 'Today';
  return day === followingDay(today) ? 'Tomorrow' : formatDay(ms);
}

/** Sorts and groups by Sydney day: "2025-07-04". */
export const dayKey = (ms: number): string => {
  const { year, month, day } = dateOf(ms);
  return `${year}-${month}-${day}`;
};

/** The day after "2025-07-04", as a calendar counts. */
const followingDay = (key: string): string => {
  const day = new Date(`${key}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
};

/** The year in Sydney, for the copyright line. */
export const yearOf = (ms: number): number => Number(dateOf(ms).year);

/** A countdown: "1h 5m 3s", "4m 10s"; "CLOSING..." when nothing is left. */
export function formatCountdown(leftMs: number): string {
  if (leftMs <= 0) return 'CLOSING...';
  const seconds = Math.ceil(leftMs / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = `${Math.floor((seconds % 3600) / 60)}m ${seconds % 60}s`;
  return hours === 0 ? rest : `${hours > 9999 ? 'X' : hours}h ${rest}`;
}

/** Time until something, as one says it: "3 d 4 h", "3 h 22 min", "22 min", "1 min" for anything shorter. */
export function formatUntil(leftMs: number): string {
  const minutes = Math.max(1, Math.ceil(leftMs / 60_000));
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return `${rest} min`;
}
