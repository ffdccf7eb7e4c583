import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { type CatalogueLot, type LotsQuery, lotOperations } from '@saleyard/contract/lots.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ResultSort } from '@/features/results/result-sort.ts';
import { callForPage } from '@/lib/api-client.ts';
import { rowsOf } from '@/lib/query-client.ts';

/** Lots of one page of the list. */
const LOTS_PAGE = 10;
/** Lots asked for at once when all of a sale's are needed, and the most pages of them that are read. */
const ALL_LOTS_PAGE = 1_000;
const MOST_PAGES = 20;

const queryOf = (filters: LotFilters, { field, direction }: ResultSort): Partial<LotsQuery> => ({
  ...filters,
  state: 'closed',
  sortField: field,
  sortDirection: direction === 'up' ? 'asc' : 'desc',
});

/** The closed lots of a sale (by its id) that fit the filters, sorted, page by page. */
export const closedLotsQuery = (auction: string, filters: LotFilters, sort: ResultSort) =>
  infiniteQueryOptions({
    queryKey: ['results', 'lots', auction, filters, sort],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await callForPage(lotOperations.lots, {
        params: { auction },
        query: { ...queryOf(filters, sort), page: pageParam, limit: LOTS_PAGE },
        signal,
      });
      return { lots: answer.data.lots, page: answer.currentPage, pages: answer.totalPages };
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: rowsOf('results', 'lots', auction),
  });

/** All closed lots of a sale (by its id) that fit the filters, sorted: what paper needs. */
export const allClosedLotsQuery = (auction: string, filters: LotFilters, sort: ResultSort) =>
  queryOptions({
    queryKey: ['results', 'all-lots', auction, filters, sort],
    queryFn: async ({ signal }) => {
      const lots: CatalogueLot[] = [];
      for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
        const answer = await callForPage(lotOperations.lots, {
          params: { auction },
          query: { ...queryOf(filters, sort), page, limit: ALL_LOTS_PAGE },
          signal,
        });
        lots.push(...answer.data.lots);
        pages = answer.totalPages;
      }
      return lots;
    },
  });
