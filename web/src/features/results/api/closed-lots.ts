import { type CatalogueLot, type LotsQuery, lotOperations } from '@saleyard/contract/lots.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ResultSort } from '@/features/results/result-sort.ts';
import { callForPage } from '@/lib/api-client.ts';

/** Lots of one page of the list. */
const LOTS_PAGE = 10;
/** Lots asked for at once when all of a sale's are needed, and the most pages of them that are read. */
const ALL_LOTS_PAGE = 1_000;
const MOST_PAGES = 20;

const queryOf = ({ field, direction }: ResultSort): Partial<LotsQuery> => ({
  state: 'closed',
  sortField: field,
  sortDirection: direction === 'up' ? 'asc' : 'desc',
});

/** The closed lots of a sale (by its id), sorted, page by page. */
export const closedLotsQuery = (auction: string, sort: ResultSort) =>
  infiniteQueryOptions({
    queryKey: ['results', 'lots', auction, sort],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await callForPage(lotOperations.lots, {
        params: { auction },
        query: { ...queryOf(sort), page: pageParam, limit: LOTS_PAGE },
        signal,
      });
      return { lots: answer.data.lots, page: answer.currentPage, pages: answer.totalPages };
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });

/** All closed lots of a sale (by its id), sorted: what paper needs. */
export const allClosedLotsQuery = (auction: string, sort: ResultSort) =>
  queryOptions({
    queryKey: ['results', 'all-lots', auction, sort],
    queryFn: async ({ signal }) => {
      const lots: CatalogueLot[] = [];
      for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
        const answer = await callForPage(lotOperations.lots, {
          params: { auction },
          query: { ...queryOf(sort), page, limit: ALL_LOTS_PAGE },
          signal,
        });
        lots.push(...answer.data.lots);
        pages = answer.totalPages;
      }
      return lots;
    },
  });
