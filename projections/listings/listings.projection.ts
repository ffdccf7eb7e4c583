import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { type LotView, lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import type { ListingPhase } from '@saleyard/domain/listing/state.ts';
import type { KindType, Unit } from '@saleyard/domain/listing/stock.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { Change, ProjectionOf } from '../projection.ts';

export const LISTINGS = 'listings';
export const LISTING_CONTENTS = 'listing-contents';

/** A listing as lists show it. Times in ms, amounts in cents per unit. */
export type ListingDocument = {
  auction: string;
  kind: KindType;
  searchNumericId: number;
  createdBy: string;
  phase: Exclude<ListingPhase, 'deleted'>;
  reason: string | null;
  revision: number;
  submittedAt: number | null;
  updatedAt: number;
  unit: Unit | null;
  startCents: number | null;
  reserveCents: number | null;
  incrementCents: number | null;
  count: number | null;
  vendorName: string;
  /** The listing that it was reoffered as last; null for none. One written by an earlier version does not say. */
  reofferedAs?: string | null;
  /** What buyers read. */
  view: LotView;
};

/** All that a listing says. What is personal is sealed in it. */
export type ListingContentDocument = { content: ListingContent };

/** Listings for those who write them and for staff. Catalogues have read models of their own. */
export const listingsProjection: ProjectionOf<'listing'> = {
  name: 'listings',
  collections: [
    {
      name: LISTINGS,
      indexes: [
        { keys: { createdBy: 1, phase: 1 } },
        { keys: { phase: 1, submittedAt: 1 } },
        { keys: { searchNumericId: 1 } },
      ],
    },
    { name: LISTING_CONTENTS },
  ],
  of: 'listing',
  project,
};

function project({ id, before, after, events, revision }: Change<'listing'>): DocumentWrite[] {
  if (after === null) return [];
  const { auction, kind, searchNumericId, createdBy, phase, reason, submittedAt, content, reofferedAs } =
    after;
  if (phase === 'deleted') {
    return [LISTINGS, LISTING_CONTENTS].map((collection) => ({ op: 'delete', collection, id }));
  }
  const { unit, startCents, reserveCents, incrementCents, count, details } = content;
  const document: ListingDocument = {
    ...{ auction, kind, searchNumericId, createdBy, phase, reason, revision, submittedAt },
    updatedAt: events.at(-1)?.data.at ?? 0,
    ...{ unit, startCents, reserveCents, incrementCents, count },
    vendorName: String(details['vendorName'] ?? ''),
    reofferedAs,
    view: lotView(kind, content, FORMS[kind]),
  };
  const own: DocumentWrite = { op: 'put', collection: LISTINGS, id, document };
  if (before?.content === content) return [own];
  const said: ListingContentDocument = { content };
  return [own, { op: 'put', collection: LISTING_CONTENTS, id, document: said }];
}
