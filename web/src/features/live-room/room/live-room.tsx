import {
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { ListBar, OrderPadBar } from '@/features/live-room/list/list-bar.tsx';
import { LotList } from '@/features/live-room/list/lot-list.tsx';
import { LotPanel } from '@/features/live-room/lot/lot-panel.tsx';
import { LotStrip } from '@/features/live-room/lot/lot-strip.tsx';
import { useLotBid } from '@/features/live-room/lot/use-lot-bid.ts';
import type { RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { lotAtHand } from '@/features/live-room/rules/lots-shown.ts';
import { useSounds } from '@/features/live-room/sound/use-sounds.ts';
import { SaleTitle, TopBar } from '@/features/live-room/top-bar/top-bar.tsx';
import { isBeingMade } from '@/lib/bidding/bid-machine.ts';
import { useLatestCallback } from '@/lib/latest-callback.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useConnection } from '@/lib/realtime/realtime-context.tsx';
import { useWatchList } from '@/lib/watch-list.ts';
import { Why } from '@/ui/why/why-button.tsx';
import { BidDialogs } from './dialogs.tsx';
import { Announcer, Banners, SkipLinks, SlowOverlay, SpokenNotifications } from './notices.tsx';
import { PrintedLots } from './printed-lots.tsx';
import classes from './room.module.css';
import {
  type RoomActions,
  RoomActionsProvider,
  type RoomPreferences,
  useRoomPreferences,
  useRoomSetting,
} from './room-context.tsx';
import { type BidQuestion, useSentBids } from './use-bid-actions.ts';
import { useConnectionDuties, useRoomTitle, useSlowNetwork, useWakeLock } from './use-page.ts';
import type { Room } from './use-room.ts';
import {
  type Following,
  useAhead,
  useFollowing,
  useLotsShown,
  useRoomKeys,
  useRoomView,
} from './use-room-view.ts';

// Few people ask for the keys, and a sale closes once.
const HelpDialog = lazyPart(async () => (await import('./help-dialog.tsx')).HelpDialog);
const ClosedOverlay = lazyPart(async () => (await import('./closed-overlay.tsx')).ClosedOverlay);

type Asking = BidQuestion | { kind: 'help' } | { kind: 'why'; lot: RoomLot } | null;

function useActions(
  room: Room,
  refresh: () => void,
  change: ReturnType<typeof useRoomView>['change'],
  phone: boolean,
  ask: (asking: Asking) => void,
  hold: (typing: boolean) => void,
): RoomActions {
  const { auction, lots } = room;
  const setting = useRoomSetting();
  const watchInAccount = useWatchList();
  const watch = useLatestCallback(setting.kind === 'practice' ? setting.watch : watchInAccount);
  const select = useLatestCallback((lot: string | null) => change({ lot }, { push: phone && lot !== null }));
  const explain = useLatestCallback((lot: RoomLot) => ask({ kind: 'why', lot }));
  const sent = useSentBids({ auction, lots, refresh, ask, hold });
  return useMemo(() => ({ ...sent, watch, select, explain }), [sent, watch, select, explain]);
}

/** The selected lot's panel with its keys: beside the list, or over it on a phone. */
function Selected({
  room,
  lot,
  sheet,
  stale,
  preferences,
  following,
  step,
  keys,
}: {
  room: Room;
  lot: RoomLot;
  sheet: boolean;
  following: Following;
  stale: boolean;
  preferences: RoomPreferences;
  step: (by: 1 | -1) => void;
  keys: { mute: () => void; help: () => void; watch: (lot: string, on: boolean) => void };
}) {
  const bid = useLotBid(lot, room.auction, room.viewer, room.bidder, preferences, following.on);
  const waiting = bid.machine.bid.step === 'confirming';
  useRoomKeys(preferences.hotkeysOn, {
    step,
    choose: bid.setSteps,
    enter: () =>
      waiting && bid.machine.bid.step === 'confirming' && bid.machine.bid.way === 'confirm'
        ? bid.confirm()
        : bid.press(),
    escape: () => bid.cancel(),
    watch: () => room.bidder && keys.watch(lot._id, !room.viewer.watching.has(lot._id)),
    mute: keys.mute,
    help: keys.help,
  });
  return (
    <LotPanel
      room={room}
      lot={lot}
      bid={bid}
      stale={stale}
      preferences={preferences}
      following={following}
      step={step}
      place={sheet ? 'sheet' : 'side'}
    />
  );
}

/** A phone's sheet takes the focus when it opens and gives it back to the lot's tile when it closes. */
function useSheetFocus(open: string | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (open !== null) document.querySelector<HTMLElement>('[data-lot-heading]')?.focus();
    else if (before.current !== null)
      document.querySelector<HTMLElement>(`[data-lot="${before.current}"]`)?.focus();
    before.current = open;
  }, [open]);
}

/** The first value that was known, from then on. */
function useFirst<T>(value: T | null): T | null {
  const [first, setFirst] = useState(value);
  if (first === null && value !== null) setFirst(value);
  return first;
}

/** What the viewer was asked or wants to read. Outside the lot's panel, which goes with the sale and with the screen's width. */
function RoomDialogs({ asking, auction, close }: { asking: Asking; auction: string; close: () => void }) {
  const { hotkeysOn, setHotkeysOn } = useRoomPreferences();
  if (asking?.kind === 'help')
    return (
      <Suspense fallback={null}>
        <HelpDialog on={hotkeysOn} setOn={setHotkeysOn} onClose={close} />
      </Suspense>
    );
  if (asking?.kind === 'why') return <Why auction={auction} lot={asking.lot} onClose={close} />;
  return <BidDialogs question={asking} onClose={close} />;
}

/** What is laid over the room when its sale is over. */
function Over({ room }: { room: Room }) {
  const setting = useRoomSetting();
  if (room.auction.state !== 'closed') return null;
  if (setting.kind !== 'sale') return setting.over;
  return (
    <Suspense fallback={null}>
      <ClosedOverlay room={room} />
    </Suspense>
  );
}

/**
 * The live room of a sale that is known. The selected lot, where bids are made, is rendered with each frame of news. The
 * list and all that is added up of many lots follow a moment later, in pieces that a press interrupts.
 */
export function LiveRoom({ room, refresh }: { room: Room; refresh: () => void }) {
  const preferences = useRoomPreferences();
  const { phone, low } = preferences;
  const late = useDeferredValue(room);
  const { view, change } = useRoomView();
  const [asking, setAsking] = useState<Asking>(null);
  const [typing, setTyping] = useState(false);
  const actions = useActions(room, refresh, change, phone, setAsking, setTyping);
  const bidding = useSyncExternalStore(
    actions.bidStore.watch,
    () => view.lot !== null && isBeingMade(actions.bidStore.of(view.lot)),
  );
  const following = useFollowing(room, view, change, typing || bidding);
  const shown = useLotsShown(room, late, view, following.on && !typing);
  const { stale, ageMs } = useConnection();
  const sounds = useSounds(late, shown.selected?._id ?? null);
  const slow = useSlowNetwork();
  useWakeLock();
  useConnectionDuties(actions.bidStore);
  useRoomTitle(late);

  const selected = phone ? shown.chosen : shown.selected;
  const sheet = phone && selected !== null;
  const atHand = phone && !sheet ? lotAtHand(room.auction, room.lots) : null;
  const startAt = useFirst(atHand?._id ?? null);
  useSheetFocus(sheet ? selected._id : null);
  const { lots } = shown;
  // Keys may come faster than the address changes: each step continues from the one before it.
  const [, goTo, latest] = useAhead(selected?._id ?? null, (lot) => change({ lot }));
  const step = (by: 1 | -1) => {
    const at = lots.findIndex(({ _id }) => _id === latest());
    const next = lots[Math.max(0, Math.min(lots.length - 1, at + by))];
    if (next) goTo(next._id);
  };
  const dimmed = stale && ageMs !== null;
  const { tabs, tab } = shown;
  const listBar = useMemo(
    () => (
      <ListBar
        tabs={tabs}
        current={tab}
        lots={late.lots}
        viewer={late.viewer}
        sexes={late.sexes}
        view={view}
        change={change}
        preferences={preferences}
        compact={phone}
      />
    ),
    [tabs, tab, late, view, change, preferences, phone],
  );
  const above = useMemo(
    () =>
      phone ? (
        <>
          <SaleTitle room={late} />
          {listBar}
          {low && <OrderPadBar room={late} />}
        </>
      ) : null,
    [phone, low, late, listBar],
  );
  const help = useCallback(() => setAsking({ kind: 'help' }), []);

  return (
    <RoomActionsProvider actions={actions}>
      <div className={classes.room}>
        <SkipLinks lot={selected?._id ?? null} />
        <TopBar auction={room.auction} me={room.me} sounds={sounds} compact={phone} onHelp={help} />
        <main className={classes.main}>
          {!phone && listBar}
          <Banners auction={room.auction} />
          <SpokenNotifications />
          <div className={classes.split}>
            <section className={classes.lots} aria-label="Lots of the sale" inert={sheet || undefined}>
              <LotList
                room={late}
                lots={lots}
                label={shown.tab.label}
                grid={phone && preferences.grid === 'list' ? 'dense' : preferences.grid}
                selected={selected?._id ?? null}
                startAt={startAt}
                stale={dimmed}
                above={above}
              />
              {atHand && <LotStrip room={room} lot={atHand} stale={dimmed} preferences={preferences} />}
              {!low && <OrderPadBar room={late} />}
            </section>
            {selected && (
              <Selected
                room={room}
                lot={selected}
                sheet={sheet}
                stale={dimmed}
                preferences={preferences}
                following={following}
                step={step}
                keys={{ mute: sounds.toggle, help, watch: actions.watch }}
              />
            )}
          </div>
        </main>
        <Over room={room} />
        <SlowOverlay slow={slow} overLot={sheet} />
        <Announcer lots={late.lots} auction={late.auction} viewer={late.viewer} />
        <PrintedLots room={room} lots={lots} />
        <RoomDialogs asking={asking} auction={room.auction._id} close={() => setAsking(null)} />
      </div>
    </RoomActionsProvider>
  );
}
