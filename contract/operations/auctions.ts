import type { Static } from 'typebox';
import * as Type from 'typebox';
import { AuctionSummary, AuctionsQuery, BY_LIVE_AT, SALE_FILTERS } from '../auctions.ts';
import { SaleFairness } from '../fairness.ts';
import { REALTIME_LIMITS } from '../limits.ts';
import { LOT_FILTERS } from '../lot-filters.ts';
import { operations, READ } from '../operation.ts';
import type { ServerPush } from '../realtime.ts';
import { Direction, list, ms, oneOf, orNull, Page, pageSize, strictObject, whole } from '../schema.ts';

/** Sales of the results list when the query names no limit. */
const RESULTS_PAGE = 10;

const ResultsQuery = strictObject({
  page: Page,
  limit: pageSize(RESULTS_PAGE),
  ...BY_LIVE_AT,
  /** Default: the last one first. */
  sortDirection: Type.Optional(Direction),
  ...SALE_FILTERS,
  assessorType: LOT_FILTERS.assessorType,
});

const AuctionsPage = strictObject({
  auctions: list(AuctionSummary),
  page: Type.Integer(),
  pages: Type.Integer(),
});

/** What a sale's live state is read with. `since`: the newest `seq` that is known; left out: the whole state. */
const LiveQuery = strictObject({
  since: Type.Optional(Type.Integer({ minimum: -1 })),
  waitMs: Type.Optional({
    ...whole(0, REALTIME_LIMITS.heldReadMs),
    description: 'how long the answer may wait for a change after `since`, ms',
  }),
});

/** A sale's live state: the answer to `join-auction`, with the messages that would follow it on a socket. */
const LiveAnswer = strictObject({
  _id: Type.String(),
  seq: Type.Integer({ description: "the revision in the auction's stream up to which this holds" }),
  mode: oneOf('changes', 'snapshot'),
  paddle: orNull(
    Type.String({ description: "the viewer's own number in this sale; null before they have bid" }),
  ),
  serverTime: ms('the server’s clock'),
  messages: list(Type.Unsafe<ServerPush>({ type: 'object' })),
});
export type LiveAnswer = Static<typeof LiveAnswer>;

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
  auctionLive: {
    method: 'get',
    side: 'gateway',
    who: 'anyone',
    path: '/api/v1/auctions/{auction}/live',
    summary: 'The live state of a sale, or what changed in it',
    more: 'For a page whose [live connection](realtime.md) does not open, and for one that has just woken. With `waitMs` the answer waits until the sale changes after `since`. `messages` are those of the live connection: `snapshot`, or `lot-update` and `auction-update`.',
    query: LiveQuery,
    held: true,
    answer: LiveAnswer,
    errors: ['not-found', 'unavailable'],
  },
  auctionPublicInfo: {
    ...READ,
    path: '/api/v1/auctions/{auction}/public-info',
    summary: 'The same, as visitors see it',
    answer: strictObject({ auction: AuctionSummary }),
    errors: ['not-found'],
  },
});
