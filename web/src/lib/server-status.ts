import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { serverOperations } from '@saleyard/contract/operations/server.ts';
import type { ServerState } from '@saleyard/contract/server.ts';
import { setSupportPhone, supportPhone } from '@saleyard/contract/support-phone.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api-client.ts';

/** Messages that are made in this page name the support phone of the server's state. */
function known(state: ServerState): ServerState {
  if (state.supportPhone !== undefined) setSupportPhone(state.supportPhone);
  return state;
}

/** What the page said of the server when it was sent; undefined where a page says nothing, as in development. */
function stateInPage(): ServerState | undefined {
  const said = document.querySelector<HTMLMetaElement>('meta[name="server-state"]')?.content;
  return said === undefined ? undefined : known(JSON.parse(said) as ServerState);
}

/** Asked every 20 s; a failed question is not an answer: the last known one stands. */
export const serverStatusQuery = queryOptions({
  queryKey: ['checkServer'],
  queryFn: async ({ signal }) => known(await call(serverOperations.checkServer, { signal })),
  initialData: stateInPage,
  // The page may have been kept: the server is asked all the same.
  initialDataUpdatedAt: 0,
  refetchInterval: CLIENT_TIMES.checkServerMs,
  retry: false,
});

/** The server's own word about itself; undefined until it is known. */
export const useServerStatus = (): ServerState | undefined => useQuery(serverStatusQuery).data;

/** Support's phone number, as staff published it last. */
export const useSupportPhone = (): string => useServerStatus()?.supportPhone ?? supportPhone();
