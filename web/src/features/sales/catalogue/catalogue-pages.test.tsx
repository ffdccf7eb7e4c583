/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { withEndOfList } from '@/test-support/end-of-list.ts';
import { exampleAuction, exampleMe } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';
import { lot, lotsOf, manyLots } from './test-support/paged-lots.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { act, screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { CatalogueScreen } = await import('./catalogue-screen.tsx');
const { PrintSummary } = await import('@/features/sales/print/print-summary.tsx');

const test = suite('how the lots and the description of a catalogue are shown');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  server.resetHandlers();
  localStorage.clear();
});
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;

const sale = (
  lots: readonly CatalogueLot[],
  asked?: URLSearchParams[],
  change: Partial<AuctionSummary> = {},
) => [
  answers('auctions/1042', { auction: exampleAuction({ liveAt: Date.now() + DAY_MS, ...change }) }),
  lotsOf(lots, asked),
  answers('users/me', { user: exampleMe() }),
];

const open = (path = '/main/upcoming/Cattle/1042') =>
  renderScreen(
    <Routes>
      <Route path="/main/upcoming/:kindTitle/:auctionNumber" element={<CatalogueScreen />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path },
  );

const cardOf = async (label: string) =>
  within(await screen.findByRole('article', { name: new RegExp(`^${label},`) }));

test('[B107] the seller of a withdrawn lot copies it from its card, which others cannot', async () => {
  const withdrawn = { withdrawn: true, state: 'closed' } as const;
  const sells = { type: 'seller', status: 'approved-seller', approvedStockTypes: ['Cattle'] } as const;
  const times = { openAt: Date.now() + 9 * DAY_MS, liveAt: Date.now() + 10 * DAY_MS };
  const copied: string[] = [];
  server.use(
    answers('users/me', { user: exampleMe(sells) }),
    ...sale([
      lot({ _id: 'l4', searchNumericId: 4, number: '4', ...withdrawn }),
      lot({ _id: 'l5', searchNumericId: 5, number: '5', ...withdrawn, mine: true }),
      lot({
        _id: 'l6',
        searchNumericId: 6,
        number: '6',
        state: 'closed',
        soldBeforeAuction: true,
        mine: true,
      }),
      lot({ _id: 'l7', searchNumericId: 7, number: '7', mine: true }),
    ]),
    answers('auctions', { auctions: [exampleAuction({ _id: 'next', searchNumber: 2, ...times })] }),
    handles('post', 'lots/l5/next/copy', ({ url }) => {
      copied.push(url);
      return { _id: 'l8', searchNumericId: 8, revision: 0, phase: 'draft' };
    }),
  );
  const { went } = open();
  const own = await cardOf('Lot 5');
  assert.ok(own.getByText('Withdrawn from Auction'));
  const copy = await own.findByRole('button', { name: 'Copy Lot: Lot 5' });
  assert.is(copy.textContent, 'Copy Lot');
  assert.is(screen.getAllByRole('button', { name: /Copy Lot/ }).length, 1, 'no other lot has it');
  const user = userEvent.setup();
  await user.click(copy);
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy Lot' }));
  await user.click(await dialog.findByRole('button', { name: 'Copy Lot' }));
  await waitFor(() => assert.is(went(), '/main/add/new/Cattle/2/8'));
  assert.is(copied.length, 1);
});

test('ten lots come at first, in the states a catalogue has; the next page until there is none', async () => {
  const asked: URLSearchParams[] = [];
  server.use(...sale(manyLots(12), asked));
  open();
  await cardOf('ID 10');
  assert.is(screen.getAllByRole('article').length, 10);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show more' }));
  await cardOf('ID 12');
  assert.is(screen.queryByRole('button', { name: 'Show more' }), null); // [B360]
  assert.equal(
    asked.map((query) => [query.get('page'), query.get('limit'), query.get('state')]),
    [
      ['1', '10', 'future,open,live,futureInLive,closed'], // [B260] [B357]
      ['2', '10', 'future,open,live,futureInLive,closed'],
    ],
  );
});

test('[B360] the next page is read while the headers name one, however many lots came, and no other', async () => {
  const asked: number[] = [];
  const inHeaders = (pages: number) =>
    http.get('http://saleyard.test/api/v1/auctions/auction-1/lots', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      asked.push(page);
      const size = pages === 1 ? 10 : 1;
      const lots = manyLots(pages * size).slice((page - 1) * size, page * size);
      return HttpResponse.json(
        { data: { lots, totalTable: [] } },
        { headers: { 'x-current-page': String(page), 'x-total-pages': String(pages) } },
      );
    });
  for (const [pages, last, read] of [
    [3, 'ID 3', [1, 2, 3]],
    [1, 'ID 10', [1]],
  ] as const) {
    asked.length = 0;
    server.resetHandlers(inHeaders(pages), ...sale([]));
    await withEndOfList(async (reach) => {
      open();
      for (const page of read) {
        await cardOf(pages === 1 ? last : `ID ${page}`);
        if (page !== read.at(-1)) await screen.findByRole('button', { name: 'Show more' });
        reach();
      }
      await cardOf(last);
    });
    assert.is(screen.queryByRole('button', { name: 'Show more' }), null);
    assert.equal(asked, read);
  }
});

test('[B022] a wrong kind in the address is replaced, also in the history; the right one stays in any letter case', async () => {
  server.use(...sale([lot()]));
  for (const [kind, shown, came] of [
    ['Goat', 'Cattle', 'REPLACE'],
    ['CATTLE', 'CATTLE', 'POP'],
    ['cattle', 'cattle', 'POP'],
  ] as const) {
    const screenOf = renderScreen(
      <Routes>
        <Route path="/main/upcoming/:kindTitle/:auctionNumber" element={<CatalogueScreen />} />
      </Routes>,
      { path: `/main/upcoming/${kind}/1042` },
    );
    await cardOf('ID 1');
    assert.equal([screenOf.went(), screenOf.came()], [`/main/upcoming/${shown}/1042`, came]);
  }
});

test('[B116] each lot of a catalogue has a watch button of its own, in the list and in the grid', async () => {
  const watched: unknown[] = [];
  server.use(
    handles('put', 'users/me/watchlist2', async (request) => {
      watched.push(await request.json());
      return { watchList: [{ lotId: 'lot-1' }] };
    }),
    ...sale(manyLots(3)),
  );
  for (const query of ['', '?show=grid']) {
    open(`/main/upcoming/Cattle/1042${query}`);
    for (const label of ['ID 1', 'ID 2', 'ID 3'])
      await (await cardOf(label)).findByRole('button', { name: new RegExp(`^Watch ${label},`) });
  }
  await userEvent.setup().click((await cardOf('ID 2')).getByRole('button', { name: /^Watch ID 2,/ }));
  await (await cardOf('ID 2')).findByRole('button', { name: /^Watching ID 2,/ });
  await waitFor(() => assert.is(watched.length, 1));
  assert.match(JSON.stringify(watched), 'lot-1');
  for (const label of ['ID 1', 'ID 3'])
    assert.ok((await cardOf(label)).getByRole('button', { name: new RegExp(`^Watch ${label},`) }));
});

test('[B318] a description of more than four lines is cut after the fourth, until Read More is pressed', async () => {
  const four = 'One\ntwo\nthree\nfour';
  for (const [description, isCut] of [
    [four, false],
    [`${four}\nfive`, true],
  ] as const) {
    server.resetHandlers(...sale([lot()], [], { description }));
    open();
    const shown = await screen.findByText(/^One/);
    assert.is(shown.firstChild?.textContent, four);
    const more = screen.queryByRole('button', { name: '...Read More' });
    assert.is(more !== null, isCut, description);
    if (more === null) continue;
    await userEvent.setup().click(more);
    assert.is(shown.firstChild?.textContent, description);
  }
});

test('[B103] the next page is loaded when the end of the lots comes into sight', async () => {
  server.use(...sale(manyLots(12)));
  await withEndOfList(async (reach) => {
    open();
    await cardOf('ID 10');
    assert.is(screen.getAllByRole('article').length, 10);
    reach();
    await cardOf('ID 12');
  });
});

test('[B402] [B401] lots are sorted by the server by each of the ten fields', async () => {
  const asked: URLSearchParams[] = [];
  server.use(...sale([lot()], asked));
  const { went } = open();
  await cardOf('ID 1');
  const user = userEvent.setup();
  for (const [label, field] of [
    ['No of head', 'count'],
    ['Sex', 'sex'],
    ['Breed', 'majorBreed'],
    ['Stock Category', 'stockCategory'],
    ['State', 'state'],
    ['Live Weight', 'weight'],
    ['Date', 'createdAt'],
    ['Updated', 'updatedAt'],
    ['Average Age', 'age'],
  ] as const) {
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), label);
    await waitFor(() =>
      assert.equal(
        [asked.at(-1)?.get('sortField'), asked.at(-1)?.get('sortDirection')],
        [field, 'asc'],
        label,
      ),
    );
  }
  const [first] = asked;
  assert.equal([first?.get('sortField'), first?.get('sortDirection')], ['number', 'asc'], 'Lot Number/Order');
  for (const [press, address] of [
    ['Ascending. Sort descending', '?sort=age&direction=down'],
    ['Descending. Sort ascending', '?sort=age'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: press }));
    await waitFor(() => assert.is(went(), `/main/upcoming/Cattle/1042${address}`));
  }
});

test('opening a lot keeps where one was; coming back brings as many lots, and then forgets it', async () => {
  const scrolled: number[] = [];
  window.scrollTo = ((_x: number, y: number) => void scrolled.push(y)) as unknown as typeof window.scrollTo;
  const { publicDetails } = lot();
  const long = manyLots(23).map((one) => ({
    ...one,
    publicDetails: { ...publicDetails, agentComment: 'x'.repeat(421) },
  }));
  server.use(...sale(long));
  Object.defineProperty(window, 'scrollY', { value: 1_234, configurable: true });
  const user = userEvent.setup();
  const key = 'saleyard-kept-place catalogue/1042';
  for (const name of ['40 Angus weaner steers', /View Details/, '...Read More']) {
    localStorage.clear();
    open();
    await cardOf('ID 10');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await user.click((await cardOf('ID 15')).getByRole('link', { name }));
    assert.equal(JSON.parse(localStorage.getItem(key) ?? 'null'), { count: 20, y: 1_234 }); // [B134]
  }
  // The second page is held back: until there are as many lots as before, the place is kept.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.get('http://saleyard.test/api/v1/auctions/auction-1/lots', async ({ request }) => {
      if (new URL(request.url).searchParams.get('page') !== '1') await released;
    }),
  );
  open();
  await cardOf('ID 10');
  assert.is(screen.getAllByRole('article').length, 10);
  assert.ok(localStorage.getItem(key)); // [B136]
  release();
  await cardOf('ID 20'); // [B135]
  await waitFor(() => assert.ok(scrolled.includes(1_234)));
  assert.is(localStorage.getItem(key), null); // [B136]
});

test('[B101] lots are a list, a grid after a press on Grid, and a list again after one on List', async () => {
  server.use(...sale([lot()]));
  open();
  await cardOf('ID 1');
  const button = (name: string) => screen.getByRole('button', { name });
  const shown = () => {
    const isGrid = screen.getByRole('article', { name: /^ID 1,/ }).parentElement?.hasAttribute('data-grid');
    const pressed = ['List', 'Grid'].filter((name) => button(name).getAttribute('aria-pressed') === 'true');
    return { isGrid, pressed };
  };
  const user = userEvent.setup();
  assert.equal(shown(), { isGrid: false, pressed: ['List'] });
  await user.click(button('Grid'));
  await waitFor(() => assert.equal(shown(), { isGrid: true, pressed: ['Grid'] }));
  await user.click(button('List'));
  await waitFor(() => assert.equal(shown(), { isGrid: false, pressed: ['List'] }));
});

test('[B093] the summary of the catalogue is offered by Download', async () => {
  server.use(...sale([lot()]));
  open();
  await cardOf('ID 1');
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText('More documents'));
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Download Catalogue' }));
  for (const name of ['Summary (PDF)', 'Summary (CSV)'])
    assert.ok(dialog.getByRole('button', { name }), name);
});

test('[B094] the summary of the catalogue is printed: Print leads to its page, which is printed once its lots are there', async () => {
  server.use(...sale(manyLots(2)));
  open();
  await cardOf('ID 1');
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText('More documents'));
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Print Catalogue' }));
  const summary = dialog.getByRole('link', { name: 'Summary' }).getAttribute('href') ?? '';
  assert.is(summary, '/print/auctions/1042/auction-summary?mode=print');
  const lots = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
  const printed: unknown[] = [];
  const { print } = window;
  window.print = () => printed.push(lots());
  renderScreen(
    <Routes>
      <Route path="/print/auctions/:auctionNumber/auction-summary" element={<PrintSummary />} />
    </Routes>,
    { path: summary },
  );
  await waitFor(() => assert.equal(printed, [['ID 1', 'ID 2']]));
  window.print = print;
});

test('two to four lots are chosen to be compared, in the address', async () => {
  server.use(...sale(manyLots(6)));
  const { went } = open();
  const user = userEvent.setup();
  const press = async (n: number) =>
    user.click((await cardOf(`ID ${n}`)).getByRole('button', { name: `Compare ID ${n}` }));
  await press(1);
  assert.ok(screen.getByText('Choose another lot to compare'));
  await press(2);
  const tray = within(screen.getByRole('region', { name: 'Lots to compare' }));
  assert.is(
    tray.getByRole('link', { name: 'Compare' }).getAttribute('href'),
    '/main/upcoming/Cattle/1042/compare?lots=1,2',
  );
  await press(3);
  await press(4);
  assert.is(went(), '/main/upcoming/Cattle/1042?compare=1%2C2%2C3%2C4');
  const fifth = (await cardOf('ID 5')).getByRole<HTMLButtonElement>('button', { name: 'Compare ID 5' });
  assert.ok(fifth.disabled, 'four are the most');
  await press(2);
  assert.ok(screen.getByText('3 lots to compare'));
  await user.click(tray.getByRole('button', { name: 'Clear' }));
  assert.is(went(), '/main/upcoming/Cattle/1042');
});

test('lots that are chosen faster than the page renders are all compared', async () => {
  server.use(...sale(manyLots(6)));
  const { went } = open();
  await cardOf('ID 4');
  await act(async () => {
    for (const n of [1, 2, 3, 4]) screen.getByRole('button', { name: `Compare ID ${n}` }).click();
  });
  assert.is(went(), '/main/upcoming/Cattle/1042?compare=1%2C2%2C3%2C4');
  assert.ok(screen.getByText('4 lots to compare'));
});

test.run();
