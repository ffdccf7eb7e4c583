/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';
import { closedAuction, closedLot } from './test-support/results-example.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { MyResults } = await import('./my-results.tsx');

const test = suite('my auction results');
const server = mockServer();
const sockets: FakeSocket[] = [];
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  globalThis.WebSocket = FakeSocket.recordedIn(sockets);
});
test.beforeEach(() => {
  server.resetHandlers();
  sockets.length = 0;
});
test.after(() => server.close());

const open = () => renderScreen(<MyResults />, { path: '/main/manage/my-results' });
const me = answers('users/me', { user: { _id: 'me', watchList2: [] } });

test('only lots one took part in, in sales that are over, with what one bought and for how much', async () => {
  server.use(
    me,
    answers('users/me/bids', {
      bids: [
        { auction: 'running', lot: 'x', cents: 1, at: 9 },
        { auction: 'auction-1', lot: 'a', cents: 42_000, at: 8 },
        { auction: 'auction-1', lot: 'b', cents: 42_000, at: 7 },
      ],
    }),
    answers('users/me/autobids', {
      autobids: [{ auction: 'auction-1', lot: 'c', cents: 500, active: false }],
    }),
    answers('auctions/running', {
      auction: closedAuction({ _id: 'running', state: 'live', title: 'running' }),
    }),
    answers('auctions/auction-1', { auction: closedAuction() }),
    answers('auctions/auction-1/lots', {
      lots: [
        closedLot({ _id: 'a', number: '1', count: 40 }),
        closedLot({ _id: 'b', number: '2', winner: '7' }),
        closedLot({ _id: 'c', number: '3', bidding: 'kg', closedPrice: 412, count: 10 }),
        closedLot({ _id: 'd', number: '4' }),
      ],
      totalTable: [],
    }),
  );
  open();
  assert.ok(await screen.findByText('Finding out what you bought…'));
  await waitFor(() => assert.is(sockets[0]?.asked('join-auction').length, 1));
  sockets[0]?.answerJoin({ seq: 9, paddle: '4821' });
  // 40 head at $420.00, and 10 of 265 kg at 412¢.
  assert.ok(await screen.findByText('You bought 2 lots, 50 head: ≈ $27,718.00'));
  assert.equal(
    screen.getAllByRole('rowheader').map(({ textContent }) => textContent),
    ['Lot 1', 'Lot 2', 'Lot 3'], // [S120]
  );
  const cells = screen
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell').at(-1)?.textContent);
  assert.equal(cells, [undefined, '$16,800.00', '', '≈ $10,918.00']);
  assert.is(screen.queryByText('running'), null);
  const link = screen.getByRole('link', { name: 'Gunnedah Weaner Sale' });
  assert.is(link.getAttribute('href'), '/main/results/Cattle/1042');
});

test('who bid on nothing is told where results will be', async () => {
  server.use(me, answers('users/me/bids', { bids: [] }), answers('users/me/autobids', { autobids: [] }));
  open();
  assert.ok(await screen.findByText('Results for closed auctions will appear here.'));
  assert.is(sockets.length, 0);
});

test('a failure is told in its words and tried again on request', async () => {
  server.use(me, refuses('get', 'users/me/bids', 500), answers('users/me/autobids', { autobids: [] }));
  open();
  assert.ok(await screen.findByText('Bad request. Please try again later'));
  server.use(answers('users/me/bids', { bids: [] }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  assert.ok(await screen.findByText('Results for closed auctions will appear here.'));
});

test.run();
