import { type Parser, parseNumber, parseWeight } from '../fields/typed.ts';
import { type Field, type Form, headFields, type Value, type Values } from './forms/field.ts';
import { LOT_LIMITS } from './stock.ts';

// Rows of weights, as scales and spreadsheets write them, into the heads of a lot.

/** What the columns of scales and of other marketplaces are called, by the field that they fill. */
export const WEIGHT_HEADINGS: Readonly<Record<string, readonly string[]>> = {
  weightLive: [
    ...['weight', 'wt', 'live weight', 'live wt', 'liveweight kg', 'weight kg', 'wt kg', 'kg', 'live wt kg'],
    ...['current weight', 'latest weight', 'body weight', 'lwt', 'lw'],
  ],
  fatScore: ['fat', 'fs', 'f/s', 'score', 'fat scr', 'condition fat score', 'fat score 1 5'],
  animalIndividualId: [
    ...[
      'id',
      'animal id',
      'eid',
      'electronic id',
      'electronic tag',
      'rfid',
      'nlis id',
      'nlisid',
      'nlis',
      'vid',
    ],
    ...['visual id', 'visual tag', 'tag', 'tag no', 'tag number', 'rf id', 'eid tag'],
  ],
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

const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d{2}$/i;
const LOST_DIGITS =
  'is a shortened number whose last digits are lost: set the column to Text or Number in the spreadsheet and save again';

/** Whether commas stand before decimals in a file, by its weights: one does, and no weight has a point. */
export const hasDecimalCommas = (weights: readonly string[]): boolean =>
  weights.some((cell) => /\d,\d/.test(cell)) &&
  !weights.some((cell) => /\d\.\d/.test(cell)) &&
  weights.some((cell) => /^\d+,(\d{1,2}|\d{4,})$/.test(cell));

const parserOf = (
  { type, least = 0, most = LOT_LIMITS.kgPerHead }: Field,
  decimalComma: boolean,
): Parser<number> =>
  type === 'weight'
    ? parseWeight({ most, decimalComma })
    : parseNumber({ whole: true, least, most, decimalComma });

/** An animal's number without the spaces that scales group it by, to compare numbers by. */
const plainId = (id: string): string => id.replaceAll(/[\s-]/g, '').toUpperCase();

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
      const value = cells[name] ?? '';
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
