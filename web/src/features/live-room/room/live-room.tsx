import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Subject } from 'rxjs';
import { ListBar, OrderPadBar } from '@/features/live-room/list/list-bar.tsx';
import { LotList } from '@/features/live-room/list/lot-list.tsx';
import { LotPanel } from '@/features/live-room/lot/lot-panel.tsx';
import { LotStrip } from '@/features/live-room/lot/lot-strip.tsx';
import { useLotBid } from '@/features/live-room/lot/use-lot-bid.ts';
import type { Announcement } from '@/features/live-room/rules/announcements.ts';
import { refusalText } from '@/features/live-room/rules/bid-input.ts';
import { wasRejected } from '@/features/live-room/rules/bid-labels.ts';
import type { RoomLot } from '@/features/live-room/rules/lot-state.ts';
import { lotAtHand } from '@/features/live-room/rules/lots-shown.ts';
import { useSounds } from '@/features/live-room/sound/use-sounds.ts';
import { SaleTitle, TopBar } from '@/features/live-room/top-bar/top-bar.tsx';
import { isBeingMade } from '@/lib/bidding/bid-machine.ts';
import { BidStore } from '@/lib/bidding/bid-store.ts';
import { pageReport } from '@/lib/bidding/page-report.ts';
import { deviceNow } from '@/lib/clock.ts';
import { useLatestCallback } from '@/lib/latest-callback.ts';
import { useConnection, useRealtime } from '@/lib/realtime/realtime-context.tsx';
import { useWatchList } from '@/lib/watch-list.ts';
import { MessageDialog } from '@/ui/dialog.tsx';
import { ClosedOverlay, HelpDialog, SignInDialog, TermsDialog } from './dialogs.tsx';
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
import { SupportLine } from './support-line.tsx';
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

type Asking =
  | { kind: 'sign-in' }
  | { kind: 'terms' }
  | { kind: 'help' }
  | { kind: 'error'; message: string }
  | null;

/** Whether a refusal re-arms the button instead of stopping the viewer with a dialog. */
const rearms = (code: string): boolean => code === 'too-low' || wasRejected(code);

function useActions(
  change: ReturnType<typeof useRoomView>['change'],
  refresh: () => void,
  ask: (asking: Asking) => void,
  phone: boolean,
  hold: (typing: boolean) => void,
  messageOf: (lot: string, refused: { code: string; message: string }) => string,
  seenOf: (lot: string) => number | null | undefined,
): RoomActions {
  const realtime = useRealtime();
  const setting = useRoomSetting();
  const watchInAccount = useWatchList();
  const watch = setting.kind === 'practice' ? setting.watch : watchInAccount;
  const watchNow = useLatestCallback(watch);
  const refreshNow = useLatestCallback(refresh);
  const seenOfNow = useLatestCallback(seenOf);
  const messageOfNow = useLatestCallback(messageOf);
  const selectNow = useLatestCallback((lot: string | null) =>
    change({ lot }, { push: phone && lot !== null }),
  );
  return useMemo(() => {
    const bidStore = new BidStore({
      ask: (bid) => realtime.bid(bid, pageReport(seenOfNow(bid.lot))),
      now: deviceNow,
      ended: (lot, { bid }) => {
        if (bid.step === 'refused' && bid.code === 'terms-not-accepted') ask({ kind: 'terms' });
        else if (bid.step === 'refused' && !rearms(bid.code))
          ask({ kind: 'error', message: messageOfNow(lot, bid) });
        // A first bid brings a paddle, a refusal a price that was not known here.
        refreshNow();
      },
    });
    return {
      bidStore,
      watch: watchNow,
      select: selectNow,
      spoken: new Subject<Announcement>(),
      hold,
      askToSignIn: () => ask({ kind: 'sign-in' }),
    };
  }, [realtime, ask, hold, watchNow, refreshNow, messageOfNow, seenOfNow, selectNow]);
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
    watch: () => room.me && keys.watch(lot._id, !room.viewer.watching.has(lot._id)),
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

/** What is laid over the room when its sale is over. */
function Over({ room }: { room: Room }) {
  const setting = useRoomSetting();
  if (setting.kind === 'sale') return <ClosedOverlay room={room} />;
  return room.auction.state === 'closed' ? setting.over : null;
}

/**
 * The live room of a sale that is known. The selected lot, where bids are made, is rendered with each frame of news. The
 * list and all that is added up of many lots follow a moment later, in pieces that a press interrupts.
 */
export function LiveRoom({ room, refresh }: { room: Room; refresh: () => void }) {
  const preferences = useRoomPreferences();
  const { phone } = preferences;
  const late = useDeferredValue(room);
  const { view, change } = useRoomView();
  const [asking, setAsking] = useState<Asking>(null);
  const [typing, setTyping] = useState(false);
  const actions = useActions(
    change,
    refresh,
    setAsking,
    phone,
    setTyping,
    (id, refused) => {
      const lot = room.lots.find(({ _id }) => _id === id);
      return lot ? refusalText(refused, lot, room.auction) : refused.message;
    },
    (id) => room.lots.find(({ _id }) => _id === id)?.currentBidCents,
  );
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
        </>
      ) : null,
    [phone, late, listBar],
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
              <OrderPadBar room={late} />
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
        <Announcer room={late} />
        <PrintedLots room={room} lots={lots} />
        {asking?.kind === 'sign-in' && <SignInDialog onClose={() => setAsking(null)} />}
        {asking?.kind === 'terms' && <TermsDialog onClose={() => setAsking(null)} />}
        {asking?.kind === 'error' && (
          <MessageDialog title="Bid error" message={asking.message} onClose={() => setAsking(null)}>
            <SupportLine />
          </MessageDialog>
        )}
        {asking?.kind === 'help' && (
          <HelpDialog
            on={preferences.hotkeysOn}
            setOn={preferences.setHotkeysOn}
            onClose={() => setAsking(null)}
          />
        )}
      </div>
    </RoomActionsProvider>
  );
}
