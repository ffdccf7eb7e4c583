import {
  exactMeaningOf,
  meaningOf,
  type Parser,
  parseCellDate,
  parseDate,
  parseNumber,
  parseWeight,
  plainSigns,
  type Typed,
} from '../fields/typed.ts';
import type { Optiweigh } from './content.ts';
import { LOT_LIMITS } from './stock.ts';
import { hasDecimalCommas, type RowOfFile } from './weights-file.ts';

/** kg a day that a head can gain or lose on average. */
export const MOST_DAILY_GAIN = 5;

/** A gain in kg a day; the mob may also lose weight. */
export const parseGain =
  (decimalComma = false): Parser<number> =>
  (typed) => {
    const text = plainSigns(typed).replace(/\s*(kg)?\s*\/\s*(d|day|hd\/day)$/i, '');
    const parse = parseNumber({ unit: 'kg', most: MOST_DAILY_GAIN, decimalComma });
    const size = meaningOf(parse(text.replace(/^[-+]\s*/, '')));
    if (size === null)
      return { rule: `must be kg a day from -${MOST_DAILY_GAIN} to ${MOST_DAILY_GAIN}, such as 0.85` };
    return { value: text.startsWith('-') && size !== 0 ? -size : size };
  };

/** The columns of a file of readings, and what scales call them. */
export const READING_COLUMNS = [
  {
    name: 'date',
    title: 'Date',
    headings: ['day', 'weigh date', 'weighing date', 'reading date', 'date time', 'date and time'],
    required: true,
    isLabel: true,
  },
  {
    name: 'weight',
    title: 'Weight',
    headings: [
      ...[
        'average weight',
        'avg weight',
        'ave weight',
        'mean weight',
        'avg wt',
        'ave wt',
        'wt',
        'wgt',
        'live weight',
      ],
      ...['weight kg', 'average weight kg', 'mob weight', 'mob average'],
    ],
    required: true,
  },
  {
    name: 'averageDailyGain',
    title: 'Daily Gain',
    headings: [
      ...[
        'adg',
        'average daily gain',
        'avg daily gain',
        'ave daily gain',
        'dwg',
        'daily weight gain',
        'gain',
      ],
      ...['adg kg', 'gain kg day', 'gain per day', 'weight gain', 'lwg'],
    ],
    required: true,
  },
] as const;

type Reading = Optiweigh['days'][number];
type Problem = { row: number; field: string; value: string; rule: string };

/** Reads the rows of a file of readings. A row with a problem gives no reading: nothing is half taken. */
export function readReadings(rows: readonly RowOfFile[]): {
  readings: readonly { row: number; reading: Reading }[];
  problems: readonly Problem[];
  /** Days that were stored as numbers. */
  notes: readonly Problem[];
} {
  const commas = hasDecimalCommas(rows.map(({ cells }) => cells['weight'] ?? ''));
  const readings: { row: number; reading: Reading }[] = [];
  const problems: Problem[] = [];
  const notes: Problem[] = [];
  const rowOf = new Map<string, number>();
  for (const { row, cells } of rows) {
    const noted: Problem[] = [];
    const before = problems.length;
    const read = <T>(field: string, parse: Parser<T>): T | null => {
      const value = cells[field] ?? '';
      const parsed: Typed<T> = value === '' ? { rule: 'must not be empty' } : parse(value);
      if ('value' in parsed) {
        if (parsed.note !== undefined) noted.push({ row, field, value, rule: parsed.note });
        return parsed.value;
      }
      problems.push({ row, field, value, rule: parsed.rule });
      return null;
    };
    const date = read('date', parseCellDate);
    const weight = read<number>('weight', (typed) => {
      const kg = exactMeaningOf(parseWeight({ most: LOT_LIMITS.kgPerHead, decimalComma: commas })(typed));
      if (kg !== null && kg > 0) return { value: kg };
      return { rule: `must be kg per head, up to ${LOT_LIMITS.kgPerHead}, such as 412.5` };
    });
    const averageDailyGain = read('averageDailyGain', parseGain(commas));
    if (date === null || weight === null || averageDailyGain === null || problems.length > before) continue;
    const first = rowOf.get(date);
    if (first === undefined) {
      rowOf.set(date, row);
      readings.push({ row, reading: { date, weight, averageDailyGain } });
      notes.push(...noted);
    } else problems.push({ row, field: 'date', value: cells['date'] ?? '', rule: `is also in row ${first}` });
  }
  return { readings, problems, notes };
}

/** What is wrong with the readings of walk-over scales, the first one first, in a sentence; null: nothing. */
export function optiweighProblem({ days, weights }: Optiweigh): string | null {
  if (days.length > LOT_LIMITS.optiweighDays)
    return `At most ${LOT_LIMITS.optiweighDays} readings of the scales can be added`;
  if (weights.length > LOT_LIMITS.countWeighed)
    return `At most ${LOT_LIMITS.countWeighed} head can be weighed`;
  const seen = new Set<string>();
  for (const [at, { date, weight, averageDailyGain }] of days.entries()) {
    const row = `Reading ${at + 1}`;
    if (meaningOf(parseDate(date)) !== date) return `${row}: the date must be a day, such as 30/09/2026`;
    if (seen.has(date)) return `${row}: there is a reading of this day already`;
    seen.add(date);
    if (!isWeight(weight))
      return `${row}: the weight must be kg per head, up to ${LOT_LIMITS.kgPerHead}, such as 412.5`;
    if (typeof averageDailyGain !== 'number' || Math.abs(averageDailyGain) > MOST_DAILY_GAIN)
      return `${row}: the daily gain must be kg from -${MOST_DAILY_GAIN} to ${MOST_DAILY_GAIN}, such as 0.85`;
  }
  return weights.every(isWeight) ? null : `Each head can weigh up to ${LOT_LIMITS.kgPerHead} kg`;
}

const isWeight = (kg: unknown): boolean => typeof kg === 'number' && kg > 0 && kg <= LOT_LIMITS.kgPerHead;
