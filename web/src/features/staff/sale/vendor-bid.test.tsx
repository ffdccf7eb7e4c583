/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import { mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { canBidForVendor, VendorBidDialog } = await import('./vendor-bid.tsx');

const test = suite('bids for the vendor', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

/** Live at $400.00 /head under a reserve of $450.00, with one of two vendor bids left. */
const live: Partial<StaffLot> = {
  _id: 'l4',
  number: '4',
  bidding: 'head',
  state: 'live',
  nextBidCents: 40_000,
  reserveCents: 45_000,
  maxVendorBids: 2,
  vendorBids: 1,
};

test('[E9] the vendor is bid for at most at the reserve', async () => {
  const orders: Record<string, unknown>[] = [];
  let isDone = false;
  server.use(
    http.post('http://saleyard.test/api/v1/staff/auctions/a1/commands', async ({ request }) => {
      orders.push((await request.json()) as Record<string, unknown>);
      const decided = { lot: 'l4', currentBidCents: 45_000, finishAt: null, leader: 'vendor' };
      return HttpResponse.json({ data: { outcome: 'accepted', seq: 9, ...decided } });
    }),
  );
  const user = userEvent.setup();
  renderScreen(
    <VendorBidDialog
      auction="a1"
      lot={exampleStaffLot(live)}
      onClose={() => {
        isDone = true;
      }}
    />,
  );
  assert.ok(screen.getByText(/1 of 2 left, up to the reserve of \$450\.00 \/head/));
  const price = screen.getByLabelText<HTMLInputElement>(/Price in dollars per head/);
  assert.is(price.value, '400', 'the next bid is offered');
  await user.clear(price);
  await user.type(price, '455');
  await user.click(screen.getByRole('button', { name: 'Bid for the vendor' }));
  assert.ok(screen.getByText('The vendor bids at most the reserve'));
  await user.clear(price);
  await user.type(price, '450');
  await user.click(screen.getByRole('button', { name: 'Bid for the vendor' }));
  await waitFor(() => assert.ok(isDone));
  const { commandId: _, ...order } = orders[0] ?? {};
  assert.equal([order, orders.length], [{ type: 'vendorBid', lot: 'l4', cents: 45_000 }, 1]);
});

test('[E9] it is offered only where the sale would accept it', () => {
  const can = (changes: Partial<StaffLot>) => canBidForVendor(exampleStaffLot({ ...live, ...changes }));
  assert.is(can({}), true);
  assert.is(can({ nextBidCents: 45_000 }), true, 'at the reserve');
  assert.is(can({ nextBidCents: 45_500 }), false, 'the next bid is above the reserve');
  assert.is(can({ reserveCents: null }), false, 'without a reserve');
  assert.is(can({ vendorBids: 2 }), false, 'none is left');
  assert.is(can({ state: 'future', nextBidCents: null }), false, 'not live');
  assert.is(can({ withdrawn: true }), false, 'withdrawn');
});

test.run();
