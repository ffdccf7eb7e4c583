import { lotMedium } from '@saleyard/contract/lot-attachments.ts';
import { documentKey } from '@saleyard/contract/lot-files.ts';
import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { type LotView, lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import type { ListingPhase } from '@saleyard/domain/listing/state.ts';
import type { KindType, Unit } from '@saleyard/domain/listing/stock.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import { type KeptText, keptDocument, keptText } from '../lots/own-texts.ts';
import type { Change, ProjectionOf } from '../projection.ts';

export const LISTINGS = 'listings';
export const LISTING_CONTENTS = 'listing-contents';
/**
 * Which listings have a document, a linked PDF, a picture or a video: a listing copied from another shares its files.
 */
export const LOT_DOCUMENTS = 'lot-documents';

/** A listing as lists show it. Times in ms, amounts in cents per unit. */
export type ListingDocument = {
  auction: string;
  kind: KindType;
  searchNumericId: number;
  createdBy: string;
  phase: Exclude<ListingPhase, 'deleted'>;
  /** Why it was sent back or withdrawn, as plain text; '' when it is encrypted, null for neither. */
  reason: string | null;
  /** The same, encrypted. */
  sealedReason: string;
  revision: number;
  submittedAt: number | null;
  updatedAt: number;
  unit: Unit | null;
  startCents: number | null;
  reserveCents: number | null;
  incrementCents: number | null;
  count: number | null;
  /** The vendor's name. */
  vendor: KeptText;
  /** The listing that it was last reoffered as; null for none. */
  reofferedAs: string | null;
  /** It was reoffered from an earlier lot. */
  reoffered: boolean;
  /** The listing fee was paid. */
  isFeePaid: boolean;
  /** The public fields. */
  view: LotView;
};

/** The full content of a listing, with its personal data encrypted. */
export type ListingContentDocument = { content: ListingContent };

/** `account`: the sender of the file. */
export type LotDocumentDocument = {
  key: string;
  listing: string;
  account: string;
  uri: string;
  /** Its name and description; a link, a picture and a video have none. */
  said?: KeptText;
};

/** Listings for their sellers and for staff. Catalogues have separate read models. */
export const listingsProjection: ProjectionOf<'listing'> = {
  name: 'listings',
  version: 4,
  readsSince: 3,
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
    { name: LOT_DOCUMENTS, indexes: [{ keys: { key: 1 } }] },
  ],
  of: 'listing',
  project,
};

function project({ id, before, after, events, revision }: Change<'listing'>): DocumentWrite[] {
  if (after === null) return [];
  const {
    auction,
    kind,
    searchNumericId,
    createdBy,
    phase,
    reason,
    submittedAt,
    content,
    reofferedAs,
    isFeePaid,
  } = after;
  if (phase === 'deleted') {
    const own = [LISTINGS, LISTING_CONTENTS].map((collection) => ({ op: 'delete', collection, id }) as const);
    return [...own, ...filesAfter(id, before, null)];
  }
  const { unit, startCents, reserveCents, incrementCents, count } = content;
  const document: ListingDocument = {
    auction,
    kind,
    searchNumericId,
    createdBy,
    phase,
    revision,
    submittedAt,
    reason: reason?.reason ?? null,
    sealedReason: reason?.sealed ?? '',
    updatedAt: events.at(-1)?.data.at ?? 0,
    unit,
    startCents,
    reserveCents,
    incrementCents,
    count,
    vendor: keptText(content, 'vendorName'),
    reofferedAs,
    isFeePaid,
    reoffered: after.origin?.how === 'reoffered',
    view: lotView(kind, content, FORMS[kind]),
  };
  const own: DocumentWrite = { op: 'put', collection: LISTINGS, id, document };
  if (before?.content === content) return [own];
  const said: ListingContentDocument = { content };
  const contents: DocumentWrite = { op: 'put', collection: LISTING_CONTENTS, id, document: said };
  return [own, contents, ...filesAfter(id, before, after)];
}

/** The documents, linked PDFs, pictures and videos that a listing no longer has, and those that it has now. */
function filesAfter(
  id: string,
  before: Change<'listing'>['before'],
  after: Change<'listing'>['after'],
): DocumentWrite[] {
  const [was, is] = [before?.content, after?.content];
  if (was?.documents === is?.documents && was?.media === is?.media && was?.usefulLinks === is?.usefulLinks)
    return [];
  const keysOf = (state: typeof before) =>
    new Map<string, Pick<LotDocumentDocument, 'uri' | 'said'>>([
      ...(state?.content.documents ?? []).flatMap((one) => {
        const key = documentKey(one.uri);
        return key === null ? [] : [[key, { uri: one.uri, said: keptDocument(one) }] as const];
      }),
      ...(state?.content.media ?? []).flatMap(({ url }) => {
        const medium = lotMedium(url);
        return medium === null ? [] : [[medium.key, { uri: url }] as const];
      }),
      ...(state?.content.usefulLinks ?? []).flatMap(({ url }) => {
        const key = documentKey(url);
        return key === null ? [] : [[key, { uri: url }] as const];
      }),
    ]);
  const [had, has] = [keysOf(before), keysOf(after)];
  const place = (key: string) => ({ collection: LOT_DOCUMENTS, id: `${key}-${id}` });
  const gone = [...had.keys()].filter((key) => !has.has(key));
  return [
    ...gone.map((key): DocumentWrite => ({ op: 'delete', ...place(key) })),
    ...[...has].map(([key, named]): DocumentWrite => {
      const document: LotDocumentDocument = { key, listing: id, account: after?.createdBy ?? '', ...named };
      return { op: 'put', ...place(key), document };
    }),
  ];
}
