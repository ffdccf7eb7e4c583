/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import { handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { fireEvent, screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { mayRetract, retractionOf } = await import('./corrections.ts');
const { Toasts } = await import('@/ui/toasts.tsx');
const { stopOf, useReasonedOrders, withdrawalOf } = await import('./reasoned-orders.tsx');

const test = suite('orders that need a reason', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const CALL = 'staff/auctions/a1/commands';
const MESSAGE = 'Somebody else has bid since.';

function Screen() {
  const { ask, dialogs } = useReasonedOrders('a1');
  const lot = exampleStaffLot({ _id: 'l4', number: '4' });
  return (
    <>
      <button type="button" onClick={() => ask(retractionOf(lot))}>
        Open
      </button>
      {dialogs}
      <Toasts />
    </>
  );
}

async function open() {
  const user = userEvent.setup();
  renderScreen(<Screen />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.type(screen.getByLabelText('Reason'), 'Misheard');
  return { user, take: () => user.click(screen.getByRole('button', { name: 'Take back' })) };
}

test('[C1] a floor bid can be taken back of a live lot with a bid that is not the vendor’s', () => {
  const lot = exampleStaffLot({ state: 'live', biddingOpen: true, currentBidCents: 42_000, winner: 'floor' });
  for (const [may, change] of [
    [true, {}],
    [true, { winner: '77' }],
    [false, { winner: 'vendor' }],
    [false, { winner: null, currentBidCents: null }],
    [false, { biddingOpen: false }],
    [false, { state: 'closed' }],
  ] as const)
    assert.is(mayRetract({ ...lot, ...change }), may, JSON.stringify(change));
});

test('[C1] an order that is refused keeps the reason that was typed, to be sent again', async () => {
  const { user, take } = await open();
  server.use(refuses('post', CALL, 409, { code: 'nothing-to-retract', message: MESSAGE }));
  await take();
  await screen.findByText(MESSAGE);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  assert.is((screen.getByLabelText('Reason') as HTMLInputElement).value, 'Misheard');
  const sent: unknown[] = [];
  server.use(
    handles('post', CALL, async (request) => {
      sent.push(((await request.json()) as { reason: string }).reason);
      const nothing = { currentBidCents: null, finishAt: null, leader: null };
      return { outcome: 'accepted', lot: 'l4', seq: 9, ...nothing };
    }),
  );
  await take();
  await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
  assert.equal(sent, ['Misheard']);
  await screen.findByText('The floor bid on Lot 4 is taken back');
});

test('the notice of an order is what came of it', () => {
  const lot = { _id: 'l4', number: '4' };
  assert.equal(
    [stopOf('freeze'), stopOf('pause'), stopOf('unpause', lot), withdrawalOf(lot)].map(({ done }) => done),
    ['The sale is frozen', 'The sale is paused', 'Lot 4 is unpaused', 'Lot 4 is withdrawn'],
  );
});

test('a press beside a dialog does not throw away what is typed in it', async () => {
  await open();
  fireEvent.click(screen.getByRole('dialog'));
  assert.is((screen.getByLabelText('Reason') as HTMLInputElement).value, 'Misheard');
});

test.run();
