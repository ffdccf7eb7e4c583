import type { Static } from 'typebox';
import * as Type from 'typebox';
import { AuctionSummary } from './auctions.ts';
import { LOT_FILTERS, SEARCH_LENGTH } from './lot-filters.ts';
import { CatalogueLot } from './lots.ts';
import { operations, READ } from './operation.ts';
import { list, oneOf, Page, pageSize, strictObject, text } from './schema.ts';

/** Lots of one page of a search when the query names no limit. */
export const FOUND_PAGE = 10;
/** The most lots that one search finds: the best matches. */
export const FOUND_MOST = 500;

const SearchQuery = strictObject({
  /** Omitted or empty: all lots that match the filters, when at least one is set. */
  q: Type.Optional(text(SEARCH_LENGTH)),
  page: Page,
  limit: pageSize(FOUND_PAGE),
  /** Lots of sales of a kind. AbbLamb sales count as sheep sales. */
  kind: Type.Optional(oneOf('cattle', 'sheep', 'goat')),
  /** Lots of closed sales, instead of upcoming ones. */
  over: Type.Optional(oneOf('true', 'false')),
  ...LOT_FILTERS,
});

const FoundLots = strictObject({
  lots: list(CatalogueLot, { description: 'the one that fits best first' }),
  auctions: list(AuctionSummary, { description: 'the sales of these lots' }),
  suggestions: list(Type.String(), {
    description: 'words of lots that begin with the typed text or resemble it',
  }),
  keywords: list(Type.String(), { description: 'words of these lots to be marked, in lower case' }),
});
export type FoundLots = Static<typeof FoundLots>;

export const searchOperations = operations({
  searchLots: {
    ...READ,
    path: '/api/v1/lots/search',
    summary: 'Full-text search for lots of all sales',
    more: 'In titles, breeds, sexes, categories, places, comments and accreditations. Every word must be there, or one that begins with it or, for longer words, differs in a letter. Without words, all lots that fit the filters are found. Anonymous visitors find lots of public sales. At most the 500 lots that fit best.',
    query: SearchQuery,
    paged: true,
    answer: FoundLots,
  },
});
