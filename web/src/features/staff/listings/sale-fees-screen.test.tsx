/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { SaleFeeRow } from '@saleyard/contract/selling.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths, ROUTES } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { SaleFeesScreen } = await import('./sale-fees-screen.tsx');

const test = suite('listing fees of a sale', { limitMs: 60_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const fee = (change: Partial<SaleFeeRow> = {}): SaleFeeRow => {
  const { _id, searchNumericId, kindData, auctionData } = exampleListing();
  if (auctionData === null) throw new Error('it has a sale');
  return {
    _id,
    searchNumericId,
    kindData,
    auctionData,
    seller: 'Vera Vendor',
    vendorName: 'Wattle Park',
    number: '12',
    title: 'Angus Steers',
    count: 240,
    date: 1,
    status: 'sold',
    soldBeforeAuction: false,
    isFreeReoffer: false,
    price: 900,
    total: 216_000,
    paid: false,
    ...change,
  };
};

/** The screen of sale a1. `recorded`: what was sent for each lot. */
function opened(role: 'admin' | 'auditor') {
  let isPaid = false;
  const recorded: unknown[] = [];
  server.resetHandlers(
    answers('users/me', { user: person({ _id: 's1', role }) }),
    handles('get', 'staff/auctions/a1/listing-fees', () => ({
      lots: [
        fee({ paid: isPaid }),
        fee({ _id: 'l2', number: '13', isFreeReoffer: true, price: 0, total: 0 }),
      ],
    })),
    handles('put', 'staff/listings/l1/fee', async (request: Request) => {
      const { paid } = (await request.json()) as { paid: boolean };
      recorded.push(paid);
      isPaid = paid;
      return { _id: 'l1', searchNumericId: 7, revision: 5, phase: 'approved' };
    }),
  );
  renderScreen(
    <Routes>
      <Route path={ROUTES.saleFees} element={<SaleFeesScreen />} />
    </Routes>,
    { path: paths.saleFees({ _id: 'a1' }) },
  );
  return { recorded, user: userEvent.setup() };
}

test('[S221] a fee is marked as paid, and as unpaid again, after a question', async () => {
  const { recorded, user } = opened('admin');
  await user.click(await screen.findByRole('button', { name: 'Mark lot 12 as paid' }));
  const dialog = () => within(screen.getByRole('dialog'));
  assert.ok(dialog().getByText('$2,160.00 of Vera Vendor for lot 12 is shown as paid, also to the seller.'));
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  assert.equal(recorded, []);
  await user.click(screen.getByRole('button', { name: 'Mark lot 12 as paid' }));
  await user.click(dialog().getByRole('button', { name: 'Mark as paid' }));
  await user.click(await screen.findByRole('button', { name: 'Mark lot 12 as unpaid' }));
  assert.ok(screen.getByRole('cell', { name: 'Yes' }));
  await user.click(dialog().getByRole('button', { name: 'Mark as unpaid' }));
  await screen.findByRole('button', { name: 'Mark lot 12 as paid' });
  await waitFor(() => assert.equal(recorded, [true, false]));
  assert.is(screen.queryByRole('button', { name: 'Mark lot 13 as paid' }), null, 'nothing is due for it');
});

test('on a phone the button of a card is below its lines, not over the seller', async () => {
  opened('admin');
  const button = await screen.findByRole('button', { name: 'Mark lot 12 as paid' });
  assert.is(button.closest('td')?.dataset['phone'], 'plain');
});

test('auditors read the fees and mark none', async () => {
  opened('auditor');
  await screen.findByRole('table', { name: 'Listing fees of the lots' });
  assert.is(screen.queryByRole('button', { name: /^Mark lot/ }), null);
});

test.run();
