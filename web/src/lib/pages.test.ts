import { suite } from '@saleyard/testing/suite.ts';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import * as assert from 'uvu/assert';
import { allPages } from './all-pages.ts';
import { pagedQuery } from './paged-query.ts';

const test = suite('lists that are read page by page');

test('the next page of a paged query is read until there is none', async () => {
  const client = new QueryClient();
  const read = (page: number) => Promise.resolve({ rows: [page], page, pages: 2 });
  const list = new InfiniteQueryObserver(client, pagedQuery({ queryKey: ['numbers'], read }));
  await list.refetch();
  assert.is(list.getCurrentResult().hasNextPage, true);
  const { data, hasNextPage } = await list.fetchNextPage();
  assert.equal(
    data?.pages.flatMap(({ rows }) => rows),
    [1, 2],
  );
  assert.is(hasNextPage, false);
  client.clear();
});

/** A list of 3 pages; `grown` after the first was read. */
const reader = (grown = 3) => {
  const read: number[] = [];
  return {
    read,
    page: (page: number) => {
      read.push(page);
      return Promise.resolve({ data: { lots: [`lot ${page}`] }, totalPages: page === 1 ? 3 : grown });
    },
  };
};

test('all pages are read in order, also those that are added meanwhile', async () => {
  const { page, read } = reader(4);
  assert.equal(await allPages(page, ({ lots }) => lots), ['lot 1', 'lot 2', 'lot 3', 'lot 4']);
  assert.equal(read, [1, 2, 3, 4]);
});

test('no more pages are read than is said', async () => {
  const { page, read } = reader();
  assert.equal(await allPages(page, ({ lots }) => lots, 2), ['lot 1', 'lot 2']);
  assert.equal(read, [1, 2]);
});

test.run();
