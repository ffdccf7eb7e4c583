import * as Type from 'typebox';

import { LOT_FILTERS, SEARCH_LENGTH } from '../lot-filters.ts';

import { operations, READ } from '../operation.ts';
import { oneOf, Page, pageSize, strictObject, text } from '../schema.ts';
import { FOUND_PAGE, FOUND_SORTS, FoundLots } from '../search.ts';

const SearchQuery = strictObject({
  /** Omitted or empty: all lots that match the filters, when at least one is set. */
  q: Type.Optional(text(SEARCH_LENGTH)),
  page: Page,
  limit: pageSize(FOUND_PAGE),
  /** `best`: the one that fits best first; `soonest`: by when the sale begins; `head`: the most head first. */
  sort: Type.Optional(oneOf(...FOUND_SORTS)),
  /** The same as `sort`, and used if both are sent. */
  sortField: Type.Optional(oneOf(...FOUND_SORTS)),
  /** Lots of sales of a kind. AbbLamb sales count as sheep sales. */
  kind: Type.Optional(oneOf('cattle', 'sheep', 'goat')),
  /** Lots of closed sales, instead of upcoming ones. */
  over: Type.Optional(oneOf('true', 'false')),
  ...LOT_FILTERS,
});

export const searchOperations = operations({
  searchLots: {
    ...READ,
    path: '/api/v1/lots/search',
    summary: 'Full-text search for lots of all sales',
    more: 'In titles, breeds, sexes, categories, places, comments and accreditations. Every word must be there, or one that begins with it or, for longer words, differs in a letter. Without words, all lots that fit the filters are found. Anonymous visitors find lots of public sales. At most the 500 lots that fit best, and 50 of them in one answer.',
    query: SearchQuery,
    paged: true,
    answer: FoundLots,
  },
});
