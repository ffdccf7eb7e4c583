/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { OwnSale } from '@saleyard/contract/bids.ts';
import { mediaRecord } from '@saleyard/contract/lot-attachments.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { openedFrom } from '@/lib/opened-from.ts';
import { exampleMe } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, mockServer, refuses, unreachable } from '@/test-support/server.ts';
import { closedAuction, closedLot, ownSale } from './test-support/results-example.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Toasts } = await import('@/ui/toasts.tsx');
const { LotResultScreen } = await import('./lot-result-screen.tsx');

const test = suite('the result of a lot');
const server = mockServer();
const sockets: FakeSocket[] = [];
let printed = 0;
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  globalThis.WebSocket = FakeSocket.recordedIn(sockets);
  window.print = () => {
    printed += 1;
  };
});
test.beforeEach(() => {
  server.resetHandlers();
  sockets.length = 0;
});
test.after(() => server.close());

/** A server of one closed sale with one lot that the viewer took no part in. */
const one = (
  lot: Partial<LotPage> = {},
  sale: Parameters<typeof closedAuction>[0] = {},
  sales: readonly OwnSale[] = [],
) => [
  answers('auctions/1042', { auction: closedAuction(sale) }),
  answers('lots/9001', { lot: { ...closedLot({ searchNumericId: 9001 }), documents: [], ...lot } }),
  answers('users/me', { user: exampleMe() }),
  answers('users/me/sales', { sales }),
];

const ADDRESS = '/main/results/Cattle/1042/9001';
const open = (path = ADDRESS, state?: unknown) =>
  renderScreen(
    <>
      <Routes>
        <Route path="/main/results/:kindTitle/:auctionNumber/:lotNumericId" element={<LotResultScreen />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
      <Toasts />
    </>,
    { path, state },
  );
const title = () => screen.findByRole('heading', { level: 1, name: 'Lot 1, 40 Angus weaner steers' });
const back = () => {
  const link = screen.getByRole('link', { name: /^Back to / });
  return [link.textContent, link.getAttribute('href')];
};

test('it shows what the lot was, what became of it, and at which price per what', async () => {
  const { publicDetails } = closedLot();
  const weight = { ...publicDetails.weight, curfew: 300 };
  const media = [
    { thumbnail: '/media/a-small', url: '/media/a', title: '' },
    { thumbnail: '/media/b-small', url: '/media/b', title: 'At the trough' },
    { thumbnail: '/media/c-small', url: '/media/c.mp4', title: 'In the yard' },
  ].map(mediaRecord);
  const details = { ...publicDetails, weight, agentComment: 'Quiet, weaned.' };
  const winnerData = { officeAddress: { town: 'TAMWORTH', state: 'NSW' } };
  server.use(...one({ publicDetails: details, media, mine: true, winnerData }));
  open();
  await title();
  for (const text of ['Gunnedah, NSW', 'My Listing', 'SOLD', '$420.00 /head', '140¢ /kg', 'Quiet, weaned.'])
    assert.ok(screen.getByText(text), text); // [B272] [B274] [B275]
  assert.ok(screen.getByText('To: TAMWORTH, NSW')); // [B276]
  for (const name of ['Email Lot Details', 'Download Lot Details'])
    assert.ok(await screen.findByRole('button', { name }), name); // [B218]
  assert.is(screen.getByText('Breed').nextElementSibling?.textContent, 'Angus');
  assert.is(screen.getByText('Curfew weight').nextElementSibling?.textContent, '300 kg');
  assert.ok(screen.getByRole('img', { name: 'Lot 1, 40 Angus weaner steers, picture 1' })); // [B221]
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Next picture' }));
  assert.ok(screen.getByRole('img', { name: 'At the trough' })); // [B221]
  await user.click(screen.getByRole('button', { name: 'Next picture' }));
  assert.is(screen.getByLabelText('In the yard').getAttribute('src'), '/media/c.mp4'); // [B221]
  await user.click(screen.getByRole('button', { name: 'Print Lot Details' }));
  assert.is(printed, 1); // [B219]
  await user.click(screen.getByRole('button', { name: 'Email Lot Details' }));
  const email = within(await screen.findByRole('dialog', { name: 'Email Lot Details' }));
  assert.ok(email.getByLabelText('Recipient email')); // [B217]
  await user.click(email.getByRole('button', { name: 'Cancel' }));
  assert.equal(back(), ['Back to Results', '/main/results/Cattle/1042']); // [B224]
});

test('opened from a search the way back leads there', async () => {
  server.use(...one());
  open(ADDRESS, openedFrom('search', new URLSearchParams('q=angus&sales=over')));
  await title();
  assert.equal(back(), ['Back to Search', '/main/search?q=angus&sales=over']);
});

test('who bought it reads what it came to; from their own results the way back leads there', async () => {
  server.use(...one({ bidding: 'kg', closedPrice: 412, count: 10, winner: '4821' }, {}, [ownSale()]));
  open(`${ADDRESS}?from=myAdmin`);
  await title();
  assert.ok(await screen.findByText('BOUGHT'));
  // 412¢ × 265 kg × 10 head.
  assert.ok(screen.getByText('≈ $10,918.00'));
  assert.ok(screen.getByText(/calculated from its weight/));
  assert.is(sockets.length, 0, 'no live connection is opened for it');
  assert.equal(back(), ['Back to My Auction Results', '/main/manage/my-results']); // [B223] [S133]
});

test('passed in, without bids, withdrawn: each in its words, none with a price it has not', async () => {
  const { publicDetails } = closedLot();
  const weighed = { ...publicDetails, weight: { ...publicDetails.weight, curfew: 300 } };
  server.use(...one({ status: 'passed', closedPrice: 39_000, publicDetails: weighed }));
  open();
  await title();
  assert.is(screen.queryByText('My Listing'), null); // [B335]
  assert.ok(screen.getByText('Passed In')); // [B271]
  assert.ok(screen.getByText('$390.00 /head')); // [B274]
  assert.is(screen.queryByText(/\/kg/), null); // [B275]
  server.use(...one({ status: 'noBid', winner: null, closedPrice: null }));
  open();
  await title();
  assert.ok(screen.getByText('No Bids')); // [B270]
  assert.is(screen.queryByText(/\/head/), null);
  server.use(...one({ withdrawn: true, state: 'open', status: null, winner: null, closedPrice: null }));
  open();
  await title();
  assert.ok(screen.getByText('Withdrawn from Auction'));
});

test('[B035] a shared link of a lot that is still for sale leads to its page in the catalogue', async () => {
  server.use(
    ...one({ state: 'live', status: null, closedPrice: null }, { state: 'live', resultTable: null }),
  );
  const { went } = open();
  await waitFor(() => assert.match(went(), /^\/main\/upcoming\/Cattle\/1042\/\d+$/));
});

test('[B222] its documents are viewed and downloaded', async () => {
  const documents = [{ name: 'Weighing slip', uri: '/media/slip.pdf', description: 'of the day' }];
  server.use(...one({ documents }));
  open();
  await title();
  const view = screen.getByRole('link', { name: 'View Weighing slip' });
  assert.is(view.getAttribute('href'), '/media/slip.pdf');
  const download = screen.getByRole('link', { name: 'Download Weighing slip' });
  assert.equal(
    ['href', 'download'].map((name) => download.getAttribute(name)),
    ['/media/slip.pdf', 'Weighing slip'],
  );
});

test('its address is given on', async () => {
  server.use(...one());
  open();
  await title();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  assert.ok(await screen.findByText('Link copied')); // [B220]
  assert.match(await navigator.clipboard.readText(), new RegExp(`${ADDRESS}$`));
});

test('another kind in the address is corrected', async () => {
  server.use(...one());
  const { went } = open('/main/results/Sheep/1042/9001?from=myAdmin');
  await title();
  assert.is(went(), `${ADDRESS}?from=myAdmin`);
});

test('a missing lot, or one of another sale, leads to the sale; a missing sale to all results', async () => {
  server.use(refuses('get', 'lots/9001', 404), ...one());
  const missing = open();
  await screen.findByText('elsewhere');
  // A draft is in no catalogue: the server has no such lot. [B225]
  assert.is(missing.went(), '/main/results/Cattle/1042'); // [B226]
  server.use(...one({ auction: 'auction-2' }));
  const other = open();
  await screen.findByText('elsewhere');
  assert.is(other.went(), '/main/results/Cattle/1042');
  server.use(refuses('get', 'auctions/1042', 404), ...one());
  const unknown = open();
  await screen.findByText('elsewhere');
  assert.is(unknown.went(), '/main/results'); // [B227]
});

test('what cannot be read is reported, and asked for again', async () => {
  server.use(unreachable('lots/9001'), ...one());
  open();
  assert.ok(screen.getByText('Loading the lot…'));
  assert.ok(await screen.findByText('No Internet Connection')); // [B374]
  assert.equal(back(), ['Back to Results', '/main/results/Cattle/1042']);
  server.use(...one());
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  await title();
});

test.run();
