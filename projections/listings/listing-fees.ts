import { saleDay } from '@saleyard/domain/days.ts';
import {
  type FeeLot,
  isFreeReoffer as isFree,
  type ListingFee,
  listingFeesOf,
} from '@saleyard/domain/listing/fees.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { StoredAuction } from '../auctions/auctions.queries.ts';
import { LOTS, type LotDocument, PRIVATE_LOTS, type PrivateLotDocument } from '../lots/lots.projection.ts';
import { type OpenTexts, vendorNames } from '../lots/own-texts.ts';
import { LISTINGS, type ListingDocument } from './listings.projection.ts';
import { type StoredListing, salesOf } from './listings.queries.ts';

/** Listings of one account that are looked at, the last ones. */
const LOOKED_AT = 5_000;

/** What a lot of a sale that is over costs its seller. */
export type ListedFee = {
  listing: StoredListing;
  sale: StoredAuction;
  lot: Pick<LotDocument, 'number' | 'order' | 'count' | 'status' | 'soldBeforeAuction'>;
  fee: ListingFee;
  isFreeReoffer: boolean;
  vendorName: string;
};

/**
 * The listing fees of an account, those of the sale that closed last first, within a sale by the lots' order. Of sales
 * that are closed and were not cancelled, and of lots that stood in their catalogues until the end.
 */
export async function feesOf(
  { documents, openTexts }: { documents: Documents; openTexts: OpenTexts },
  account: string,
): Promise<ListedFee[]> {
  const listings = await documents.find<ListingDocument>(
    LISTINGS,
    { createdBy: account, phase: 'approved' },
    { sort: { searchNumericId: -1 }, limit: LOOKED_AT },
  );
  const sales = await salesOf(documents, listings);
  const isOver = ({ auction }: StoredListing) => {
    const sale = sales.get(auction);
    return sale?.state === 'closed' && !sale.cancelled;
  };
  const ids = listings.filter(isOver).map(({ _id }) => _id);
  const lots = await documents.find<LotDocument>(LOTS, { _id: { $in: ids }, withdrawn: false });
  const names = await vendorNames(openTexts, listings);
  const vendorOf = new Map(listings.map(({ _id }, at) => [_id, names[at] ?? '']));
  const lotOf = new Map(lots.map((lot) => [lot._id, lot]));
  const earlierOf = new Map(listings.map((listing) => [listing.reofferedAs ?? '', listing]));
  const dayOf = (sale: StoredAuction | undefined) => (sale === undefined ? undefined : saleDay(sale.liveAt));

  const isFreeReoffer = ({ _id, auction, kind, view }: StoredListing): boolean => {
    const earlier = dayOf(sales.get(earlierOf.get(_id)?.auction ?? ''));
    const later = dayOf(sales.get(auction));
    if (earlier === undefined || later === undefined) return false;
    return isFree({ kind, stockCategory: view.publicDetails.stockCategory }, { earlier, later });
  };

  const bySale = new Map<string, Omit<ListedFee, 'fee' | 'sale'>[]>();
  for (const listing of listings) {
    const lot = lotOf.get(listing._id);
    if (lot === undefined) continue;
    const own = bySale.get(listing.auction) ?? [];
    const vendorName = vendorOf.get(listing._id) ?? '';
    own.push({ listing, lot, isFreeReoffer: isFreeReoffer(listing), vendorName });
    bySale.set(listing.auction, own);
  }
  return [...bySale]
    .flatMap(([auction, own]) => {
      const sale = sales.get(auction);
      return sale === undefined ? [] : [{ sale, own: own.toSorted((a, b) => a.lot.order - b.lot.order) }];
    })
    .sort((a, b) => (b.sale.closedAt ?? 0) - (a.sale.closedAt ?? 0))
    .flatMap(({ sale, own }) => {
      const fees = listingFeesOf(own.map(feeLot), sale);
      return own.flatMap((one) => {
        const fee = fees.get(one.listing._id);
        return fee === undefined ? [] : [{ ...one, sale, fee }];
      });
    });
}

/** The same of all lots of one sale, by their order in its catalogue; none before it has closed. `auction`: its id. */
export async function feesOfSale(
  parts: { documents: Documents; openTexts: OpenTexts },
  auction: string,
): Promise<ListedFee[]> {
  const lots = await parts.documents.find<PrivateLotDocument>(PRIVATE_LOTS, { auction });
  const sellers = new Set(lots.map(({ createdBy }) => createdBy));
  const fees: ListedFee[] = [];
  for (const seller of sellers) fees.push(...(await feesOf(parts, seller)));
  return fees.filter(({ listing }) => listing.auction === auction).sort((a, b) => a.lot.order - b.lot.order);
}

const feeLot = ({
  listing,
  lot,
  isFreeReoffer,
  vendorName,
}: Pick<ListedFee, 'listing' | 'lot' | 'isFreeReoffer' | 'vendorName'>): FeeLot => ({
  ...{ lot: listing._id, kind: listing.kind, sex: listing.view.publicDetails.sex },
  ...{ head: lot.count, vendor: vendorName, isFree: isFreeReoffer },
});
