import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LiveAuction, liveAuctionKey, seedLive } from './live-auction.ts';
import { useSharedRealtime } from './shared-realtime.ts';
import { follow } from './use-auction-live.ts';

function FollowSale({ auction }: { auction: AuctionSummary }) {
  const client = useQueryClient();
  const realtime = useSharedRealtime();
  const { _id } = auction;
  // biome-ignore lint/correctness/useExhaustiveDependencies: followed once; the news brings what changes in the sale.
  useEffect(() => {
    if (realtime === null) return;
    const key = liveAuctionKey(_id);
    client.setQueryData<LiveAuction>(key, (known) => known ?? seedLive(auction, []));
    const end = follow(realtime, _id, {
      since: () => client.getQueryData<LiveAuction>(key)?.seq ?? null,
      patch: (patch) => client.setQueryData<LiveAuction>(key, (known) => known && patch(known)),
      refused: () => undefined,
      catalogueChanged: () => undefined,
    });
    return () => {
      end();
      // What is no longer followed would be shown in place of what is read later.
      client.removeQueries({ queryKey: key });
    };
  }, [client, realtime, _id]);
  return null;
}

/**
 * Keeps prices and times of these sales' lots in step with the live connection, where there is one: `useLiveLot` reads
 * them. While they may be out of date the page is marked, and `lot-standing.module.css` dims them.
 */
export function FollowSales({ auctions }: { auctions: readonly AuctionSummary[] }) {
  const realtime = useSharedRealtime();
  const followed = auctions.filter(
    ({ state, cancelled }) => !cancelled && (state === 'live' || state === 'open'),
  );
  const isFollowing = followed.length > 0;
  useEffect(() => {
    if (realtime === null || !isFollowing) return;
    const page = document.documentElement;
    const watching = realtime.connection.subscribe(({ stale, ageMs }) =>
      page.toggleAttribute('data-stale', stale && ageMs !== null),
    );
    return () => {
      watching.unsubscribe();
      page.removeAttribute('data-stale');
    };
  }, [realtime, isFollowing]);
  return followed.map((auction) => <FollowSale key={auction._id} auction={auction} />);
}
