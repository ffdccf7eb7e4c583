import type { Static } from 'typebox';
import * as Type from 'typebox';
import { AuctionSummary } from './auctions.ts';
import { CatalogueLot } from './lots.ts';
import { list, strictObject } from './schema.ts';

/** Lots of one page of a search when the query names no limit. */
export const FOUND_PAGE = 10;

/** The most lots that one search finds: the best matches. */
export const FOUND_MOST = 500;

/** The orders in which lots that were found can be listed. */
export const FOUND_SORTS = ['best', 'soonest', 'head'] as const;

export const FoundLots = strictObject({
  lots: list(CatalogueLot, { description: 'in the order of `sort`' }),
  total: Type.Integer({ description: 'how many were found, at most 500' }),
  auctions: list(AuctionSummary, { description: 'the sales of these lots' }),
  suggestions: list(Type.String(), {
    description: 'words of lots that begin with the typed text or resemble it',
  }),
  keywords: list(Type.String(), { description: 'words of these lots to be marked, in lower case' }),
});

export type FoundLots = Static<typeof FoundLots>;
