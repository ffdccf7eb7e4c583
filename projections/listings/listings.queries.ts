import type { PublicLot } from '@saleyard/contract/lots.ts';
import type { DRAFT_MODES, SHOW_MODES } from '@saleyard/contract/selling.ts';
import { DAY_MS, saleDay } from '@saleyard/domain/days.ts';
import type { ListingContent } from '@saleyard/domain/listing/content.ts';
import { type KindType, REOFFER_DAYS } from '@saleyard/domain/listing/stock.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import type { Documents, Filter, Stored } from '@saleyard/platform/documents/port.ts';
import { orWhileBuilding } from '@saleyard/platform/documents/versioned-documents.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { LOTS, type LotDocument } from '../lots/lots.projection.ts';
import { auctionsById, type StoredAuction } from '../sales/auctions.queries.ts';
import {
  LISTING_CONTENTS,
  LISTINGS,
  type ListingContentDocument,
  type ListingDocument,
  listingsProjection,
} from './listings.projection.ts';

export type StoredListing = Stored<ListingDocument>;
/** A listing with its sale, if known. */
export type ListingOfSale = { listing: StoredListing; sale: StoredAuction | undefined };

/** ms after the close of its sale for which a submitted lot is listed. */
const SUBMITTED_KEPT_MS = 30 * DAY_MS;
/** Listings of one account that are read for a list. */
const LOOKED_AT = 5_000;

type Phase = ListingDocument['phase'];
export const DRAFT_PHASES: Readonly<Record<(typeof DRAFT_MODES)[number], readonly Phase[]>> = {
  all: ['draft', 'refused'],
  draft: ['draft'],
  returned: ['refused'],
};
export const SUBMITTED_PHASES: Readonly<Record<(typeof SHOW_MODES)[number], readonly Phase[]>> = {
  all: ['submitted', 'approved', 'withdrawn'],
  pending: ['submitted'],
  submitted: ['approved'],
  withdrawn: ['withdrawn'],
};

/** How many drafts an account has; 0 while the read model is being built. */
export const draftsOf = (documents: Documents, account: string): Promise<number> =>
  documents
    .count(LISTINGS, { createdBy: account, phase: { $in: [...DRAFT_PHASES.all] } })
    .catch(orWhileBuilding(0));

/** Selects listings of an account. Days are those on which their sales go live. */
export type ListingsWanted = {
  phases: readonly Phase[];
  kinds?: readonly KindType[] | undefined;
  startDay?: string | undefined;
  endDay?: string | undefined;
};

/**
 * An account's listings in some phases: upcoming sales first, soonest first, then the others, latest first; within a
 * sale by number. `now`: ms.
 */
export async function listingsOf(
  documents: Documents,
  account: string,
  { phases, kinds, startDay, endDay }: ListingsWanted,
  now: number,
): Promise<ListingOfSale[]> {
  const isDraft = DRAFT_PHASES.all.includes(phases[0] ?? 'draft');
  return (await listingsIn(documents, account, phases, kinds))
    .filter(({ sale }) => {
      const day = sale && saleDay(sale.liveAt);
      if (startDay !== undefined && (day === undefined || day < startDay)) return false;
      if (endDay !== undefined && (day === undefined || day > endDay)) return false;
      return isDraft || (sale?.closedAt ?? now) > now - SUBMITTED_KEPT_MS;
    })
    .sort(bySale);
}

/** An account's listings in some phases, with their sales, by number. */
async function listingsIn(
  documents: Documents,
  account: string,
  phases: readonly Phase[],
  kinds: readonly KindType[] | undefined,
): Promise<ListingOfSale[]> {
  const filter: Filter = {
    createdBy: account,
    phase: { $in: [...phases] },
    ...(kinds !== undefined && { kind: { $in: [...kinds] } }),
  };
  const options = { sort: { searchNumericId: 1 }, limit: LOOKED_AT } as const;
  return withSales(documents, await documents.find<ListingDocument>(LISTINGS, filter, options));
}

/** An account's listings of some kinds that have a title, the newest first. */
export async function startingListings(
  documents: Documents,
  account: string,
  kinds: readonly KindType[] | undefined,
): Promise<ListingOfSale[]> {
  const all = await listingsIn(documents, account, [...DRAFT_PHASES.all, ...SUBMITTED_PHASES.all], kinds);
  return all.filter(({ listing }) => listing.view.publicDetails.title !== '').reverse();
}

const isToCome = (sale: StoredAuction | undefined): boolean => sale?.state === 'future' && !sale.cancelled;

function bySale({ sale: a }: ListingOfSale, { sale: b }: ListingOfSale): number {
  if (isToCome(a) !== isToCome(b)) return isToCome(a) ? -1 : 1;
  return ((a?.liveAt ?? 0) - (b?.liveAt ?? 0)) * (isToCome(a) ? 1 : -1);
}

/** A listing that can be offered again, with its lot's result. */
export type Reofferable = ListingOfSale & { lot: Pick<PublicLot, 'status' | 'closedPrice'> };

/**
 * An account's unsold lots of recently closed sales, latest sale first. A lot that was reoffered is left out unless
 * that listing was withdrawn or deleted. `now`: ms.
 */
export async function reofferableOf(
  documents: Documents,
  account: string,
  kinds: readonly KindType[] | undefined,
  now: number,
): Promise<Reofferable[]> {
  const recent = (await listingsIn(documents, account, ['approved'], kinds)).filter(
    ({ sale }) => sale?.closedAt != null && !sale.cancelled && now <= sale.closedAt + REOFFER_DAYS * DAY_MS,
  );
  const goOn = recent.flatMap(({ listing }) => listing.reofferedAs ?? []);
  const [lots, others] = await Promise.all([
    documents.find<LotDocument>(LOTS, { _id: { $in: recent.map(({ listing }) => listing._id) } }),
    documents.find<ListingDocument>(LISTINGS, { _id: { $in: goOn } }),
  ]);
  const lotOf = new Map(lots.map((lot) => [lot._id, lot]));
  const taken = new Set(others.filter(({ phase }) => phase !== 'withdrawn').map(({ _id }) => _id));
  return recent
    .flatMap(({ listing, sale }) => {
      const lot = lotOf.get(listing._id);
      const isUnsold = lot?.status === 'noBid' || lot?.status === 'passed';
      if (!isUnsold || lot.withdrawn || taken.has(listing.reofferedAs ?? '')) return [];
      return [{ listing, sale, lot }];
    })
    .sort(bySale);
}

/**
 * The listings that may await approval for a sale: those that the read model shows, and those of any sale that were
 * submitted after what it shows. Nothing is waited for: the read model stores how far it is only when a listing
 * changes, which may be long after a sale opened.
 */
export async function pendingListings(
  { documents, log }: { documents: Documents; log: EventLog },
  auction: string,
): Promise<string[]> {
  // Read first: the documents then show this much of the log, or more.
  const shown = await documents.checkpoint(listingsProjection.name);
  const filter: Filter = { auction, phase: 'submitted' };
  const found = await documents.find<ListingDocument>(LISTINGS, filter, { sort: { submittedAt: 1 } });
  const pending = new Set(found.map(({ _id }) => _id));
  for await (const item of log.subscribe({ after: shown, streams: [STREAMS.listing.prefix] })) {
    if (item.kind === 'caughtUp') break;
    for (const { type, stream } of item.events)
      if (type === 'ListingSubmitted') pending.add(idOf(STREAMS.listing, stream));
  }
  return [...pending];
}

/** The sales of some listings, by id. */
export async function salesOf(
  documents: Documents,
  listings: readonly Pick<ListingDocument, 'auction'>[],
): Promise<ReadonlyMap<string, StoredAuction>> {
  const sales = await auctionsById(
    documents,
    listings.map(({ auction }) => auction),
  );
  return new Map(sales.map((sale) => [sale._id, sale]));
}

/** Listings with their sales, in order. */
async function withSales(documents: Documents, listings: readonly StoredListing[]): Promise<ListingOfSale[]> {
  const sales = await salesOf(documents, listings);
  return listings.map((listing) => ({ listing, sale: sales.get(listing.auction) }));
}

/** A listing by its id or its number. */
export async function findListing(
  documents: Documents,
  numberOrId: string,
): Promise<StoredListing | undefined> {
  if (!/^\d{1,15}$/.test(numberOrId)) return documents.get<ListingDocument>(LISTINGS, numberOrId);
  const filter = { searchNumericId: Number(numberOrId) };
  return (await documents.find<ListingDocument>(LISTINGS, filter, { limit: 1 }))[0];
}

/** A listing by its id or its number, with its sale; undefined if the account does not own it. */
export async function listingOfSale(
  documents: Documents,
  numberOrId: string,
  account?: string,
): Promise<ListingOfSale | undefined> {
  const listing = await findListing(documents, numberOrId);
  if (listing === undefined || (account !== undefined && listing.createdBy !== account)) return undefined;
  return (await withSales(documents, [listing]))[0];
}

/** The catalogue entries and contents of some listings, by id. */
export async function lotsAndContents(
  documents: Documents,
  listings: readonly ListingOfSale[],
): Promise<{ lots: ReadonlyMap<string, LotDocument>; contents: ReadonlyMap<string, ListingContent> }> {
  const filter: Filter = { _id: { $in: listings.map(({ listing }) => listing._id) } };
  const [lots, contents] = await Promise.all([
    documents.find<LotDocument>(LOTS, filter),
    documents.find<ListingContentDocument>(LISTING_CONTENTS, filter),
  ]);
  return {
    lots: new Map(lots.map((lot) => [lot._id, lot])),
    contents: new Map(contents.map(({ _id, content }) => [_id, content])),
  };
}

/** One page of the listings that wait for staff, longest waiting first, and their number. */
export async function waitingListings(
  documents: Documents,
  { page, limit }: { page: number; limit: number },
): Promise<{ listings: ListingOfSale[]; total: number }> {
  const filter = { phase: 'submitted' };
  const options = { sort: { submittedAt: 1 as const }, skip: (page - 1) * limit, limit };
  const [listings, total] = await Promise.all([
    documents.find<ListingDocument>(LISTINGS, filter, options),
    documents.count(LISTINGS, filter),
  ]);
  return { listings: await withSales(documents, listings), total };
}
