import type { LotView } from './forms/lot-view.ts';

const ACCREDITATIONS = [
  ['euAccredited', 'EU'],
  ['lpaAccredited', 'LPA'],
  ['msaAccredited', 'MSA'],
  ['pcasAccredited', 'PCAS'],
  ['russianAccredited', 'Russian'],
  ['saudiAccredited', 'Saudi'],
  ['organic', 'Organic'],
  ['grassFed', 'Grass Fed'],
  ['antibioticFree', 'Antibiotic Free'],
  ['gmoFree', 'GMO Free'],
] as const satisfies readonly (readonly [keyof LotView['inlineDetails'], string])[];

/** A lot's accreditations, one word each, and its biosecurity score. */
export function accreditationsOf({ inlineDetails }: Pick<LotView, 'inlineDetails'>): string[] {
  const labels = ACCREDITATIONS.filter(([name]) => inlineDetails[name] === true).map(([, word]) => word);
  return inlineDetails.jBasScore === null ? labels : [...labels, `J-BAS ${inlineDetails.jBasScore}`];
}
