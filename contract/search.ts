import type { Static } from 'typebox';
import * as Type from 'typebox';
import { AuctionSummary } from './auctions.ts';
import { CatalogueLot } from './lots.ts';
import { list, strictObject } from './schema.ts';

/** Lots of one page of a search when the query names no limit. */
export const FOUND_PAGE = 10;

/** The most lots that one search finds: the best matches. */
export const FOUND_MOST = 500;

export const FoundLots = strictObject({
  lots: list(CatalogueLot, { description: 'the one that fits best first' }),
  auctions: list(AuctionSummary, { description: 'the sales of these lots' }),
  suggestions: list(Type.String(), {
    description: 'words of lots that begin with the typed text or resemble it',
  }),
  keywords: list(Type.String(), { description: 'words of these lots to be marked, in lower case' }),
});

export type FoundLots = Static<typeof FoundLots>;
