import type { LotBody, SaleTermsBody } from '@saleyard/contract/bodies.ts';
import type { KindType, Unit } from '@saleyard/domain/auction/terms.ts';

/** What contradicts itself in a sale that fits its schema. `field` as in the body: "lots[3].startCents". */
export type SaleProblem = { field: string; message: string };

/** Bid increments a lot may have, in cents per unit. Sheep, goats and abblambs are sold by the head only. */
export const INCREMENTS: Readonly<Record<KindType, Readonly<Record<Unit, readonly number[]>>>> = {
  cattle: { head: [500, 1_000, 2_000], kg: [1, 2, 5] },
  sheep: { head: [100, 200, 500], kg: [] },
  goat: { head: [100, 200, 500], kg: [] },
  'sheep-abblamb': { head: [100], kg: [] },
};

const KIND_LABELS: Readonly<Record<KindType, string>> = {
  cattle: 'Cattle',
  sheep: 'Sheep',
  goat: 'Goats',
  'sheep-abblamb': 'Lambs',
};

/** The most a lot may be worth altogether, in cents: sums of a sale stay safe integers. */
const LOT_VALUE_LIMIT = 1e12;

/** Problems of a sale's terms. `now`: ms. */
export function termsProblems(terms: SaleTermsBody, now: number): SaleProblem[] {
  const { type, openAt, liveAt } = terms;
  const problems: SaleProblem[] = [];
  const told = (field: string, message: string) => void problems.push({ field: `terms.${field}`, message });
  const positive = (field: 'durationSeconds' | 'lotOpeningSeconds' | 'inactiveSeconds', why: string) => {
    if ((terms[field] ?? 0) <= 0) told(field, `${field} must be more than 0: ${why}`);
  };
  if (openAt <= now) told('openAt', 'openAt must be in the future: lots are catalogued before a sale opens');
  if (liveAt < openAt) told('liveAt', 'liveAt must not be before openAt');
  if (type === 'simultaneous') positive('durationSeconds', 'it is how long the first lot is live');
  if (type === 'synchronous') {
    positive('durationSeconds', 'it is how long the sale is live');
    positive('inactiveSeconds', 'it is how long a bid leaves the sale at least');
  }
  if (type === 'sequential') positive('lotOpeningSeconds', 'it is how long each lot is live');
  return problems;
}

/** Problems of the lots of a sale of this kind, `lots[0]` being the first. `tabs`: names of the auction's tabs. */
export function lotsProblems(
  kind: KindType,
  lots: readonly LotBody[],
  tabs?: readonly string[],
): SaleProblem[] {
  const problems: SaleProblem[] = [];
  const numbers = new Map<string, number>();
  lots.forEach((lot, index) => {
    const told = (field: string, message: string) =>
      void problems.push({ field: `lots[${index}].${field}`, message });
    const allowed = INCREMENTS[kind][lot.unit];
    if (allowed.length === 0) told('unit', `${KIND_LABELS[kind]} are sold by the head: unit must be head`);
    else if (!allowed.includes(lot.incrementCents)) {
      told('incrementCents', `incrementCents must be one of ${allowed.join(', ')}`);
    }
    if (lot.reserveCents != null && lot.reserveCents < lot.startCents) {
      told('reserveCents', "Your Reserve Price can't be lower than your Start Price");
    }
    const dearest = Math.max(lot.startCents, lot.reserveCents ?? 0);
    const heads = lot.unit === 'kg' ? lot.count * 2_000 : lot.count;
    if (dearest * heads > LOT_VALUE_LIMIT)
      told('startCents', 'the lot is worth more than can be sold in one lot');
    if (lot.ageMinMonths != null && lot.ageMaxMonths != null && lot.ageMinMonths > lot.ageMaxMonths) {
      told('ageMinMonths', 'ageMinMonths must not be more than ageMaxMonths');
    }
    if (lot.weightMinKg != null && lot.weightMaxKg != null && lot.weightMinKg > lot.weightMaxKg) {
      told('weightMinKg', 'weightMinKg must not be more than weightMaxKg');
    }
    if (tabs && lot.allocatedSection && !tabs.includes(lot.allocatedSection)) {
      told('allocatedSection', `allocatedSection must be one of the sale's tabs: ${tabs.join(', ')}`);
    }
    if (lot.number !== undefined) {
      const other = numbers.get(lot.number);
      if (other === undefined) numbers.set(lot.number, index);
      else told('number', `number ${lot.number} is also that of lots[${other}]`);
    }
  });
  return problems;
}
