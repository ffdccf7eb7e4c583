/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { delay, HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { withEndOfList } from '@/test-support/end-of-list.ts';
import { exampleAuction, exampleCatalogueLot, exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';
import { withSharedConnection } from '@/test-support/shared-connection.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { WatchListScreen } = await import('./watch-list-screen.tsx');

const test = suite('watch list');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const sale = (change: Parameters<typeof exampleAuction>[0] = {}) =>
  exampleAuction({ liveAt: Date.now() + DAY_MS, ...change });
const lot = (change: Parameters<typeof exampleCatalogueLot>[0] = {}) =>
  exampleCatalogueLot({ state: 'future', ...change });

const watching = (lots: readonly unknown[], auctions: readonly unknown[], asked: URLSearchParams[] = []) => [
  answers('users/me', { user: exampleMe({ watchList2: [{ lotId: 'lot-1' }] }) }),
  http.get('http://saleyard.test/api/v1/lots/watchlist', ({ request }) => {
    asked.push(new URL(request.url).searchParams);
    return HttpResponse.json(
      { data: { lots, auctions } },
      { headers: { 'x-current-page': '1', 'x-total-pages': '1' } },
    );
  }),
];
const open = (path = '/main/watchlist') => renderScreen(<WatchListScreen />, { path });

test('watched lots are listed under their sales, with the ways to them', async () => {
  const asked: URLSearchParams[] = [];
  const other = sale({ _id: 'auction-2', searchNumber: 1043, title: 'Live sale', state: 'live' });
  const ofOther = (n: number) => ({ _id: `lot-${n}`, searchNumericId: n, auction: 'auction-2' });
  const closed = { state: 'closed', status: 'noBid', winner: null } as const;
  const lots = [lot({ mine: true, searchNumericId: 9 }), lot(ofOther(2)), lot({ ...ofOther(3), ...closed })];
  server.use(...watching(lots, [sale(), other], asked));
  open();
  const first = within(await screen.findByRole('region', { name: 'Gunnedah Weaner Sale' })); // [B180]
  assert.is(
    first.getByRole('link', { name: 'View Catalogue' }).getAttribute('href'),
    '/main/upcoming/Cattle/1042?from=watchList', // [B185]
  );
  assert.is(first.queryByRole('link', { name: 'View Results' }), null); // [B185]
  assert.ok(first.getByText('My Listing')); // [B182]
  assert.is(first.queryByText('Enter Auction'), null);
  assert.is(
    first.getByRole('link', { name: /View Details/ }).getAttribute('href'),
    '/main/upcoming/Cattle/1042/9?from=watchList', // [B188]
  );
  const live = within(screen.getByRole('region', { name: 'Live sale' }));
  assert.ok(live.getByText('ID 2')); // [B180]
  assert.is(live.queryByText('My Listing'), null); // [B182] [B335]
  assert.is(
    live.getByRole('link', { name: 'View Details of Lot 1' }).getAttribute('href'),
    '/main/results/Cattle/1043/3', // [B189]
  );
  const enter = live.getByRole('link', { name: 'Enter Auction' });
  assert.is(enter.getAttribute('href'), '/auction-live/1043'); // [B183] [B184]
  assert.is(enter.getAttribute('target'), '_blank'); // [A032] [B034]
  const names = ['page', 'limit', 'sort', 'sortDirection'];
  assert.equal(
    names.map((name) => asked[0]?.get(name)),
    ['1', '50', 'liveAt', 'desc'], // [B369]
  );
});

test('[B183] a sale that is open is entered too', async () => {
  server.use(...watching([lot()], [sale({ state: 'open' })]));
  open();
  const enter = await screen.findByRole('link', { name: 'Enter Auction' });
  assert.is(enter.getAttribute('href'), '/auction-live/1042'); // [B184]
});

test('[B179] further lots come as the end of the list comes into sight', async () => {
  const asked: (string | null)[] = [];
  server.use(
    answers('users/me', { user: exampleMe({ watchList2: [{ lotId: 'lot-1' }, { lotId: 'lot-2' }] }) }),
    http.get('http://saleyard.test/api/v1/lots/watchlist', ({ request }) => {
      const page = new URL(request.url).searchParams.get('page');
      asked.push(page);
      const number = Number(page);
      return HttpResponse.json(
        { data: { lots: [lot({ _id: `lot-${page}`, searchNumericId: number })], auctions: [sale()] } },
        { headers: { 'x-current-page': String(page), 'x-total-pages': '2' } },
      );
    }),
  );
  await withEndOfList(async (reach) => {
    open();
    await screen.findByText('ID 1');
    await screen.findByRole('button', { name: 'Show more' });
    reach();
    await screen.findByText('ID 2');
    assert.ok(screen.getByText('ID 1'));
  });
  assert.equal(asked, ['1', '2']);
  assert.is(screen.queryByRole('button', { name: 'Show more' }), null);
});

test('prices are live, and dim while they may be out of date', async () => {
  const auction = sale({ _id: 'a1', state: 'live' });
  const one = lot({ auction: 'a1', state: 'live', currentBidCents: 42_000 });
  const isDim = () => document.documentElement.hasAttribute('data-stale');
  await withSharedConnection(async (joined) => {
    server.use(...watching([one], [auction]));
    open();
    assert.ok(await screen.findByText('$420.00 /head'));
    const socket = await joined(1);
    assert.is(isDim(), false, 'what was read a moment ago');
    socket.answerJoin({ auction, lots: [one], seq: 5, paddle: null });
    const data = { ...one, currentBidCents: 52_500, bidCount: 9 };
    socket.deliver([{ channel: 'bids', event: 'lot-update', auction: 'a1', seq: 6, data }]);
    assert.ok(await screen.findByText('$525.00 /head'));
    assert.is(isDim(), false);
    socket.onclose?.({ wasClean: false, code: 1006 });
    await waitFor(() => assert.is(isDim(), true));
    assert.ok(screen.getByText('$525.00 /head'));
    (await joined(2)).answerJoin({ seq: 6, paddle: null });
    await waitFor(() => assert.is(isDim(), false));
  });
});

test('details are opened within the window alone; a sale that closed leads to its results', async () => {
  const hour = DAY_MS / 24;
  const far = sale({ viewDetailsDays: 3, liveAt: Date.now() + 3 * DAY_MS + hour });
  const within12 = { viewDetailsDays: 12, liveAt: Date.now() + 12 * DAY_MS - hour };
  const near = sale({ _id: 'auction-3', searchNumber: 1044, title: 'Near', ...within12 });
  const over = sale({ _id: 'auction-2', searchNumber: 1043, title: 'Over', state: 'closed' });
  const lots = [
    lot(),
    lot({ _id: 'lot-2', searchNumericId: 2, auction: 'auction-2', state: 'closed' }),
    lot({ _id: 'lot-3', searchNumericId: 3, auction: 'auction-3' }),
  ];
  server.use(...watching(lots, [far, over, near]));
  open();
  const first = within(await screen.findByRole('region', { name: 'Gunnedah Weaner Sale' }));
  assert.is(first.queryByRole('link', { name: /View Details/ }), null); // [B186]
  const soon = within(screen.getByRole('region', { name: 'Near' }));
  assert.ok(soon.getByRole('link', { name: /View Details/ })); // [B186]
  const closed = within(screen.getByRole('region', { name: 'Over' }));
  assert.is(
    closed.getByRole('link', { name: 'View Results' }).getAttribute('href'),
    '/main/results/Cattle/1043', // [B185]
  );
  assert.is(closed.queryByRole('link', { name: 'View Catalogue' }), null); // [B185]
  assert.is(
    closed.getByRole('link', { name: /View Details/ }).getAttribute('href'),
    '/main/results/Cattle/1043/2', // [B189]
  );
});

test('an empty list says so', async () => {
  server.use(...watching([], []));
  open();
  assert.ok(await screen.findByText('You are not currently watching any Lots.')); // [B181]
});

test('filters that no lot fits say so, and are taken back', async () => {
  server.use(
    http.put('http://saleyard.test/api/v1/users/me', () =>
      HttpResponse.json({ data: { user: exampleMe() } }),
    ),
    ...watching([], []),
  );
  const { went } = open('/main/watchlist?category=sheep&breed=Angus');
  assert.ok(await screen.findByText('There are no results for your search.'));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Show lots without these filters' }));
  assert.is(went(), '/main/watchlist?category=sheep');
  await user.click(await screen.findByRole('link', { name: 'Show all categories' }));
  assert.is(went(), '/main/watchlist');
  assert.ok(await screen.findByText('You are not currently watching any Lots.')); // [B181]
});

test('[B388] a list that cannot be read hides its spinner; a lot that cannot be watched gives no message', async () => {
  server.use(
    answers('users/me', { user: exampleMe({ watchList2: [] }) }),
    refuses('get', 'lots/watchlist', 500),
  );
  open();
  assert.ok(await screen.findByRole('button', { name: 'Try again' }));
  assert.is(screen.queryByText(/^Loading/), null);
  assert.is(screen.queryByRole('dialog'), null);

  server.use(...watching([lot()], [sale()]), refuses('put', 'users/me/watchlist2', 500));
  server.use(answers('users/me', { user: exampleMe({ watchList2: [] }) }));
  open();
  const watch = () => screen.findByRole('button', { name: /^Watch ID/ });
  const presses: string[] = [];
  server.events.on('response:mocked', ({ request }) => void presses.push(request.method));
  await userEvent.setup().click(await watch());
  await waitFor(() => assert.ok(presses.includes('PUT')));
  assert.ok(await watch());
  assert.is(screen.queryByRole('dialog'), null);
  assert.is(screen.queryByRole('alert'), null);
});

test('stars stay as they were pressed when the answers come out of order', async () => {
  const watched: { lotId: string }[] = [];
  const answered: string[] = [];
  server.use(
    answers('users/me', { user: exampleMe({ watchList2: [] }) }),
    http.put('http://saleyard.test/api/v1/users/me/watchlist2', async ({ request }) => {
      const { lotId } = (await request.json()) as { lotId: string };
      watched.push({ lotId });
      const watchList = [...watched];
      await delay(lotId === 'lot-1' ? 300 : 0);
      answered.push(lotId);
      return HttpResponse.json({ data: { watchList } });
    }),
  );
  server.use(...watching([lot(), lot({ _id: 'lot-2', searchNumericId: 2 })], [sale()]).slice(1));
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Watch ID 1,/ }));
  await user.click(screen.getByRole('button', { name: /^Watch ID 2,/ }));
  await waitFor(() => assert.equal(answered, ['lot-2', 'lot-1']));
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.is(screen.queryByRole('button', { name: /^Watch ID/ }), null);
});

test('[B187] a comment over 420 characters, or of 4 or more lines, has Read More, which leads to the lot', async () => {
  const { publicDetails } = lot();
  for (const [agentComment, shown, hasMore] of [
    ['x'.repeat(420), 'x'.repeat(420), false],
    ['x'.repeat(421), 'x'.repeat(420), true],
    ['one\ntwo\nthree', 'one\ntwo\nthree', false],
    ['one\ntwo\nthree\nfour', 'one\ntwo\nthree\nfour', true],
    ['one\ntwo\nthree\nfour\nfive', 'one\ntwo\nthree\nfour', true],
  ] as const) {
    server.use(...watching([lot({ publicDetails: { ...publicDetails, agentComment } })], [sale()]));
    open();
    const comment = await screen.findByText(new RegExp(`^${agentComment.slice(0, 3)}`));
    assert.is(comment.textContent, shown);
    const more = screen.queryByRole('link', { name: '...Read More' });
    const address = hasMore ? '/main/upcoming/Cattle/1042/1?from=watchList' : undefined;
    assert.is(more?.getAttribute('href'), address, agentComment);
    server.resetHandlers();
  }
});

test('the list is filtered by kind and by its lots', async () => {
  const asked: URLSearchParams[] = [];
  const lotFilters = {
    breed: ['Angus'],
    stockCategory: ['Weaner'],
    sex: ['Steers'],
    assessorType: [],
    location: ['NSW'],
    region: [],
  };
  server.use(
    http.put('http://saleyard.test/api/v1/users/me', () =>
      HttpResponse.json({ data: { user: exampleMe() } }),
    ),
    ...watching([lot()], [sale({ lotFilters, lotData: { maxAge: 24, maxWeight: 500 } })], asked),
  );
  const { went } = open();
  const user = userEvent.setup();
  const filters = within(await screen.findByRole('region', { name: 'Filters' }));
  for (const [name, value, field] of [
    ['Breed', 'Angus', 'breed'], // [B173]
    ['Sex', 'Steers', 'sex'], // [B174]
    ['Stock Category', 'Weaner', 'stockCategory'], // [B175]
    ['State', 'NSW', 'location'], // [B178]
  ] as const) {
    await user.click(filters.getByText(name, { selector: 'summary' }));
    await user.click(filters.getByRole('checkbox', { name: value }));
    await waitFor(() => assert.is(asked.at(-1)?.get(field), value, field));
  }
  const units = within(filters.getByRole('combobox', { name: 'Age in' })).getAllByRole('option');
  assert.equal(
    units.map(({ textContent }) => textContent),
    ['months', 'years'], // [B176]
  );
  await user.type(filters.getByRole('textbox', { name: 'Age from' }), '6{Enter}');
  await waitFor(() => assert.is(asked.at(-1)?.get('ageFrom'), '6')); // [B176]
  await user.selectOptions(filters.getByRole('combobox', { name: 'Age in' }), 'years');
  await user.clear(filters.getByRole('textbox', { name: 'Age from' }));
  await user.type(filters.getByRole('textbox', { name: 'Age from' }), '1.5{Enter}');
  await waitFor(() => assert.is(asked.at(-1)?.get('ageFrom'), '18')); // [B176]
  await user.type(filters.getByRole('textbox', { name: 'Age to' }), '2{Enter}');
  await waitFor(() => assert.is(asked.at(-1)?.get('ageTo'), '24')); // [B176]
  await user.selectOptions(filters.getByRole('combobox', { name: 'Age in' }), 'months');
  const ends = ['Age from', 'Age to'].map((name) => filters.getByRole<HTMLInputElement>('textbox', { name }));
  assert.equal(
    ends.map(({ value }) => value),
    ['18', '24'], // [B176]
  );
  assert.ok(filters.getByText('Kg'));
  await user.type(filters.getByRole('textbox', { name: 'Weight from' }), '250{Enter}');
  await user.type(filters.getByRole('textbox', { name: 'Weight to' }), '400{Enter}');
  await waitFor(() =>
    assert.equal([asked.at(-1)?.get('weightFrom'), asked.at(-1)?.get('weightTo')], ['250', '400']),
  ); // [B177]
  await user.click(filters.getByRole('button', { name: 'Clear All' }));
  const shown = within(screen.getByRole('navigation', { name: 'Show' })).getAllByRole('link');
  assert.equal(
    shown.map(({ textContent }) => textContent),
    ['All', 'Cattle', 'Sheep', 'Goat'], // [B172]
  );
  assert.ok(asked.every((query) => !query.has('kind'))); // [B172]
  for (const [name, kind] of [
    ['Goat', 'goat'],
    ['Cattle', 'cattle'],
    ['Sheep', 'sheep'],
  ] as const) {
    await user.click(screen.getByRole('link', { name }));
    assert.is(went(), `/main/watchlist?category=${kind}`);
    await waitFor(() => assert.is(asked.at(-1)?.get('kind'), kind)); // [B172]
  }
  await screen.findByRole('region', { name: 'Gunnedah Weaner Sale' });
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  await waitFor(() => assert.is(went(), '/main/watchlist')); // A category that is set alone.
});

test.run();
