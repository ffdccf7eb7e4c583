/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import * as assert from 'uvu/assert';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, screen, waitFor } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { exampleStaffLot } = await import('@/test-support/example-sales.ts');
const { AnnounceButton } = await import('./announce.tsx');
const { LotsBoard } = await import('./lots-board.tsx');
const { MessageEveryoneButton } = await import('./message-everyone.tsx');
const { PresentPeople } = await import('@/features/staff/present-people.tsx');

const test = suite('what staff announce in a room, and who is in it', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

function ordersTaken() {
  const orders: Record<string, unknown>[] = [];
  server.use(
    http.post('http://saleyard.test/api/v1/staff/auctions/a1/commands', async ({ request }) => {
      orders.push((await request.json()) as Record<string, unknown>);
      const decision = {
        outcome: 'accepted',
        lot: null,
        currentBidCents: null,
        finishAt: null,
        seq: 9,
        leader: null,
      };
      return HttpResponse.json({ data: decision });
    }),
  );
  return orders;
}

test('a text is announced; one that is announced can be changed or ended', async () => {
  const orders = ordersTaken();
  const user = userEvent.setup();
  const { unmount } = renderScreen(<AnnounceButton sale={{ _id: 'a1', notification: null }} />);
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  assert.is(screen.queryByRole('button', { name: 'End the announcement' }), null);
  const [, give] = screen.getAllByRole('button', { name: 'Announce' });
  await user.click(give as HTMLElement);
  assert.ok(screen.getByText('Please Enter a text'));
  await user.type(screen.getByLabelText('Text'), ' Gate 2 ');
  await user.click(give as HTMLElement);
  await waitFor(() => assert.is(orders.length, 1));
  assert.equal([orders[0]?.['type'], orders[0]?.['text']], ['announce', 'Gate 2']);
  unmount();
  renderScreen(<AnnounceButton sale={{ _id: 'a1', notification: 'Gate 2' }} />);
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  await user.click(screen.getByRole('button', { name: 'End the announcement' }));
  await waitFor(() => assert.is(orders.length, 2));
  assert.equal([orders[1]?.['type'], orders[1]?.['text']], ['announce', '']);
});

/** Orders are refused, until they are to be accepted. */
const refuseOrders = () =>
  server.use(refuses('post', 'staff/auctions/a1/commands', 409, { code: 'x', message: 'Refused just now.' }));

const typedText = () => (screen.getByLabelText('Text') as HTMLInputElement).value;

test('an announcement that is refused keeps its text, to be sent again', async () => {
  refuseOrders();
  const user = userEvent.setup();
  renderScreen(<AnnounceButton sale={{ _id: 'a1', notification: null }} />);
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  await user.type(screen.getByLabelText('Text'), 'Gate 2');
  const give = async () => user.click(screen.getAllByRole('button', { name: 'Announce' })[1] as HTMLElement);
  await give();
  await screen.findByText('Refused just now.');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  assert.is(typedText(), 'Gate 2');
  const orders = ordersTaken();
  await give();
  await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
  assert.is(orders[0]?.['text'], 'Gate 2');
});

test('a message to everyone that is refused keeps its text, to be sent again', async () => {
  refuseOrders();
  server.use(answers('staff/auctions/a1/message-readers', { people: 3 }));
  const user = userEvent.setup();
  const sale = { _id: 'a1', state: 'open', cancelled: false, notification: null } as const;
  renderScreen(<MessageEveryoneButton sale={sale} />);
  await user.click(screen.getByRole('button', { name: 'Message everyone' }));
  await user.type(screen.getByLabelText('Text'), 'Gate 2');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Send to 3 people' }));
  await screen.findByText('Refused just now.');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  const orders = ordersTaken();
  await user.click(screen.getByRole('button', { name: 'Send to 3 people' }));
  await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
  assert.is(orders[0]?.['text'], 'Gate 2');
});

test('a dialog of a lot stays open when the lot leaves the filter', async () => {
  server.use(handles('get', 'staff/accounts', () => ({ accounts: [] })));
  const lots = [exampleStaffLot({ _id: 'l4', number: '4', state: 'live' })];
  const auction = { _id: 'a1', auctionType: 'simultaneous', state: 'live' } as const;
  let filter: (matching: typeof lots) => void = () => undefined;
  function Board() {
    const [matching, setMatching] = useState(lots);
    filter = setMatching;
    return <LotsBoard lots={lots} matching={matching} auction={auction} onAsk={() => undefined} />;
  }
  const user = userEvent.setup();
  renderScreen(<Board />);
  await user.click(screen.getByRole('button', { name: 'Actions on Lot 4' }));
  await user.click(screen.getByRole('button', { name: /by phone/ }));
  await user.type(screen.getByLabelText('Note'), 'Carl rang');
  act(() => filter([]));
  assert.is(screen.queryByRole('button', { name: 'Actions on Lot 4' }), null);
  assert.is((screen.getByLabelText('Note') as HTMLInputElement).value, 'Carl rang');
});

for (const [auction, path, where] of [
  ['a1', 'staff/auctions/a1/presence', 'In the room'],
  [null, 'staff/online', 'Online'],
] as const) {
  test(`${where}: numbers, and the names of those who are signed in`, async () => {
    server.use(
      handles('get', path, () => ({
        signedIn: 3,
        visitors: 1,
        people: [
          { _id: 'u1', shortId: 'B12', name: 'Bea Buyer' },
          { _id: 'u2', shortId: 'B13', name: '' },
        ],
      })),
    );
    renderScreen(<PresentPeople auction={auction} />);
    assert.ok(await screen.findByText(`${where}: 3 signed in, 1 visitor`));
    assert.is(screen.getByText('Bea Buyer').getAttribute('href'), '/staff/accounts/u1');
    assert.ok(screen.getByText('Forgotten person'));
    assert.ok(screen.getByText('and 1 more'));
  });
}

test.run();
