/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { openedFrom, useOpenedFrom } from '@/lib/opened-from.ts';
import { exampleAuction, exampleCatalogueLot, exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer } from '@/test-support/server.ts';
import { withSharedConnection } from '@/test-support/shared-connection.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor, within } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { SearchScreen } = await import('./search-screen.tsx');

const test = suite('search over all sales');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const DAY_MS = 24 * 3_600_000;
const sale = exampleAuction({ liveAt: Date.now() + DAY_MS });
const lot = exampleCatalogueLot({ state: 'future' });

/** A server that finds these lots for every search. */
const finding = (
  lots: readonly unknown[],
  asked: URLSearchParams[],
  { suggestions = [], auction = sale }: { suggestions?: readonly string[]; auction?: typeof sale } = {},
) => [
  answers('users/me', { user: exampleMe() }),
  http.get('http://saleyard.test/api/v1/lots/search', ({ request }) => {
    asked.push(new URL(request.url).searchParams);
    return HttpResponse.json(
      {
        data: {
          lots,
          total: lots.length === 0 ? 0 : 73,
          auctions: lots.length > 0 ? [auction] : [],
          suggestions,
          keywords: ['angus'],
        },
      },
      { headers: { 'x-current-page': '1', 'x-total-pages': '1' } },
    );
  }),
];
const open = (path = '/main/search') => renderScreen(<SearchScreen />, { path });

test('lots are found as one types, each under its sale, with the words marked', async () => {
  const asked: URLSearchParams[] = [];
  server.use(...finding([lot], asked, { suggestions: ['angus steers'] }));
  const { went } = open();
  const user = userEvent.setup();
  await user.type(await screen.findByRole('searchbox'), 'ang');
  const found = within(await screen.findByRole('article'));
  assert.ok(screen.getByRole('link', { name: sale.title }));
  assert.ok(found.getAllByText('Angus', { selector: 'mark' }).length > 0);
  assert.equal([asked.at(-1)?.get('q'), asked.at(-1)?.get('over')], ['ang', null]);
  assert.is(went(), '/main/search?q=ang');
  await user.click(screen.getByRole('link', { name: 'angus steers' }));
  assert.is(went(), '/main/search?q=angus+steers');
});

test('prices of what was found are live, and dim while they may be out of date', async () => {
  const auction = { ...sale, _id: 'a1', state: 'live' as const };
  const one = { ...lot, auction: 'a1', state: 'live' as const, currentBidCents: 42_000 };
  await withSharedConnection(async (joined) => {
    server.use(...finding([one], [], { auction }));
    open('/main/search?q=angus');
    assert.ok(await screen.findByText('$420.00 /head'));
    const socket = await joined(1);
    socket.answerJoin({ auction, lots: [{ ...one, currentBidCents: 52_500 }], seq: 5, paddle: null });
    assert.ok(await screen.findByText('$525.00 /head'));
    socket.onclose?.({ wasClean: false, code: 1006 });
    await waitFor(() => assert.ok(document.documentElement.hasAttribute('data-stale')));
  });
});

test('a lot is opened with the search that found it, also one that is over', async () => {
  const Opened = () => <p>{JSON.stringify(useOpenedFrom())}</p>;
  const origin = JSON.stringify(openedFrom('search', new URLSearchParams('q=angus&sort=head')));
  const closed = exampleCatalogueLot({ _id: 'lot-2', searchNumericId: 2, state: 'closed' });
  for (const [found, page] of [
    [lot, '/main/upcoming/:kindTitle/:auctionNumber/:lotNumericId'],
    [closed, '/main/results/:kindTitle/:auctionNumber/:lotNumericId'],
  ] as const) {
    server.resetHandlers(...finding([found], []));
    renderScreen(
      <Routes>
        <Route path="/main/search" element={<SearchScreen />} />
        <Route path={page} element={<Opened />} />
      </Routes>,
      { path: '/main/search?q=angus&sort=head' },
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: /^View Details/ }));
    assert.ok(await screen.findByText(origin), page);
  }
});

test('nothing is asked without a word; where nothing is found, closed sales are offered', async () => {
  const asked: URLSearchParams[] = [];
  server.use(...finding([], asked));
  open();
  assert.ok(await screen.findByText(/Type what you are looking for/));
  assert.is(asked.length, 0);
  const user = userEvent.setup();
  await user.type(screen.getByRole('searchbox'), 'zebu');
  assert.is((await screen.findAllByRole('link', { name: /^Search/ })).length, 1, 'nothing else is set');
  await user.click(await screen.findByRole('link', { name: 'Search closed sales' }));
  assert.ok(await screen.findByText('There are no results for your search.'));
  assert.is(asked.at(-1)?.get('over'), 'true');
});

test('the remedy that is offered fits what is set', async () => {
  const asked: URLSearchParams[] = [];
  server.use(...finding([], asked));
  const { went } = open('/main/search?q=angus&kind=sheep&breed=Angus');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Look for “angus” without the filters' }));
  assert.is(went(), '/main/search?q=angus&kind=sheep');
  await user.click(await screen.findByRole('link', { name: 'Search all stock' }));
  assert.is(went(), '/main/search?q=angus');
});

test('how many were found is said, and they are sorted as one chooses', async () => {
  const asked: URLSearchParams[] = [];
  const other = exampleCatalogueLot({ _id: 'lot-2', searchNumericId: 2, state: 'future' });
  server.use(...finding([lot, other], asked));
  const { went } = open('/main/search?q=angus');
  assert.ok(await screen.findByRole('heading', { name: '73 lots' }));
  const user = userEvent.setup();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Soonest sale');
  assert.is(went(), '/main/search?q=angus&sort=soonest');
  await waitFor(() => assert.is(asked.at(-1)?.get('sort'), 'soonest'));
});

test('the filters open from a button that says how many are set', async () => {
  server.use(...finding([lot], []));
  open('/main/search?q=angus&breed=Angus&breed=Hereford&ageFrom=3&ageTo=9');
  const fold = await screen.findByRole('button', { name: 'Filters (2)' });
  assert.is(fold.getAttribute('aria-expanded'), 'false');
  await userEvent.setup().click(fold);
  assert.is(fold.getAttribute('aria-expanded'), 'true');
  assert.ok(document.getElementById(fold.getAttribute('aria-controls') ?? '')?.hasAttribute('data-open'));
});

test.run();
