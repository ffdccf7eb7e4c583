import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import type { LotsQuery } from '@saleyard/contract/lots.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '@/lib/all-pages.ts';
import { callForPage } from '@/lib/api-client.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
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
  pagedQuery({
    queryKey: ['results', 'lots', auction, filters, sort],
    read: async (page, signal) => {
      const { data, totalPages } = await callForPage(lotOperations.lots, {
        params: { auction },
        query: { ...queryOf(filters, sort), page, limit: LOTS_PAGE },
        signal,
      });
      return { lots: data.lots, page, pages: totalPages };
    },
    placeholderData: rowsOf('results', 'lots', auction),
  });

/** All closed lots of a sale (by its id) that fit the filters, sorted: what paper needs. */
export const allClosedLotsQuery = (auction: string, filters: LotFilters, sort: ResultSort) =>
  queryOptions({
    queryKey: ['results', 'all-lots', auction, filters, sort],
    queryFn: ({ signal }) =>
      allPages(
        (page) =>
          callForPage(lotOperations.lots, {
            params: { auction },
            query: { ...queryOf(filters, sort), mode: 'print', page, limit: ALL_LOTS_PAGE },
            signal,
          }),
        ({ lots }) => lots,
        MOST_PAGES,
      ),
  });
