import type { KindType, Unit } from './stock.ts';

/** The total price of a lot, in cents. `estimated`: priced per kg, so the weight at delivery decides. */
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
  if (weightKg === null) return null;
  // In grams: a product of fractions may be just below half a cent. `LOT_LIMITS` keep it a safe integer.
  const grams = Math.round(weightKg * 1_000) * count;
  return { cents: Math.round((cents * grams) / 1_000), estimated: true };
}

/** Cattle that are sold by the head alone, by their sex: their weight says little about their value. */
export const SEXES_SOLD_BY_HEAD = ['Cow(s)', 'Cow(s) and Calves', 'Bull(s)'] as const;

const NOT_BY_WEIGHT: ReadonlySet<string> = new Set(SEXES_SOLD_BY_HEAD);

/**
 * A price per head as cents per kg by the curfew weight, to a tenth of a cent. null where it has no meaning: no curfew
 * weight, or stock other than cattle sold for their weight.
 */
export function perKgOf(
  cents: number,
  { kind, sex, curfewKg }: { kind: KindType; sex: string; curfewKg: number | null },
): number | null {
  if (!curfewKg || curfewKg <= 0) return null;
  if (kind !== 'cattle' || NOT_BY_WEIGHT.has(sex)) return null;
  return Math.round((cents / curfewKg) * 10) / 10;
}
