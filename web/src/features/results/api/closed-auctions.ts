import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.ts';
import { RESULTS_READ } from '@/lib/first-reads.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { rowsOf } from '@/lib/query-client.ts';

/** A sale that is about to be over is asked about again this often. ms. */
const ALMOST_OVER_MS = 3_000;

/** The sales that are over and fit the filters, the newest first, page by page. */
export const closedAuctionsQuery = ({
  location,
  assessorType,
}: Pick<LotFilters, 'location' | 'assessorType'>) =>
  pagedQuery({
    queryKey: ['results', 'auctions', location, assessorType],
    read: async (page, signal) => {
      const { auctions } = await call(auctionOperations.resultAuctions, {
        query: {
          ...RESULTS_READ,
          page,
          ...(location && { saleState: location }),
          ...(assessorType && { assessorType }),
        },
        signal,
      });
      return auctions;
    },
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
