import { AUCTION_TYPES } from '@saleyard/domain/auction/types/auction-types.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { lotPlace, lotTitle } from '@/features/live-room/list/lot-marks.tsx';
import { STEPS, type StepCount } from '@/features/live-room/rules/bid-input.ts';
import type { RoomLot } from '@/features/live-room/rules/lot-state.ts';
import {
  lotsToCome,
  type RoomTab,
  readView,
  roomTabs,
  sellingLot,
  tabOf,
  type UrlView,
  writeView,
} from '@/features/live-room/rules/lots-shown.ts';
import { useUrlSearch } from '@/lib/url-search.ts';
import { useRoomPreferences } from './room-context.tsx';
import type { Room } from './use-room.ts';

/**
 * The room's view, kept in the address. Choosing a lot on a phone (`push`) is a step that Back takes back; all
 * other changes replace the address.
 */
export function useRoomView(): {
  view: UrlView;
  change: (part: Partial<UrlView>, how?: { push?: boolean }) => void;
} {
  const [search, changeSearch] = useUrlSearch();
  const view = useMemo(() => readView(search), [search]);
  const change = useCallback(
    (part: Partial<UrlView>, how?: { push?: boolean }) =>
      changeSearch((now) => writeView({ ...readView(now), ...part }), how),
    [changeSearch],
  );
  return { view, change };
}

const matches = (lot: RoomLot, searched: readonly string[]): boolean => {
  if (searched.length === 0) return true;
  const text =
    `lot ${lot.number} ${lotTitle(lot)} ${lotPlace(lot)} ${lot.details?.publicDetails.majorBreed ?? ''}`.toLowerCase();
  return searched.every((word) => text.includes(word));
};

/** What the list shows, and which lot is selected. */
type LotsShown = {
  tabs: readonly RoomTab[];
  tab: RoomTab;
  lots: readonly RoomLot[];
  /** The lot the address names; null when none, or unknown. */
  chosen: RoomLot | null;
  /** The chosen lot, else the one that is selling, else the one shown before, else the first that is live. */
  selected: RoomLot | null;
};

/**
 * The lots of the view's tab, search and sex, in catalogue order, as `late` has them, and the selected one as it is now.
 * `follows`: without a lot in the address, the one that is being sold is selected.
 */
export function useLotsShown(room: Room, late: Room, view: UrlView, follows: boolean): LotsShown {
  const { auction, lots, bidder } = room;
  const { lots: listed, viewer } = late;
  const { auctionType, requiresTabs, auctionTabs } = auction;
  const tabs = useMemo(
    () => roomTabs({ auctionType, requiresTabs, auctionTabs }, bidder !== null),
    [auctionType, requiresTabs, auctionTabs, bidder],
  );
  const tab = tabOf(tabs, view.tab);
  const fits = useMemo(() => {
    const searched = view.search.toLowerCase().split(/\s+/).filter(Boolean);
    if (tab.id === 'all' && view.sex === null && searched.length === 0) return null;
    return (lot: RoomLot) =>
      tab.holds(lot, viewer) &&
      (view.sex === null || lot.details?.publicDetails.sex === view.sex) &&
      matches(lot, searched);
  }, [viewer, tab, view.search, view.sex]);
  const shown = useMemo(() => (fits === null ? listed : listed.filter(fits)), [listed, fits]);
  const chosen = lots.find(({ _id }) => _id === view.lot) ?? null;
  const selling = follows ? sellingLot(auction, lots) : null;
  // Picked once: what one looks at does not change by itself, except to follow the lot that is being sold.
  const picked = useRef<string | null>(null);
  const held = lots.find(({ _id }) => _id === picked.current);
  const begin = (): RoomLot | undefined => {
    const first = AUCTION_TYPES[auctionType].inTurn ? lotsToCome(lots)[0] : undefined;
    if (first) return first;
    const fitting = fits === null ? lots : lots.filter(fits);
    return fitting.find(({ state }) => state === 'live') ?? fitting[0];
  };
  const selected = chosen ?? selling ?? held ?? begin() ?? null;
  useEffect(() => {
    picked.current = selected?._id ?? null;
  }, [selected?._id]);
  return { tabs, tab, lots: shown, chosen, selected };
}

/** Following a sale that sells one lot after another. `selling`: the lot being sold; null between lots. */
export type Following = {
  /** Whether this sale can be followed, and whether the viewer wants it on this device. */
  possible: boolean;
  wanted: boolean;
  want: (wanted: boolean) => void;
  /** The page goes with the sale now: the viewer has not chosen another lot since. */
  on: boolean;
  selling: RoomLot | null;
  /** Back to the lot being sold, and with the sale from there on. */
  goToSelling: () => void;
};

/**
 * Follows the sale: when the next lot is being sold, the address goes to it, unless the viewer chose another lot, or a
 * bid of the viewer is being made (`held`). A chosen lot that comes up is followed from there on.
 */
export function useFollowing(
  { auction, lots }: Pick<Room, 'auction' | 'lots'>,
  view: UrlView,
  change: (part: Partial<UrlView>) => void,
  held: boolean,
): Following {
  const { followWanted: wanted, setFollowWanted: want } = useRoomPreferences();
  /** The lot that the address was taken to by following, not by the viewer. */
  const [reached, setReached] = useState<string | null>(null);
  const possible = AUCTION_TYPES[auction.auctionType].inTurn;
  const selling = sellingLot(auction, lots);
  const sellingId = selling?._id ?? null;
  const on = possible && wanted && (view.lot === null || view.lot === reached);
  useEffect(() => {
    if (!possible || !wanted || sellingId === null || view.lot === null) return;
    if (view.lot === sellingId) setReached(sellingId);
    else if (on && !held) {
      setReached(sellingId);
      change({ lot: sellingId });
    }
  }, [possible, wanted, on, held, sellingId, view.lot, change]);
  const goToSelling = () => {
    setReached(sellingId);
    change({ lot: sellingId });
  };
  return { possible, wanted, want, on, selling, goToSelling };
}

/**
 * A value that is kept elsewhere (the address) and follows there in its own time. What was set here is shown at
 * once and holds until something else changes the value; late echoes of the viewer's changes do not count as new.
 * Returns the value to show, how to set it, and how to read the newest one between renders.
 */
export function useAhead<T>(kept: T, keep: (value: T) => void): [T, (value: T) => void, () => T] {
  const [shown, setShown] = useState(kept);
  /** What is kept, and what was set since and is on its way there. */
  const own = useRef<T[]>([kept]);
  useEffect(() => {
    const at = own.current.lastIndexOf(kept);
    own.current = at < 0 ? [kept] : own.current.slice(at);
    if (at < 0) setShown(kept);
  }, [kept]);
  const set = (value: T) => {
    own.current.push(value);
    setShown(value);
    keep(value);
  };
  return [shown, set, () => own.current.at(-1) ?? kept];
}

/** What the room's keys do. */
type RoomKeys = {
  step: (by: 1 | -1) => void;
  choose: (steps: StepCount) => void;
  /** Bid, or confirm the bid that waits. */
  enter: () => void;
  escape: () => void;
  watch: () => void;
  mute: () => void;
  help: () => void;
};

/** Where keys belong to what has the focus: fields, and anything in an open dialog. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog[open], [role="dialog"]') !== null;

/** Enter on a focused button or link presses that, not the bid. */
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, summary') !== null;

function act(key: string, target: EventTarget | null, keys: RoomKeys): boolean {
  const steps = /^[1-4]$/.test(key) ? STEPS[Number(key) - 1] : undefined;
  if (steps !== undefined) keys.choose(steps);
  else if (key === 'j' || key === 'J') keys.step(1);
  else if (key === 'k' || key === 'K') keys.step(-1);
  else if (key === 'w' || key === 'W') keys.watch();
  else if (key === 'm' || key === 'M') keys.mute();
  else if (key === '?') keys.help();
  else if (key === 'Escape') keys.escape();
  else if (key === 'Enter' && !isPressable(target)) keys.enter();
  else return false;
  return true;
}

/** Listens for the room's keys while `on`. A held key acts once; with Ctrl, Alt or Meta it is the browser's. */
export function useRoomKeys(on: boolean, keys: RoomKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (isTyping(event.target)) return;
      if (act(event.key, event.target, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
}
