import { type Parser, parseNumber, parseWeight } from '../fields/typed.ts';
import { type Field, type Form, headFields, type Value, type Values } from './forms/field.ts';
import { LOT_LIMITS } from './stock.ts';

// Rows of weights, as scales and spreadsheets write them, into the heads of a lot.

/** What electronic tags are called, then visual ones: of several, the electronic number is the animal's. */
const TAGS = [
  ...[
    'eid',
    'electronic id',
    'electronic tag',
    'electronic',
    'e tag',
    'elec id',
    'ide',
    'rfid',
    'rf id',
    'nlis',
    'nlis id',
  ],
  ...[
    'nlis rfid',
    'nlis tag',
    'nlis device',
    'lifetime id',
    'lid',
    'animal id',
    'id',
    'animal',
    'vid',
    'visual id',
    'visual',
    'visual tag',
  ],
  ...['tag id', 'tag', 'ear tag', 'management tag'],
];

/** What the columns of scales and of other marketplaces are called, by the field that they fill. */
export const WEIGHT_HEADINGS: Readonly<Record<string, readonly string[]>> = {
  weightLive: [
    ...[
      'weight',
      'wt',
      'wgt',
      'wght',
      'live weight',
      'live wt',
      'lwt',
      'lw',
      'kg',
      'kgs',
      'weight kg',
      'wt kg',
    ],
    ...[
      'current weight',
      'current wt',
      'latest weight',
      'last weight',
      'final weight',
      'actual weight',
      'body weight',
    ],
    ...['animal weight', 'scale weight', 'weight today', 'todays weight', 'today weight'],
  ],
  fatScore: [
    ...['fat', 'fs', 'f/s', 'score', 'fat sc', 'fat scr', 'fat class', 'fat grade', 'fat scores'],
    ...['condition fat score', 'fat 1 5', 'fat score 1 5', 'fat score 5'],
  ],
  animalIndividualId: TAGS.flatMap((tag) => [
    tag,
    ...['no', 'number', 'code', 'tag'].map((end) => `${tag} ${end}`),
  ]),
};

/** A row of a file: its number in the spreadsheet, and its cells by the fields they fill. */
export type RowOfFile = { readonly row: number; readonly cells: Readonly<Record<string, string>> };

type Problem = { row: number; field: string; value: string; rule: string };

/**
 * The heads of the rows without a problem, each with its row; what is wrong with the other rows; and what is said of weights
 * that were capped.
 */
export type WeightsRead = {
  readonly heads: readonly { row: number; head: Values }[];
  readonly problems: readonly Problem[];
  readonly notes: readonly Problem[];
};

const SHORTENED = /^(\d)(?:[.,](\d+))?\s?E\s?\+?0?(\d{2})$/i;
const LOST_DIGITS =
  'is a shortened number whose last digits are lost: set the column to Text or Number in the spreadsheet and save again';

/** A shortened number that has all its digits, in full: 9.82000123456781E+14. */
function inFull(value: string): string {
  const [, first = '', decimals = '', power = ''] = SHORTENED.exec(value) ?? [];
  const places = Number(power);
  return first !== '' && decimals.length >= places && /^0*$/.test(decimals.slice(places))
    ? first + decimals.slice(0, places)
    : value;
}

/** An animal's number without what spreadsheets add to it: an apostrophe before it, commas between thousands, ".00". */
const animalId = (cell: string): string => {
  const value = cell.replace(/^['’=](?=\d)/, '');
  if (/^\d{1,3}(,\d{3}){4,}$/.test(value)) return value.replaceAll(',', '');
  return inFull(value.replace(/^(\d{12,})\.0+$/, '$1'));
};

/**
 * Whether commas stand before decimals in a file, by its weights: one does, and a point stands before thousands only
 * ("1.020,5").
 */
export const hasDecimalCommas = (weights: readonly string[]): boolean =>
  weights.some((cell) => /^[\d.]+,(\d{1,2}|\d{4,})(?!\d)/.test(cell)) &&
  weights.every((cell) => !/\d\.\d/.test(cell) || /^\d{1,3}(\.\d{3})+(,\d*)?(?![\d.])/.test(cell));

const parserOf = (
  { type, least = 0, most = LOT_LIMITS.kgPerHead }: Field,
  decimalComma: boolean,
): Parser<number> =>
  type === 'weight'
    ? parseWeight({ most, decimalComma })
    : parseNumber({ whole: true, least, most, decimalComma });

/** An animal's number to compare numbers by: without spaces, hyphens and the 0 that some scales write before 15 digits. */
const plainId = (id: string): string =>
  id
    .replaceAll(/[\s-]/g, '')
    .toUpperCase()
    .replace(/^0(?=\d{15}$)/, '');

/** Reads the rows of a file of weights for a form. A row with a problem gives no head: nothing is half taken. */
export function readWeights(form: Form, rows: readonly RowOfFile[]): WeightsRead {
  const fields = headFields(form);
  const commas = hasDecimalCommas(rows.map(({ cells }) => cells['weightLive'] ?? ''));
  const heads: { row: number; head: Values }[] = [];
  const problems: Problem[] = [];
  const notes: Problem[] = [];
  const rowOf = new Map<string, number>();
  for (const { row, cells } of rows) {
    const head: Record<string, Value> = {};
    const wrong: Problem[] = [];
    const noted: Problem[] = [];
    for (const field of fields) {
      const { name, type, most = 4_000, required } = field;
      const cell = cells[name] ?? '';
      const value = type === 'text' ? animalId(cell) : cell;
      const say = (to: Problem[], rule: string) => to.push({ row, field: name, value, rule });
      if (value === '') {
        if (required) say(wrong, 'must not be empty');
      } else if (type === 'weight' || type === 'rating') {
        const parsed = parserOf(field, commas)(value);
        if ('rule' in parsed) say(wrong, parsed.rule);
        else if (parsed.value <= 0) say(wrong, 'must be more than 0');
        else {
          head[name] = parsed.value;
          if (parsed.note !== undefined) say(noted, parsed.note);
        }
      } else if (SHORTENED.test(value)) say(wrong, LOST_DIGITS);
      else if (value.length > most) say(wrong, `can have at most ${most} characters`);
      else {
        const first = rowOf.get(plainId(value));
        if (first !== undefined) say(wrong, `is also in row ${first}`);
        else rowOf.set(plainId(value), row);
        head[name] = value;
      }
    }
    problems.push(...wrong);
    if (wrong.length === 0) {
      heads.push({ row, head });
      notes.push(...noted);
    }
  }
  return { heads, problems, notes };
}
