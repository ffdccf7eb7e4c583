/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { exampleAuction, exampleCatalogueLot, exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { screen, waitFor } = await import('@testing-library/react');
const { Route, Routes } = await import('react-router');
const { renderScreen } = await import('@/test-support/render.tsx');
const { CatalogueScreen } = await import('@/features/sales/catalogue/catalogue-screen.tsx');
const { catalogueLotsQuery } = await import('@/features/sales/catalogue/catalogue-queries.ts');
const { closedAuctionsQuery } = await import('@/features/results/api/closed-auctions.ts');
const { closedLotsQuery } = await import('@/features/results/api/closed-lots.ts');
const { myResultsQuery } = await import('@/features/results/api/my-results.ts');
const { foundLotsQuery } = await import('@/features/sales/search/search-screen.tsx');
const { ownLotsQuery, reoffersQuery } = await import('@/features/selling/selling-queries.ts');
const { watchListQuery } = await import('@/features/sales/watch-list/watch-list-screen.tsx');
const { fittingAuctionsQuery } = await import('@/lib/auctions.ts');

const test = suite('lists with filters', { limitMs: 20_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => server.close());

type Options = { queryKey: readonly unknown[]; placeholderData?: unknown };
type Placeholder = (rows: unknown, earlier: { queryKey: readonly unknown[] }) => unknown;

const NUMBER = { field: 'number', direction: 'up', q: '' } as const;
const ANGUS = { breed: ['Angus'] };
const FOUND = { q: 'a', sales: 'current', kind: 'all', sort: 'best' } as const;

/** Each list before and after a filter changed, and another list, if there is one. */
const LISTS: Readonly<Record<string, readonly [Options, Options, Options?]>> = {
  upcoming: [fittingAuctionsQuery(null), fittingAuctionsQuery(ANGUS)],
  catalogue: [
    catalogueLotsQuery('a', {}, NUMBER),
    catalogueLotsQuery('a', ANGUS, { ...NUMBER, q: 'x' }),
    catalogueLotsQuery('b', ANGUS, NUMBER),
  ],
  'watch list': [watchListQuery('all', {}), watchListQuery('cattle', ANGUS)],
  search: [foundLotsQuery(FOUND, {}), foundLotsQuery({ ...FOUND, q: 'ab' }, ANGUS)],
  results: [closedAuctionsQuery({}), closedAuctionsQuery({ location: ['NSW'] })],
  'results of a sale': [
    closedLotsQuery('a', {}, NUMBER),
    closedLotsQuery('a', ANGUS, NUMBER),
    closedLotsQuery('b', ANGUS, NUMBER),
  ],
  'my results': [myResultsQuery({}), myResultsQuery({ from: 1 })],
  'my lots': [
    ownLotsQuery({ which: 'submissions', showMode: 'all' }, {}),
    ownLotsQuery({ which: 'submissions', showMode: 'pending' }, { startDay: '2026-01-01' }),
    ownLotsQuery({ which: 'drafts', showMode: 'all' }, {}),
  ],
  'my reoffers': [reoffersQuery('all'), reoffersQuery('sheep')],
};

for (const [name, [earlier, later, other]] of Object.entries(LISTS)) {
  test(`${name}: rows stay until those of other filters are there, and never in another list`, () => {
    const rows = { pages: [] };
    const shown = ({ placeholderData }: Options, before: Options) =>
      (placeholderData as Placeholder)(rows, before);
    assert.not.equal(earlier.queryKey, later.queryKey);
    assert.is(shown(later, earlier), rows);
    assert.is(shown(earlier, later), rows);
    if (other !== undefined) assert.is(shown(other, later), undefined);
  });
}

test('while one types the lots stay in sight, busy, until those that fit are there; never after an error', async () => {
  // Each request waits until it is answered here.
  const waiting: {
    q: string;
    isCancelled: () => boolean;
    answer: (response: HttpResponse<never>) => void;
  }[] = [];
  server.use(
    http.get(
      'http://saleyard.test/api/v1/auctions/auction-1/lots',
      ({ request }) =>
        new Promise<HttpResponse<never>>((answer) => {
          const q = new URL(request.url).searchParams.get('q') ?? '';
          // A call that nobody cancels ends by its time limit.
          const isCancelled = () => request.signal.aborted && request.signal.reason.name !== 'TimeoutError';
          waiting.push({ q, isCancelled, answer });
        }),
    ),
    answers('auctions/1042', { auction: exampleAuction({ liveAt: Date.now() + 24 * 3_600_000 }) }),
    answers('users/me', { user: exampleMe() }),
  );
  const answer = async (q: string, response: unknown) => {
    const asked = await waitFor(() => {
      const found = waiting.find((one) => one.q === q);
      assert.ok(found, `no request for "${q}"`);
      return found;
    });
    waiting.splice(0);
    asked?.answer(response as HttpResponse<never>);
  };
  const lotsNumbered = (...numbers: number[]) => {
    const lots = numbers.map((n) =>
      exampleCatalogueLot({ state: 'future', _id: `lot-${n}`, searchNumericId: n, number: String(n) }),
    );
    const totalTable = [{ sex: 'Steers', counts: { heads: numbers.length, total: numbers.length } }];
    const headers = { 'x-current-page': '1', 'x-total-pages': '1' };
    return HttpResponse.json({ data: { lots, totalTable } }, { headers });
  };
  const refused = () =>
    HttpResponse.json({ errors: [{ code: 'not-found', message: 'No' }] }, { status: 404 });
  const cards = () => screen.queryAllByRole('article');
  const isBusy = () => cards()[0]?.closest('[aria-busy]')?.getAttribute('aria-busy') === 'true';
  const user = userEvent.setup();
  renderScreen(
    <Routes>
      <Route path="/main/upcoming/:kindTitle/:auctionNumber" element={<CatalogueScreen />} />
    </Routes>,
    { path: '/main/upcoming/Cattle/1042' },
  );
  await answer('', lotsNumbered(1, 2));
  await waitFor(() => assert.is(cards().length, 2));
  assert.not(isBusy());

  const field = screen.getByRole('searchbox', { name: 'Find in this catalogue' });
  await user.type(field, 'a');
  await waitFor(() => assert.ok(isBusy()));
  assert.is(cards().length, 2, 'the earlier lots');
  assert.is(screen.queryByText('Loading lots…'), null);
  await answer('a', lotsNumbered(2));
  await waitFor(() => assert.is(cards().length, 1));
  await waitFor(() => assert.not(isBusy()));

  await user.type(field, 'b');
  await waitFor(() => assert.ok(isBusy()));
  await answer('ab', refused());
  await screen.findByRole('button', { name: 'Try again' });
  assert.is(cards().length, 0, 'no lots of other words under an error');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Loading lots…');
  assert.is(cards().length, 0);
  await answer('ab', lotsNumbered(1));
  await waitFor(() => assert.is(cards().length, 1));

  await user.type(field, 'c');
  const early = await waitFor(() => {
    const found = waiting.find(({ q }) => q === 'abc');
    assert.ok(found);
    return found;
  });
  assert.not(early?.isCancelled());
  await user.type(field, 'd');
  await waitFor(() => assert.ok(early?.isCancelled(), 'nobody waits for these lots any more')); // [B361]
  await answer('abcd', lotsNumbered(2));
  await waitFor(() => assert.not(isBusy()));
});

test.run();
