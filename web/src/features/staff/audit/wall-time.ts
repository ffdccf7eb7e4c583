import { SALE_ZONE } from '@saleyard/domain/days.ts';

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: SALE_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** An instant as a field holds it, in the sale's zone: "2025-11-26T19:00:05". */
export const wallTimeOf = (ms: number): string => parts.format(ms).replace(' ', 'T');

/** The instant (ms) at which the minute, or the second, of a date and time ends; null when the text is none. */
export function endOf(text: string): number | null {
  const at = instantOf(text);
  return at === null ? null : at + (/:\d\d:\d\d$/.test(text) ? 1_000 : 60_000);
}

/** The instant (ms) of a date and time in the sale's zone; null when the text is none. */
export function instantOf(text: string): number | null {
  // A field that is still being typed in holds parts of a date and time, which Date.parse would guess at.
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (ms: number): number => Date.parse(`${wallTimeOf(ms)}Z`) - ms;
  // Twice: the offset may change between the guess and the instant.
  const guess = asUtc - offsetAt(asUtc);
  return asUtc - offsetAt(guess);
}
