import { listedDocuments, listedLinks, listedMedia } from '@saleyard/contract/lot-attachments.ts';
import {
  type ListingFeeRow,
  sellingOperations,
  type WholeListing,
  type WrittenContent,
} from '@saleyard/contract/selling.ts';
import { addLotClosesAt } from '@saleyard/domain/auction/sale-settings.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { type KindType, kindsLike } from '@saleyard/domain/listing/stock.ts';
import { type Endpoint, endpoint, pagesOf } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { LotCounts } from '../lots/lot-counts.ts';
import {
  type KeptText,
  type OpenTexts,
  openedDescription,
  openedDetails,
  openedDocuments,
} from '../lots/own-texts.ts';
import type { PersonOf } from '../staff/staff.endpoints.ts';
import { feesOf, type ListedFee } from './listing-fees.ts';
import { LISTING_CONTENTS, type ListingContentDocument } from './listings.projection.ts';
import {
  DRAFT_PHASES,
  findListing,
  type ListingOfSale,
  type ListingsWanted,
  listingsOf,
  reofferableOf,
  type StoredListing,
  SUBMITTED_PHASES,
  salesOf,
  waitingListings,
} from './listings.queries.ts';

export type ListingReadParts = {
  documents: Documents;
  clock: Pick<Clock, 'now'>;
  counts: LotCounts;
  personOf: PersonOf;
  openTexts: OpenTexts;
};

/** What a listing shows of what stands sealed in it. `reason`: '' for none, or where nobody can read it any more. */
type Opened = { vendorName: string; reason: string };

const NO_TEXT: KeptText = { sealed: '', clear: '' };
const NOT_OPENED: Opened = { vendorName: '', reason: '' };

/** What listings show of what stands sealed in them, in their order. */
async function openedOf(openTexts: OpenTexts, listings: readonly StoredListing[]): Promise<Opened[]> {
  const texts = await openTexts(
    listings.flatMap(({ createdBy: account, vendor = NO_TEXT, reason, sealedReason = '' }) => [
      { account, ...vendor },
      { account, sealed: sealedReason, clear: reason ?? '' },
    ]),
  );
  return listings.map((_, at) => ({ vendorName: texts[2 * at] ?? '', reason: texts[2 * at + 1] ?? '' }));
}

/** A listing as everyone who may see it sees it. */
function shown(
  { listing, sale }: ListingOfSale,
  { vendorName, reason }: Opened,
  now: number,
): Omit<WholeListing, 'content'> {
  const { _id, searchNumericId, kind, phase, revision, createdBy, view } = listing;
  const { submittedAt, updatedAt, unit, startCents, reserveCents, incrementCents, count } = listing;
  const isFuture = sale?.state === 'future';
  return {
    view,
    ...{ _id, searchNumericId, phase, revision, createdBy, submittedAt, updatedAt, count },
    reason: reason === '' ? null : reason,
    kindData: { type: kind, title: FORMS[kind].title },
    auctionData: sale === undefined ? null : saleOf(sale),
    ...{ approved: phase === 'approved', withdrawn: phase === 'withdrawn' },
    draft: DRAFT_PHASES.includes(phase),
    bidding: unit,
    startPrice: startCents,
    reserveCents,
    bidIncrementCents: incrementCents,
    vendorName,
    mayEditLate: phase === 'approved' && sale !== undefined && !sale.cancelled && isLateEditOpen(sale, now),
    mayWithdraw: phase === 'submitted' || (phase === 'approved' && isFuture),
  };
}

type Sale = NonNullable<ListingOfSale['sale']>;

const isLateEditOpen = (sale: Sale, now: number): boolean =>
  sale.state !== 'closed' && sale.state !== 'live' && now < addLotClosesAt(sale);

const saleOf = (sale: Sale) => {
  const { _id, searchNumber, title, state, cancelled, openAt, liveAt, closedAt, listingFee } = sale;
  return { _id, searchNumber, title, state, cancelled, openAt, liveAt, closedAt, listingFee };
};

const feeRow = ({ listing, sale, lot, fee, isFreeReoffer, vendorName }: ListedFee): ListingFeeRow => ({
  ...{ _id: listing._id, searchNumericId: listing.searchNumericId },
  kindData: { type: listing.kind, title: FORMS[listing.kind].title },
  auctionData: saleOf(sale),
  date: sale.liveAt,
  number: lot.number,
  title: listing.view.publicDetails.title,
  vendorName,
  ...{ count: lot.count, status: lot.status, soldBeforeAuction: lot.soldBeforeAuction, isFreeReoffer },
  ...{ price: fee.centsPerHead, total: fee.cents },
});

/** A listing with all that it says, for its seller and for staff; undefined while a read model is behind. */
export async function wholeListing(
  { documents, clock, openTexts }: Pick<ListingReadParts, 'documents' | 'clock' | 'openTexts'>,
  listing: StoredListing,
): Promise<WholeListing | undefined> {
  const said = await documents.get<ListingContentDocument>(LISTING_CONTENTS, listing._id);
  if (said === undefined) return undefined;
  const sale = (await salesOf(documents, [listing])).get(listing.auction);
  const { sealed, optiweigh: _, ...content } = said.content;
  const [opened = NOT_OPENED] = await openedOf(openTexts, [listing]);
  const details = await openedDetails(openTexts, listing.createdBy, { details: content.details, sealed });
  return {
    ...shown({ listing, sale }, opened, clock.now()),
    view: lotView(listing.kind, said.content, FORMS[listing.kind], sale?.liveAt ?? null),
    content: {
      ...content,
      details,
      description: await openedDescription(openTexts, listing.createdBy, said.content),
      documents: listedDocuments(await openedDocuments(openTexts, listing.createdBy, content.documents)),
      media: listedMedia(content.media),
      usefulLinks: listedLinks(content.usefulLinks),
      agentSignature: { url: content.agentSignature },
      vendorSignature: { url: content.vendorSignature },
    } as WrittenContent,
  };
}

/** A seller's own listings, and those that wait for staff. */
export function listingEndpoints(parts: ListingReadParts): Endpoint[] {
  const { documents, clock, counts, personOf, openTexts } = parts;

  /** Listings as they are shown, in their order. */
  const allShown = async (all: readonly ListingOfSale[]) => {
    const opened = await openedOf(
      openTexts,
      all.map(({ listing }) => listing),
    );
    const now = clock.now();
    return all.map((one, at) => shown(one, opened[at] ?? NOT_OPENED, now));
  };

  const paged = async (
    account: string,
    wanted: ListingsWanted,
    { page, limit }: { page: number; limit: number },
  ) => {
    const all = await listingsOf(documents, account, wanted, clock.now());
    const some = all.slice((page - 1) * limit, page * limit);
    const lots = await Promise.all(
      (await allShown(some)).map(async (one) => ({ ...one, ...(await counts.of(one._id)) })),
    );
    const paging = { page, limit, total: all.length };
    return { data: { lots, page, pages: pagesOf(paging) }, paging };
  };

  const whole = (listing: StoredListing) => wholeListing(parts, listing);

  const kindsOf = (wanted: KindType | 'all') => (wanted === 'all' ? undefined : kindsLike(wanted));

  const nameOf = async (account: string): Promise<string> => {
    const person = await personOf(account);
    return person === null ? '' : `${person.firstName} ${person.lastName}`.trim();
  };

  return [
    endpoint(sellingOperations.submissions, async ({ viewer, query }) => {
      const { showMode = 'all', kindType = 'all', startDay, endDay } = query;
      const kinds = kindsOf(kindType);
      return paged(viewer._id, { phases: SUBMITTED_PHASES[showMode], kinds, startDay, endDay }, query);
    }),
    endpoint(sellingOperations.drafts, async ({ viewer, query }) => {
      const { startDay, endDay } = query;
      return paged(viewer._id, { phases: DRAFT_PHASES, startDay, endDay }, query);
    }),
    endpoint(sellingOperations.ownListing, async ({ viewer, params }) => {
      const listing = await findListing(documents, params.lot);
      // Whose it is not learns nothing of it.
      const lot = listing?.createdBy === viewer._id ? await whole(listing) : undefined;
      return lot === undefined ? refusal('not-found') : { data: { lot } };
    }),
    endpoint(sellingOperations.reoffers, async ({ viewer, query: { page, limit, kindType = 'all' } }) => {
      const kinds = kindsOf(kindType);
      const now = clock.now();
      const all = await reofferableOf(documents, viewer._id, kinds, now);
      const some = all.slice((page - 1) * limit, page * limit);
      const lots = (await allShown(some)).map((one, at) => ({
        ...one,
        status: some[at]?.lot.status === 'passed' ? ('passed' as const) : ('noBid' as const),
        closedPrice: some[at]?.lot.closedPrice ?? null,
      }));
      return { data: { lots }, paging: { page, limit, total: all.length } };
    }),
    endpoint(sellingOperations.listingFees, async ({ viewer, query: { page, limit } }) => {
      const all = await feesOf({ documents, openTexts }, viewer._id);
      const lots = all.slice((page - 1) * limit, page * limit).map(feeRow);
      const totalCents = all.reduce((sum, { fee }) => sum + fee.cents, 0);
      return { data: { lots, totalCents }, paging: { page, limit, total: all.length } };
    }),
    endpoint(sellingOperations.waitingListings, async ({ query: { page, limit } }) => {
      const { listings, total } = await waitingListings(documents, { page, limit });
      const sales = await salesOf(documents, listings);
      const waiting = listings.map((listing) => ({ listing, sale: sales.get(listing.auction) }));
      const lots = await Promise.all(
        (await allShown(waiting)).map(async (one) => ({ ...one, seller: await nameOf(one.createdBy) })),
      );
      return { data: { lots }, paging: { page, limit, total } };
    }),
    endpoint(sellingOperations.staffListing, async ({ params }) => {
      const listing = await findListing(documents, params.lot);
      const lot = listing && (await whole(listing));
      if (lot === undefined) return refusal('not-found');
      return { data: { lot, seller: await nameOf(lot.createdBy) } };
    }),
  ];
}
