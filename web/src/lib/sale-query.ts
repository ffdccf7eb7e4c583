import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** How the keys of `catalogueQuery` begin. */
export const SALES_BY_NUMBER = ['catalogue', 'auction'] as const;

/** The sale of a number. What is pushed changes it, and it is read again as the page connects. */
export const catalogueQuery = (number: string) =>
  queryOptions({
    queryKey: [...SALES_BY_NUMBER, number],
    queryFn: async ({ signal }): Promise<AuctionSummary> =>
      (await call(auctionOperations.auction, { params: { auction: number }, signal })).auction,
  });
