import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import type { Kind } from '@saleyard/contract/reference.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';
import { SALES_READ } from './first-reads.ts';
import { rowsOf } from './query-client.ts';

/** How often the list is asked again while nothing else renews it. ms. */
const RENEW_MS = 30_000;

async function currentAuctions(signal: AbortSignal): Promise<readonly AuctionSummary[]> {
  const { auctions } = await call(auctionOperations.auctions, { query: SALES_READ, signal });
  return auctions.filter(({ state }) => state !== 'closed');
}

/** The sales that are not over, as this person may see them; a visitor gets the public ones. */
export const currentAuctionsQuery = queryOptions({
  queryKey: ['auctions', 'current'],
  queryFn: ({ signal }) => currentAuctions(signal),
  refetchInterval: RENEW_MS,
});

/** The kinds of stock that are taken now. */
export const kindsQuery = queryOptions({
  queryKey: ['kinds'],
  queryFn: async ({ signal }): Promise<readonly Kind[]> =>
    (await call(referenceOperations.kindsPublic, { signal })).kinds,
  staleTime: RENEW_MS,
});

/** The sales that are not over; with filters, those of them with a lot on offer that fits all of these. */
export const fittingAuctionsQuery = (filters: LotFilters | null) =>
  queryOptions({
    queryKey: [...currentAuctionsQuery.queryKey, ...(filters === null ? [] : [filters])],
    queryFn: async ({ signal }): Promise<readonly AuctionSummary[]> =>
      filters === null
        ? currentAuctions(signal)
        : (await call(auctionOperations.auctions, { query: { ...filters, ...SALES_READ }, signal })).auctions,
    placeholderData: rowsOf(...currentAuctionsQuery.queryKey),
    refetchInterval: RENEW_MS,
  });
