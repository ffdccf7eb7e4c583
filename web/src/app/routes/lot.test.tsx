/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { deviceNow } from '@/lib/clock.ts';
import { exampleAuction, exampleCatalogueLot, exampleMe } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Realtime } = await import('@/lib/realtime/realtime.ts');
const { RealtimeProvider } = await import('@/ui/notices/realtime-provider.tsx');
const { LiveUpdates } = await import('@/app/live-updates.tsx');
const { Lot } = await import('./lot.tsx');

const test = suite('bidding on the page of a lot', { limitMs: 30_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'bypass' }));
test.beforeEach(() => {
  server.resetHandlers();
  localStorage.clear();
});
test.after(() => server.close());

const NO_ASSESSMENT = { counts: [], minWeight: null, maxWeight: null, averageWeight: null, scores: [] };
const LIVE = {
  state: 'live',
  startPrice: 40_000,
  bidIncrementCents: 500,
  currentBidCents: null,
  nextBidCents: 40_500,
  finishAt: deviceNow() + 600_000,
} as const;

/** The unread-price guard passes, as it does for people. */
const settle = () => new Promise<void>((done) => setTimeout(done, 320));

/** `now`: the state of the sale as it is read. `connects`: whether the live connection opens by itself. */
async function openLot(
  change: Partial<LotPage> = {},
  { now = 'live', connects = true }: { now?: 'future' | 'live'; connects?: boolean } = {},
) {
  const auction = exampleAuction({ state: 'live', kindData: { type: 'cattle', title: 'Cattle' } });
  const lot = {
    ...exampleCatalogueLot({ auction: auction._id, ...LIVE, ...change }),
    kindData: { type: 'cattle', title: 'Cattle' },
    auctionData: { _id: auction._id, searchNumber: 1042, title: 'x', liveAt: 1, closedAt: null },
    ...{ totalPageViews: 1, watchCount: 0, approved: true, draft: false, participants: [], media: [] },
    ...{ documents: [], usefulLinks: [], saleConditions: '', assessment: NO_ASSESSMENT },
    optiweigh: { assessmentData: NO_ASSESSMENT, averageData: [] },
    details: { values: [] },
  };
  server.use(
    handles('get', 'auctions/1042', () => ({ auction: { ...auction, state: now } })),
    answers('lots/1', { lot }),
    answers('users/me', { user: exampleMe({ status: 'approved-buyer' }) }),
    answers('users/me/bids', { bids: [] }),
    answers('users/me/autobids', { autobids: [] }),
    answers('auctions', { auctions: [] }),
  );
  const sockets: FakeSocket[] = [];
  renderScreen(
    <>
      <RealtimeProvider
        create={(identity) =>
          new Realtime({
            url: 'ws://saleyard.test/realtime',
            now: deviceNow,
            random: () => 0,
            identity,
            WebSocketCtor: FakeSocket.recordedIn(sockets, { opens: connects }),
          })
        }
      >
        <LiveUpdates />
      </RealtimeProvider>
      <Routes>
        <Route path="/main/upcoming/:kindTitle/:auctionNumber/:lotNumericId" element={<Lot />} />
      </Routes>
    </>,
    { path: '/main/upcoming/Cattle/1042/1' },
  );
  const socket = () => sockets.at(-1) as FakeSocket;
  if (now === 'live') await waitFor(() => assert.ok(socket()?.asked('join-auction').length));
  const join = (paddle: string | null) => {
    const data = { _id: auction._id, seq: 5, mode: 'snapshot', paddle, serverTime: 0 };
    const { [0]: asked } = socket().asked('join-auction').slice(-1);
    socket().deliver([
      { id: asked?.id, data },
      { channel: 'bids', event: 'snapshot', auction: auction._id, seq: 5, data: { auction, lots: [lot] } },
    ]);
  };
  const update = (seq: number, over: object) =>
    socket().deliver([
      { channel: 'bids', event: 'lot-update', auction: auction._id, seq, data: { ...lot, ...over } },
    ]);
  const goesLive = () => {
    now = 'live';
  };
  return { user: userEvent.setup(), socket, join, update, lot, auction, goesLive };
}

test('a page that was opened before its sale is bid on once the sale is live, without a press', async () => {
  const { socket, join, auction } = await openLot({}, { now: 'future' });
  await screen.findByText('1 view');
  assert.is(screen.queryByRole('link', { name: /^Enter Auction/ }), null);
  await waitFor(() => assert.ok(socket()));
  socket().deliver([{ channel: 'catalog', event: 'auction', data: auction }]);
  await waitFor(() => assert.ok(socket().asked('join-auction').length));
  join(null);
  assert.ok(await screen.findByRole('button', { name: /^Bid \$405\.00/ }));
});

test('a sale that went live before the page was connected is read again as it connects', async () => {
  const { socket, join, goesLive } = await openLot({}, { now: 'future', connects: false });
  await screen.findByText('1 view');
  await waitFor(() => assert.ok(socket()));
  goesLive();
  socket().open();
  await waitFor(() => assert.ok(socket().asked('join-auction').length));
  join(null);
  assert.ok(await screen.findByRole('button', { name: /^Bid \$405\.00/ }));
});

test('the room’s machine bids: pressed, confirmed, sent once, and outbid by another', async () => {
  const { user, socket, join, update, lot } = await openLot();
  // Until the sale is followed nothing is bid on: its price may be old.
  assert.ok(screen.getByRole('link', { name: /^Enter Auction at this lot/ }));
  assert.is(screen.queryByRole('button', { name: /^Bid/ }), null);
  join(null);
  const button = await screen.findByRole('button', { name: /^Bid \$405\.00/ });
  await settle();
  await user.click(button);
  await settle();
  await user.click(await screen.findByRole('button', { name: /^Confirm \$405\.00/ }));
  const sent = socket().asked('bid');
  assert.equal(
    sent.map(({ data }) => data['bid']),
    [{ lot: lot._id, cents: 40_500 }],
  );
  const decision = {
    outcome: 'accepted',
    lot: lot._id,
    currentBidCents: 40_500,
    leading: true,
    finishAt: null,
  };
  socket().deliver([{ id: sent[0]?.id, data: { ...decision, seq: 6 } }]);
  await waitFor(() => assert.is(socket().asked('join-auction').length, 2));
  join('1234');
  update(6, { currentBidCents: 40_500, nextBidCents: 41_000, winner: '1234', bidCount: 1 });
  await waitFor(() =>
    assert.match(screen.getByTestId('bid-status').textContent ?? '', /You are leading at \$405\.00/),
  );
  update(7, { currentBidCents: 41_000, nextBidCents: 41_500, winner: '9999', bidCount: 2 });
  await waitFor(() => assert.match(screen.getByTestId('bid-status').textContent ?? '', /outbid/i));
  assert.ok(screen.getByRole('button', { name: /^Bid \$415\.00/ }));
  assert.ok(screen.getByRole('textbox', { name: /^Auto-bid/ }));
});

test('a lot that closes under a bid keeps what became of the bid', async () => {
  const { join, update } = await openLot();
  join('1234');
  await screen.findByRole('button', { name: /^Bid \$405\.00/ });
  update(6, { currentBidCents: 40_500, nextBidCents: 41_000, winner: '1234', bidCount: 1 });
  update(7, {
    state: 'closed',
    status: 'sold',
    winner: '1234',
    closedPrice: 40_500,
    currentBidCents: 40_500,
    nextBidCents: null,
  });
  assert.ok(await screen.findByText('You bought this lot'));
  assert.is(screen.queryByRole('button', { name: /^Bid/ }), null);
});

test('a lot whose bids were all refused explains them, also once it is sold', async () => {
  const { join, update, lot } = await openLot();
  server.use(answers('users/me/bids', { bids: [], refused: [lot._id] }));
  join(null);
  const name = `Explain my bids on lot ${lot.number}`;
  assert.ok(await screen.findByRole('button', { name }));
  update(6, { state: 'closed', status: 'sold', winner: '9999', closedPrice: 40_500, nextBidCents: null });
  await waitFor(() => assert.is(screen.queryByRole('button', { name: /^Bid/ }), null));
  assert.ok(screen.getByRole('button', { name }));
});

test('your own lot is not bid on, and says so', async () => {
  const { join } = await openLot({ mine: true });
  join(null);
  assert.ok(await screen.findByText('You cannot bid on a Lot you listed.'));
  assert.is(screen.queryByRole('button', { name: /^Bid/ }), null);
});

test.run();
