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
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '@/lib/all-pages.ts';
import { call, callForPage } from '@/lib/api-client.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
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
  pagedQuery({
    queryKey: ['selling', shown.which, listed, shown.showMode],
    read: async (
      page,
      signal,
    ): Promise<{
      lots: readonly OwnListing[];
      vendors: readonly string[];
      states: readonly string[];
      page: number;
      pages: number;
    }> => {
      const { data, totalPages } =
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
      return { lots, vendors, states, page, pages: totalPages };
    },
    placeholderData: rowsOf('selling', shown.which),
    refetchInterval: RENEW_MS,
  });

/** The kinds by which My Reoffers is filtered. */
export type ReofferKind = 'all' | 'cattle' | 'sheep' | 'goat';

/** A page of My Reoffers: lots of the latest sale first. */
const REOFFERS = { limit: 10, sortField: 'liveAt', sortDirection: '-1', showMode: 'all' } as const;

/** Lots of your own that can be offered again, page by page. */
export const reoffersQuery = (kindType: ReofferKind) =>
  pagedQuery({
    queryKey: ['selling', 'reoffers', kindType],
    read: async (
      page,
      signal,
    ): Promise<{ lots: readonly ReofferableListing[]; page: number; pages: number }> => {
      const query = { page, kindType, ...REOFFERS };
      const { data, totalPages } = await callForPage(sellingOperations.reoffers, { query, signal });
      return { lots: data.lots, page, pages: totalPages };
    },
    placeholderData: rowsOf('selling', 'reoffers'),
  });

const feesPage = (page: number, signal: AbortSignal) =>
  callForPage(sellingOperations.listingFees, { query: { page }, signal });

/** Listing fees of one's lots, page by page. */
export const listingFeesQuery = pagedQuery({
  queryKey: ['selling', 'listing-fees'],
  read: async (page, signal) => {
    const { data, totalPages } = await feesPage(page, signal);
    return { ...data, page, pages: totalPages };
  },
});

/** All of them, for paper. */
export const allListingFeesQuery = queryOptions({
  queryKey: ['selling', 'listing-fees', 'all'],
  queryFn: ({ signal }): Promise<readonly ListingFeeRow[]> =>
    allPages(
      (page) => feesPage(page, signal),
      ({ lots }) => lots,
    ),
  staleTime: 0,
});
