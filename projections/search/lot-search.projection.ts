import { createHash } from 'node:crypto';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { accreditationsOf } from '@saleyard/domain/listing/accreditations.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import { type Descriptions, shownDescription } from '../lots/descriptions.ts';
import type { AuctionChange, Projection } from '../projection.ts';

export const LOT_TEXTS = 'lot-texts';
export const SEARCHED_SALES = 'searched-sales';

/**
 * The searchable text of a lot. It is made from the public fields (`lotView`), so that no reserve or private field
 * can be found.
 */
export type LotTextDocument = {
  auction: string;
  title: string;
  breed: string;
  stock: string;
  place: string;
  comment: string;
  accreditations: string;
};

/** A searchable sale. `texts` changes with the texts of its lots: an index is valid until then. */
export type SearchedSaleDocument = {
  public: boolean;
  isOver: boolean;
  /** ms */
  liveAt: number;
  texts: string;
};

export const lotSearchProjection: Projection = {
  name: 'lot-search',
  version: 1,
  collections: [
    { name: LOT_TEXTS, indexes: [{ keys: { auction: 1 } }] },
    { name: SEARCHED_SALES, indexes: [{ keys: { isOver: 1 } }] },
  ],
  of: 'auction',
  project({ id: auction, before, after, descriptions }) {
    if (after.terms === null || after.details === null || !isFoundDifferently(before, after)) return [];
    const { kind } = after.details;
    const all = before.details?.kind !== kind || before.terms === null;
    const changed = after.lots.filter((lot, index) => all || lot.terms !== before.lots[index]?.terms);
    const sale: SearchedSaleDocument = {
      public: after.details.public,
      isOver: after.phase === 'closed',
      liveAt: after.terms.liveAt,
      texts: textsOf(kind, after.lots),
    };
    // The sale comes last: a store that writes in order never shows a new digest with old texts.
    return [
      ...changed.map(
        (lot): DocumentWrite => ({
          op: 'put',
          collection: LOT_TEXTS,
          id: lot.terms.lot,
          document: textOf(auction, kind, lot, descriptions),
        }),
      ),
      { op: 'put', collection: SEARCHED_SALES, id: auction, document: sale },
    ];
  },
};

/** Bids change nothing that is searched. */
function isFoundDifferently(
  before: AuctionChange['before'],
  { details, terms, phase, lots }: AuctionState,
): boolean {
  return (
    before.details !== details ||
    before.terms !== terms ||
    (before.phase === 'closed') !== (phase === 'closed') ||
    lots.some((lot, index) => lot.terms !== before.lots[index]?.terms)
  );
}

function textOf(
  auction: string,
  kind: KindType,
  { terms }: LotState,
  descriptions: Descriptions,
): LotTextDocument {
  const view = lotView(kind, shownDescription(terms.description, descriptions));
  const { title, agentComment, majorBreed, sex, stockCategory, location } = view.publicDetails;
  return {
    auction,
    title: [title, view.additionalTitle].filter(Boolean).join(' · '),
    breed: majorBreed,
    stock: [sex, stockCategory].filter(Boolean).join(' · '),
    place: [location.town, location.state, view.inlineDetails.postcode].filter(Boolean).join(' '),
    comment: agentComment,
    accreditations: accreditationsOf(view).join(' · '),
  };
}

/** A digest that changes with the text of any lot. */
function textsOf(kind: KindType, lots: readonly LotState[]): string {
  const digest = createHash('sha256').update(kind);
  for (const { terms } of lots) {
    const { description } = terms;
    const said =
      description?.kept === 'listing'
        ? [description.listing, description.revision]
        : (description?.details ?? null);
    digest.update(JSON.stringify([terms.lot, said]));
  }
  return digest.digest('base64url');
}
