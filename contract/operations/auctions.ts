import * as Type from 'typebox';
import { AuctionSummary, AuctionsQuery, SALE_FILTERS } from '../auctions.ts';
import { SaleFairness } from '../fairness.ts';
import { LOT_FILTERS } from '../lot-filters.ts';
import { operations, READ } from '../operation.ts';
import { list, Page, pageSize, strictObject } from '../schema.ts';

/** Sales of the results list when the query names no limit. */
const RESULTS_PAGE = 10;

const ResultsQuery = strictObject({
  page: Page,
  limit: pageSize(RESULTS_PAGE),
  ...SALE_FILTERS,
  assessorType: LOT_FILTERS.assessorType,
});

const AuctionsPage = strictObject({
  auctions: list(AuctionSummary),
  page: Type.Integer(),
  pages: Type.Integer(),
});

export const auctionOperations = operations({
  auctions: {
    ...READ,
    path: '/api/v1/auctions',
    summary: 'Sales',
    more: 'Without `state`: sales that are not closed. Anonymous visitors see public sales.',
    query: AuctionsQuery,
    paged: true,
    answer: AuctionsPage,
  },
  resultAuctions: {
    ...READ,
    path: '/api/v1/auctions/results',
    summary: 'Closed sales, the last one first',
    query: ResultsQuery,
    paged: true,
    answer: strictObject({
      auctions: strictObject({ docs: list(AuctionSummary), page: Type.Integer(), pages: Type.Integer() }),
    }),
  },
  auction: {
    ...READ,
    path: '/api/v1/auctions/{auction}',
    summary: 'One sale, by its number or id',
    answer: strictObject({ auction: AuctionSummary }),
    errors: ['not-found'],
  },
  auctionCalendar: {
    ...READ,
    path: '/api/v1/auctions/{auction}/calendar',
    summary: 'The sale as a file for calendars (iCalendar)',
    more: 'It contains one event for going live and one for opening for auto-bids. Visitors get files of public sales.',
    download: ['text/calendar'],
    errors: ['not-found'],
  },
  auctionFairness: {
    ...READ,
    path: '/api/v1/auctions/{auction}/fairness',
    summary: 'How a public sale was run',
    more: 'From the log: the delay of bids, extensions, late bids, outages and what they moved, and what staff did, counted by kind. 404 for a sale that is not public.',
    answer: strictObject({ fairness: SaleFairness }),
    errors: ['not-found'],
  },
  auctionPublicInfo: {
    ...READ,
    path: '/api/v1/auctions/{auction}/public-info',
    summary: 'The same, as visitors see it',
    answer: strictObject({ auction: AuctionSummary }),
    errors: ['not-found'],
  },
});
