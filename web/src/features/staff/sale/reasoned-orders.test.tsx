/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { STAFF_CAUSES } from '@saleyard/domain/auction/freeze-cause.ts';
import { CAUSES } from '@saleyard/domain/presentation/freezes.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
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

test('[T25] who freezes a sale or a lot chooses the cause that everybody reads, and it is sent', async () => {
  for (const lot of [undefined, { _id: 'l4', number: '4' }]) {
    const sent: unknown[] = [];
    server.use(
      handles('post', CALL, async (request) => {
        sent.push(await request.json());
        return {
          outcome: 'accepted',
          lot: null,
          seq: 9,
          currentBidCents: null,
          finishAt: null,
          leader: null,
        };
      }),
    );
    function Freezing() {
      const { ask, dialogs } = useReasonedOrders('a1');
      return (
        <>
          <button type="button" onClick={() => ask(stopOf('freeze', lot))}>
            Open
          </button>
          {dialogs}
          <Toasts />
        </>
      );
    }
    const user = userEvent.setup();
    renderScreen(<Freezing />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.type(screen.getByLabelText('Reason'), 'Storm at the yard');
    await user.click(screen.getByRole('button', { name: 'Freeze' }));
    await screen.findByText('Please choose a cause');
    assert.equal(sent, []);
    await user.selectOptions(screen.getByLabelText('Cause'), CAUSES[STAFF_CAUSES[1]]);
    await user.click(screen.getByRole('button', { name: 'Freeze' }));
    await waitFor(() => assert.is(screen.queryByRole('dialog'), null));
    const [{ commandId: _, ...order }] = sent as [{ commandId: unknown }];
    assert.equal(order, {
      type: 'freeze',
      reason: 'Storm at the yard',
      ...(lot && { lot: 'l4' }),
      cause: STAFF_CAUSES[1],
    });
    leaveScreens();
  }
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
