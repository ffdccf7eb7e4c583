import { saleDay } from '@saleyard/domain/days.ts';
import { FEES_ID, type FeesState, type FeeTable, feesOn } from '@saleyard/domain/fees/fee-tables.ts';
import {
  type FeeLot,
  isFreeReoffer as isFree,
  type ListingFee,
  listingFeesOf,
} from '@saleyard/domain/fees/fees.ts';
import { STREAMS } from '@saleyard/domain/streams.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { LOTS, type LotDocument, PRIVATE_LOTS, type PrivateLotDocument } from '../lots/lots.projection.ts';
import { type OpenTexts, vendorNames } from '../lots/own-texts.ts';
import type { StoredAuction } from '../sales/auctions.queries.ts';
import { readState } from '../state-documents.ts';
import { LISTINGS, type ListingDocument } from './listings.projection.ts';
import { type StoredListing, salesOf } from './listings.queries.ts';

/** Listings of one account that are read, the newest. */
const LOOKED_AT = 5_000;

/** The fee for a lot of a closed sale. */
export type ListedFee = {
  listing: StoredListing;
  sale: StoredAuction;
  lot: Pick<LotDocument, 'number' | 'order' | 'count' | 'status' | 'soldBeforeAuction'>;
  fee: ListingFee;
  isFreeReoffer: boolean;
  vendorName: string;
};

type Parts = { documents: Documents; openTexts: OpenTexts };

/** The published fees that a sale is charged by: those in force on the day it opens. */
const tableOf = (fees: FeesState, { openAt }: Pick<StoredAuction, 'openAt'>): FeeTable =>
  feesOn(fees, saleDay(openAt)).table;

/**
 * The listing fees of an account, the sale that closed last first, in catalogue order within a sale. Only for sales
 * that closed without being cancelled, and for lots that stayed in their catalogues.
 */
export async function feesOf(parts: Parts, account: string): Promise<ListedFee[]> {
  const listings = await parts.documents.find<ListingDocument>(
    LISTINGS,
    { createdBy: account, phase: 'approved' },
    { sort: { searchNumericId: -1 }, limit: LOOKED_AT },
  );
  const fees = await feesOfListings(parts, listings, listings);
  return fees.sort((a, b) => (b.sale.closedAt ?? 0) - (a.sale.closedAt ?? 0));
}

/** The listing fees of all lots of one sale, in catalogue order; none before it has closed. `auction`: its id. */
export async function feesOfSale(parts: Parts, auction: string): Promise<ListedFee[]> {
  const { documents } = parts;
  const lots = await documents.find<PrivateLotDocument>(PRIVATE_LOTS, { auction });
  const ids = lots.map(({ _id }) => _id);
  const ofSellers = {
    createdBy: { $in: [...new Set(lots.map(({ createdBy }) => createdBy))] },
    phase: 'approved',
  };
  const [listings, earlier] = await Promise.all([
    documents.find<ListingDocument>(LISTINGS, { ...ofSellers, _id: { $in: ids } }),
    documents.find<ListingDocument>(LISTINGS, { ...ofSellers, reofferedAs: { $in: ids } }),
  ]);
  const fees = await feesOfListings(parts, listings, earlier);
  return fees.sort((a, b) => a.lot.order - b.lot.order);
}

/**
 * The fees of listings, grouped by seller and sale, in catalogue order. Tiers count all of them, so the input must
 * include all of a seller's listings in a sale. `earlier`: the listings that some of these were reoffered from.
 */
async function feesOfListings(
  { documents, openTexts }: Parts,
  listings: readonly StoredListing[],
  earlier: readonly StoredListing[],
): Promise<ListedFee[]> {
  const [sales, published] = await Promise.all([
    salesOf(documents, [...listings, ...earlier]),
    readState(documents, STREAMS.fees, FEES_ID),
  ]);
  const over = listings.flatMap((listing) => {
    const sale = sales.get(listing.auction);
    return sale?.state === 'closed' && !sale.cancelled ? [{ listing, sale }] : [];
  });
  const ids = over.map(({ listing }) => listing._id);
  const lots = await documents.find<LotDocument>(LOTS, { _id: { $in: ids }, withdrawn: false });
  const lotOf = new Map(lots.map((lot) => [lot._id, lot]));
  const names = await vendorNames(
    openTexts,
    over.map(({ listing }) => listing),
  );
  const earlierSaleOf = new Map(
    earlier.map(({ reofferedAs, auction }) => [reofferedAs, sales.get(auction)] as const),
  );
  const isFreeReoffer = ({ _id, kind, view }: StoredListing, sale: StoredAuction): boolean => {
    const earlierSale = earlierSaleOf.get(_id);
    if (earlierSale === undefined) return false;
    const { stockCategory } = view.publicDetails;
    return isFree(
      { kind, stockCategory },
      { earlier: saleDay(earlierSale.liveAt), later: saleDay(sale.liveAt) },
      tableOf(published, sale).freeReofferDays,
    );
  };

  const groups = new Map<string, { sale: StoredAuction; own: Omit<ListedFee, 'fee' | 'sale'>[] }>();
  for (const [at, { listing, sale }] of over.entries()) {
    const lot = lotOf.get(listing._id);
    if (lot === undefined) continue;
    const key = `${sale._id} ${listing.createdBy}`;
    const group = groups.get(key) ?? { sale, own: [] };
    group.own.push({
      listing,
      lot,
      isFreeReoffer: isFreeReoffer(listing, sale),
      vendorName: names[at] ?? '',
    });
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ sale, own }) => {
    const fees = listingFeesOf(own.map(feeLot), sale, tableOf(published, sale));
    return own
      .toSorted((a, b) => a.lot.order - b.lot.order)
      .flatMap((one) => {
        const fee = fees.get(one.listing._id);
        return fee === undefined ? [] : [{ ...one, sale, fee }];
      });
  });
}

const feeLot = ({
  listing,
  lot,
  isFreeReoffer,
  vendorName,
}: Pick<ListedFee, 'listing' | 'lot' | 'isFreeReoffer' | 'vendorName'>): FeeLot => ({
  lot: listing._id,
  kind: listing.kind,
  sex: listing.view.publicDetails.sex,
  head: lot.count,
  vendor: vendorName,
  isFree: isFreeReoffer,
});
