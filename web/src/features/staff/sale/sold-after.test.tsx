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
const { canSellAfter, SoldAfterDialog } = await import('./sold-after.tsx');

const test = suite('sold after the auction', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

const account = (shortId: string, status: string, more = {}) => ({
  _id: `id-${shortId}`,
  shortId,
  status,
  isSuspended: false,
  firstName: 'Bea',
  lastName: shortId,
  tradingName: '',
  ...more,
});

test('the buyer is found among those who may buy; buyer and price are said in words before they are recorded', async () => {
  const sent: unknown[] = [];
  server.use(
    handles('get', 'staff/accounts', () => ({
      accounts: [
        account('B12', 'approved-buyer', { tradingName: 'Bea Beef' }),
        account('B13', 'registered'),
        account('B14', 'approved-buyer', { isSuspended: true }),
      ],
    })),
    http.post('http://saleyard.test/api/v1/staff/auctions/a1/commands', async ({ request }) => {
      sent.push(await request.json());
      const decision = {
        outcome: 'accepted',
        lot: 'lot-1',
        currentBidCents: null,
        finishAt: null,
        seq: 9,
        leader: null,
      };
      return HttpResponse.json({ data: decision });
    }),
  );
  const closed: string[] = [];
  const lot = exampleStaffLot({ state: 'closed', status: 'passed' });
  renderScreen(<SoldAfterDialog auction="a1" lot={lot} onClose={() => closed.push('closed')} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  assert.ok(screen.getByText('Please choose the buyer'));
  assert.ok(screen.getByText('Please Enter a price'));
  await user.type(screen.getByLabelText('Buyer'), 'bea');
  await user.click(await screen.findByRole('radio', { name: 'Bea B12, Bea Beef, ID B12' }));
  assert.is(screen.getAllByRole('radio').length, 1, 'who may not buy is not offered');
  await user.type(screen.getByLabelText('Price in dollars per head'), '412.50');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  assert.match(
    screen.getByText(/sold to/).textContent ?? '',
    'Lot 1 sold to Bea B12, Bea Beef, ID B12 at $412.50',
  );
  assert.equal(sent, [], 'nothing was recorded yet');
  await user.click(screen.getByRole('button', { name: 'Record' }));
  await waitFor(() => assert.equal(closed, ['closed']));
  const { commandId, ...order } = sent[0] as Record<string, unknown>;
  assert.type(commandId, 'string');
  assert.equal(order, { type: 'sellAfter', lot: 'lot-1', buyer: 'id-B12', cents: 41_250 });
});

test('only what was offered and not sold can be sold afterwards', () => {
  const closed = (change = {}) => canSellAfter(exampleStaffLot({ state: 'closed', ...change }));
  assert.ok(closed({ status: 'passed' }) && closed({ status: 'noBid' }));
  assert.not.ok(closed({ status: 'sold' }) || closed({ status: 'soldAfterAuction' }));
  assert.not.ok(closed({ withdrawn: true }) || closed({ soldBeforeAuction: true }));
  assert.not.ok(canSellAfter(exampleStaffLot()));
});

test.run();
