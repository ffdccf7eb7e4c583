import type { Unit } from '../listing/stock.ts';
import { formatPriceWithUnit } from './amounts.ts';
import { type CataloguedResult, RESULT_LABELS } from './lots.ts';

type Corrected = {
  readonly bidding: Unit;
  readonly corrected?:
    | { readonly knockedDown: { readonly result: CataloguedResult; readonly cents: number | null } }
    | undefined;
};

/** What a corrected lot was knocked down as [C4]: "Sold at $435.00 /head"; '' of a lot that was not corrected. */
export function knockedDownText({ corrected, bidding }: Corrected): string {
  if (corrected === undefined) return '';
  const { result, cents } = corrected.knockedDown;
  return `${RESULT_LABELS[result]}${cents === null ? '' : ` at ${formatPriceWithUnit(cents, bidding)}`}`;
}

/** The same beside the result that replaced it: "Corrected from $435.00 /head", "Corrected from No Bids". */
export function correctedText(lot: Corrected): string {
  const was = knockedDownText(lot).replace(`${RESULT_LABELS.sold} at `, '');
  return was === '' ? '' : `Corrected from ${was}`;
}
