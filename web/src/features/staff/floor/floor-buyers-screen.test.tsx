/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { FloorBuyersScreen } = await import('./floor-buyers-screen.tsx');

const test = suite('buyer numbers of a sale', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

const REGISTER = {
  buyers: [
    { number: '7', name: '', pic: '', phone: '', account: null, lots: 1 },
    { number: '214', name: 'Pat Farmer', pic: 'NA123456', phone: '0491570156', account: null, lots: 2 },
  ],
  claims: [
    {
      number: '214',
      account: { _id: 'u9', shortId: 'S9', name: 'Beth Buyer' },
      at: 1,
      state: 'waits',
    },
  ],
};

const open = (role: 'admin' | 'auditor', sent: unknown[] = []) => {
  const note = async ({ request }: { request: Request }) => {
    const { commandId: _, ...body } = (await request.json()) as Record<string, unknown>;
    sent.push([new URL(request.url).pathname.split('/floor-buyers/')[1], body]);
    return HttpResponse.json({ data: { number: '214' } });
  };
  server.use(
    answers('staff/auctions/a1', {
      auction: exampleAuction({ _id: 'a1', auctionType: 'sequentialOffline' }),
    }),
    answers('staff/auctions/a1/floor-buyers', REGISTER),
    answers('users/me', { user: exampleMe({ role }) }),
    http.put('http://saleyard.test/api/v1/staff/auctions/a1/floor-buyers/:number', note),
    http.put('http://saleyard.test/api/v1/staff/auctions/a1/floor-buyers/:number/claims/:account', note),
  );
  renderScreen(
    <Routes>
      <Route path="/staff/sales/:id/buyers" element={<FloorBuyersScreen />} />
    </Routes>,
    { path: '/staff/sales/a1/buyers' },
  );
  return sent;
};

test('[C7] the desk gives the next number, and a number that somebody has is not given again', async () => {
  const sent = open('admin');
  const user = userEvent.setup();
  const form = within(await screen.findByRole('form', { name: 'Give a buyer number' }));
  const number = form.getByLabelText('Buyer number') as HTMLInputElement;
  assert.is(number.value, '215');
  await user.clear(number);
  await user.type(number, '214');
  await user.type(form.getByLabelText('Name'), 'Sam Stockman');
  await user.type(form.getByLabelText('Phone'), '0491 570 157');
  await user.click(form.getByRole('button', { name: 'Give number' }));
  assert.ok(form.getByText('Somebody has this number. Change them in the list below.'));
  await user.clear(number);
  await user.type(number, '7');
  await user.click(form.getByRole('button', { name: 'Give number' }));
  await waitFor(() => assert.equal(sent, [['7', { name: 'Sam Stockman', pic: '', phone: '0491 570 157' }]]));
});

test('[C9] a claim is refused with a reason, or approved once the lots were read', async () => {
  const sent = open('admin');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Refuse: Beth Buyer is buyer 214' }));
  await user.click(screen.getByRole('button', { name: 'Refuse' }));
  assert.ok(screen.getByText('Please say why'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Approve: Beth Buyer is buyer 214' }));
  assert.ok(screen.getByText(/gave this number to Pat Farmer.*\(2 lots so far\)/));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => assert.equal(sent, [['214/claims/u9', { approved: true }]]));
});

test('auditors read the register and change nothing', async () => {
  open('auditor');
  await screen.findByRole('rowheader', { name: '7: to be named' });
  assert.is(screen.queryByRole('form'), null);
  assert.is(screen.queryByRole('button', { name: /^(Approve|Refuse|Change|Erase|Name buyer)/ }), null);
});

test.run();
