/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { readFile } from 'node:fs/promises';
import type { ListingFeeRow } from '@saleyard/contract/selling.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { paths } from '@/config/paths.ts';
import { exampleListing } from '@/test-support/example-listing.ts';
import { person } from '@/test-support/example-person.ts';
import { leaveScreens } from '@/test-support/open-screens.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { MyListingsScreen } = await import('./my-listings-screen.tsx');

const test = suite('My Listings', { limitMs: 60_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => leaveScreens());
test.after(() => server.close());

const me = answers('users/me', { user: person({ _id: 'u1', status: 'approved-seller', type: 'seller' }) });

const fee = (change: Partial<ListingFeeRow> = {}): ListingFeeRow => {
  const { _id, searchNumericId, kindData, auctionData, publicDetails } = exampleListing();
  const { vendorName } = publicDetails;
  if (auctionData === null) throw new Error('it has a sale');
  return {
    _id,
    searchNumericId,
    kindData,
    vendorName,
    number: '12',
    title: 'Angus Steers',
    count: 240,
    auctionData: { ...auctionData, state: 'closed', closedAt: 3_000 },
    date: Date.UTC(2026, 8, 29, 23),
    status: 'sold',
    soldBeforeAuction: false,
    isFreeReoffer: false,
    price: 900,
    total: 216_000,
    paid: false,
    ...change,
  };
};

const cells = (row: HTMLElement): string[] =>
  [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent ?? '');

test('[S144] [S221] [A156] each lot of an auction that is over is in a table with its fee', async () => {
  server.resetHandlers(
    me,
    answers('lots/listing', {
      lots: [
        fee({ paid: true }),
        fee({ _id: 'l2', number: '3', status: 'passed', isFreeReoffer: true, price: 0, total: 0 }),
        fee({ _id: 'l3', number: '4', status: null, soldBeforeAuction: true, count: 1, total: 900 }),
      ],
      totalCents: 216_900,
    }),
  );
  assert.is(paths.myListings, '/main/manage/my-listings');
  renderScreen(<MyListingsScreen />, { path: paths.myListings });
  await screen.findByRole('heading', { name: 'My Listings' });
  const table = await screen.findByRole('table', { name: 'Listing fees of your lots' });
  // [A777] [A779] [S543] [S545]
  assert.ok(screen.getByText(/^Fees are without GST\. Invoices are sent 1 day after the auction\./));
  const [, ...rows] = within(table).getAllByRole('row');
  assert.equal(rows.map(cells), [
    [
      '30/09/2026',
      'Lot 12: Angus SteersWattle Park Pastoral',
      'Cattle',
      'Gunnedah Store Sale',
      'Sold',
      '240',
      '$9.00',
      '$2,160.00',
      'Yes',
    ],
    [
      '30/09/2026',
      'Lot 3: Angus SteersWattle Park Pastoral',
      'Cattle',
      'Gunnedah Store Sale',
      'Passed In',
      '240',
      'Free reoffer',
      '$0.00',
      '',
    ],
    [
      '30/09/2026',
      'Lot 4: Angus SteersWattle Park Pastoral',
      'Cattle',
      'Gunnedah Store Sale',
      'Sold before Auction',
      '1',
      '$9.00',
      '$9.00',
      'No',
    ],
    ['', 'Total', '', '', '', '', '', '$2,169.00', ''],
  ]);
  const link = within(table).getByRole('link', { name: 'Lot 12: Angus Steers' });
  assert.is(link.getAttribute('href'), '/main/results/Cattle/77/7?from=myAdmin');
  assert.ok(screen.getByRole('button', { name: 'Print' }));
});

test('[S145] without rows it says where they come from', async () => {
  server.resetHandlers(me, answers('lots/listing', { lots: [], totalCents: 0 }));
  renderScreen(<MyListingsScreen />);
  await screen.findByText('Listings for closed auctions will appear here.');
  assert.is(screen.queryByRole('table'), null);
});

test('fees that could not be read are asked for again on a press', async () => {
  server.resetHandlers(me, refuses('get', 'lots/listing', 500));
  renderScreen(<MyListingsScreen />);
  const again = await screen.findByRole('button', { name: /again/i });
  server.resetHandlers(me, answers('lots/listing', { lots: [fee()], totalCents: 216_000 }));
  await userEvent.setup().click(again);
  await screen.findByRole('table');
});

test('[S146] the table is 820 px high on a screen, and whole on paper', async () => {
  server.resetHandlers(me, answers('lots/listing', { lots: [fee()], totalCents: 216_000 }));
  renderScreen(<MyListingsScreen />);
  assert.ok((await screen.findByRole('table')).closest('.fees'));
  const css = await readFile(new URL('my-listings.module.css', import.meta.url), 'utf8');
  const heights = [...css.matchAll(/\.fees \{[^}]*\sheight: ([\w.]+);/g)].map(([, height]) => height);
  assert.equal(heights, [`${820 / 16}rem`, 'auto', 'auto']);
});

test.run();
