import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** How often a sale is read again: its state and its numbers change while one looks at it. ms. */
const CATALOGUE_RENEW_MS = 20_000;

/** How the keys of `catalogueQuery` begin. */
export const SALES_BY_NUMBER = ['catalogue', 'auction'] as const;

/** The sale of a number, as its catalogue, its lots' pages and comparisons show it. */
export const catalogueQuery = (number: string) =>
  queryOptions({
    queryKey: [...SALES_BY_NUMBER, number],
    queryFn: async ({ signal }): Promise<AuctionSummary> =>
      (await call(auctionOperations.auction, { params: { auction: number }, signal })).auction,
    refetchInterval: ({ state: { data } }) => data?.state !== 'closed' && CATALOGUE_RENEW_MS,
  });
