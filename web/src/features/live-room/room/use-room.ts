import type { Me } from '@saleyard/contract/accounts.ts';
import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { OwnAutoBid, OwnBid, OwnBids } from '@saleyard/contract/bids.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import type { AccountStatus } from '@saleyard/domain/account/status.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  ownAutoBidsQuery,
  ownBidsQuery,
  patchOwnBids,
  refetchOwnBids,
} from '@/features/live-room/api/own-bids.ts';
import type { RoomLot, Viewer } from '@/features/live-room/rules/lot-state.ts';
import type { LiveAuction, LiveLot } from '@/lib/realtime/live-auction.ts';
import { useRealtime } from '@/lib/realtime/realtime-context.tsx';
import { useAuctionLive } from '@/lib/realtime/use-auction-live.ts';
import { useSaleSource } from '@/lib/sale-source.tsx';
import { useMe } from '@/lib/session.ts';
import { useRoomSetting } from './room-context.tsx';

/** Everything the room shows, brought together from the live sale, the catalogue and the viewer's own bids. */
export type Room = {
  auction: PublicAuction;
  /** In catalogue order. */
  lots: readonly RoomLot[];
  /** Of the stock, by the alphabet. */
  sexes: readonly string[];
  viewer: Viewer;
  /** null for a visitor. */
  me: Me | null;
  /** The viewer as far as bidding goes: null for a visitor, but in practice everyone may. */
  bidder: { status: string } | null;
  ownBids: readonly OwnBid[];
  /** The viewer's auto-bids by lot, stopped and outrun ones too. */
  autoBids: ReadonlyMap<string, OwnAutoBid>;
  /** The catalogue could not be read: lots are shown without details. */
  catalogueError: unknown;
};

const NO_LOTS: readonly LiveLot[] = [];

export const joinedWith = (lot: LiveLot, details: CatalogueLot | null): RoomLot => ({
  ...lot,
  details,
  mine: details?.mine ?? false,
});

/** Lots with their details; a lot that did not change stays the same object, so that its tile need not render. */
function useRoomLots(
  live: LiveAuction | null,
  catalogue: readonly CatalogueLot[] | null,
): readonly RoomLot[] {
  // What was joined with one catalogue is not the same with another. The last lots, place by place, and what they became.
  const { details, last } = useMemo(
    () => ({
      details: new Map((catalogue ?? []).map((lot) => [lot._id, lot] as const)),
      last: { from: NO_LOTS, joined: [] as readonly RoomLot[] },
    }),
    [catalogue],
  );
  return useMemo(() => {
    const from = live?.lots ?? NO_LOTS;
    const joined = from.map((lot, place) => {
      const known = last.from[place] === lot ? last.joined[place] : undefined;
      return known ?? joinedWith(lot, details.get(lot._id) ?? null);
    });
    last.from = from;
    last.joined = joined;
    return joined;
  }, [live, details, last]);
}

/** The viewer's bids and auto-bids, patched from pushes and read again after each reconnect. */
function useOwnBids(auction: string | null, signedIn: boolean) {
  const client = useQueryClient();
  const realtime = useRealtime();
  const source = useSaleSource();
  const enabled = auction !== null && signedIn;
  const bids = useQuery({ ...ownBidsQuery(source, auction ?? ''), enabled });
  const autoBids = useQuery({ ...ownAutoBidsQuery(source, auction ?? ''), enabled });
  useEffect(() => {
    if (auction === null || !signedIn) return;
    const updates = realtime.pushes('user').subscribe((pushes) => {
      for (const { data } of pushes) patchOwnBids(client, auction, data);
    });
    updates.add(
      realtime.notices.subscribe((notice) => {
        if (notice.kind === 'reconnected' || notice.kind === 'refetch') refetchOwnBids(client, auction);
      }),
    );
    return () => updates.unsubscribe();
  }, [client, realtime, auction, signedIn]);
  return { bids: bids.data, autoBids: autoBids.data };
}

/** Lots the viewer has led since the room opened: theirs even while their own bids can't be read. */
function useLed(lots: readonly RoomLot[], paddle: string | null): ReadonlySet<string> {
  const [led, setLed] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (paddle === null) return;
    const fresh = lots.filter(({ _id, winner }) => winner === paddle && !led.has(_id));
    if (fresh.length > 0) setLed(new Set([...led, ...fresh.map(({ _id }) => _id)]));
  }, [lots, paddle, led]);
  return led;
}

/** A status that may bid: what every account has in a practice sale, and the server takes there. */
const PRACTISING: AccountStatus = 'approved-buyer';

const NONE: readonly string[] = [];
const NO_BIDS: OwnBids = { bids: [] };

/** The viewer as far as the lots of one sale go: what they lead, bid on and watch. `paddle`: their own in this sale. */
export function useViewer(auction: string | null, lots: readonly RoomLot[], paddle: string | null) {
  const me = useMe() ?? null;
  const setting = useRoomSetting();
  const watchedHere = setting.kind === 'practice' ? setting.watching : null;
  const isPractising = watchedHere !== null;
  const bidder = useMemo(() => (isPractising ? { status: PRACTISING } : me), [me, isPractising]);
  const own = useOwnBids(auction, bidder !== null);
  const { bids: ownBids, refused = NONE, byNumber = NONE } = own.bids ?? NO_BIDS;
  const autoBids = useMemo(
    () => new Map((own.autoBids ?? []).map((autoBid) => [autoBid.lot, autoBid] as const)),
    [own.autoBids],
  );
  const watchList = me?.watchList2;
  const led = useLed(lots, paddle);
  const viewer = useMemo<Viewer>(
    () => ({
      paddle,
      participated: new Set([...led, ...ownBids.map(({ lot }) => lot), ...autoBids.keys()]),
      unlisted: new Set([...refused, ...byNumber]),
      autoBidding: new Set([...autoBids.values()].filter(({ active }) => active).map(({ lot }) => lot)),
      watching: watchedHere ?? new Set((watchList ?? []).map(({ lotId }) => lotId)),
    }),
    [paddle, led, ownBids, refused, byNumber, autoBids, watchList, watchedHere],
  );
  return { me, bidder, viewer, ownBids, autoBids };
}

/** The room of a sale's number; `room` is null until REST has answered with the sale. */
export function useRoom(number: string) {
  const { live, catalogue, error, catalogueError, retry, refresh } = useAuctionLive(number);
  const lots = useRoomLots(live, catalogue);
  const sexes = useMemo(
    () =>
      [...new Set((catalogue ?? []).map((lot) => lot.publicDetails.sex))].filter((sex) => sex !== '').sort(),
    [catalogue],
  );
  const auction = live?.auction ?? null;
  const { me, bidder, viewer, ownBids, autoBids } = useViewer(
    auction?._id ?? null,
    lots,
    live?.paddle ?? null,
  );
  const room = useMemo<Room | null>(
    () => auction && { auction, lots, sexes, viewer, me, bidder, ownBids, autoBids, catalogueError },
    [auction, lots, sexes, viewer, me, bidder, ownBids, autoBids, catalogueError],
  );
  return { room, error, retry, refresh };
}
