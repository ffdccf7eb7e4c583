import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { type ServerState, serverOperations } from '@saleyard/contract/server.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** Asked every 20 s; a failed question is not an answer: the last known one stands. */
export const serverStatusQuery = queryOptions({
  queryKey: ['checkServer'],
  queryFn: ({ signal }) => call(serverOperations.checkServer, { signal }),
  refetchInterval: CLIENT_TIMES.checkServerMs,
  retry: false,
});

/** The server's own word about itself; undefined until it is known. */
export const useServerStatus = (): ServerState | undefined => useQuery(serverStatusQuery).data;
