import type { practiceOperations } from '@saleyard/contract/operations/practice.ts';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import type { Subject } from 'rxjs';
import type { Announcement } from '@/features/live-room/rules/announcements.ts';
import type { RoomLot } from '@/features/live-room/rules/lot-state.ts';
import type { ConfirmWay } from '@/lib/bidding/bid-machine.ts';
import type { BidStore } from '@/lib/bidding/bid-store.ts';
import { useStoredValue } from '@/lib/stored-value.ts';
import { useMediaQuery } from '@/lib/window-events.ts';

/** How the lot list looks: cards with pictures, cards without, or rows. */
export type GridState = 'default' | 'no-image' | 'list';

/** A phone has a choice of its own: it begins with a list, where most lots are in sight. */
const useGridState = (phone: boolean) =>
  useStoredValue<GridState>(
    phone ? 'saleyard-live-grid-phone' : 'saleyard-live-grid',
    phone ? 'list' : 'default',
  );

const useConfirmWay = () => useStoredValue<ConfirmWay>('saleyard-live-confirm', 'confirm');

const useHotkeysOn = () => useStoredValue<boolean>('saleyard-live-hotkeys', true);

/** Whether the page goes from lot to lot with a sale that sells one after another. */
const useFollowWanted = () => useStoredValue<boolean>('saleyard-live-follow', true);

/** Lots remembered as not to be asked about; the oldest choice is forgotten first. */
const MOST_UNASKED = 100;

const NO_LOTS: string[] = [];

/** Lots whose usual bids are sent without asking. */
function useUnasked(): [ReadonlySet<string>, (lot: string, skip: boolean) => void] {
  const [lots, setLots] = useStoredValue<string[]>('saleyard-live-unasked', NO_LOTS);
  const set = useCallback(
    (lot: string, skip: boolean) =>
      setLots((known) => [...known.filter((id) => id !== lot), ...(skip ? [lot] : [])].slice(-MOST_UNASKED)),
    [setLots],
  );
  return [useMemo(() => new Set(lots), [lots]), set];
}

const useSoundOn = () => useStoredValue<boolean>('saleyard-live-sound', true);

/** Below this width or height the list is the screen and a lot opens as a sheet over it: phones, and zoomed pages. */
const PHONE = '(max-width: 56.2em), (max-height: 36em)';

/** So low, as by a zoom of 400 %, that only the strip with the button stays under the list. As in the room's styles. */
const LOW = '(max-height: 20em)';

function useKeptPreferences() {
  const phone = useMediaQuery(PHONE);
  const low = useMediaQuery(LOW);
  const [followWanted, setFollowWanted] = useFollowWanted();
  const [soundOn, setSoundOn] = useSoundOn();
  const [grid, setGrid] = useGridState(phone);
  const [confirmWay, setConfirmWay] = useConfirmWay();
  const [hotkeysOn, setHotkeysOn] = useHotkeysOn();
  const [unasked, setUnasked] = useUnasked();
  return {
    phone,
    low,
    grid,
    setGrid,
    confirmWay,
    setConfirmWay,
    hotkeysOn,
    setHotkeysOn,
    unasked,
    setUnasked,
    followWanted,
    setFollowWanted,
    soundOn,
    setSoundOn,
  };
}

/** What a person set for the room on this device, and whether it is a phone. */
export type RoomPreferences = ReturnType<typeof useKeptPreferences>;

const RoomPreferencesContext = createContext<RoomPreferences | null>(null);

/** Reads the device's storage. It is above what is rendered with each frame of news, since reading takes its time. */
export function RoomPreferencesProvider({ children }: { children: ReactNode }) {
  return (
    <RoomPreferencesContext.Provider value={useKeptPreferences()}>{children}</RoomPreferencesContext.Provider>
  );
}

/** What a person set for the room on this device. @throws outside the live room. */
export function useRoomPreferences(): RoomPreferences {
  const preferences = useContext(RoomPreferencesContext);
  if (preferences === null) throw new Error('useRoomPreferences is for the live room');
  return preferences;
}

/** What bidding needs, in the room and on a lot's page. The same functions for as long as the screen is open. */
export type BidActions = {
  bidStore: BidStore;
  /** What the screen's live regions speak, and the only way to speak there. */
  spoken: Subject<Announcement>;
  /** A bid is being typed: while it is, the page stays on its lot. */
  hold: (typing: boolean) => void;
  /** A visitor wants to bid: shows how to sign in or register. */
  askToSignIn: () => void;
};

const BidActionsContext = createContext<BidActions | null>(null);

export function BidActionsProvider({ actions, children }: { actions: BidActions; children: ReactNode }) {
  return <BidActionsContext.Provider value={actions}>{children}</BidActionsContext.Provider>;
}

/** What bidding needs. @throws outside the live room and a lot's page. */
export function useBidActions(): BidActions {
  const actions = useContext(BidActionsContext);
  if (actions === null) throw new Error('useBidActions is for screens where bids are made');
  return actions;
}

/** What one can do in the room. The same functions for as long as the room is open. */
export type RoomActions = BidActions & {
  watch: (lot: string, on: boolean) => void;
  select: (lot: string | null) => void;
  /** Shows what became of the viewer's bids on a lot. It stays open while the sale goes on to other lots. */
  explain: (lot: RoomLot) => void;
};

const RoomActionsContext = createContext<RoomActions | null>(null);

export function RoomActionsProvider({ actions, children }: { actions: RoomActions; children: ReactNode }) {
  return (
    <RoomActionsContext.Provider value={actions}>
      <BidActionsProvider actions={actions}>{children}</BidActionsProvider>
    </RoomActionsContext.Provider>
  );
}

/**
 * Has a screen reader speak `text` whenever it changes, in the screen's live regions: it has one polite and one
 * assertive, since more of them talk over each other. Its first sight is silent.
 */
export function useSpoken(text: string, assertive = false): void {
  const { spoken } = useBidActions();
  const before = useRef(text);
  useEffect(() => {
    if (before.current === text) return;
    before.current = text;
    if (text !== '') spoken.next({ text, assertive, direct: true });
  }, [spoken, text, assertive]);
}

/** What one can do here. @throws outside the live room. */
export function useRoomActions(): RoomActions {
  const actions = useContext(RoomActionsContext);
  if (actions === null) throw new Error('useRoomActions is for the live room');
  return actions;
}

/**
 * What kind of sale the room is for.
 * - `sale`: one of the yard's.
 * - `practice`: made up, for its one viewer, with operations of its own. Everyone may bid in it, and nothing of it is
 *   kept in the account. `leave` ends it; `over` says that the yard's sales are closed.
 */
export type RoomSetting =
  | { kind: 'sale' }
  | {
      kind: 'practice';
      autoBidding: {
        set: typeof practiceOperations.setPracticeAutoBid;
        stop: typeof practiceOperations.stopPracticeAutoBid;
      };
      watching: ReadonlySet<string>;
      watch: (lot: string, on: boolean) => void;
      leave: () => void;
      over: ReactNode;
    };

const RoomSettingContext = createContext<RoomSetting>({ kind: 'sale' });

/** Rooms inside are of this kind. */
export function RoomSettingProvider({ setting, children }: { setting: RoomSetting; children: ReactNode }) {
  return <RoomSettingContext.Provider value={setting}>{children}</RoomSettingContext.Provider>;
}

export const useRoomSetting = (): RoomSetting => useContext(RoomSettingContext);
