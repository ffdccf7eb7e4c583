import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import type { practiceOperations } from '@saleyard/contract/operations/practice.ts';
import { call } from '@/lib/api-client.ts';
import type { RestCalls } from './rest-fallback.ts';

/** A bid without an answer after this long is unanswered, as on the socket. ms. */
const BID_LIMIT_MS = 10_000;

/** The calls that bid by this operation. */
export const restCalls = (
  bidding: typeof bidOperations.placeBid | typeof practiceOperations.placePracticeBid,
): RestCalls => ({
  read: (auction, { since, waitMs, signal }) =>
    call(auctionOperations.auctionLive, {
      params: { auction },
      query: { waitMs, ...(since !== null && { since }) },
      signal,
    }),
  bid: (bid) =>
    call(bidding, {
      body: bid,
      transport: { fetch: (address, init) => fetch(address, init), limitMs: BID_LIMIT_MS },
    }),
});

/** The calls of a page that follows a sale without a socket. */
export const REST_CALLS = restCalls(bidOperations.placeBid);
