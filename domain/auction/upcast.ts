import type { Media } from '../listing/content.ts';
import type { Value } from '../listing/forms/field.ts';
import type { AuctionEvent } from './events.ts';
import type { LotTerms } from './terms.ts';

type LotsCatalogued = Extract<AuctionEvent, { type: 'LotsCatalogued' }>['data'];

/** Version 1 of `LotsCatalogued`: each lot held all that people read about it. */
type LotsCataloguedV1 = {
  at: number;
  lots: readonly (Omit<LotTerms, 'description'> & {
    particulars:
      | ({ media: readonly Media[] } & Readonly<Record<string, Value | readonly Media[] | null>>)
      | null;
  })[];
};

/** Lifts version 1 to 2: what was held goes on standing in the catalogue, without what was empty. */
export function describedHere({ at, lots }: LotsCataloguedV1): LotsCatalogued {
  return {
    at,
    lots: lots.map(({ particulars, ...terms }): LotTerms => {
      if (particulars === null) return { ...terms, description: null };
      const { media, ...values } = particulars;
      const stated = Object.entries(values).filter(([, value]) => value !== null && value !== '');
      const details = Object.fromEntries(stated) as Record<string, Value>;
      return { ...terms, description: { kept: 'here', details, media } };
    }),
  };
}
