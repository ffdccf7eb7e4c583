import { listedDocuments, listedLinks, listedMedia } from '@saleyard/contract/lot-attachments.ts';
import { operationAddress } from '@saleyard/contract/operation-address.ts';
import { accountFileOperations } from '@saleyard/contract/operations/account-files.ts';
import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type {
  ListingFeeRow,
  StartingLot,
  WaitingListing,
  WholeListing,
  WrittenContent,
} from '@saleyard/contract/selling.ts';
import type { Profile } from '@saleyard/domain/account/profile.ts';
import { addLotClosesAt } from '@saleyard/domain/auction/sale-settings.ts';
import { detailTree } from '@saleyard/domain/listing/forms/detail-groups.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { lotView } from '@saleyard/domain/listing/forms/lot-view.ts';
import { sentPrices } from '@saleyard/domain/listing/price-names.ts';
import { type KindType, kindsLike } from '@saleyard/domain/listing/stock.ts';
import { takesLateEdits } from '@saleyard/domain/listing/validation.ts';
import { type Endpoint, endpoint, pagesOf } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import type { LotCounts } from '../lots/lot-counts.ts';
import type { LotDocument } from '../lots/lots.projection.ts';
import {
  keptDescription,
  keptDocument,
  type OpenTexts,
  openedDetails,
  openedDocuments,
} from '../lots/own-texts.ts';
import { nameOf, type PersonOf } from '../staff/staff.endpoints.ts';
import { comparisonOf } from './listing-changes.ts';
import { feesOf, feesOfSale, type ListedFee } from './listing-fees.ts';
import {
  DRAFT_PHASES,
  type ListingOfSale,
  type ListingsWanted,
  listingOfSale,
  listingsOf,
  lotsAndContents,
  reofferableOf,
  SUBMITTED_PHASES,
  startingListings,
  waitingListings,
} from './listings.queries.ts';
import { type Sought, soughtLots } from './own-lot-search.ts';

export type ListingReadParts = {
  documents: Documents;
  clock: Pick<Clock, 'now'>;
  counts: LotCounts;
  personOf: PersonOf;
  profileOf(account: string): Promise<Profile | null>;
  openTexts: OpenTexts;
  /** Omitted: the changes of a listing are not shown. */
  log?: EventLog | undefined;
};

type Shown = Omit<WaitingListing, 'seller'>;

/**
 * Listings as their readers see them, in order. A private text that can no longer be decrypted is ''. `read`: their
 * catalogue entries and their content.
 */
async function shownListings(
  { documents, clock, openTexts }: Pick<ListingReadParts, 'documents' | 'clock' | 'openTexts'>,
  all: readonly ListingOfSale[],
  read = lotsAndContents(documents, all),
): Promise<Shown[]> {
  const { lots, contents } = await read;
  const kept = all.map(({ listing }) => {
    const { _id, createdBy: account, vendor, reason, sealedReason } = listing;
    const content = contents.get(_id);
    const texts = [
      ...[vendor, { sealed: sealedReason, clear: reason ?? '' }],
      ...(content ? [keptDescription(content), ...content.documents.map(keptDocument)] : []),
    ];
    return texts.map((text) => ({ account, ...text }));
  });
  const opened = [...(await openTexts(kept.flat()))];
  const now = clock.now();
  return all.map((one, at) => {
    const { _id } = one.listing;
    const { documents: files = [], media = [] } = contents.get(_id) ?? {};
    const [vendorName = '', reason = '', description = '', ...said] = opened.splice(0, kept[at]?.length);
    return {
      ...shown(one, { vendorName, reason, lot: lots.get(_id), now }),
      description,
      documents: listedDocuments(openedDocuments(files, said)),
      media: listedMedia(media),
    };
  });
}

/** The answer's members of a listing besides its description and files. */
function shown(
  { listing, sale }: ListingOfSale,
  more: { vendorName: string; reason: string; lot: LotDocument | undefined; now: number },
): Omit<Shown, 'description' | 'documents' | 'media'> {
  const { lot, vendorName, reason, now } = more;
  const { _id, auction, searchNumericId, kind, phase, revision, createdBy, view } = listing;
  const { submittedAt, updatedAt, unit, startCents, reserveCents, incrementCents, count } = listing;
  const { media: _, ...read } = view;
  return {
    ...read,
    publicDetails: { ...view.publicDetails, vendorName },
    _id,
    auction,
    searchNumericId,
    phase,
    revision,
    createdBy,
    submittedAt,
    updatedAt,
    count,
    reason: reason === '' ? null : reason,
    kindData: { type: kind, title: FORMS[kind].title },
    auctionData: sale === undefined ? null : saleOf(sale),
    approved: phase === 'approved',
    withdrawn: phase === 'withdrawn',
    draft: DRAFT_PHASES.all.includes(phase),
    number: lot?.number ?? '',
    state: lot?.state ?? sale?.state ?? 'future',
    status: lot?.status ?? null,
    closedPrice: lot?.closedPrice ?? null,
    currentBidCents: lot?.currentBidCents ?? startCents,
    ...sentPrices({ unit, startCents, incrementCents, reserveCents }),
    mayEditLate: phase === 'approved' && sale !== undefined && isLateEditOpen(sale, now),
    mayWithdraw: phase === 'submitted' || (phase === 'approved' && sale?.state === 'future'),
  };
}

type Sale = NonNullable<ListingOfSale['sale']>;

const isLateEditOpen = (sale: Sale, now: number): boolean =>
  takesLateEdits({ phase: sale.state, cancelled: sale.cancelled, lateEditUntil: addLotClosesAt(sale) }, now);

const saleOf = (sale: Sale) => {
  const { _id, searchNumber, title, state, cancelled, openAt, liveAt, closedAt, listingFee } = sale;
  return { _id, searchNumber, title, state, cancelled, openAt, liveAt, closedAt, listingFee };
};

const feeRow = ({ listing, sale, lot, fee, isFreeReoffer, vendorName }: ListedFee): ListingFeeRow => ({
  _id: listing._id,
  searchNumericId: listing.searchNumericId,
  kindData: { type: listing.kind, title: FORMS[listing.kind].title },
  auctionData: saleOf(sale),
  date: sale.liveAt,
  number: lot.number,
  title: listing.view.publicDetails.title,
  vendorName,
  count: lot.count,
  status: lot.status,
  soldBeforeAuction: lot.soldBeforeAuction,
  isFreeReoffer,
  price: fee.centsPerHead,
  total: fee.cents,
  paid: listing.isFeePaid,
});

function startingLot({ listing, sale, vendorName }: ListingOfSale & { vendorName: string }): StartingLot {
  const { _id, searchNumericId, kind, count, phase, view } = listing;
  const { title, location } = view.publicDetails;
  return {
    _id,
    searchNumericId,
    kindData: { type: kind, title: FORMS[kind].title },
    title,
    count,
    vendorName,
    town: location.town,
    phase,
    auctionTitle: sale?.title ?? '',
    liveAt: sale?.liveAt ?? null,
  };
}

/** The address of the viewer's logo. */
const ownLogo = (key: string): string =>
  operationAddress(accountFileOperations.ownFile, { params: { kind: 'logo', file: key } });

/** A listing with its full content, for its seller and for staff; undefined while a read model is behind. */
export async function wholeListing(
  parts: Pick<ListingReadParts, 'documents' | 'clock' | 'openTexts'>,
  own: ListingOfSale,
): Promise<WholeListing | undefined> {
  const { listing, sale } = own;
  const read = lotsAndContents(parts.documents, [own]);
  const said = (await read).contents.get(listing._id);
  if (said === undefined) return undefined;
  const [[found], details] = await Promise.all([
    shownListings(parts, [own], read),
    openedDetails(parts.openTexts, listing.createdBy, said),
  ]);
  if (found === undefined) return undefined;
  const { sealed: _, ...content } = said;
  const form = FORMS[listing.kind];
  const { media: __, ...view } = lotView(listing.kind, said, form, sale?.liveAt ?? null);
  const { maxVendorBids, saleConditions, acceptenceOnTerms, isLicencedAgent, vendorSignedForm } = content;
  const { emailToVendor = false, heads } = content;
  const { documents: files, media, description } = found;
  const attached = {
    documents: files,
    media,
    usefulLinks: listedLinks(content.usefulLinks),
    agentSignature: { url: content.agentSignature },
    vendorSignature: { url: content.vendorSignature },
  };
  return {
    ...found,
    ...view,
    publicDetails: { ...view.publicDetails, vendorName: String(details['vendorName'] ?? '') },
    countWeighed: content.countWeighed,
    details: detailTree(form, { details, heads }),
    biddingSwap: content.unit !== null && content.incrementCents === null,
    maxVendorBids,
    saleConditions,
    acceptenceOnTerms,
    isLicencedAgent,
    vendorSignedForm,
    ...attached,
    newMedia: media.flatMap(({ key }) => (key === '' ? [] : [{ key }])),
    emailToVendor,
    reoffered: listing.reoffered,
    content: { ...content, ...attached, emailToVendor, details, description } as WrittenContent,
  };
}

/** A seller's own listings, and those that wait for a decision of staff. */
export function listingEndpoints(parts: ListingReadParts): Endpoint[] {
  const { documents, clock, counts, personOf, profileOf, openTexts, log } = parts;

  /** Listings of one account, with its logo. */
  const ownListings = async (account: string, all: readonly ListingOfSale[]) => {
    const logo = (await profileOf(account))?.logo ?? null;
    const url = logo === null ? '' : ownLogo(logo.key);
    return (await shownListings(parts, all)).map((lot) => ({ ...lot, creatorData: { logo: { url } } }));
  };

  const paged = async (
    account: string,
    wanted: ListingsWanted,
    query: { page: number; limit: number } & Sought,
  ) => {
    const { page, limit } = query;
    const all = await listingsOf(documents, account, wanted, clock.now());
    const { found, vendors, states } = await soughtLots(openTexts, all, query);
    const some = await ownListings(account, found.slice((page - 1) * limit, page * limit));
    const lots = await Promise.all(some.map(async (lot) => ({ ...lot, ...(await counts.of(lot._id)) })));
    const paging = { page, limit, total: found.length };
    return {
      data: { lots, vendors: [...vendors], states: [...states], page, pages: pagesOf(paging) },
      paging,
    };
  };

  const kindsOf = (wanted: KindType | 'all') => (wanted === 'all' ? undefined : kindsLike(wanted));

  return [
    endpoint(sellingOperations.submissions, async ({ viewer, query }) => {
      const { showMode = 'all', kindType = 'all', startDay, endDay } = query;
      const kinds = kindsOf(kindType);
      return paged(viewer._id, { phases: SUBMITTED_PHASES[showMode], kinds, startDay, endDay }, query);
    }),
    endpoint(sellingOperations.drafts, async ({ viewer, query }) => {
      const { showMode = 'all', startDay, endDay } = query;
      return paged(viewer._id, { phases: DRAFT_PHASES[showMode], startDay, endDay }, query);
    }),
    endpoint(sellingOperations.startingLots, async ({ viewer, query }) => {
      const { page, limit, kindType, search } = query;
      const all = await startingListings(documents, viewer._id, kindType && [kindType]);
      const { found } = await soughtLots(openTexts, all, { search });
      const lots = found.slice((page - 1) * limit, page * limit).map(startingLot);
      return { data: { lots }, paging: { page, limit, total: found.length } };
    }),
    endpoint(sellingOperations.ownListing, async ({ viewer, params }) => {
      // Others get the same 404 whether or not the listing exists.
      const own = await listingOfSale(documents, params.lot, viewer._id);
      const lot = own && (await wholeListing(parts, own));
      return lot === undefined ? refusal('not-found') : { data: { lot } };
    }),
    endpoint(sellingOperations.reoffers, async ({ viewer, query: { page, limit, kindType = 'all' } }) => {
      const all = await reofferableOf(documents, viewer._id, kindsOf(kindType), clock.now());
      const some = all.slice((page - 1) * limit, page * limit);
      const lots = (await ownListings(viewer._id, some)).map((lot) => ({
        ...lot,
        status: lot.status === 'passed' ? ('passed' as const) : ('noBid' as const),
      }));
      return { data: { lots }, paging: { page, limit, total: all.length } };
    }),
    endpoint(sellingOperations.listingFees, async ({ viewer, query: { page, limit } }) => {
      const all = await feesOf({ documents, openTexts }, viewer._id);
      const lots = all.slice((page - 1) * limit, page * limit).map(feeRow);
      const totalCents = all.reduce((sum, { fee }) => sum + fee.cents, 0);
      return { data: { lots, totalCents }, paging: { page, limit, total: all.length } };
    }),
    endpoint(sellingOperations.saleListingFees, async ({ params, query: { page, limit } }) => {
      const all = await feesOfSale({ documents, openTexts }, params.auction);
      const some = all.slice((page - 1) * limit, page * limit);
      const lots = await Promise.all(
        some.map(async (fee) => ({ ...feeRow(fee), seller: await nameOf(personOf, fee.listing.createdBy) })),
      );
      return { data: { lots }, paging: { page, limit, total: all.length } };
    }),
    endpoint(sellingOperations.waitingListings, async ({ query: { page, limit } }) => {
      const { listings, total } = await waitingListings(documents, { page, limit });
      const lots = await Promise.all(
        (await shownListings(parts, listings)).map(async (lot) => ({
          ...lot,
          seller: await nameOf(personOf, lot.createdBy),
        })),
      );
      return { data: { lots }, paging: { page, limit, total } };
    }),
    endpoint(sellingOperations.staffListing, async ({ params }) => {
      const listing = await listingOfSale(documents, params.lot);
      const lot = listing && (await wholeListing(parts, listing));
      if (lot === undefined) return refusal('not-found');
      const [seller, changes] = await Promise.all([
        nameOf(personOf, lot.createdBy),
        log ? comparisonOf({ log, documents, openTexts }, lot._id) : null,
      ]);
      return { data: { lot, seller, changes } };
    }),
  ];
}
