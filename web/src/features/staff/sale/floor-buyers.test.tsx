/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import { handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { useQuery } = await import('@tanstack/react-query');
const { staffLotsQuery } = await import('@/features/staff/api/staff-sales.ts');
const { FloorBuyers } = await import('./floor-buyers.tsx');
const { leaderLabel } = await import('./lot-labels.ts');

const test = suite('buyers on the floor', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

const leader = (_id: string, name: string) => ({ _id, shortId: '', paddle: _id, name });
const sold = { state: 'closed', status: 'sold', winner: 'floor', closedPrice: 41_000 } as const;
const unnamed = exampleStaffLot({ _id: 'l4', number: '4', ...sold, leader: leader('floor', 'Floor') });
const named = exampleStaffLot({
  _id: 'l5',
  number: '5',
  ...sold,
  leader: leader('floor:17', 'Floor, buyer 17'),
});

const written = { pic: '', phone: '0491570156', account: null, lots: 1 };
const registered = (...buyers: { number: string; name: string }[]) =>
  http.get('http://saleyard.test/api/v1/staff/auctions/a1/floor-buyers', () =>
    HttpResponse.json({ data: { buyers: buyers.map((buyer) => ({ ...buyer, ...written })), claims: [] } }),
  );

test('a number that bought and that nobody has is to be named too', async () => {
  server.use(registered({ number: '17', name: '' }, { number: '18', name: 'Pat Farmer' }));
  renderScreen(<FloorBuyers auction="a1" lots={[named]} />);
  const link = await screen.findByRole('link', { name: 'Name buyer 17' });
  assert.is(link.getAttribute('href'), '/staff/sales/a1/buyers');
  assert.is(screen.getAllByRole('listitem').length, 1);
});

test('a lot sold to the floor waits for its buyer, whom staff name by number', async () => {
  const orders: Record<string, unknown>[] = [];
  server.use(
    registered(),
    http.post('http://saleyard.test/api/v1/staff/auctions/a1/commands', async ({ request }) => {
      orders.push((await request.json()) as Record<string, unknown>);
      const nothing = { lot: 'l4', currentBidCents: null, finishAt: null, leader: null };
      return HttpResponse.json({ data: { outcome: 'accepted', seq: 9, ...nothing } });
    }),
  );
  const user = userEvent.setup();
  renderScreen(<FloorBuyers auction="a1" lots={[unnamed, named]} />);
  assert.is(screen.getAllByRole('listitem').length, 1);
  await user.click(screen.getByRole('button', { name: 'Name the buyer of Lot 4' }));
  await user.click(screen.getByRole('button', { name: 'Name the buyer' }));
  assert.ok(screen.getByText('Please Enter a buyer number of up to six digits or letters'));
  await user.type(screen.getByLabelText(/Buyer number/), '17b');
  await user.click(screen.getByRole('button', { name: 'Name the buyer' }));
  await waitFor(() => assert.is(orders.length, 1));
  const { commandId: _, ...order } = orders[0] ?? {};
  assert.equal(order, { type: 'nameFloorBuyer', lot: 'l4', buyerNumber: '17B' });
});

test('a naming that is refused says so, though another desk has named the buyer meanwhile', async () => {
  let lot = unnamed;
  server.use(
    registered(),
    handles('get', 'staff/auctions/a1/lots', () => ({ lots: [lot] })),
    refuses('post', 'staff/auctions/a1/commands', 409, { code: 'no-floor-buyer', message: 'It is named.' }),
  );
  function Sale() {
    const { data } = useQuery(staffLotsQuery('a1'));
    return data && <FloorBuyers auction="a1" lots={data} />;
  }
  const user = userEvent.setup();
  const { client } = renderScreen(<Sale />);
  await user.click(await screen.findByRole('button', { name: 'Name the buyer of Lot 4' }));
  await user.type(screen.getByLabelText('Buyer number'), '15');
  lot = { ...named, _id: 'l4', number: '4' };
  await user.click(screen.getByRole('button', { name: 'Name the buyer' }));
  await screen.findByText('It is named.');
  await waitFor(() => assert.is(client.isFetching(), 0));
  assert.is(screen.queryByRole('heading', { name: 'Buyer to be named' }), null);
  assert.ok(screen.getByText('It is named.'));
});

test('the list of lots says who on the floor bought, or that it is to be said', () => {
  assert.is(leaderLabel(unnamed), 'Floor, buyer to be named');
  assert.is(leaderLabel(named), 'Floor, buyer 17');
  const toAccount = { ...named, winner: null, leader: leader('bill', 'Bill Buyer') };
  assert.is(leaderLabel(toAccount), 'Bill Buyer', 'an account that never bid has no paddle');
  assert.is(leaderLabel({ ...toAccount, status: 'passed' }), '');
});

test.run();
