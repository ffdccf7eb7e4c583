import type { Media } from '../listing/content.ts';
import type { Value } from '../listing/forms/field.ts';
import type { AuctionEvent } from './events.ts';
import type { LotTerms } from './terms.ts';

type AuctionScheduled = Extract<AuctionEvent, { type: 'AuctionScheduled' }>['data'];

/** Version 2 of `AuctionScheduled`: the version of the rules was not recorded. */
type AuctionScheduledV2 = Omit<AuctionScheduled, 'terms'> & {
  terms: Omit<AuctionScheduled['terms'], 'rules'>;
};

/** Version 1 of `AuctionScheduled`: the value of a lot had no limit. */
type AuctionScheduledV1 = Omit<AuctionScheduledV2, 'terms'> & {
  terms: Omit<AuctionScheduledV2['terms'], 'lotValueCents'>;
};

/**
 * Lifts version 1 to 2: such a sale goes on without a limit, so that what it decided is decided again the same way
 * [E20].
 */
export const upcastUnlimitedValue = ({ terms, ...rest }: AuctionScheduledV1): AuctionScheduledV2 => ({
  ...rest,
  terms: { ...terms, lotValueCents: null },
});

/** Lifts version 2 to 3: such a sale goes on under the first version of the rules. */
export const upcastFirstRules = ({ terms, ...rest }: AuctionScheduledV2): AuctionScheduled => ({
  ...rest,
  terms: { ...terms, rules: 1 },
});

type ActionRefused = Extract<AuctionEvent, { type: 'ActionRefused' }>['data'];

/** Lifts version 1 of `ActionRefused` to 2: only which command it was, and on which lot, is known. */
export const upcastCommandNotKept = (
  data: Omit<ActionRefused, 'command' | 'commandHash'>,
): ActionRefused => ({
  ...data,
  command: null,
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

/** Lifts version 1 to 2: the texts stay in the catalogue itself, without empty ones. */
export function upcastInlineDescription({ at, lots }: LotsCataloguedV1): LotsCatalogued {
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
