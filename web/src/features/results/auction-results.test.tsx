/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleMe } from '@/test-support/example-sales.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { closedAuction, closedLot, ownSale } from './test-support/results-example.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { AuctionResults } = await import('./auction-results.tsx');

const test = suite('results of an auction');
const server = mockServer();
const sockets: FakeSocket[] = [];
let printed: number[] = [];
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  globalThis.WebSocket = FakeSocket.recordedIn(sockets);
  window.print = () => printed.push(rows().length);
});
test.beforeEach(() => {
  server.resetHandlers();
  sockets.length = 0;
  printed = [];
});
test.after(() => server.close());

const rows = () => screen.queryAllByRole('rowheader', { name: /^Lot / });
const rowOf = async (label: string) => {
  const row = (await screen.findByRole('rowheader', { name: label })).closest('tr');
  return within(row as HTMLElement);
};

/** The lots of the sale, sorted and paged by the server: `asked` collects the queries. */
const lotsOf = (lots: readonly CatalogueLot[], asked: URLSearchParams[] = []) =>
  http.get('http://saleyard.test/api/v1/auctions/auction-1/lots', ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push(query);
    const page = Number(query.get('page'));
    const limit = Number(query.get('limit'));
    return HttpResponse.json(
      { data: { lots: lots.slice((page - 1) * limit, page * limit), totalTable: [] } },
      {
        headers: {
          'x-current-page': String(page),
          'x-total-pages': String(Math.ceil(lots.length / limit)),
        },
      },
    );
  });
const manyLots = (count: number) =>
  Array.from({ length: count }, (_, index) => closedLot({ _id: `lot-${index}`, number: String(index + 1) }));

/** What of a query chooses and sorts the lots. */
const sortIn = (query: URLSearchParams) =>
  ['state', 'sortField', 'sortDirection', 'page', 'limit'].map((name) => query.get(name)).join(' ');

/** A server of one closed sale that the viewer took no part in. */
const sale = (lots: readonly CatalogueLot[], change: Parameters<typeof closedAuction>[0] = {}) => [
  answers('auctions/1042', { auction: closedAuction(change) }),
  lotsOf(lots),
  answers('users/me', { user: exampleMe() }),
  answers('users/me/sales', { sales: [] }),
];

const open = (path = '/main/results/Cattle/1042') =>
  renderScreen(
    <Routes>
      <Route path="/main/results/:kindTitle/:auctionNumber" element={<AuctionResults />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path },
  );

test('breed and stock category are in short, and in whole as its title [A799] [A800]', async () => {
  const described = (_id: string, number: string, stockCategory: string) => {
    const lot = closedLot({ _id, number });
    return { ...lot, publicDetails: { ...lot.publicDetails, stockCategory } };
  };
  server.use(...sale([described('lot-1', '1', 'Calves'), described('lot-2', '2', 'Lambs')]));
  open();
  assert.is((await rowOf('Lot 1')).getByText('Ang Cal').title, 'Angus Calves');
  assert.is((await rowOf('Lot 2')).getByText('Ang Lamb').title, 'Angus Lambs');
});

test('the summary counts head and lots by sex, and in all', async () => {
  server.use(...sale([closedLot()]));
  open();
  const table = await screen.findByRole('table', { name: 'Results by sex' });
  const texts = within(table)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .getAllByText(/./)
        .map(({ textContent }) => textContent),
    );
  assert.equal(texts, [
    ['Sex', 'Head', 'Lots', 'Sold', 'No Bids', 'Passed In'], // [B210] [B272]
    ['Steers', '80', '2', '1', '0', '1'],
    ['Heifers', '40', '1', '0', '1', '0'],
    ['Total', '120', '3', '1', '1', '1'],
  ]);
});

test('[B214] [B215] the results of a sale are sent and saved, each by a dialog', async () => {
  let sent: unknown;
  server.use(
    ...sale([closedLot()]),
    handles('post', 'auctions/auction-1/email-info', async (request) => {
      sent = await request.json();
      return { message: 'The e-mail was sent.' };
    }),
  );
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Email Results' }));
  const email = within(await screen.findByRole('dialog', { name: 'Email Results' }));
  await user.type(email.getByLabelText('Recipient name'), 'Jo');
  await user.type(email.getByLabelText('Recipient email'), 'jo@farm.example');
  await user.click(email.getByRole('button', { name: 'Send' }));
  assert.ok(await screen.findByText('The e-mail was sent.'));
  const to = { recipientName: 'Jo', recipientEmail: 'jo@farm.example' };
  assert.equal(sent, { ...to, docType: 'summary', type: 'result' }); // [B075]
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.click(screen.getByRole('button', { name: 'Download Results' }));
  const download = within(await screen.findByRole('dialog', { name: 'Download Results' }));
  assert.equal(
    download.getAllByRole('listitem').map(({ textContent }) => textContent),
    ['Results (PDF)', 'Results (CSV)'],
  );
});

test('[B030] a lot shows what it was, what became of it, and at which price per what', async () => {
  const { publicDetails } = closedLot();
  const weight = { ...publicDetails.weight, curfew: 300 };
  server.use(
    ...sale([
      closedLot({ _id: 'a', number: '1', publicDetails: { ...publicDetails, weight } }),
      closedLot({ _id: 'b', number: '2', status: 'passed', bidding: 'kg', closedPrice: 412, mine: true }),
      closedLot({ _id: 'c', number: '3', status: 'noBid', winner: null, closedPrice: null }),
    ]),
  );
  open();
  const sold = await rowOf('Lot 1');
  for (const text of [
    '40 Angus weaner steers',
    'Gunnedah, NSW',
    '8 - 10 mths',
    '300 kg curfew',
    '265 kg average',
    'SOLD',
  ]) // [B272]
    assert.ok(sold.getByText(text), text);
  assert.ok(sold.getByText('$420.00 /head')); // [B274] [B403]
  assert.ok(sold.getByText('140¢ /kg')); // [B275]
  assert.is(sold.queryByText('My Listing'), null); // [B335]
  const passed = await rowOf('Lot 2');
  for (const text of ['Passed In', '412¢ /kg', 'My Listing']) assert.ok(passed.getByText(text), text); // [B271] [B274] [B403]
  const noBid = await rowOf('Lot 3');
  assert.ok(noBid.getByText('No Bids')); // [B270]
  assert.is(noBid.queryByText(/\/head/), null);
});

test('who took part sees the lots sold to their own alias as bought', async () => {
  server.use(
    answers('users/me/sales', { sales: [ownSale()] }),
    ...sale([
      closedLot({ _id: 'a', number: '1', winner: '4821' }),
      closedLot({ _id: 'b', number: '2', winner: '7' }),
    ]),
  );
  open();
  await waitFor(async () => assert.ok((await rowOf('Lot 1')).getByText('BOUGHT'))); // [S277]
  assert.ok((await rowOf('Lot 2')).getByText('SOLD'));
  assert.is(sockets.length, 0, 'no live connection is opened for it');
});

test('who took no part sees them sold', async () => {
  server.use(...sale([closedLot()]));
  open();
  assert.ok((await rowOf('Lot 1')).getByText('SOLD'));
  assert.is(screen.getByRole('link', { name: 'Back to All Results' }).getAttribute('href'), '/main/results'); // [B213]
  assert.is(sockets.length, 0);
});

test('the sort lives in the address and is asked of the server', async () => {
  const asked: URLSearchParams[] = [];
  server.use(lotsOf([closedLot()], asked), ...sale([]));
  const { went } = open('/main/results/Cattle/1042?sort=weight');
  await rowOf('Lot 1');
  const user = userEvent.setup();
  const select = screen.getByRole('combobox', { name: 'Sort by' });
  assert.equal(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
    ['Lot Number', 'Average Age', 'Assessed Live Weight', 'Sex', 'Breed', 'Stock Category'],
  );
  await user.click(screen.getByRole('button', { name: /Sort descending/ }));
  assert.is(went(), '/main/results/Cattle/1042?sort=weight&direction=down'); // [B209]
  for (const [label, address] of [
    ['Breed', '?sort=majorBreed&direction=down'],
    ['Sex', '?sort=sex&direction=down'],
    ['Stock Category', '?sort=stockCategory&direction=down'],
    ['Average Age', '?sort=age&direction=down'],
    ['Lot Number', '?direction=down'],
  ] as const) {
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), label);
    assert.is(went(), `/main/results/Cattle/1042${address}`);
    await rowOf('Lot 1');
  }
  await user.click(screen.getByRole('button', { name: /Sort ascending/ }));
  assert.is(went(), '/main/results/Cattle/1042'); // [B209]
  await waitFor(() => assert.is(asked.at(-1)?.get('sortDirection'), 'asc')); // [B209]
  assert.equal(asked.map(sortIn), [
    ...['closed weight asc 1 10', 'closed weight desc 1 10', 'closed majorBreed desc 1 10'],
    ...['closed sex desc 1 10', 'closed stockCategory desc 1 10', 'closed age desc 1 10'],
    'closed number desc 1 10', // [B208]
    'closed number asc 1 10',
  ]);
});

test('a sort keeps the focus where it was chosen, and what was read for paper is left', async () => {
  server.use(...sale(manyLots(12)));
  open();
  await rowOf('Lot 10');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Print Results' }));
  await waitFor(() => assert.equal(printed, [12]));
  const select = screen.getByRole('combobox', { name: 'Sort by' });
  select.focus();
  await user.selectOptions(select, 'Breed');
  await waitFor(() => assert.is(rows().length, 10));
  assert.ok(document.activeElement === screen.getByRole('combobox', { name: 'Sort by' }));
});

test('[B201] [B202] [B203] [B204] [B205] [B206] [B207] the lots are filtered by the server, as the address says', async () => {
  const asked: URLSearchParams[] = [];
  const lotFilters = {
    breed: ['Angus', 'Hereford'],
    sex: ['Steers'],
    stockCategory: ['Weaner'],
    location: ['NSW'],
    assessorType: ['Agent Assessed'],
    region: ['New England'],
  };
  const lotData = { maxAge: 30, maxWeight: 500 };
  server.use(lotsOf([closedLot()], asked), ...sale([], { lotFilters, lotData }));
  const { went } = open();
  await rowOf('Lot 1');
  const user = userEvent.setup();
  const filters = within(screen.getByRole('region', { name: 'Filters' }));
  for (const [label, value] of [
    ['Breed', 'Angus'],
    ['Sex', 'Steers'],
    ['Stock Category', 'Weaner'],
    ['State', 'NSW'],
    ['Assessor Type', 'Agent Assessed'],
  ] as const) {
    await user.click(filters.getByText(label, { selector: 'summary' }));
    await user.click(filters.getByRole('checkbox', { name: value }));
  }
  for (const [name, value] of [
    ['Weight from', '200'], // [B205]
    ['Weight to', '450'], // [B205]
    ['Age from', '8'], // [B204]
    ['Age to', '900'], // [B204]
  ] as const)
    await user.type(filters.getByRole('textbox', { name }), `${value}{Enter}`);
  const chosen = [
    'breed=Angus&sex=Steers&stockCategory=Weaner&location=NSW&assessorType=Agent+Assessed',
    'weightFrom=200&weightTo=450&ageFrom=8&ageTo=30',
  ].join('&');
  assert.is(went(), `/main/results/Cattle/1042?${chosen}`);
  await rowOf('Lot 1');
  await waitFor(() => {
    const last = new URLSearchParams(asked.at(-1)?.toString());
    for (const name of ['page', 'limit', 'sortField', 'sortDirection', 'state']) last.delete(name);
    last.sort();
    const wanted = new URLSearchParams(chosen);
    wanted.sort();
    assert.is(last.toString(), wanted.toString());
  });
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  assert.is(went(), '/main/results/Cattle/1042');
});

test('filters that no lot fits say so; paper has the lots that fit', async () => {
  const asked: URLSearchParams[] = [];
  server.use(lotsOf(manyLots(12), asked), ...sale([]));
  open('/main/results/Cattle/1042?sex=Steers');
  await rowOf('Lot 10');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Print Results' }));
  await waitFor(() => assert.equal(printed, [12]));
  assert.ok(asked.every((query) => query.get('sex') === 'Steers'));
  server.use(...sale([]));
  open('/main/results/Cattle/1042?sex=Cow(s)');
  assert.ok(await screen.findByText('There are no results for your search.'));
  server.use(lotsOf(manyLots(1)));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show lots without these filters' }));
  await rowOf('Lot 1');
});

test('the filters of a sale are kept on the user and brought back', async () => {
  const asked: URLSearchParams[] = [];
  const filters = { 'results/1042': { breed: ['Angus'] } };
  server.use(
    answers('users/me', { user: exampleMe({ filters }) }),
    lotsOf([closedLot()], asked),
    ...sale([]),
  );
  const { went } = open();
  await rowOf('Lot 1');
  assert.is(went(), '/main/results/Cattle/1042?breed=Angus');
  assert.equal(
    asked.map((query) => query.get('breed')),
    ['Angus'],
  );
});

test('ten lots come at first, the rest on request, and all of them on paper', async () => {
  const asked: URLSearchParams[] = [];
  server.use(lotsOf(manyLots(23), asked), ...sale([]));
  open();
  await rowOf('Lot 10');
  assert.is(rows().length, 10);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await rowOf('Lot 20');
  assert.equal(asked.map(sortIn), ['closed number asc 1 10', 'closed number asc 2 10']); // [B373]
  await user.click(screen.getByRole('button', { name: 'Print Results' }));
  await waitFor(() => assert.equal(printed, [23])); // [B216]
  assert.is(screen.queryByRole('button', { name: 'Show more' }), null);
});

test('what cannot be read for paper is reported, and nothing is printed', async () => {
  server.use(...sale(manyLots(12)));
  open();
  await rowOf('Lot 10');
  server.use(refuses('get', 'auctions/auction-1/lots', 500));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Print Results' }));
  assert.ok(await screen.findByText('Bad request. Please try again later'));
  assert.equal(printed, []);
  assert.is(rows().length, 10);
});

test('lots are under the sections of a sale that has them', async () => {
  const auctionTabs = ['A - Steers', 'B - Heifers'].map((tabName) => ({ tabName, description: '' }));
  const lots = ['', 'B - Heifers', 'A - Steers', 'B - Heifers'].map((allocatedSection, n) =>
    closedLot({ _id: `lot-${n}`, number: String(n + 1), allocatedSection }),
  );
  server.use(...sale(lots, { requiresTabs: true, auctionTabs }));
  open();
  await rowOf('Lot 1');
  const texts = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  assert.equal(texts().slice(-7), [
    ...['Steers', 'Lot 3', 'Heifers', 'Lot 2', 'Lot 4'], // [B211]
    ...['Other Lots (Not Allocated)', 'Lot 1'], // [B212]
  ]);
  server.use(...sale(lots, { requiresTabs: false, auctionTabs }));
  open();
  await rowOf('Lot 1');
  assert.equal(texts().slice(-4), ['Lot 1', 'Lot 2', 'Lot 3', 'Lot 4']); // [B211]
  assert.not.ok(texts().includes('Other Lots (Not Allocated)'));
});

test('another kind in the address is corrected, with the sort kept; another case is not', async () => {
  server.use(...sale([closedLot()]));
  const wrong = open('/main/results/Sheep/1042?sort=age');
  await rowOf('Lot 1');
  assert.is(wrong.went(), '/main/results/Cattle/1042?sort=age'); // [B031]
  const shouted = open('/main/results/CATTLE/1042');
  await rowOf('Lot 1');
  assert.is(shouted.went(), '/main/results/CATTLE/1042');
});

test('an auction that is not there leads to all results; one that cannot be read is reported', async () => {
  server.use(refuses('get', 'auctions/1042', 404));
  const { went } = open();
  await screen.findByText('elsewhere');
  assert.is(went(), '/main/results');
  server.use(refuses('get', 'auctions/1042', 500));
  open();
  assert.ok(await screen.findByText('Bad request. Please try again later'));
  assert.is(screen.getByRole('link', { name: 'Back to All Results' }).getAttribute('href'), '/main/results'); // [B213]
});

test('a sale that is not over says where its results will be, and the way in', async () => {
  server.use(...sale([], { state: 'live', resultTable: null }));
  open();
  assert.ok(await screen.findByText('Results for closed auctions will appear here.'));
  const enter = screen.getByRole('link', { name: 'Enter Auction' });
  assert.is(enter.getAttribute('href'), '/auction-live/1042');
  assert.is(enter.getAttribute('target'), '_blank'); // [A032] [B034]
});

test.run();
