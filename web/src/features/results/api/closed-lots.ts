import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import type { CatalogueLot, LotsQuery } from '@saleyard/contract/lots.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callForPage } from '@/lib/api-client.ts';
import { rowsOf } from '@/lib/query-client.ts';

/** What a sale's results can be sorted by, in the order it is offered. */
export const RESULT_SORTS = [
  { value: 'number', label: 'Lot Number' },
  { value: 'age', label: 'Average Age' },
  { value: 'weight', label: 'Assessed Live Weight' },
  { value: 'sex', label: 'Sex' },
  { value: 'majorBreed', label: 'Breed' },
  { value: 'stockCategory', label: 'Stock Category' },
] as const;

/** The sort as an address says it: by lot number, upwards, where it says nothing. */
export const RESULT_FILTERS = {
  sort: RESULT_SORTS.map(({ value }) => value),
  direction: ['up', 'down'],
} as const;

export type ResultSort = {
  field: (typeof RESULT_SORTS)[number]['value'];
  direction: (typeof RESULT_FILTERS.direction)[number];
};

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
          query: { ...queryOf(filters, sort), mode: 'print', page, limit: ALL_LOTS_PAGE },
          signal,
        });
        lots.push(...answer.data.lots);
        pages = answer.totalPages;
      }
      return lots;
    },
  });
