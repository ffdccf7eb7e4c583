import type { Media } from '../listing/content.ts';
import type { Value } from '../listing/forms/field.ts';
import type { AuctionEvent } from './events.ts';
import type { LotTerms } from './terms.ts';

type AuctionScheduled = Extract<AuctionEvent, { type: 'AuctionScheduled' }>['data'];

/** Version 1 of `AuctionScheduled`: lots could be worth anything. */
type AuctionScheduledV1 = Omit<AuctionScheduled, 'terms'> & {
  terms: Omit<AuctionScheduled['terms'], 'lotValueCents'>;
};

/** Lifts version 1 to 2: such a sale goes on without a limit, so that what it decided is decided again alike [E20]. */
export const unlimitedWorth = ({ terms, ...rest }: AuctionScheduledV1): AuctionScheduled => ({
  ...rest,
  terms: { ...terms, lotValueCents: null },
});

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
