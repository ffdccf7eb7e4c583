/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { AnnounceButton } = await import('./announce.tsx');
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
