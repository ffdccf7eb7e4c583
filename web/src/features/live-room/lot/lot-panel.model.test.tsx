/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { useSyncExternalStore } from 'react';
import { BehaviorSubject, NEVER, Subject } from 'rxjs';
import * as assert from 'uvu/assert';
import type { Announcement } from '@/features/live-room/rules/announcements.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, mockServer } from '@/test-support/server.ts';
import { contradictions } from './test-support/contradictions.ts';
import { ModelSale } from './test-support/model-sale.ts';

const { act, cleanup, fireEvent } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { RealtimeProvider } = await import('@/ui/notices/realtime-provider.tsx');
const { Realtime } = await import('@/lib/realtime/realtime.ts');
const { BidStore } = await import('@/lib/bidding/bid-store.ts');
const { RoomActionsProvider } = await import('@/features/live-room/room/room-context.tsx');
const { Banners } = await import('@/features/live-room/room/notices.tsx');
const { PrintedLots } = await import('@/features/live-room/room/printed-lots.tsx');
const { LotPanel } = await import('./lot-panel.tsx');
const { useLotBid } = await import('./use-lot-bid.ts');
const { exampleDetails } = await import('@/features/live-room/room/test-support/example-room.ts');

/** More with fresh seeds: each must reach every text. */
const RUNS = process.env.SALEYARD_LONG === '1' ? 240 : 60;
const test = suite('words and amounts of a lot’s panel', { limitMs: 120_000 });
const server = mockServer(
  answers('lots/:id', { lot: exampleDetails() }),
  answers('users/me', { user: null }),
);
const deviceNow = Date.now;
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => {
  Date.now = deviceNow;
  server.close();
});

type Step =
  | {
      do:
        | 'press'
        | 'confirm'
        | 'cancel'
        | 'push'
        | 'push-lot'
        | 'ask-again'
        | 'offline'
        | 'online'
        | 'stop'
        | 'tick';
    }
  | { do: 'choose'; place: number }
  | { do: 'answer'; how: 'heard' | 'lost' }
  | { do: 'wait'; ms: number }
  | { do: 'own-auto-bid' | 'rival-bid' | 'rival-auto-bid' | 'vendor-bid'; steps: number }
  | { do: 'freeze' | 'resume' | 'withdraw' | 'run-out' }
  | { do: 'go-live' | 'pause' | 'unpause' | 'sell-before' | 'announce' | 'end-announcement' | 'stop-sale' }
  | { do: 'go-on' }
  | { do: 'sell-after'; steps: number };

const plain = <D extends string>(weight: number, ...names: D[]) => ({
  weight,
  arbitrary: fc.constantFrom(...names).map((name) => ({ do: name })),
});
const raised = (weight: number, ...names: string[]) => ({
  weight,
  arbitrary: fc.record({ do: fc.constantFrom(...names), steps: fc.constantFrom(1, 1, 2, 3, 5, 9, 60) }),
});

const steps = fc.oneof(
  plain(24, 'press', 'press', 'confirm'),
  plain(12, 'push', 'push', 'push-lot'),
  plain(6, 'cancel', 'ask-again', 'tick', 'stop'),
  plain(3, 'offline', 'online', 'online'),
  plain(3, 'freeze', 'resume', 'resume'),
  plain(1, 'withdraw', 'run-out', 'run-out', 'sell-before'),
  plain(2, 'go-live', 'pause', 'unpause', 'announce', 'end-announcement', 'stop-sale', 'go-on', 'go-on'),
  raised(2, 'sell-after'),
  { weight: 4, arbitrary: fc.nat(3).map((place) => ({ do: 'choose', place })) },
  {
    weight: 14,
    arbitrary: fc.constantFrom('heard', 'heard', 'heard', 'lost').map((how) => ({ do: 'answer', how })),
  },
  { weight: 8, arbitrary: fc.constantFrom(50, 400, 900, 9_000).map((ms) => ({ do: 'wait', ms })) },
  raised(16, 'rival-bid', 'rival-bid', 'rival-auto-bid', 'own-auto-bid', 'vendor-bid'),
) as fc.Arbitrary<Step>;

/** Renders the panel of a model's lot, as the room does. */
function open(sale: ModelSale, way: 'one' | 'confirm' | 'double') {
  Date.now = () => sale.now;
  const online = new BehaviorSubject(true);
  const bidStore = new BidStore({ ask: sale.ask, now: () => sale.now });
  const create = () =>
    new Realtime({
      url: 'ws://saleyard.test/realtime',
      now: () => sale.now,
      random: () => 0,
      identity: { userId: null },
      online,
      visible: NEVER,
      WebSocketCtor: FakeSocket.recordedIn([]),
      times: { reconnectMinMs: 1, reconnectMaxMs: 2 },
    });
  const actions = {
    bidStore,
    watch: () => {},
    select: () => {},
    explain: () => {},
    hold: () => {},
    spoken: new Subject<Announcement>(),
    askToSignIn: () => {},
  };
  const preferences = {
    grid: 'default' as const,
    confirmWay: way,
    hotkeysOn: true,
    unasked: new Set<string>(),
    setGrid: () => {},
    setConfirmWay: () => {},
    setHotkeysOn: () => {},
    setUnasked: () => {},
    phone: false,
    low: false,
    followWanted: false,
    setFollowWanted: () => {},
    soundOn: false,
    setSoundOn: () => {},
  };
  function Panel() {
    const room = useSyncExternalStore(sale.watch, () => sale.room);
    const [lot] = room.lots;
    if (lot === undefined) throw new Error('the sale has one lot');
    const bid = useLotBid(lot, room.auction, room.viewer, room.bidder, preferences);
    return (
      <div data-testid="panel" data-stale={bid.shown.stale}>
        <Banners auction={room.auction} />
        <PrintedLots room={room} lots={room.lots} />
        <LotPanel
          room={room}
          lot={lot}
          bid={bid}
          stale={false}
          preferences={preferences}
          following={NOT_FOLLOWING}
          step={() => {}}
          place="side"
        />
      </div>
    );
  }
  const view = renderScreen(
    <RealtimeProvider create={create}>
      <RoomActionsProvider actions={actions}>
        <Panel />
      </RoomActionsProvider>
    </RealtimeProvider>,
  );
  return { view, bidStore, online };
}

const NOT_FOLLOWING = {
  possible: false,
  wanted: false,
  on: false,
  selling: null,
  want: () => {},
  goToSelling: () => {},
};

const button = (panel: Element, words: RegExp) =>
  [...panel.querySelectorAll('button')].find((found) => words.test(found.textContent ?? ''));

type Opened = ReturnType<typeof open>;

async function take(
  step: Step,
  sale: ModelSale,
  { bidStore, online }: Opened,
  panel: Element,
): Promise<void> {
  const press = (words: RegExp) => {
    const found = button(panel, words);
    if (found) fireEvent.click(found);
  };
  const above = (by: number) => sale.priceCents + by * 10;
  switch (step.do) {
    case 'press':
      return press(/^(Bid|Press again: bid) /);
    case 'confirm':
      return press(/^(Confirm|Ok) /);
    case 'cancel':
      return press(/^Cancel$/);
    case 'choose':
      return press([/^\+1\b|^\+1\D/, /^\+2\D/, /^\+5\D/, /^\+10/][step.place] ?? /^\+1/);
    case 'push':
    case 'push-lot':
      return sale.push({ paddle: step.do === 'push' });
    case 'answer':
      return sale.answer(step.how);
    case 'ask-again':
      return bidStore.askAgain();
    case 'tick':
      return bidStore.input('1', { type: 'tick', at: sale.now });
    case 'wait':
      sale.now += step.ms;
      return bidStore.input('1', { type: 'tick', at: sale.now });
    case 'offline':
      return online.next(false);
    case 'online':
      return online.next(true);
    case 'own-auto-bid':
      sale.autoBid(above(step.steps));
      return;
    case 'stop':
      sale.stopAutoBid();
      return;
    case 'rival-bid':
      sale.run({ type: 'bid', lot: '1', bidder: 'Q-bob', cents: above(step.steps) });
      return;
    case 'rival-auto-bid':
      sale.run({ type: 'autoBid', lot: '1', bidder: 'Q-cat', maxCents: above(step.steps) });
      return;
    case 'vendor-bid':
      sale.run({ type: 'vendorBid', lot: '1', cents: above(step.steps) });
      return;
    case 'go-live':
      return sale.goLive();
    case 'sell-before':
      sale.run({ type: 'sellBefore', lot: '1', reason: 'a neighbour' });
      return;
    case 'sell-after':
      sale.run({
        type: 'sellAfter',
        lot: '1',
        buyer: step.steps > 2 ? 'Q-bob' : 'Q-ann',
        cents: above(step.steps),
      });
      return;
    case 'announce':
      sale.run({ type: 'announce', text: `Trucks wait at gate ${sale.now}` });
      return;
    case 'end-announcement':
      sale.run({ type: 'announce', text: null });
      return;
    case 'stop-sale':
    case 'go-on':
      sale.run({ type: step.do === 'go-on' ? 'resume' : 'freeze', reason: 'a storm' });
      return;
    case 'pause':
    case 'unpause':
      sale.run({ type: step.do, reason: 'lunch' });
      return;
    case 'freeze':
    case 'resume':
      sale.run({ type: step.do, lot: '1', reason: 'a check' });
      return;
    case 'withdraw':
      sale.run({ type: 'withdraw', lot: '1', reason: 'sick' });
      return;
    case 'run-out':
      sale.now += 200_000_000;
      sale.run({ type: 'advanceClock' });
  }
}

const settled = () => act(() => new Promise<void>((done) => setTimeout(done, 0)));

/** How some sales end, after any steps: with a lot that is not sold in them, and sold afterwards. */
const endings = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step[]>([]) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(1, 5)
      .map(
        (steps): Step[] =>
          [
            ...[{ do: 'go-on' }, { do: 'resume' }, { do: 'unpause' }, { do: 'go-live' }, { do: 'push' }],
            ...[{ do: 'run-out' }, { do: 'push' }, { do: 'sell-after', steps }, { do: 'push' }],
          ] as Step[],
      ),
  },
);

/** How some sales begin: with a lot that is sold before them, where they are not live yet. */
const beginnings = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step[]>([]) },
  { weight: 1, arbitrary: fc.constant<Step[]>([{ do: 'sell-before' }, { do: 'push' }] as Step[]) },
);

const histories = fc.record({
  beginning: beginnings,
  ending: endings,
  unit: fc.constantFrom('head', 'kg'),
  early: fc.constantFrom(false, false, true),
  reserve: fc.option(fc.integer({ min: 300, max: 900 })),
  way: fc.constantFrom('one', 'one', 'confirm', 'double'),
  steps: fc.array(steps, { minLength: 20, maxLength: 70, size: 'max' }),
});

/** Texts that some of the histories must bring on the screen, or nothing is proven of them. */
const REACHED = [
  ...['You are leading at', 'Outbid', 'The price has moved', 'Bids for you up to', 'has been outbid'],
  ...['Sold before Auction', 'Sold after the auction', 'You bought this lot after the auction'],
  ...['You bought this lot', 'Passed In', 'Closed with no bids', 'Withdrawn from Auction'],
  ...['Trucks wait at gate', 'Auction frozen', 'Auction paused', 'No Network Available'],
];

test('no text on the panel contradicts the lot, after any events, however late they arrive', async () => {
  const reached = new Set<string>();
  await check(
    fc.asyncProperty(histories, async ({ unit, early, reserve, way, steps: history, beginning, ending }) => {
      const sale = new ModelSale(unit as 'head' | 'kg', reserve, early);
      const opened = open(sale, way as 'one' | 'confirm' | 'double');
      try {
        const panel = await opened.view.findByTestId('panel');
        await settled();
        // The list of all lots is in the page while it is printed.
        act(() => void window.dispatchEvent(new Event('beforeprint')));
        for (const step of [...beginning, ...history, ...ending]) {
          await act(() => take(step, sale, opened, panel));
          if (step.do === 'online') await settled();
          const stale = panel.dataset.stale === 'true';
          const found = contradictions(panel, sale, stale);
          for (const words of REACHED) if (panel.textContent?.includes(words)) reached.add(words);
          assert.ok(found.length === 0, `after ${JSON.stringify(step)}: ${found.join('; ')}`);
        }
      } finally {
        opened.bidStore.giveUp();
        leaveScreens();
        cleanup();
      }
    }),
    { runs: RUNS },
  );
  assert.equal(
    REACHED.filter((words) => !reached.has(words)),
    [],
  );
});

test.run();
