import type { LotDetails, LotPage, PublicLot } from '@saleyard/contract/lots.ts';
import type { AuctionId, BidderId } from '@saleyard/domain/auction/ids.ts';
import { aliasOf } from '@saleyard/domain/auction/paddles.ts';
import { publicLot } from '@saleyard/domain/auction/public-view.ts';
import { winnerOf } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { assessmentOf, weightsAssessed } from '@saleyard/domain/listing/assessment.ts';
import type { Document, Media, UsefulLink } from '@saleyard/domain/listing/content.ts';
import type { Values } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotView, withWeighed } from '@saleyard/domain/listing/forms/lot-view.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import type { DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { AuctionChange, Projection } from '../projection.ts';
import { isSameList } from '../sales/participants.ts';
import { cataloguedListing, type Descriptions, shownDescription } from './descriptions.ts';
import { type KeptText, keptText } from './own-texts.ts';

export const LOTS = 'lots';
export const PRIVATE_LOTS = 'private-lots';
export const LOT_PAGES = 'lot-pages';

/**
 * A lot as stored for everyone. State that the sale determines (its end in a synchronous sale, bidding while all is
 * frozen) is added from the sale's document when read: otherwise one bid would rewrite every lot.
 */
export type LotDocument = PublicLot &
  LotDetails & {
    createdAt: number | null;
    updatedAt: number | null;
    /** Place in the catalogue, from 0. */
    order: number;
  };

/** Fields that only a lot's own page shows. `values`: all stated fields, private ones too. */
export type LotPageDocument = Pick<LotPage, 'saleConditions' | 'assessment' | 'optiweigh'> & {
  auction: string;
  kind: KindType;
  values: Values;
  documents: readonly Document[];
  usefulLinks: readonly UsefulLink[];
  /** With the time each was created. */
  media: readonly Media[];
  /** The owner of the lot, and its listing's personal values, encrypted. */
  createdBy: string;
  sealed: Readonly<Record<string, string>>;
};

/**
 * Fields that only staff and the lot's creator may see, stored separately so that no public answer can include them.
 */
export type PrivateLotDocument = {
  auction: string;
  order: number;
  reserveCents: number | null;
  maxVendorBids: number;
  /** The vendor's name. */
  vendor: KeptText;
  createdBy: string;
  leader: BidderId | null;
  paddle: string | null;
  /** Paddles of its bidders, in the order of their first bids. */
  participants: readonly string[];
  /** A correction that waits for a second person or for its buyer; left out where none does. */
  proposal?: NonNullable<LotState['proposal']>;
};

export const lotsProjection: Projection = {
  name: 'lots',
  version: 7,
  // Version 4 added an index, version 5 what buyers see of temperament, treatment and delivery. Version 6 counts only the
  // heads that the form shows. Version 7 added `stoppedTime`, which readers may do without.
  readsSince: 3,
  collections: [
    {
      name: LOTS,
      indexes: [
        { keys: { auction: 1, state: 1 } },
        { keys: { auction: 1, order: 1 } },
        { keys: { searchNumericId: 1 } },
      ],
    },
    {
      name: PRIVATE_LOTS,
      indexes: [
        { keys: { auction: 1, createdBy: 1 } },
        { keys: { 'proposal.correction.buyer': 1 } },
        { keys: { 'proposal.awaits': 1 } },
        { keys: { leader: 1 } },
      ],
    },
    { name: LOT_PAGES },
  ],
  of: 'auction',
  project: projectLots,
};

function projectLots({ id: auction, before, after, descriptions }: AuctionChange): DocumentWrite[] {
  if (after.terms === null || after.details === null) return [];
  const { kind } = after.details;
  // The sale's terms affect every lot: new terms change every document.
  const all = before.terms !== after.terms;
  const saleIndependent: AuctionState = { ...after, frozenAt: null, timersStoppedAt: null, finishAt: null };
  const writes: DocumentWrite[] = [];
  for (const [index, lot] of after.lots.entries()) {
    const earlier = before.lots[index];
    if (lot === earlier && !all) continue;
    writes.push(put(LOTS, lot, publicDocument(saleIndependent, lot, { auction, kind, descriptions })));
    if (all || lot.terms !== earlier?.terms) {
      writes.push(put(LOT_PAGES, lot, pageDocument(lot, { auction, kind, descriptions })));
    }
    if (all || lot.terms !== earlier?.terms || hasOthers(earlier, lot)) {
      writes.push(put(PRIVATE_LOTS, lot, privateDocument(after, lot, { auction, descriptions })));
    }
  }
  return writes;
}

const put = (collection: string, lot: LotState, document: Record<string, unknown>): DocumentWrite => ({
  op: 'put',
  collection,
  id: lot.terms.lot,
  document,
});

const publicDocument = (
  state: AuctionState,
  lot: LotState,
  { auction, kind, descriptions }: { auction: AuctionId; kind: KindType; descriptions: Descriptions },
): LotDocument => ({
  ...(publicLot(state, lot, auction) satisfies PublicLot),
  ...(lotView(
    kind,
    shownDescription(lot.terms.description, descriptions),
    FORMS[kind],
    state.terms?.liveAt ?? null,
  ) satisfies LotDetails),
  createdAt: cataloguedListing(lot.terms.description, descriptions)?.createdAt ?? null,
  updatedAt: cataloguedListing(lot.terms.description, descriptions)?.updatedAt ?? null,
  order: lot.index,
});

function pageDocument(
  { terms: { description, createdBy } }: LotState,
  { auction, kind, descriptions }: { auction: AuctionId; kind: KindType; descriptions: Descriptions },
): LotPageDocument {
  const content = cataloguedListing(description, descriptions)?.listing.content;
  const shown = shownDescription(description, descriptions);
  const { media = [] } = shown ?? {};
  return {
    auction,
    kind,
    values: withWeighed(shown),
    media,
    createdBy,
    sealed: content?.sealed ?? {},
    documents: content?.documents ?? [],
    usefulLinks: content?.usefulLinks ?? [],
    saleConditions: content?.saleConditions ?? '',
    assessment: assessmentOf(shown),
    optiweigh: {
      assessmentData: weightsAssessed(content?.optiweigh?.weights ?? []),
      averageData: content?.optiweigh?.days ?? [],
    },
  };
}

/** Whether the leader changed, or somebody bid for the first time. Without bids there is no leader. */
const hasOthers = (earlier: LotState | undefined, lot: LotState): boolean =>
  earlier === undefined ||
  leaderOf(lot) !== leaderOf(earlier) ||
  lot.proposal !== earlier.proposal ||
  !isSameList(lot.participants, earlier.participants);

/** The buyer, or the leader where there is none; nobody once a lot was corrected to be unsold [C4]. */
const leaderOf = (lot: LotState): BidderId | null =>
  winnerOf(lot) ?? (lot.correction === undefined ? lot.leader : null);

function privateDocument(
  state: AuctionState,
  lot: LotState,
  { auction, descriptions }: { auction: AuctionId; descriptions: Descriptions },
): PrivateLotDocument {
  const { reserveCents, maxVendorBids, createdBy, description } = lot.terms;
  const leader = leaderOf(lot);
  const details = shownDescription(description, descriptions)?.details ?? {};
  const sealed = cataloguedListing(description, descriptions)?.listing.content.sealed ?? {};
  return {
    auction,
    order: lot.index,
    reserveCents,
    maxVendorBids,
    vendor: keptText({ details, sealed }, 'vendorName'),
    createdBy,
    leader,
    paddle: leader === null ? null : aliasOf(state, leader),
    participants: [...lot.participants].flatMap((bidder) => aliasOf(state, bidder) ?? []),
    ...(lot.proposal !== undefined && { proposal: lot.proposal }),
  };
}
