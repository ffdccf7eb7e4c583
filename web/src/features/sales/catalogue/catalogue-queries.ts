import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import type { LotsQuery } from '@saleyard/contract/lots.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { callForPage } from '@/lib/api-client.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { rowsOf } from '@/lib/query-client.ts';

/** Lots of one page of the catalogue. */
const LOTS_PAGE = 10;

/** The lots of a catalogue, open and closed ones. */
const SHOWN_STATES = 'future,open,live,futureInLive,closed';

/** What a catalogue can be sorted by, in the order it is offered. */
export const CATALOGUE_SORTS = [
  { value: 'number', label: 'Lot Number/Order' },
  { value: 'count', label: 'No of head' },
  { value: 'sex', label: 'Sex' },
  { value: 'majorBreed', label: 'Breed' },
  { value: 'stockCategory', label: 'Stock Category' },
  { value: 'state', label: 'State' },
  { value: 'weight', label: 'Live Weight' },
  { value: 'createdAt', label: 'Date' },
  { value: 'updatedAt', label: 'Updated' },
  { value: 'age', label: 'Average Age' },
] as const;

/** What of a catalogue's address is not a filter of lots: its order, how it is shown, words to find, and lots to compare. */
export const CATALOGUE_VIEW = {
  sort: CATALOGUE_SORTS.map(({ value }) => value),
  direction: ['up', 'down'],
  show: ['list', 'grid'],
  q: 'text',
  /** Numbers of lots that were chosen to be compared. */
  compare: 'text',
} as const;

export type CatalogueOrder = {
  field: NonNullable<LotsQuery['sortField']>;
  direction: 'up' | 'down';
  /** Words to find; '' for none. */
  q: string;
};

/** The lots of a sale (by its id) that fit the filters, in some order, page by page; each with the sale's totals. */
export const catalogueLotsQuery = (
  auction: string,
  filters: LotFilters,
  { field, direction, q }: CatalogueOrder,
) =>
  pagedQuery({
    queryKey: ['catalogue', 'lots', auction, filters, field, direction, q],
    read: async (page, signal) => {
      const { data, totalPages: pages } = await callForPage(lotOperations.lots, {
        params: { auction },
        query: {
          ...filters,
          state: SHOWN_STATES,
          sortField: field,
          sortDirection: direction === 'up' ? 'asc' : 'desc',
          page,
          limit: LOTS_PAGE,
          ...(q !== '' && { q }),
        },
        signal,
      });
      return { ...data, page, pages };
    },
    placeholderData: rowsOf('catalogue', 'lots', auction),
  });
