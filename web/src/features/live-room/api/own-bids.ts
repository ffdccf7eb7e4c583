import type { OwnAutoBid, OwnBid, OwnBids } from '@saleyard/contract/bids.ts';
import type { UserUpdate } from '@saleyard/contract/realtime.ts';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { untilRead } from '@/lib/query-client.ts';
import type { SaleSource } from '@/lib/sale-source.tsx';

const ownBidsKey = (auction: string) => ['users', 'me', 'bids', auction] as const;
const ownAutoBidsKey = (auction: string) => ['users', 'me', 'autobids', auction] as const;

/** The viewer's own bids in a sale, the newest last as they come in, and the lots with a refused one. */
export const ownBidsQuery = (source: SaleSource, auction: string) =>
  queryOptions({
    queryKey: ownBidsKey(auction),
    queryFn: ({ signal }) => source.bids(auction, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: untilRead,
  });

/** The viewer's own auto-bids in a sale, at most one a lot. */
export const ownAutoBidsQuery = (source: SaleSource, auction: string) =>
  queryOptions({
    queryKey: ownAutoBidsKey(auction),
    queryFn: ({ signal }) => source.autoBids(auction, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: untilRead,
  });

const sameBid = (a: OwnBid, b: OwnBid) => a.lot === b.lot && a.cents === b.cents && a.at === b.at;

const withBid = (own: OwnBids, bid: OwnBid): OwnBids =>
  own.bids.some((known) => sameBid(known, bid)) ? own : { ...own, bids: [...own.bids, bid] };

const withAutoBid = (autoBids: readonly OwnAutoBid[], autoBid: OwnAutoBid): OwnAutoBid[] => [
  ...autoBids.filter(({ lot }) => lot !== autoBid.lot),
  autoBid,
];

/** Changes what was read. What was not stays unread, and is read again. */
function patch<T>(client: QueryClient, queryKey: QueryKey, change: (read: T) => T): void {
  const apply = () => client.setQueryData<T>(queryKey, (read) => read && change(read));
  if (apply() === undefined) void client.invalidateQueries({ queryKey });
  const query = client.getQueryCache().find({ queryKey });
  // The answer of a read under way may be older than the change.
  if (query?.state.fetchStatus !== 'idle') void query?.promise?.then(apply, () => undefined);
}

/** Patches the cached bids and auto-bids of a sale from what the server pushed. */
export function patchOwnBids(client: QueryClient, auction: string, update: UserUpdate): void {
  const { bid, autobid, 'bid-delete': withdrawn, 'autobid-delete': removed } = update;
  const bids = ownBidsKey(auction);
  const autoBids = ownAutoBidsKey(auction);
  if (withdrawn?.auction === auction)
    patch<OwnBids>(client, bids, (own) => ({
      ...own,
      bids: own.bids.filter(({ lot }) => lot !== withdrawn.lot),
    }));
  // After the removal: a correction removes the bids on a lot and names the one that stands.
  if (bid?.auction === auction) patch<OwnBids>(client, bids, (own) => withBid(own, bid));
  if (autobid?.auction === auction)
    patch<OwnAutoBid[]>(client, autoBids, (list) => withAutoBid(list, autobid));
  if (removed?.auction === auction)
    patch<OwnAutoBid[]>(client, autoBids, (list) => list.filter(({ lot }) => lot !== removed.lot));
}

/** A bid or an auto-bid of the viewer on a lot was refused. */
export function addRefused(client: QueryClient, auction: string, lot: string): void {
  patch<OwnBids>(client, ownBidsKey(auction), (own) =>
    own.refused?.includes(lot) ? own : { ...own, refused: [...(own.refused ?? []), lot] },
  );
}

/** The viewer's auto-bid on a lot, as it is cached. */
export const cachedAutoBid = (client: QueryClient, auction: string, lot: string): OwnAutoBid | undefined =>
  client.getQueryData<OwnAutoBid[]>(ownAutoBidsKey(auction))?.find((known) => known.lot === lot);

/** Reads the own bids and auto-bids of a sale again. */
export function refetchOwnBids(client: QueryClient, auction: string): void {
  void client.invalidateQueries({ queryKey: ownBidsKey(auction) });
  void client.invalidateQueries({ queryKey: ownAutoBidsKey(auction) });
}
