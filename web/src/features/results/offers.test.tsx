/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { OwnOffer } from '@saleyard/contract/bids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { handles, mockServer, refuses } from '@/test-support/server.ts';
import { ownResult } from './test-support/results-example.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Offers } = await import('./offers.tsx');

const test = suite('lots that are offered to a person');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const { paddle: _, bought: __, ...auctionData } = ownResult().auctionData;
const offer: OwnOffer = {
  lot: 'lot-7',
  number: '7',
  searchNumericId: 107,
  title: '40 Angus steers',
  count: 40,
  bidding: 'head',
  auctionData,
  cents: 42_000,
  highestBidCents: 42_000,
  grossCents: 1_680_000,
  estimated: false,
  reason: 'The first buyer did not pay.',
};

const open = () => renderScreen(<Offers />, { path: '/main/manage/my-results' });

test('[C5] a person reads the price, the total and the reason, and accepts at that price after a question', async () => {
  let waiting = [offer];
  const sent: unknown[] = [];
  server.use(
    handles('get', 'users/me/offers', () => ({ offers: waiting })),
    handles('put', 'users/me/offers/lot-7', async (request) => {
      sent.push(await request.json());
      waiting = [];
      return { lot: 'lot-7', accepts: true };
    }),
  );
  open();
  const user = userEvent.setup();
  await screen.findByRole('heading', { name: 'Offered to you' });
  assert.match(document.body.textContent ?? '', '40 head, $16,800.00 in all. Your highest bid: $420.00');
  assert.match(document.body.textContent ?? '', 'Reason: The first buyer did not pay.');
  await user.click(screen.getByRole('button', { name: 'Accept Lot 7' }));
  await screen.findByRole('dialog', { name: /^Buy Lot 7 at \$420\.00/ });
  assert.equal(sent, []);
  await user.click(screen.getByRole('button', { name: 'Buy this lot' }));
  await waitFor(() => assert.is(screen.queryByText('Offered to you'), null));
  const [{ accepts, cents }] = sent as [{ accepts: boolean; cents: number }];
  assert.equal([accepts, cents], [true, 42_000]);
});

test('an offer that ended meanwhile says so, and nothing is shown of it', async () => {
  let waiting = [offer];
  const message = 'This offer is no longer open, or its price has changed. Nothing was answered.';
  server.use(
    handles('get', 'users/me/offers', () => ({ offers: waiting })),
    refuses('put', 'users/me/offers/lot-7', 409, { code: 'no-proposal', message }),
  );
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Decline Lot 7' }));
  waiting = [];
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  await screen.findByText(message);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  assert.is(screen.queryByText('Offered to you'), null);
});

test('without an offer there is nothing', async () => {
  let asked = 0;
  server.use(
    handles('get', 'users/me/offers', () => {
      asked += 1;
      return { offers: [] };
    }),
  );
  open();
  await waitFor(() => assert.is.not(asked, 0));
  assert.is(screen.queryByText('Offered to you'), null);
});

test.run();
