/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { StaffLot } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, screen, waitFor } = await import('@testing-library/react');
const { leaveScreens } = await import('@/test-support/open-screens.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { CorrectSaleDialog } = await import('./correct-sale.tsx');
const { Toasts } = await import('@/ui/toasts.tsx');
const { LotActions } = await import('./lot-actions.tsx');
const { ConfirmCorrectionDialog } = await import('./confirm-correction.tsx');

const test = suite('corrections of a closed lot', { limitMs: 20_000 });
const server = mockServer();
const orders: Record<string, unknown>[] = [];
/** Whom a correction waits for, as the server answers. */
let awaits: 'secondPerson' | 'buyer' | undefined;
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  leaveScreens();
  orders.length = 0;
  awaits = undefined;
  server.resetHandlers(
    answers('staff/auctions/a1/floor-buyers', { buyers: [{ ...NUMBER, account: null }], claims: [] }),
    http.post('http://saleyard.test/api/v1/staff/auctions/a1/commands', async ({ request }) => {
      const { commandId: _, ...order } = (await request.json()) as Record<string, unknown>;
      orders.push(order);
      const decided = { lot: 'l4', currentBidCents: null, finishAt: null, leader: null, awaits };
      return HttpResponse.json({ data: { outcome: 'accepted', seq: 9, ...decided } });
    }),
  );
});
test.after(() => server.close());

/** A buyer number of the sale. */
const NUMBER = { number: '12', name: 'Bea Hume', pic: '', phone: '0491570156', lots: 0 };
/** From now on the number counts as an account [C9]. */
const assign = (_id: string) =>
  server.use(
    answers('staff/auctions/a1/floor-buyers', {
      buyers: [{ ...NUMBER, account: { _id, shortId: 'B2', name: 'Bea Hume' } }],
      claims: [],
    }),
  );

const sold = (change: Partial<StaffLot> = {}): StaffLot =>
  exampleStaffLot({
    _id: 'l4',
    number: '4',
    bidding: 'head',
    state: 'closed',
    status: 'sold',
    winner: '4821',
    closedPrice: 435_000,
    leader: { _id: 'ann', shortId: 'A1', paddle: '4821', name: 'Ann Lee' },
    ...change,
  });

const open = (lot: StaffLot) =>
  renderScreen(
    <>
      <CorrectSaleDialog auction="a1" lot={lot} byClerk onClose={() => undefined} />
      <Toasts />
    </>,
  );
const press = async (name: string) => userEvent.setup().click(screen.getByRole('button', { name }));
const shown = (): string => document.body.textContent ?? '';

test('[C4] a mistyped price: the same buyer, with a reason; before and after are read before it is sent', async () => {
  open(sold());
  const user = userEvent.setup();
  await press('Continue');
  assert.match(shown(), 'Please Enter a reason');
  assert.match(shown(), 'This is the price already');
  const price = screen.getByLabelText(/^Price/);
  await user.clear(price);
  await user.type(price, '435');
  await user.type(screen.getByLabelText(/^Reason/), 'mistyped');
  await press('Continue');
  assert.match(shown(), 'NowSold to Ann Lee at $4,350.00');
  assert.match(shown(), 'After the correctionSold to Ann Lee at $435.00');
  assert.equal(orders, []);
  await press('Correct');
  await waitFor(() => assert.is(orders.length, 1));
  const made = { type: 'correctSale', lot: 'l4', outcome: 'sold', reason: 'mistyped' };
  assert.equal(orders, [{ ...made, cents: 43_500, buyer: 'ann' }]);
});

test('[C4] [C5] a default: the runner-up is chosen with their highest bid, and asked', async () => {
  const bidders = [
    { _id: 'ann', shortId: 'A1', name: 'Ann Lee', highestBidCents: 435_000 },
    { _id: 'bea', shortId: 'B2', name: 'Bea Hume', highestBidCents: 430_000 },
  ];
  server.use(handles('get', 'staff/auctions/a1/lots/l4/bidders', () => ({ bidders })));
  open(sold());
  const user = userEvent.setup();
  await user.click(screen.getByRole('radio', { name: /^Another bidder/ }));
  await user.click(await screen.findByRole('radio', { name: /^Bea Hume, ID B2: \$4,300\.00/ }));
  assert.is(screen.queryByRole('radio', { name: /Ann Lee, ID/ }), null);
  await user.type(screen.getByLabelText(/^Reason/), 'The first buyer did not pay.');
  await press('Continue');
  assert.match(shown(), 'The lot stays as it is until they accept.');
  await press('Ask the buyer');
  await waitFor(() => assert.is(orders.length, 1));
  assert.equal(
    [orders[0]?.['buyer'], orders[0]?.['cents'], orders[0]?.['acceptedBy']],
    ['bea', 430_000, undefined],
  );
});

const PROPOSAL = {
  outcome: 'sold',
  buyer: 'floor:12',
  buyerName: 'Bea Hume, floor buyer 12',
  cents: 43_500,
  reason: 'mistyped',
  by: 'rob',
  byName: 'Rob Cox',
  acceptedBy: null,
  awaits: 'secondPerson',
} as const;

test('[C6] the second person reads both results, who proposed it and why, and confirms what they saw', async () => {
  const proposal = { ...PROPOSAL, buyerName: 'Floor, buyer 12' };
  renderScreen(<ConfirmCorrectionDialog auction="a1" lot={sold({ proposal })} onClose={() => undefined} />);
  for (const text of [
    'Sold to Ann Lee at $4,350.00',
    'Sold to floor, buyer 12 at $435.00',
    'Rob Cox',
    'mistyped',
  ])
    assert.match(shown(), text);
  await screen.findByText(/The correction holds at once\./);
  await press('Confirm');
  await waitFor(() => assert.is(orders.length, 1));
  const saw = { outcome: 'sold', cents: 43_500, buyerNumber: '12' };
  assert.equal(orders, [{ type: 'confirmCorrection', lot: 'l4', ...saw }]);
});

test('[C5] [C6] the second person reads whether the account that a lot goes to may be asked first', () => {
  const toAccount = { outcome: 'sold', buyer: 'bea', buyerName: 'Bea Hume', cents: 43_500 } as const;
  const signed = { reason: 'unpaid', by: 'rob', byName: 'Rob Cox', awaits: 'secondPerson' } as const;
  for (const [acceptedBy, said] of [
    [null, /they are asked first/],
    ['staffRecord', /The buyer has agreed, as recorded by staff\..*The correction holds at once\./],
  ] as const) {
    const lot = sold({ proposal: { ...toAccount, ...signed, acceptedBy } });
    renderScreen(<ConfirmCorrectionDialog auction="a1" lot={lot} onClose={() => undefined} />);
    assert.match(shown(), said);
    leaveScreens();
  }
});

async function correctToNumber() {
  open(sold());
  const user = userEvent.setup();
  await user.click(screen.getByRole('radio', { name: 'A buyer number' }));
  await user.type(screen.getByLabelText('Buyer number'), '12');
  await user.type(screen.getByLabelText(/^Reason/), 'misheard');
  return user;
}

test('[C4] [C5] a buyer number that is assigned to an account is asked, as the account would be', async () => {
  assign('bea');
  await correctToNumber();
  await screen.findByRole('radio', { name: /^They have agreed/ });
  await press('Continue');
  assert.match(shown(), 'The lot stays as it is until they accept.');
  await press('Ask the buyer');
  await waitFor(() => assert.is(orders.length, 1));
  const made = { type: 'correctSale', lot: 'l4', outcome: 'sold', reason: 'misheard', cents: 435_000 };
  assert.equal(orders, [{ ...made, buyerNumber: '12' }]);
});

test('[C4] [C5] staff record that the account of a buyer number has agreed', async () => {
  assign('bea');
  const user = await correctToNumber();
  await user.click(await screen.findByRole('radio', { name: /^They have agreed/ }));
  await press('Continue');
  assert.match(shown(), 'You record that the buyer has agreed.');
  await press('Correct');
  await waitFor(() => assert.is(orders.length, 1));
  assert.equal([orders[0]?.['buyerNumber'], orders[0]?.['acceptedBy']], ['12', 'staffRecord']);
});

test('[C4] nobody is asked for a number without an account, nor for one whose account has the lot', async () => {
  await correctToNumber();
  await waitFor(() => assert.is(screen.queryByRole('radio', { name: /^They have agreed/ }), null));
  await press('Continue');
  await press('Correct');
  await waitFor(() => assert.is(orders.length, 1));
  assert.is(orders[0]?.['acceptedBy'], undefined);
  leaveScreens();
  assign('ann');
  await correctToNumber();
  await waitFor(() => assert.is(screen.queryByRole('radio', { name: /^They have agreed/ }), null));
});

test('[C4] while it is not known whether a number has an account, staff may record that it has agreed', async () => {
  server.use(refuses('get', 'staff/auctions/a1/floor-buyers', 503));
  await correctToNumber();
  assert.ok(screen.getByRole('radio', { name: /^They have agreed/ }));
});

test('[C5] [C6] the second person reads whether the account of a buyer number may be asked first', async () => {
  assign('bea');
  const lot = sold({ proposal: PROPOSAL });
  renderScreen(<ConfirmCorrectionDialog auction="a1" lot={lot} onClose={() => undefined} />);
  await waitFor(() => assert.match(shown(), /they are asked first/));
});

test('[C6] a confirmation that is refused says so, though the correction has gone meanwhile', async () => {
  server.use(
    refuses('post', 'staff/auctions/a1/commands', 409, { code: 'no-proposal', message: 'It is gone.' }),
  );
  let change: (lot: StaffLot) => void = () => undefined;
  function Actions() {
    const [lot, setLot] = useState(sold({ proposal: PROPOSAL }));
    change = setLot;
    const none = () => undefined;
    return (
      <LotActions
        lot={lot}
        auction={{ _id: 'a1', state: 'closed' }}
        onAsk={none}
        onShow={none}
        onClose={none}
      />
    );
  }
  renderScreen(<Actions />);
  await press('Confirm the correction of Lot 4…');
  await press('Confirm');
  await screen.findByText('It is gone.');
  act(() => change(sold()));
  assert.ok(screen.getByText('It is gone.'));
});

test('[C6] a correction that waits for a second person is not said to be recorded', async () => {
  for (const [waits, said] of [
    ['secondPerson', 'Lot 4: the correction waits for somebody else to confirm it'],
    ['buyer', 'Lot 4: the buyer is asked'],
    [undefined, 'Correction of Lot 4 recorded'],
  ] as const) {
    leaveScreens();
    awaits = waits;
    open(sold());
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: /passed in/i }));
    await user.type(screen.getByLabelText(/^Reason/), 'mistyped');
    await press('Continue');
    await press('Correct');
    await screen.findByText(said);
  }
});

test.run();
