import { meaningOf, parseDate } from '../fields/typed.ts';
import type { Optiweigh } from './content.ts';
import { LOT_LIMITS } from './stock.ts';

/** kg a day that a head can gain or lose on average. */
export const MOST_DAILY_GAIN = 5;

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
