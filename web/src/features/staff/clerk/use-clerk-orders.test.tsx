/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { StaffCommandBody } from '@saleyard/contract/staff.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { BuyerNumberField } = await import('./buyer-number-field.tsx');
const { useClerk } = await import('./use-clerk.ts');

const test = suite('clerk’s orders', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  server.resetHandlers();
});
test.after(() => server.close());

const LOTS = ['1', '2', '3'].map((number) =>
  exampleStaffLot({ _id: `l${number}`, number, biddingOpen: number === '1', winner: 'floor' }),
);

function Console() {
  const { lot, message, act, choose, buyer } = useClerk('a1', LOTS);
  return (
    <>
      <h1>Lot {lot?.number}</h1>
      <p>{message?.text}</p>
      <button type="button" onClick={() => act({ kind: 'nextBid' })}>
        Floor bid
      </button>
      <button type="button" onClick={() => act({ kind: 'knockDown' })}>
        Knock down
      </button>
      <button type="button" onClick={() => choose('l3')}>
        Choose Lot 3
      </button>
      <BuyerNumberField
        auction="a1"
        value={buyer.buyerNumber}
        onChange={buyer.setBuyerNumber}
        ref={buyer.buyerInput}
      />
    </>
  );
}

/** Knocks Lot 1 down; `meanwhile` is done before the answer comes. */
async function knockDown(meanwhile: (user: ReturnType<typeof userEvent.setup>) => Promise<void>) {
  let answerNow = () => {};
  const answer = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  const decision = { outcome: 'accepted', lot: 'l1', currentBidCents: 100, finishAt: null, leader: 'floor' };
  server.use(
    answers('staff/auctions/a1/floor-buyers', { buyers: [], claims: [] }),
    handles('post', 'staff/auctions/a1/commands', async () => {
      await answer;
      return { ...decision, seq: 9 };
    }),
  );
  const user = userEvent.setup();
  renderScreen(<Console />);
  await user.type(screen.getByLabelText('Buyer number'), '12');
  await user.dblClick(screen.getByRole('button', { name: 'Knock down' }));
  await meanwhile(user);
  answerNow();
  await screen.findByText('Lot 1 is closed.');
  const number = (screen.getByLabelText('Buyer number') as HTMLInputElement).value;
  return [screen.getByRole('heading').textContent, number];
}

test('a lot that was knocked down makes way for the next one, and its buyer number goes with it', async () => {
  const shown = await knockDown(async () => {});
  assert.equal(shown, ['Lot 2', '']);
});

test('the lot and the buyer number that the clerk chose before the answer came stay', async () => {
  const shown = await knockDown(async (user) => {
    await user.click(screen.getByRole('button', { name: 'Choose Lot 3' }));
    await waitFor(() => assert.is(screen.getByRole('heading').textContent, 'Lot 3'));
    await user.type(screen.getByLabelText('Buyer number'), '77');
  });
  assert.equal(shown, ['Lot 3', '77']);
});

/** Answers orders as the server does where nobody bids online; `orders`: those that came. */
function takeOrders(refused = false) {
  const orders: StaffCommandBody[] = [];
  server.use(
    answers('staff/auctions/a1/floor-buyers', { buyers: [], claims: [] }),
    refused
      ? refuses('post', 'staff/auctions/a1/commands', 409, { code: 'own-lot', message: 'Their own lot.' })
      : handles('post', 'staff/auctions/a1/commands', async (request) => {
          const order = (await request.json()) as StaffCommandBody;
          orders.push(order);
          const { lot, cents: currentBidCents, buyerNumber } = order;
          const leader = buyerNumber === undefined ? 'floor' : `floor:${buyerNumber}`;
          return { outcome: 'accepted', lot, currentBidCents, finishAt: null, leader, seq: 9 };
        }),
  );
  renderScreen(<Console />);
  return orders;
}

const typedNumber = () => (screen.getByLabelText('Buyer number') as HTMLInputElement).value;

test('[E10] a floor bid is made for the buyer number that is typed, and the next one for nobody by name', async () => {
  const orders = takeOrders();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Buyer number'), '12a');
  await user.click(screen.getByRole('button', { name: 'Floor bid' }));
  await screen.findByText(/^Floor bid \$.* by buyer 12A\.$/);
  assert.is(typedNumber(), '', 'it went with the bid');
  await user.click(screen.getByRole('button', { name: 'Floor bid' }));
  await screen.findByText(/^Floor bid \$[^b]*\.$/);
  assert.equal(
    orders.map(({ type, buyerNumber }) => [type, buyerNumber]),
    [
      ['floorBid', '12A'],
      ['floorBid', undefined],
    ],
  );
});

test('the number of a floor bid that was refused stays', async () => {
  takeOrders(true);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Buyer number'), '12');
  await user.click(screen.getByRole('button', { name: 'Floor bid' }));
  await screen.findByText('Their own lot.');
  assert.is(typedNumber(), '12');
});

test.run();
