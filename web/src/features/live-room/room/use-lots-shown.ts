import { useEffect, useMemo, useRef } from 'react';
import { lotPlace, lotTitle } from '@/features/live-room/list/lot-words.ts';
import { isSequential, type RoomLot } from '@/features/live-room/rules/room-lot.ts';
import { type RoomTab, roomTabs, tabOf } from '@/features/live-room/rules/tabs.ts';
import type { UrlView } from '@/features/live-room/rules/url-view.ts';
import type { Room } from './use-room.ts';

const matches = (lot: RoomLot, words: readonly string[]): boolean => {
  const text =
    `lot ${lot.number} ${lotTitle(lot)} ${lotPlace(lot)} ${lot.details?.publicDetails.majorBreed ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** What the list shows, and which lot is selected. */
export type LotsShown = {
  tabs: readonly RoomTab[];
  tab: RoomTab;
  lots: readonly RoomLot[];
  sexes: readonly string[];
  /** The lot the address names; null when none, or unknown. */
  chosen: RoomLot | null;
  /** The chosen lot, else the one that is selling, else the one shown before, else the first that is live. */
  selected: RoomLot | null;
};

/** The lots of the view's tab, search and sex, in catalogue order. */
export function useLotsShown(room: Room, view: UrlView): LotsShown {
  const { auction, lots, viewer, me } = room;
  const { auctionType, requiresTabs, auctionTabs } = auction;
  const tabs = useMemo(
    () => roomTabs({ auctionType, requiresTabs, auctionTabs }, me !== null),
    [auctionType, requiresTabs, auctionTabs, me],
  );
  const tab = tabOf(tabs, view.tab);
  const sexes = useMemo(
    () =>
      [...new Set(lots.map((lot) => lot.details?.publicDetails.sex ?? ''))]
        .filter((sex) => sex !== '')
        .sort(),
    [lots],
  );
  const shown = useMemo(() => {
    const words = view.search.toLowerCase().split(/\s+/).filter(Boolean);
    return lots.filter(
      (lot) =>
        tab.holds(lot, viewer) &&
        (view.sex === null || lot.details?.publicDetails.sex === view.sex) &&
        matches(lot, words),
    );
  }, [lots, viewer, tab, view.search, view.sex]);
  const chosen = lots.find(({ _id }) => _id === view.lot) ?? null;
  const selling = isSequential(auctionType) ? lots.find(({ state }) => state === 'live') : undefined;
  // Picked once: what one looks at does not change by itself, except to follow the lot that is selling.
  const picked = useRef<string | null>(null);
  const held = lots.find(({ _id }) => _id === picked.current);
  const selected =
    chosen ?? selling ?? held ?? shown.find(({ state }) => state === 'live') ?? shown[0] ?? null;
  useEffect(() => {
    picked.current = selected?._id ?? null;
  }, [selected?._id]);
  return { tabs, tab, lots: shown, sexes, chosen, selected };
}
