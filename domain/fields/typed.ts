import { DAY_MS, isDay, saleDay } from '../days.ts';
import type { Unit } from '../listing/stock.ts';

// What a person types, by the kind of value it stands for: numbers, weights, money, ages and dates here, codes and names in
// `typed-codes.ts`. Each kind has one parser, for every input of the web, for files and for the server. A parser accepts
// other ways to write the same value, and never makes another value by leaving signs out.

/**
 * The value that a text means; or the rule it breaks, to be read after the field's name: "must be 4 digits". `note`: what
 * the person must see a message about a value that is not quite what was typed.
 */
export type Typed<T> = { readonly value: T; readonly note?: string } | { readonly rule: string };
export type Parser<T> = (typed: string) => Typed<T>;

/** The value, or null where the text breaks the rule. */
export const meaningOf = <T>(parsed: Typed<T>): T | null => ('value' in parsed ? parsed.value : null);

/** The value that was typed; null where the text breaks the rule, or means a value that is noted as another one. */
export const exactMeaningOf = <T>(parsed: Typed<T>): T | null =>
  'value' in parsed && parsed.note === undefined ? parsed.value : null;

/** The text that is stored for what was typed: what it means, or the same text where it breaks the rule. */
export const storedText = (parse: Parser<string>, typed: string): string =>
  meaningOf(parse(typed)) ?? plainText(typed);

/** Signs that take no space and that nobody types: marks of direction, zero-width spaces, soft hyphens. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** A text of several lines as it is stored: every visible sign, without what a paste added that nobody sees. */
export const plainLines = (typed: string): string =>
  typed.normalize('NFC').replaceAll(INVISIBLE, '').replaceAll('\u00a0', ' ').trim();

/** A text of one line as it is stored: tabs, line breaks and unusual spaces of a paste are spaces. */
export const plainText = (typed: string): string =>
  plainLines(typed.replaceAll(INVISIBLE, '').replaceAll(/\r\n|\s/g, ' '));

/** Full-width signs, unusual spaces, dashes and minus signs as their usual forms; without spaces around it. */
export const plainSigns = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\u{180e}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .trim();

/** Digits with commas or spaces between thousands, or none; then decimals after a point. "0,500" is no thousands. */
const GROUPED = /^([1-9]\d{0,2}(?:[, ]\d{3})+|\d+)(?:\.(\d*))?$/;
/** The same with a comma before the decimals. A comma before three digits is a thousand's. */
const DECIMAL_COMMA = /^([1-9]\d{0,2}(?:[. ]\d{3})+|\d+),(\d{0,2}|\d{4,})$/;

/**
 * The whole digits and the decimals of a number of zero or more, each way that people write it: "1,250", "1 250",
 * "412.50", "412,5". null: no number. `decimalComma`: a comma stands before decimals and nowhere else, as in files that
 * separate cells by semicolons.
 */
function digitsOf(text: string, decimalComma: boolean): { whole: string; decimals: string } | null {
  const match = decimalComma
    ? (/^([1-9]\d{0,2}(?:[. ]\d{3})+|\d+)(?:,(\d*))?$/.exec(text) ?? /^(\d+)\.(\d*)$/.exec(text))
    : (GROUPED.exec(text) ?? DECIMAL_COMMA.exec(text) ?? /^()[.,](\d+)$/.exec(text));
  if (match === null) return null;
  return { whole: (match[1] ?? '').replaceAll(/[,. ]/g, '') || '0', decimals: match[2] ?? '' };
}

/** A number by its decimal digits, half up: 412.555 → 412.56, which arithmetic in floating point gets wrong. */
function rounded(whole: string, decimals: string, places: number): number {
  const kept = `${whole}${decimals.slice(0, places).padEnd(places, '0')}`;
  const up = Number(decimals[places] ?? '0') >= 5 ? 1 : 0;
  return (Number(kept) + up) / 10 ** places;
}

/** Units as people add them to a number. */
const UNITS = {
  kg: /\s*kgs?\.?$/i,
  months: /\s*(months?|mths?|mo|m)\.?$/i,
  '%': /\s*%$/,
  head: /\s*(head|hd)\.?$/i,
} as const;

export type NumberKind = {
  least?: number;
  most?: number;
  whole?: boolean;
  unit?: keyof typeof UNITS;
  decimalComma?: boolean;
};

const count = (value: number): string => new Intl.NumberFormat('en-AU').format(value);

const rangeRule = ({ whole = false, least = 0, most }: NumberKind): string => {
  const range = most === undefined ? `${count(least)} or more` : `from ${count(least)} to ${count(most)}`;
  return `must be a ${whole ? 'whole ' : ''}number ${range}`;
};

/** A number. "10.0" and "1,250" are whole ones, "1.5" is not. */
export const parseNumber =
  (kind: NumberKind = {}): Parser<number> =>
  (typed) => {
    const { whole = false, least = 0, most = Number.MAX_SAFE_INTEGER, unit, decimalComma = false } = kind;
    const text = plainSigns(typed);
    const digits = digitsOf(unit === undefined ? text : text.replace(UNITS[unit], ''), decimalComma);
    if (digits === null) return { rule: rangeRule(kind) };
    const value = Number(`${digits.whole}.${digits.decimals || '0'}`);
    if (!Number.isFinite(value) || (whole && !Number.isInteger(value)) || value < least || value > most)
      return { rule: rangeRule(kind) };
    return { value };
  };

/** A number of head: "40", "40 head". */
export const parseHead = (least: number, most: number): Parser<number> =>
  parseNumber({ whole: true, least, most, unit: 'head' });

/** A whole number: of vendor bids, of days. */
export const parseWhole = (least: number, most: number): Parser<number> =>
  parseNumber({ whole: true, least, most });

/**
 * A weight in kg, to the hundredth. A weight over `most` becomes `most`, and the note says so: the specification caps
 * weights. A text that means a weight within the cap one way and over it another ("412,500") is refused.
 */
export const parseWeight =
  ({ most, decimalComma = false }: { most: number; decimalComma?: boolean }): Parser<number> =>
  (typed) => {
    const text = plainSigns(typed).replace(UNITS.kg, '');
    const digits = digitsOf(text, decimalComma);
    if (digits === null) return { rule: 'must be a weight in kg, such as 412.5' };
    const value = rounded(digits.whole, digits.decimals, 2);
    if (value <= most) return { value };
    if (/^\d{1,4},\d{3}$/.test(text) && Number(text.replace(',', '.')) <= most)
      return { rule: `must be written with a point: ${text.replace(',', '.')} kg` };
    return {
      value: most,
      note: `${count(value)} kg is more than one head may weigh, so ${count(most)} kg was entered`,
    };
  };

/** An age in whole months; years are counted as 12 months each. */
export const parseAge =
  (most: number): Parser<number> =>
  (typed) => {
    const rule = { rule: `must be whole months from 0 to ${most}` };
    const text = plainSigns(typed);
    const years = /^(.+?)\s*(?:years?|yrs?|y)\.?$/i.exec(text)?.[1];
    const known = meaningOf(parseNumber({ unit: 'months' })(years ?? text));
    if (known === null) return rule;
    const months = years === undefined ? known : Math.round(known * 12 * 1e6) / 1e6;
    return Number.isInteger(months) && months <= most ? { value: months } : rule;
  };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAMES =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;

function dayNamed(year: string, month: string, date: string): string | null {
  const named = MONTH_NAMES.test(month.toLowerCase())
    ? MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
    : 0;
  const number = named === 0 ? month : String(named);
  const full = year.length === 2 ? `20${year}` : year;
  const day = `${full}-${number.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

const WEEKDAY = /^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?[.,]? /i;

/**
 * A day as DD/MM/YYYY, DD/MM/YY, "1 Dec 2026", "Dec 1, 2026" or YYYY-MM-DD, as "2026-12-01"; a weekday before it is not
 * compared. Years of two digits are of this century.
 */
export const parseDate: Parser<string> = (typed) => {
  const text = plainSigns(typed).replace(WEEKDAY, '');
  const iso = /^(\d{4})[/. -](\d{1,2})[/. -](\d{1,2})$/.exec(text);
  const [, named = '', of = '', at = ''] =
    /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text) ?? [];
  const [, date = of, month = named, year = at] =
    /^(\d{1,2})(?:st|nd|rd|th)?[/. -]{1,2}(\d{1,2}|[a-z]+)[/., -]{1,2}(\d{4}|\d{2})$/i.exec(text) ?? [];
  const day = iso ? dayNamed(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '') : dayNamed(year, month, date);
  return day === null ? { rule: 'must be a date, DD/MM/YYYY' } : { value: day };
};

/** What programs write after a day: hours, minutes, half of the day and zone. */
const TIME =
  /[ T,]+(\d{1,2})[:.](\d{2})(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:([ap])\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const IS_UTC = /^(Z|UTC|GMT|[+-]00:?00)$/i;
/** The day that spreadsheets count days from (ms), and the numbers of the first and the last day of this century. */
const SERIAL = { zero: Date.UTC(1899, 11, 30), first: 36_526, last: 73_050 } as const;

const written = (day: string): string => day.split('-').reverse().join('/');

/**
 * A day in a cell of a file: with a time after it, or as the number that spreadsheets store it as, which is noted. A time in
 * UTC gives the day that it is in Sydney then; in any other zone the day is as written.
 */
export const parseCellDate: Parser<string> = (cell) => {
  const text = plainSigns(cell);
  const parsed = parseDate(text.replace(TIME, ''));
  const [, hour = '', minute = '', half, zone = ''] = TIME.exec(text) ?? [];
  if ('value' in parsed && IS_UTC.test(zone)) {
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
    const value = saleDay(Date.parse(parsed.value) + (hours * 60 + Number(minute)) * 60_000);
    return value === parsed.value
      ? parsed
      : { value, note: `was read as ${written(value)}, the day in Sydney at that time` };
  }
  const serial = /^\d{5}(?:\.\d+)?$/.test(cell) ? Math.floor(Number(cell)) : 0;
  if ('value' in parsed || serial < SERIAL.first || serial > SERIAL.last) return parsed;
  const value = new Date(SERIAL.zero + serial * DAY_MS).toISOString().slice(0, 10);
  return {
    value,
    note: `was read as ${written(value)}, whose number it is in spreadsheets`,
  };
};

/** What prices are written in. */
export type WrittenIn = 'dollars' | 'cents';

/**
 * A price in cents: dollars per head ("1,250", "$412.50"), whole cents per kg ("412", "412¢"). A comma before decimals is
 * refused: money is not guessed at. `writtenIn`: of prices that are written the other way.
 */
export const parseMoney =
  (unit: Unit, writtenIn: WrittenIn = unit === 'kg' ? 'cents' : 'dollars'): Parser<number> =>
  (typed) => {
    const inCents = writtenIn === 'cents';
    const [ofCents, ofDollars] = unit === 'kg' ? ['412', '4.12'] : ['41250', '1,250 or 412.50'];
    const rule = {
      rule: inCents
        ? `must be whole cents per ${unit}, such as ${ofCents}`
        : `must be dollars per ${unit}, such as ${ofDollars}`,
    };
    const text = plainSigns(typed).replace(unit === 'kg' ? /\s*\/\s*kg$/i : /\s*\/\s*h(ea)?d$/i, '');
    const bare = inCents ? text.replace(/\s*(¢|c)$/i, '') : text.replace(/^(A?\$)\s*/i, '');
    const match = (inCents ? /^(\d+)(?:\.0+)?$/ : /^([1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.(\d{0,2})0*)?$/).exec(
      bare,
    );
    if (match === null) return rule;
    const whole = Number((match[1] ?? '').replaceAll(',', ''));
    const cents = inCents ? whole : whole * 100 + Number((match[2] ?? '').padEnd(2, '0'));
    return Number.isSafeInteger(cents) && cents > 0 ? { value: cents } : rule;
  };
