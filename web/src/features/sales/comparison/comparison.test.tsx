/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { LotPage } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleCatalogueLot, exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';
import { withSharedConnection } from '@/test-support/shared-connection.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { ComparisonScreen } = await import('./comparison-screen.tsx');

const test = suite('comparison of lots');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

/** What a comparison reads of a lot. */
const lot = (number: number, title: string, change: Partial<LotPage> = {}) => {
  const one = exampleCatalogueLot({
    _id: `lot-${number}`,
    searchNumericId: number,
    state: 'future',
    currentBidCents: null,
  });
  return {
    ...one,
    kindData: { type: 'cattle', title: 'Cattle' },
    auctionData: { searchNumber: 1042, title: 'Gunnedah Weaner Sale' },
    assessment: { scores: [] },
    ...change,
    publicDetails: { ...one.publicDetails, title, ...change.publicDetails },
  };
};

const serve = (...lots: ReturnType<typeof lot>[]) =>
  server.use(
    answers('auctions/1042', { auction: exampleAuction() }),
    answers('users/me', { user: exampleMe() }),
    ...lots.map((one) => answers(`lots/${one.searchNumericId}`, { lot: one })),
  );

const ADDRESS = '/main/upcoming/Cattle/1042/compare';
const open = (query: string) =>
  renderScreen(
    <Routes>
      <Route path="/main/upcoming/:kindTitle/:auctionNumber/compare" element={<ComparisonScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path: `${ADDRESS}?${query}` },
  );

/** The table, row by row. */
const tableRows = () =>
  within(screen.getByRole('table', { name: 'Lots of Gunnedah Weaner Sale side by side' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const rowOf = (label: string) =>
  tableRows()
    .find(([name]) => name === label)
    ?.slice(1);

const brahman = { publicDetails: { majorBreed: 'Brahman' } as LotPage['publicDetails'] };

test('[A674] a sale and a lot that are not here yet are read by themselves, the lot in its short mode; no kind is', async () => {
  const read: string[] = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url);
    read.push(`${pathname}${search}`);
  });
  serve(lot(1, 'steers'), lot(2, 'heifers'));
  open('lots=1,2');
  await screen.findByRole('columnheader', { name: /ID 2, heifers/ });
  await screen.findByRole('table', { name: /Gunnedah Weaner Sale/ });
  server.events.removeAllListeners('request:start');
  const of = (part: string) => read.filter((address) => address.startsWith(`/api/v1/${part}`)).toSorted();
  assert.equal(of('auctions'), ['/api/v1/auctions/1042']);
  assert.equal(of('lots'), ['/api/v1/lots/1?mode=short', '/api/v1/lots/2?mode=short']);
  assert.equal(of('kinds'), []);
});

test('the price is the current bid where there is one, else where bidding starts', async () => {
  serve(
    lot(1, 'steers', { state: 'live', startPrice: 40_000, currentBidCents: 52_500 }),
    lot(2, 'heifers', { state: 'live', startPrice: 45_050 }),
  );
  open('lots=1,2');
  await screen.findByRole('columnheader', { name: /steers/ });
  assert.equal(rowOf('Price'), ['Current bid $525.00 /head', 'from $450.50 /head']);
});

test('prices are live in each sale, and dim while they may be out of date', async () => {
  const [here, there] = [
    exampleAuction({ state: 'live' }),
    exampleAuction({ _id: 'auction-2', searchNumber: 77, state: 'live' }),
  ];
  const one = lot(1, 'steers', { state: 'live', currentBidCents: 42_000 });
  const other = lot(2, 'heifers', {
    auction: there._id,
    auctionData: { ...one.auctionData, searchNumber: 77 },
    state: 'live',
    currentBidCents: 50_000,
  } as Partial<LotPage>);
  await withSharedConnection(async (joined) => {
    serve(one, other);
    server.use(answers('auctions/1042', { auction: here }), answers('auctions/77', { auction: there }));
    open('lots=1,2');
    await screen.findByRole('columnheader', { name: /steers/ });
    const socket = await joined(1);
    await waitFor(() => assert.is(socket.asked('join-auction').length, 2));
    const raised = (auction: typeof here, read: typeof one, currentBidCents: number) => ({
      channel: 'bids',
      event: 'snapshot',
      auction: auction._id,
      seq: 5,
      data: { auction, lots: [{ ...read, currentBidCents }] },
    });
    socket.deliver([raised(here, one, 52_500), raised(there, other, 61_000)]);
    await waitFor(() =>
      assert.equal(rowOf('Price'), ['Current bid $525.00 /head', 'Current bid $610.00 /head']),
    );
    socket.onclose?.({ wasClean: false, code: 1006 });
    await waitFor(() => assert.ok(document.documentElement.hasAttribute('data-stale')));
    const row = screen.getByRole('rowheader', { name: 'Price' }).closest('tr');
    assert.match(row?.className ?? '', /price/);
  });
});

test('two to four lots stand side by side, line by line, with what differs marked', async () => {
  serve(lot(1, 'steers'), lot(2, 'heifers', { count: 12, startPrice: 45_050, ...brahman }), lot(3, 'cows'));
  open('lots=1,2,3');
  await screen.findByRole('columnheader', { name: /ID 2, heifers/ });
  assert.equal(rowOf('Price'), ['from $400.00 /head', 'from $450.50 /head', 'from $400.00 /head']);
  assert.equal(rowOf('Head'), ['40 head', '12 head', '40 head']);
  assert.equal(rowOf('Breed'), ['Angus', 'Brahman', 'Angus']);
  assert.equal(rowOf('Sex'), ['Steers', 'Steers', 'Steers']);
  const differs = (label: string) =>
    screen.getByRole('rowheader', { name: label }).closest('tr')?.hasAttribute('data-differs');
  assert.equal(['Breed', 'Sex'].map(differs), [true, false]);
  const link = screen.getByRole('link', { name: 'ID 1, steers' });
  assert.is(link.getAttribute('href'), '/main/upcoming/Cattle/1042/1');
  const back = screen.getByRole('link', { name: 'Back to Catalogue' });
  assert.is(back.getAttribute('href'), '/main/upcoming/Cattle/1042?compare=1,2,3');
});

test('only what differs is shown on request, and the address says so', async () => {
  serve(lot(1, 'steers'), lot(2, 'heifers', brahman));
  const { went } = open('lots=1,2');
  await screen.findByRole('columnheader', { name: /ID 2/ });
  await userEvent.setup().click(screen.getByRole('link', { name: 'Differences only' }));
  assert.is(went(), `${ADDRESS}?lots=1%2C2&show=differences`);
  assert.equal(
    tableRows().map(([label]) => label),
    ['Breed'],
  );
});

test('a lot is taken out while more than two are left', async () => {
  serve(lot(1, 'steers'), lot(2, 'heifers'), lot(3, 'cows'));
  const { went } = open('lots=1,2,3');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove ID 2, heifers' }));
  assert.is(went(), `${ADDRESS}?lots=1%2C3`);
  assert.is(screen.queryByRole('columnheader', { name: /heifers/ }), null);
  assert.is(screen.queryByRole('button', { name: /^Remove/ }), null);
});

test('[B396] the gain of sheep is in grams', async () => {
  const kindData = { type: 'sheep', title: 'Sheep' } as const;
  serve(lot(1, 'one', { kindData, weightGainTotal: 0.5 }), lot(2, 'two', { kindData }));
  open('lots=1,2');
  await screen.findByRole('columnheader', { name: /two/ });
  assert.equal(rowOf('Weight gain'), ['500 g', '–']);
});

test('at most four are compared, each once; lots that are not there are left out', async () => {
  serve(lot(1, 'one'), lot(4, 'four'));
  server.use(refuses('get', 'lots/2', 404), refuses('get', 'lots/3', 404));
  open('lots=1,1,x,2,3,4,5');
  await screen.findByRole('columnheader', { name: /four/ });
  assert.is(screen.getAllByRole('columnheader').length, 2);
});

test('lots of several sales are compared, with gain and fat scores, and a watched one is added', async () => {
  const elsewhere = {
    auction: 'auction-2',
    auctionData: { searchNumber: 77, title: 'Hay Store Sale' },
    weightGainTotal: 12.5,
    assessment: {
      scores: [
        { score: 2, percent: 45 },
        { score: 3, percent: 55 },
        { score: 4, percent: 0 },
      ],
    },
  } as unknown as Partial<LotPage>;
  const watched = lot(9, 'watched');
  serve(lot(1, 'one'), lot(2, 'two', elsewhere), watched);
  server.use(
    answers('users/me', { user: exampleMe({ watchList2: [{ lotId: watched._id }] }) }),
    answers('lots/watchlist', { lots: [watched] }),
    answers('auctions/77', { auction: exampleAuction({ _id: 'auction-2', searchNumber: 77 }) }),
  );
  const { went } = open('lots=1,2');
  const link = await screen.findByRole('link', { name: 'ID 2, two' });
  assert.is(link.getAttribute('href'), '/main/upcoming/Cattle/77/2');
  assert.equal(rowOf('Sale'), ['Gunnedah Weaner Sale, No. 1042', 'Hay Store Sale, No. 77']);
  assert.equal(rowOf('Weight gain'), ['–', '12.5 Kg']);
  assert.equal(rowOf('Fat scores'), ['–', '2: 45%, 3: 55%']);
  await userEvent.setup().selectOptions(await screen.findByLabelText('Add from Watch List'), '9');
  assert.is(went(), `${ADDRESS}?lots=1%2C2%2C9`);
});

test('fewer than two are no comparison; what cannot be read is reported', async () => {
  serve(lot(1, 'one'));
  open('lots=1');
  assert.ok(await screen.findByText('Choose two to four lots of the catalogue to compare.'));
  serve(lot(1, 'one'));
  server.use(refuses('get', 'lots/2', 500));
  open('lots=1,2');
  assert.ok(await screen.findByText('Bad request. Please try again later'));
  server.use(refuses('get', 'auctions/1042', 404));
  const { went } = open('lots=1,2');
  await screen.findByText('elsewhere');
  assert.is(went(), '/main/upcoming');
});

test.run();
