import type { Me } from '@saleyard/contract/accounts.ts';
import { carriedOver, TO_CHECK } from '@saleyard/domain/listing/carried-over.ts';
import { changed, emptyContent, type ListingContent } from '@saleyard/domain/listing/content.ts';
import type { Form } from '@saleyard/domain/listing/forms/field.ts';
import { createContext, useContext } from 'react';
import { type LotFormOf, type LotValues, prefilled, valuesOf } from './lot-values.ts';

/** What a new lot started from: what it is called, and the values that are seldom right for another lot. */
export type Carried = { from: string; values: Readonly<Record<string, unknown>> };

export const CarriedContext = createContext<Carried | null>(null);

/** The note beside a value that was taken over from another lot and is still the same; null: it was not, or was changed. */
export function useCarriedNote(name: string, value: unknown): string | null {
  const carried = useContext(CarriedContext);
  const known = carried?.values[name];
  return carried !== null && known !== undefined && known !== '' && known === value
    ? `From ${carried.from}: please check`
    : null;
}

/**
 * Fills the form of a new lot with what it takes over from another lot or a template, called `from`. Weights, pictures,
 * signatures and declarations stay as they are. `day`: the sale's.
 */
export function startFrom(
  form: LotFormOf,
  { data, me, day }: { data: Form; me: Me; day: string },
  source: ListingContent,
  from: string,
): Carried {
  const carried = carriedOver(data, source);
  const { auction } = form.getValues();
  const base = prefilled(data, auction, me, day);
  const values = valuesOf(data, auction, changed(emptyContent(data.countWeighed), carried));
  const filled: LotValues = { ...values, details: { ...base.details, ...carried.details } };
  const set = (name: keyof LotValues) => form.setValue(name, filled[name] as never, { shouldDirty: true });
  // The unit first: it empties the prices.
  set('unit');
  for (const name of Object.keys(carried))
    if (name in filled && name !== 'unit') set(name as keyof LotValues);
  return { from, values: Object.fromEntries(TO_CHECK.map((name) => [name, filled[name]])) };
}
