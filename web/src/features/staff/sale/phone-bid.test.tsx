/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import { handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { PhoneBidDialog } = await import('./phone-bid.tsx');

const test = suite('bids by phone', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

const bea = {
  _id: 'bea',
  shortId: 'B12',
  status: 'approved-buyer',
  isSuspended: false,
  firstName: 'Bea',
  lastName: 'Hume',
  tradingName: '',
};

test('a maximum is set for an account that staff choose, with a note', async () => {
  const orders: Record<string, unknown>[] = [];
  let isDone = false;
  server.use(
    handles('get', 'staff/accounts', () => ({ accounts: [bea] })),
    http.post('http://saleyard.test/api/v1/staff/auctions/a1/commands', async ({ request }) => {
      orders.push((await request.json()) as Record<string, unknown>);
      const decided = { lot: 'l4', currentBidCents: 43_000, finishAt: null, leader: 'bea' };
      return HttpResponse.json({ data: { outcome: 'accepted', seq: 9, ...decided } });
    }),
  );
  const user = userEvent.setup();
  const lot = exampleStaffLot({ _id: 'l4', number: '4', bidding: 'head' });
  renderScreen(
    <PhoneBidDialog
      auction="a1"
      lot={lot}
      onClose={() => {
        isDone = true;
      }}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Place the bid' }));
  assert.ok(screen.getByText('Please choose the bidder'));
  assert.ok(screen.getByText('Please Enter a note'));
  await user.type(screen.getByLabelText(/^Bidder/), 'Bea');
  await user.click(await screen.findByRole('radio', { name: /Bea/ }));
  await user.click(screen.getByRole('radio', { name: 'An auto-bid up to a maximum' }));
  await user.type(screen.getByLabelText(/Price in dollars per head/), '450');
  assert.ok(screen.getByText("What was asked; kept with the sale's record. Name nobody in it."));
  await user.type(screen.getByLabelText(/^Note/), 'Rang at ten');
  await user.click(screen.getByRole('button', { name: 'Set the maximum' }));
  await waitFor(() => assert.ok(isDone));
  const { commandId: _, ...order } = orders[0] ?? {};
  assert.equal(order, { type: 'staffBid', lot: 'l4', bidder: 'bea', maxCents: 45_000, note: 'Rang at ten' });
});

test.run();
