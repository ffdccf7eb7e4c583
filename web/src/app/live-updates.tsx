import type { AuctionSummary, PublicAuction } from '@saleyard/contract/auctions.ts';
import type { ServerPush, UserUpdate } from '@saleyard/contract/realtime.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { favouritePicsQuery } from '@/features/selling/favourite-pics/favourite-pics-query.ts';
import { noteReached } from '@/lib/api-client.ts';
import { currentAuctionsQuery, kindsQuery } from '@/lib/auctions.ts';
import { useRealtime, useUserUpdates } from '@/lib/realtime/realtime-context.tsx';
import { shareRealtime } from '@/lib/realtime/shared-realtime.ts';
import { catalogueQuery, SALES_BY_NUMBER } from '@/lib/sale-query.ts';
import { RealtimeProvider } from '@/ui/notices/realtime-provider.tsx';

/** The list of sales after an update of one sale in it: changed, or over and removed. */
export function withAuction(
  list: readonly AuctionSummary[],
  auction: PublicAuction,
): readonly AuctionSummary[] {
  if (auction.state === 'closed') return list.filter(({ _id }) => _id !== auction._id);
  return list.map((other) => (other._id === auction._id ? { ...other, ...auction } : other));
}

/** ms after which a list without a sale that was announced is read again: the read side may be behind the live stream. */
const AGAIN_MS = [250, 1_000, 3_000, 10_000];

/** Reads the list of sales, and again while this sale is not in it yet. */
export async function readUntilListed(
  client: QueryClient,
  auction: string,
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<void> {
  const { queryKey } = currentAuctionsQuery;
  for (const ms of AGAIN_MS) {
    await client.invalidateQueries({ queryKey });
    if (client.getQueryData(queryKey)?.some(({ _id }) => _id === auction)) return;
    await pause(ms);
  }
  await client.invalidateQueries({ queryKey });
}

type CatalogPush = Extract<ServerPush, { channel: 'catalog' }>;

/** What is shown of sales and their lots after news on the catalogue's channel. */
export function applyCatalogue(client: QueryClient, push: CatalogPush): void {
  const { queryKey } = currentAuctionsQuery;
  const list = client.getQueryData(queryKey);
  switch (push.event) {
    case 'lot':
    case 'lot-delete':
      void client.invalidateQueries({ queryKey: ['catalogue', 'lots', push.data.auction] });
      return;
    case 'kind':
    case 'kind-delete':
      void client.invalidateQueries({ queryKey: kindsQuery.queryKey });
      return;
    case 'auction-delete':
      if (list !== undefined) {
        client.setQueryData(
          queryKey,
          list.filter(({ _id }) => _id !== push.data._id),
        );
      }
      return;
    case 'auction': {
      const { data } = push;
      client.setQueryData(catalogueQuery(data.number).queryKey, (known) => known && { ...known, ...data });
      if (list === undefined) return;
      // How a new sale is presented is not pushed: it is read.
      if (data.state !== 'closed' && !list.some(({ _id }) => _id === data._id))
        void readUntilListed(client, data._id);
      else client.setQueryData(queryKey, withAuction(list, data));
    }
  }
}

/** Keys of what is open in a form, which keeps what it was opened with. */
const IN_FORMS: ReadonlySet<unknown> = new Set(['lot', 'sale']);

/** The person's lots and favourite PICs are read again after one of them changed, here or elsewhere. */
export function applyOwnThings(client: QueryClient, update: UserUpdate): void {
  const { lot, 'lot-delete': goneLot, pic, 'pic-delete': gonePic } = update;
  const changes = [lot, goneLot, pic, gonePic].filter((change) => change !== undefined);
  if (changes.length === 0) return;
  for (const { position } of changes) noteReached(position);
  if (pic !== undefined || gonePic !== undefined)
    void client.invalidateQueries({ queryKey: favouritePicsQuery.queryKey });
  void client.invalidateQueries({
    predicate: ({ queryKey: [area, part] }) => area === 'selling' && !IN_FORMS.has(part),
  });
}

/** Keeps who we are and the list of sales in step with the live connection. Needs a RealtimeProvider around it. */
export function LiveUpdates() {
  const client = useQueryClient();
  const realtime = useRealtime();
  useUserUpdates();
  useEffect(() => shareRealtime(realtime), [realtime]);
  useEffect(() => {
    const changes = realtime.pushes('catalog').subscribe((pushes) => {
      for (const push of pushes) applyCatalogue(client, push);
    });
    changes.add(
      realtime.pushes('user').subscribe((pushes) => {
        for (const { data } of pushes) applyOwnThings(client, data);
      }),
    );
    // What happened before we were connected, or while we were away, is asked for.
    changes.add(
      realtime.notices.subscribe(({ kind }) => {
        if (kind !== 'connected' && kind !== 'reconnected' && kind !== 'refetch') return;
        void client.invalidateQueries({ queryKey: currentAuctionsQuery.queryKey });
        void client.invalidateQueries({ queryKey: SALES_BY_NUMBER });
      }),
    );
    return () => changes.unsubscribe();
  }, [client, realtime]);
  return null;
}

/** The same with a connection of its own, for a screen that shows nothing else live. */
export function ConnectedUpdates() {
  return (
    <RealtimeProvider>
      <LiveUpdates />
    </RealtimeProvider>
  );
}
