import type { StaffAuction } from '@saleyard/contract/auctions.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { staffLotsQuery } from '@/features/staff/api/staff-sales.ts';
import { type LiveAuction, type LiveLot, lotOf } from '@/lib/realtime/live-auction.ts';
import { useAuctionLive } from '@/lib/realtime/use-auction-live.ts';
import { isBoughtWithoutPaddle } from './lot-labels.ts';

/** What only staff may see (names, reserves) is read again at most so often while a sale runs. ms. */
const REREAD_MS = 1_500;

type Leader = StaffLot['leader'];

/**
 * Staff's view of a lot with the newest live state over it. The leader is named once any lot has shown whose
 * paddle it is.
 */
function withLive(lot: StaffLot, now: LiveLot | undefined, leader: Leader): StaffLot {
  if (!now) return lot;
  const { seq: _, ...state } = now;
  // Members that the live state leaves out no longer hold.
  const { corrected: _corrected, takenBack: _takenBack, ...known } = lot;
  return { ...known, ...state, leader };
}

const leaderNow = (lot: StaffLot, now: LiveLot | undefined, names: ReadonlyMap<string, Leader>): Leader => {
  if (!now) return lot.leader;
  // An account that the clerk named and that never bid has no paddle.
  if (now.winner === null)
    return isBoughtWithoutPaddle(lot) && isBoughtWithoutPaddle(now) ? lot.leader : null;
  // Everybody on the floor is "floor" to the room; only what staff read has the buyer number.
  if (now.winner === 'floor' && lot.winner === 'floor') return lot.leader;
  return names.get(now.winner) ?? null;
};

type Merged = { now: LiveLot | undefined; leader: Leader; merged: StaffLot };

/** Merges each lot again only when something of it changed, so that a row without changes is not drawn again. */
function useMergedLots(
  lots: readonly StaffLot[] | undefined,
  live: LiveAuction | null,
): readonly StaffLot[] | null {
  const [made] = useState(() => new WeakMap<StaffLot, Merged>());
  return useMemo(() => {
    if (!lots) return null;
    const names = namesOf(lots);
    return lots.map((lot) => {
      const now = live ? lotOf(live, lot._id) : undefined;
      const leader = leaderNow(lot, now, names);
      const known = made.get(lot);
      if (known && known.now === now && known.leader === leader) return known.merged;
      const merged = withLive(lot, now, leader);
      made.set(lot, { now, leader, merged });
      return merged;
    });
  }, [lots, live, made]);
}

/** Whose each paddle is, as far as any lot of the sale has shown. */
const namesOf = (lots: readonly StaffLot[]): ReadonlyMap<string, Leader> =>
  new Map(lots.flatMap(({ leader }) => (leader ? [[leader.paddle, leader] as const] : [])));

/** A sale as staff follow it: their own reading of it, kept in step by the live connection. */
export function useStaffSale(sale: StaffAuction) {
  const client = useQueryClient();
  const { live } = useAuctionLive(String(sale.searchNumber));
  const lotsQuery = useQuery(staffLotsQuery(sale._id));
  const seq = live?.seq ?? null;
  // Every change may have brought a new name; a busy sale reads it only once in a while.
  useEffect(() => {
    if (seq === null) return;
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: staffLotsQuery(sale._id).queryKey }),
      REREAD_MS,
    );
    return () => clearTimeout(timer);
  }, [client, sale._id, seq]);
  const lots = useMergedLots(lotsQuery.data, live);
  const auction = live ? { ...sale, ...live.auction } : sale;
  return { auction, lots, error: lotsQuery.error, retry: () => void lotsQuery.refetch() };
}
