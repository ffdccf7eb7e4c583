import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api-client.ts';

/** Whether sales are running, and what the server says about it. `demo`: it is a demonstration. */
export type ServerStatus = { isLive: boolean; message: string; demo?: boolean };

/** Asked every 20 s; a failed question is not an answer: the last known one stands. */
export const serverStatusQuery = queryOptions({
  queryKey: ['checkServer'],
  queryFn: ({ signal }) => api.get<ServerStatus>('checkServer', { signal }),
  refetchInterval: CLIENT_TIMES.checkServerMs,
  retry: false,
});

/** The server's own word about itself; undefined until it is known. */
export const useServerStatus = (): ServerStatus | undefined => useQuery(serverStatusQuery).data;
