import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { JoinAnswer } from '@saleyard/contract/realtime.ts';
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { untilRead } from '@/lib/query-client.ts';
import { type SaleSource, useSaleSource } from '@/lib/sale-source.tsx';
import { useMe } from '@/lib/session.ts';
import {
  addLots,
  applyJoin,
  applyPaddle,
  applyPushes,
  type LiveAuction,
  liveAuctionKey,
  seedLive,
} from './live-auction.ts';
import type { Realtime } from './realtime.ts';
import { useRealtime } from './realtime-context.tsx';
import { isFinalRefusal, type Membership } from './rest-fallback.ts';

/** The sale a number names; visitors ask for the public one. */
const auctionQuery = (source: SaleSource, number: string, signedIn: boolean) =>
  queryOptions({
    queryKey: ['auctions', number, signedIn ? 'own' : 'public'],
    queryFn: ({ signal }) => source.auction(number, { signedIn, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: untilRead,
  });

/** The catalogue of a sale: its lots with everything one may read about them. */
const catalogueQuery = (source: SaleSource, id: string, signedIn: boolean) =>
  queryOptions({
    queryKey: ['auctions', id, 'catalogue', signedIn ? 'own' : 'public'],
    queryFn: ({ signal }) => source.lots(id, { signedIn, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: untilRead,
  });

/** A sale followed live: how far it is known, or why it can't be followed. */
export type AuctionLive = {
  /** null until REST has answered with the sale. */
  live: LiveAuction | null;
  catalogue: readonly CatalogueLot[] | null;
  /** The sale could not be read, or not be joined. */
  error: unknown;
  /** The catalogue could not be read; bidding goes on without details. */
  catalogueError: unknown;
  /** Reads again what failed. */
  retry: () => void;
  /** Joins once more at once: for the viewer's paddle, when a first bid has just been placed. */
  refresh: () => void;
};

/**
 * Follows the sale of this number: REST for the ground, then every push patched into React Query's cache under
 * `liveAuctionKey`. Joined again after reconnects and when the page becomes visible.
 */
export function useAuctionLive(number: string): AuctionLive {
  const signedIn = Boolean(useMe());
  const client = useQueryClient();
  const realtime = useRealtime();
  const source = useSaleSource();
  const [refused, setRefused] = useState<{ code: string; message: string } | null>(null);
  const auction = useQuery(auctionQuery(source, number, signedIn));
  const id = auction.data?._id ?? null;
  const catalogue = useQuery({ ...catalogueQuery(source, id ?? '', signedIn), enabled: id !== null });
  const live = useQuery<LiveAuction>({
    queryKey: liveAuctionKey(id ?? ''),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
    // Patches keep what did not change: comparing every lot with itself, frame after frame, would find nothing else.
    structuralSharing: false,
  });

  const ground = auction.data;
  useEffect(() => {
    if (!ground) return;
    const key = liveAuctionKey(ground._id);
    client.setQueryData<LiveAuction>(key, (known) => known ?? seedLive(ground, []));
    setRefused(null);
    return follow(realtime, ground._id, {
      since: () => client.getQueryData<LiveAuction>(key)?.seq ?? null,
      patch: (patch) => client.setQueryData<LiveAuction>(key, (known) => known && patch(known)),
      refused: setRefused,
      catalogueChanged: () =>
        void client.invalidateQueries({ queryKey: ['auctions', ground._id, 'catalogue'] }),
    });
  }, [client, realtime, ground]);

  const lots = catalogue.data;
  useEffect(() => {
    if (!lots || !id) return;
    client.setQueryData<LiveAuction>(liveAuctionKey(id), (known) => known && addLots(known, lots));
  }, [client, id, lots]);

  return {
    live: live.data ?? null,
    catalogue: lots ?? null,
    // Once it has been read the sale is followed live: what a later read fails by closes no room.
    error: ground === undefined ? auction.error : refused,
    catalogueError: catalogue.error,
    retry: () => {
      setRefused(null);
      void auction.refetch();
      if (id !== null) void catalogue.refetch();
    },
    refresh: () => id !== null && realtime.refresh(id),
  };
}

type Following = {
  since: () => number | null;
  patch: (patch: (live: LiveAuction) => LiveAuction) => void;
  /** Null once it is joined. */
  refused: (error: { code: string; message: string } | null) => void;
  catalogueChanged: () => void;
};

/** Joins a sale and passes on what changes in it. Returns what ends that. */
export function follow(realtime: Realtime, auction: string, to: Following): () => void {
  const member: Membership = {
    auction,
    since: to.since,
    joined: (answer: JoinAnswer) => {
      to.refused(null);
      to.patch((live) => applyJoin(live, answer));
    },
    refused: (code, message) => {
      if (isFinalRefusal(code)) to.refused({ code, message });
    },
  };
  const bids = realtime.pushes('bids').subscribe((pushes) => to.patch((live) => applyPushes(live, pushes)));
  bids.add(
    realtime.pushes('user').subscribe((pushes) => {
      for (const { data } of pushes) to.patch((live) => applyPaddle(live, data));
    }),
  );
  bids.add(
    realtime.pushes('catalog').subscribe((pushes) => {
      if (pushes.some((push) => push.event === 'lot' && push.data.auction === auction)) to.catalogueChanged();
    }),
  );
  const leave = realtime.join(member);
  return () => {
    bids.unsubscribe();
    leave();
  };
}
