import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { lotTemplateOperations } from '@saleyard/contract/operations/lot-templates.ts';
import { sellingOperations } from '@saleyard/contract/operations/selling.ts';
import type {
  DRAFT_MODES,
  ListingFeeRow,
  LotTemplate,
  OwnListing,
  ReofferableListing,
  SHOW_MODES,
  StartingLot,
  WholeListing,
} from '@saleyard/contract/selling.ts';
import type { KindType } from '@saleyard/domain/listing/stock.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callForPage } from '@/lib/api-client.ts';
import { rowsOf } from '@/lib/query-client.ts';

/** How often lists of the seller's own lots are read again: staff decide on them meanwhile. ms. */
const RENEW_MS = 5_000;

/** A sale by its number. */
export const saleQuery = (auction: string) =>
  queryOptions({
    queryKey: ['selling', 'sale', auction],
    queryFn: async ({ signal }) =>
      (await call(auctionOperations.auction, { params: { auction }, signal })).auction,
    staleTime: 60_000,
  });

/** The seller's own lot with all that it says, as it is now. */
export const ownLotQuery = (lot: string) =>
  queryOptions({
    queryKey: ['selling', 'lot', lot],
    queryFn: async ({ signal }): Promise<WholeListing> =>
      (await call(sellingOperations.ownListing, { params: { lot }, signal })).lot,
    // A form that is open keeps what it was opened with; one that is opened again reads it again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Lots of your own that a new lot of this kind can start from, the newest first. */
export const startingLotsQuery = (kindType: KindType, search: string) =>
  queryOptions({
    queryKey: ['selling', 'starting', kindType, search],
    queryFn: async ({ signal }): Promise<readonly StartingLot[]> => {
      const query = { kindType, ...(search.trim() !== '' && { search }), limit: 20 };
      return (await call(sellingOperations.startingLots, { query, signal })).lots;
    },
    placeholderData: rowsOf('selling', 'starting'),
  });

/** One's templates of lots, the one saved last comes first. */
export const lotTemplatesQuery = queryOptions({
  queryKey: ['selling', 'templates'],
  queryFn: async ({ signal }): Promise<readonly LotTemplate[]> =>
    (await call(lotTemplateOperations.lotTemplates, { signal })).templates.toReversed(),
});

/** Which of one's lots are listed: days of their sales, words to find, a vendor, a state of Australia. */
type Listed = { startDay?: string; endDay?: string; search?: string; vendor?: string; state?: string };
/** Which list, and which of its lots. */
export type OwnLotsShown =
  | { which: 'submissions'; showMode: (typeof SHOW_MODES)[number] }
  | { which: 'drafts'; showMode: (typeof DRAFT_MODES)[number] };

/** One's submitted lots, or drafts, page by page. Days are those on which their sales go live. */
export const ownLotsQuery = (shown: OwnLotsShown, listed: Listed) =>
  infiniteQueryOptions({
    queryKey: ['selling', shown.which, listed, shown.showMode],
    queryFn: async ({
      pageParam: page,
      signal,
    }): Promise<{
      lots: readonly OwnListing[];
      vendors: readonly string[];
      states: readonly string[];
      page: number;
      pages: number;
    }> => {
      const { data, currentPage, totalPages } =
        shown.which === 'drafts'
          ? await callForPage(sellingOperations.drafts, {
              query: { ...listed, page, showMode: shown.showMode },
              signal,
            })
          : await callForPage(sellingOperations.submissions, {
              query: { ...listed, page, showMode: shown.showMode },
              signal,
            });
      const { lots, vendors, states = [] } = data;
      return { lots, vendors, states, page: currentPage, pages: totalPages };
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: rowsOf('selling', shown.which),
    refetchInterval: RENEW_MS,
  });

/** The kinds by which My Reoffers is filtered. */
export type ReofferKind = 'all' | 'cattle' | 'sheep' | 'goat';

/** A page of My Reoffers: lots of the latest sale first. */
const REOFFERS = { limit: 10, sortField: 'liveAt', sortDirection: '-1', showMode: 'all' } as const;

/** Lots of your own that can be offered again, page by page. */
export const reoffersQuery = (kindType: ReofferKind) =>
  infiniteQueryOptions({
    queryKey: ['selling', 'reoffers', kindType],
    queryFn: async ({
      pageParam: page,
      signal,
    }): Promise<{ lots: readonly ReofferableListing[]; page: number; pages: number }> => {
      const query = { page, kindType, ...REOFFERS };
      const { data, currentPage, totalPages } = await callForPage(sellingOperations.reoffers, {
        query,
        signal,
      });
      return { lots: data.lots, page: currentPage, pages: totalPages };
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: rowsOf('selling', 'reoffers'),
  });

type FeesPage = { lots: readonly ListingFeeRow[]; totalCents: number; page: number; pages: number };

async function feesPage(page: number, signal: AbortSignal): Promise<FeesPage> {
  const { data, currentPage, totalPages } = await callForPage(sellingOperations.listingFees, {
    query: { page },
    signal,
  });
  return { ...data, page: currentPage, pages: totalPages };
}

/** Listing fees of one's lots, page by page. */
export const listingFeesQuery = infiniteQueryOptions({
  queryKey: ['selling', 'listing-fees'],
  queryFn: ({ pageParam, signal }) => feesPage(pageParam, signal),
  initialPageParam: 1,
  getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
});

/** All of them, for paper. */
export const allListingFeesQuery = queryOptions({
  queryKey: ['selling', 'listing-fees', 'all'],
  queryFn: async ({ signal }): Promise<readonly ListingFeeRow[]> => {
    const lots: ListingFeeRow[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const read = await feesPage(page, signal);
      lots.push(...read.lots);
      pages = read.pages;
    }
    return lots;
  },
  staleTime: 0,
});
