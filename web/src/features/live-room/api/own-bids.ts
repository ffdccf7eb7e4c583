import type { OwnAutoBid, OwnBid, UserUpdate } from '@saleyard/contract/realtime.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.ts';

/** The viewer's own bids in a sale, the newest last as they come in. */
export const ownBidsQuery = (auction: string) =>
  queryOptions({
    queryKey: ['users', 'me', 'bids', auction],
    queryFn: async ({ signal }) =>
      (await api.get<{ bids: OwnBid[] }>('users/me/bids', { query: { auction }, signal })).bids,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The viewer's own auto-bids in a sale, at most one a lot. */
export const ownAutoBidsQuery = (auction: string) =>
  queryOptions({
    queryKey: ['users', 'me', 'autobids', auction],
    queryFn: async ({ signal }) =>
      (await api.get<{ autobids: OwnAutoBid[] }>('users/me/autobids', { query: { auction }, signal }))
        .autobids,
    staleTime: Number.POSITIVE_INFINITY,
  });

const sameBid = (a: OwnBid, b: OwnBid) => a.lot === b.lot && a.cents === b.cents && a.at === b.at;

const withBid = (bids: readonly OwnBid[], bid: OwnBid): OwnBid[] =>
  bids.some((known) => sameBid(known, bid)) ? [...bids] : [...bids, bid];

const withAutoBid = (autoBids: readonly OwnAutoBid[], autoBid: OwnAutoBid): OwnAutoBid[] => [
  ...autoBids.filter(({ lot }) => lot !== autoBid.lot),
  autoBid,
];

/** Patches the cached bids and auto-bids of a sale from what the server pushed. */
export function patchOwnBids(client: QueryClient, auction: string, update: UserUpdate): void {
  const { bid, autobid, 'autobid-delete': removed } = update;
  if (bid?.auction === auction)
    client.setQueryData(ownBidsQuery(auction).queryKey, (bids) => withBid(bids ?? [], bid));
  if (autobid?.auction === auction)
    client.setQueryData(ownAutoBidsQuery(auction).queryKey, (autoBids) =>
      withAutoBid(autoBids ?? [], autobid),
    );
  if (removed?.auction === auction)
    client.setQueryData(ownAutoBidsQuery(auction).queryKey, (autoBids) =>
      (autoBids ?? []).filter(({ lot }) => lot !== removed.lot),
    );
}

/** Reads the own bids and auto-bids of a sale again. */
export function refetchOwnBids(client: QueryClient, auction: string): void {
  void client.invalidateQueries({ queryKey: ownBidsQuery(auction).queryKey });
  void client.invalidateQueries({ queryKey: ownAutoBidsQuery(auction).queryKey });
}
