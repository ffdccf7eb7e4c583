import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api-client.ts';
import { untilRead } from './query-client.ts';

/** The lots that are offered to the viewer and wait for an answer. */
export const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: async ({ signal }) => (await call(bidOperations.ownOffers, { signal })).offers,
  staleTime: 0,
  refetchInterval: untilRead,
});
