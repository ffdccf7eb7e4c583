/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { delay, HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { withEndOfList } from '@/test-support/end-of-list.ts';
import { exampleMe } from '@/test-support/example-sales.ts';
import { answers, handles, mockServer, refuses } from '@/test-support/server.ts';
import { closedAuction } from './test-support/results-example.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { closedDays, ResultsList } = await import('./results-list.tsx');

const test = suite('auction results');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
const scrolled: number[] = [];
test.beforeEach(() => {
  server.resetHandlers(answers('users/me', { user: exampleMe() }));
  localStorage.clear();
  scrolled.length = 0;
  window.scrollTo = ((_: number, y: number) => scrolled.push(y)) as unknown as typeof window.scrollTo;
});
test.after(() => server.close());

const open = (path = '/main/results') => renderScreen(<ResultsList />, { path });

/** Closed sales, the newest first, ten a page, as the server pages them; `asked` collects the queries. */
const pagesOf = (sales: readonly ReturnType<typeof closedAuction>[], asked: string[] = []) =>
  handles('get', 'auctions/results', ({ url }) => {
    const query = new URL(url).searchParams;
    asked.push(query.toString());
    const page = Number(query.get('page'));
    const docs = sales.slice((page - 1) * 10, page * 10);
    return { auctions: { docs, page, pages: Math.ceil(sales.length / 10) } };
  });
const salesOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    closedAuction({ _id: `s${index}`, searchNumber: 3_000 - index, title: `Sale ${index + 1}` }),
  );

test('while the list is on its way it says so; when there is none it says what will be here', async () => {
  server.use(
    http.get('http://saleyard.test/api/v1/auctions/results', async () => {
      await delay(60);
      return HttpResponse.json({ data: { auctions: { docs: [], page: 1, pages: 1 } } });
    }),
  );
  open();
  assert.ok(screen.getByText('Loading results…'));
  assert.ok(await screen.findByText('Results for closed auctions will appear here.')); // [B199]
});

test('a closed sale is under its day with what it came to and the way to its results', async () => {
  const asked: string[] = [];
  const kindData = { type: 'sheep-abblamb', title: 'Abb Lamb' } as const;
  server.use(pagesOf([closedAuction({ headCount: 1_480, lotCount: 3, kindData })], asked));
  open();
  assert.ok(await screen.findByRole('heading', { name: 'Monday 16 June 2025' }));
  const row = within(
    screen.getByRole('heading', { name: 'Gunnedah Weaner Sale' }).closest('li') as HTMLElement,
  );
  for (const text of ['SIM', 'No. 1042', '1,480', '3', '1']) assert.ok(row.getByText(text), text); // [B268]
  const link = row.getByRole('link', { name: 'View Results' });
  assert.is(link.getAttribute('href'), '/main/results/Abb%20Lamb/1042'); // [B197]
  assert.is(screen.queryByText('cancelled'), null); // [B198]
  assert.equal(asked, ['page=1&limit=10']); // [B371] [B372]
});

test('[B196] each day has the sales that went live on it, whenever they closed', async () => {
  const closedAt = Date.parse('2025-07-10T01:00:00Z');
  const live = (title: string, liveAt: string) =>
    closedAuction({ _id: title, title, liveAt: Date.parse(liveAt), closedAt });
  server.use(
    pagesOf([
      live('Noon', '2025-07-04T02:00:00Z'),
      live('After midnight', '2025-07-03T14:30:00Z'),
      live('Before midnight', '2025-07-03T13:30:00Z'),
    ]),
  );
  open();
  await screen.findByRole('heading', { name: 'Noon' });
  const textsOf = (day: Element) => [...day.querySelectorAll('h2, h3')].map(({ textContent }) => textContent);
  assert.equal(screen.getAllByRole('region', { name: / 2025$/ }).map(textsOf), [
    ['Friday 4 July 2025', 'Noon', 'After midnight'],
    ['Thursday 3 July 2025', 'Before midnight'],
  ]);
});

test('a sequential sale is labelled SEQ', async () => {
  server.use(pagesOf([closedAuction({ auctionType: 'sequential' })]));
  open();
  assert.ok(await screen.findByText('SEQ')); // [B269]
});

test('a cancelled sale is marked and has no results to view', async () => {
  server.use(pagesOf([closedAuction({ cancelled: true })]));
  open();
  const tag = await screen.findByText('cancelled'); // [B198]
  assert.ok(tag.querySelector('.tabler-icon-lock')); // [B198]
  assert.is(screen.queryByRole('link', { name: 'View Results' }), null); // [B198]
});

test('the next page is asked for when the end of the list comes into sight', () =>
  withEndOfList(async (reach, margins) => {
    const asked: string[] = [];
    server.use(pagesOf(salesOf(12), asked));
    open();
    await screen.findByRole('heading', { name: 'Sale 10' });
    assert.is(screen.queryByRole('heading', { name: 'Sale 11' }), null);
    reach();
    assert.ok(await screen.findByRole('heading', { name: 'Sale 12' }));
    assert.equal(asked, ['page=1&limit=10', 'page=2&limit=10']); // [B371]
    assert.is(screen.queryByRole('button', { name: 'Show more' }), null);
    // Asked for when 0.8 of the last screen is scrolled. [B389]
    assert.equal([...new Set(margins)], ['0px 0px 20% 0px']);
  }));

test('a page that fails is reported, and asked for again on request', async () => {
  server.use(pagesOf(salesOf(12)));
  open();
  await screen.findByRole('heading', { name: 'Sale 10' });
  server.use(
    refuses('get', 'auctions/results', 500, {
      code: 'internal-error',
      message: 'Bad request. Please try again later',
    }),
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  assert.ok(await screen.findByText('Bad request. Please try again later'));
  assert.ok(screen.getByRole('heading', { name: 'Sale 1' }));
  server.use(pagesOf(salesOf(12)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  assert.ok(await screen.findByRole('heading', { name: 'Sale 12' }));
});

test('filters that no sale fits say so, and are taken back', async () => {
  server.use(
    handles('put', 'users/me', () => ({ user: exampleMe() })),
    pagesOf([]),
  );
  const { went } = open('/main/results?location=QLD');
  assert.ok(await screen.findByText('There are no results for your search.'));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show auctions without these filters' }));
  assert.is(went(), '/main/results');
  assert.ok(await screen.findByText('Results for closed auctions will appear here.')); // [B199]
});

test('the category lives in the address', async () => {
  const goat = closedAuction({ _id: 'g', title: 'goats', kindData: { type: 'goat', title: 'Goat' } });
  server.use(pagesOf([closedAuction({ title: 'steers' }), goat]));
  const { went } = open('/main/results?category=goat');
  await screen.findByRole('heading', { name: 'goats' });
  const choices = within(screen.getByRole('navigation', { name: 'Category' })).getAllByRole('link');
  assert.equal(
    choices.map(({ textContent }) => textContent),
    ['All', 'Cattle', 'Sheep', 'Goat'], // [B192]
  );
  assert.is(screen.queryByRole('heading', { name: 'steers' }), null); // [B192]
  await userEvent.setup().click(screen.getByRole('link', { name: 'Sheep' }));
  assert.is(went(), '/main/results?category=sheep');
  assert.ok(await screen.findByText('Results for closed auctions will appear here.'));
});

test('[B192] each category has the sales of its kind, sheep those of AbbLamb too', async () => {
  const kinds = [
    ['steers', 'cattle'],
    ['lambs', 'sheep-abblamb'],
    ['ewes', 'sheep'],
    ['goats', 'goat'],
  ] as const;
  server.use(
    handles('put', 'users/me', () => ({ user: exampleMe() })),
    pagesOf(kinds.map(([title, type]) => closedAuction({ _id: title, title, kindData: { type, title } }))),
  );
  open();
  await screen.findByRole('heading', { name: 'goats' });
  const user = userEvent.setup();
  for (const [category, ...titles] of [
    ['Sheep', 'lambs', 'ewes'],
    ['Goat', 'goats'],
    ['Cattle', 'steers'],
    ['All', 'steers', 'lambs', 'ewes', 'goats'],
  ] as const) {
    await user.click(screen.getByRole('link', { name: category }));
    await waitFor(() => {
      const shown = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
      assert.equal(shown, titles, category);
    });
  }
});

test('state, assessor type and category are taken back together; the first two are asked of the server', async () => {
  const asked: string[] = [];
  const lotFilters = { ...closedAuction().lotFilters, location: ['NSW'], assessorType: ['Agent Assessed'] };
  server.use(pagesOf([closedAuction({ lotFilters })], asked));
  const { went } = open('/main/results?category=cattle');
  const user = userEvent.setup();
  const filters = within(await screen.findByRole('region', { name: 'Filters' }));
  await user.click(filters.getByText('State', { selector: 'summary' }));
  await user.click(filters.getByRole('checkbox', { name: 'NSW' })); // [B193]
  await waitFor(() => assert.is(asked.at(-1), 'page=1&limit=10&saleState=NSW'));
  const again = () => within(screen.getByRole('region', { name: 'Filters' }));
  await screen.findByRole('heading', { name: 'Gunnedah Weaner Sale' });
  await user.click(again().getByText('Assessor Type', { selector: 'summary' }));
  await user.click(again().getByRole('checkbox', { name: 'Agent Assessed' })); // [B194]
  await waitFor(() => assert.is(asked.at(-1), 'page=1&limit=10&saleState=NSW&assessorType=Agent+Assessed'));
  await screen.findByRole('heading', { name: 'Gunnedah Weaner Sale' });
  await user.click(again().getByRole('button', { name: 'Clear All' })); // [B195]
  await waitFor(() => assert.is(went(), '/main/results')); // [B195]
  await screen.findByRole('heading', { name: 'Gunnedah Weaner Sale' });
  for (const name of ['NSW', 'Agent Assessed'])
    assert.not.ok(again().getByRole<HTMLInputElement>('checkbox', { name, hidden: true }).checked, name);
});

test('[B200] the place in the list is kept in local storage when results are opened, and found again', async () => {
  server.use(pagesOf(salesOf(12)));
  const first = open();
  await screen.findByRole('heading', { name: 'Sale 10' });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('heading', { name: 'Sale 12' });
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 1_234 });
  await user.click(screen.getAllByRole('link', { name: 'View Results' }).at(-1) as HTMLElement);
  assert.match(first.went(), /^\/main\/results\//);
  const key = 'saleyard-kept-place results';
  assert.equal(JSON.parse(localStorage.getItem(key) ?? 'null'), { count: 12, y: 1_234 });
  open();
  await screen.findByRole('heading', { name: 'Sale 12' });
  await waitFor(() => assert.ok(scrolled.includes(1_234)));
  assert.is(localStorage.getItem(key), null);
});

test('the filters of the list are kept on the user and brought back', async () => {
  const asked: string[] = [];
  const filters = { results: { category: 'goat', location: ['QLD'] } };
  server.use(answers('users/me', { user: exampleMe({ filters }) }), pagesOf([], asked));
  const { went } = open();
  await screen.findByText('There are no results for your search.');
  assert.is(went(), '/main/results?category=goat&location=QLD');
  assert.equal(asked, ['page=1&limit=10&saleState=QLD']);
});

test('a list that cannot be read is reported in its words and tried again', async () => {
  server.use(refuses('get', 'auctions/results', 500));
  open();
  assert.ok(await screen.findByText('Bad request. Please try again later'));
  assert.is(screen.queryByText(/^Loading/), null); // [B388]
  assert.is(screen.queryByRole('dialog'), null); // [B388]
  server.use(pagesOf(salesOf(1)));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => assert.ok(screen.getByRole('heading', { name: 'Sale 1' })));
});

const NOW = Date.parse('2025-07-04T01:00:00Z');
const HOUR = 3_600_000;
const sale = (_id: string, liveAt: number, type: 'cattle' | 'sheep-abblamb' | 'goat' = 'cattle') =>
  closedAuction({ _id, liveAt, kindData: { type, title: type } });

test('sales are under the Sydney day they went live, in the order they came, each once', () => {
  const days = closedDays(
    [sale('a', NOW - HOUR), sale('b', NOW - 2 * HOUR), sale('b', NOW - 2 * HOUR), sale('c', NOW - 12 * HOUR)],
    'all',
    NOW,
  );
  assert.equal(
    days.map(({ heading, auctions }) => [heading, auctions.map(({ _id }) => _id)]),
    [
      ['Today', ['a', 'b']],
      ['Thursday 3 July 2025', ['c']],
    ],
  );
});

test('a category leaves the others out; AbbLamb sales are sheep sales', () => {
  const sales = [sale('a', NOW), sale('b', NOW, 'sheep-abblamb'), sale('c', NOW, 'goat')];
  const idsOf = (category: 'sheep' | 'goat') =>
    closedDays(sales, category, NOW).flatMap(({ auctions }) => auctions.map(({ _id }) => _id));
  assert.equal(idsOf('sheep'), ['b']); // [B192]
  assert.equal(idsOf('goat'), ['c']); // [B192]
});

test.run();
