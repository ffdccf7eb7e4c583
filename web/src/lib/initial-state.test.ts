import '@/test-support/dom.ts';
import { STATES } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';

const { catalogueQuery, currentAuctionsQuery } = await import('./auctions.ts');
const { filtersIn } = await import('./kept-filters.ts');
const { CATEGORIES } = await import('./labels.ts');
const { createQueryClient } = await import('./query-client.ts');
const { meQuery, takeRedirect } = await import('./session.ts');

const test = suite('what a page begins with');

test('kinds and states are there, sales, lots, filters and the way back are empty [A310]', () => {
  sessionStorage.clear();
  localStorage.clear();
  const client = createQueryClient(() => {});
  assert.equal(
    CATEGORIES.map(({ value }) => value),
    ['all', 'cattle', 'sheep', 'goat'],
  );
  assert.is(STATES.length, 8);
  for (const { queryKey } of [currentAuctionsQuery, catalogueQuery('7'), meQuery])
    assert.is(client.getQueryData(queryKey), undefined);
  assert.equal(client.getQueryCache().getAll(), []);
  assert.equal(filtersIn(new URLSearchParams(), []), {});
  assert.is(takeRedirect(), null);
  // Sounds are on as long as nothing else is kept (`my-admin.test.tsx`).
  for (const flag of ['bidSound', 'outBidSound', 'wonSound', 'autoBidSound', 'countdownSound'])
    assert.is(localStorage.getItem(flag), null);
});

test.run();
