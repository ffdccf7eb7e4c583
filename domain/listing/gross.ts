import type { Unit } from './stock.ts';

/** What a whole lot comes to, in cents. `estimated`: priced per kg, so the weight at delivery decides. */
export type Gross = { cents: number; estimated: boolean };

/**
 * A price times a lot's head, or times its kg. `weightKg` is that of one head, by curfew where it is known, else the
 * average; null: not known. The answer is null for a lot priced per kg without a weight.
 */
export function grossOf(
  cents: number,
  { unit, count, weightKg }: { unit: Unit; count: number; weightKg: number | null },
): Gross | null {
  if (unit === 'head') return { cents: cents * count, estimated: false };
  return weightKg === null ? null : { cents: Math.round(cents * weightKg * count), estimated: true };
}

/** Cattle that are sold by the head alone, by their sex: their weight says little of their worth. */
export const SEXES_SOLD_BY_HEAD = ['Cow(s)', 'Cow(s) and Calves', 'Bull(s)'] as const;
