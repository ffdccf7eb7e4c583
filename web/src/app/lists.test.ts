/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { catalogueLotsQuery } = await import('@/features/catalogue/catalogue-queries.ts');
const { closedAuctionsQuery } = await import('@/features/results/api/closed-auctions.ts');
const { closedLotsQuery } = await import('@/features/results/api/closed-lots.ts');
const { myResultsQuery } = await import('@/features/results/api/my-results.ts');
const { foundLotsQuery } = await import('@/features/search/search-screen.tsx');
const { ownLotsQuery, reoffersQuery } = await import('@/features/selling/selling-queries.ts');
const { watchListQuery } = await import('@/features/watch-list/watch-list-screen.tsx');
const { fittingAuctionsQuery } = await import('@/lib/auctions.ts');

const test = suite('lists with filters');

type Options = { queryKey: readonly unknown[]; placeholderData?: unknown };
type Placeholder = (rows: unknown, earlier: { queryKey: readonly unknown[] }) => unknown;

const NUMBER = { field: 'number', direction: 'up', q: '' } as const;
const ANGUS = { breed: ['Angus'] };
const FOUND = { q: 'a', sales: 'current', kind: 'all' } as const;

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
    ownLotsQuery('submissions', {}, 'all'),
    ownLotsQuery('submissions', { startDay: '2026-01-01' }, 'pending'),
    ownLotsQuery('drafts', {}, 'all'),
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

test.run();
