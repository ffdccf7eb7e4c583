import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { RESULTS_READ } from '@/lib/first-reads.ts';
import { rowsOf } from '@/lib/query-client.ts';

/** A sale that is about to be over is asked about again this often. ms. */
const ALMOST_OVER_MS = 3_000;

/** The sales that are over and fit the filters, the newest first, page by page. */
export const closedAuctionsQuery = ({
  location,
  assessorType,
}: Pick<LotFilters, 'location' | 'assessorType'>) =>
  infiniteQueryOptions({
    queryKey: ['results', 'auctions', location, assessorType],
    queryFn: async ({ pageParam, signal }) => {
      const { auctions } = await call(auctionOperations.resultAuctions, {
        query: {
          ...RESULTS_READ,
          page: pageParam,
          ...(location && { saleState: location }),
          ...(assessorType && { assessorType }),
        },
        signal,
      });
      return auctions;
    },
    initialPageParam: RESULTS_READ.page as number,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: rowsOf('results', 'auctions'),
  });

/** The sale of a number or id with its result table, asked for again until it is over. */
export const auctionResultsQuery = (numberOrId: string) =>
  queryOptions({
    queryKey: ['results', 'auction', numberOrId],
    queryFn: async ({ signal }): Promise<AuctionSummary> => {
      const { auction } = await call(auctionOperations.auction, { params: { auction: numberOrId }, signal });
      return auction;
    },
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.state !== 'closed' ? ALMOST_OVER_MS : false,
  });
