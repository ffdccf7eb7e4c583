import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import type { practiceOperations } from '@saleyard/contract/operations/practice.ts';
import { call } from '@/lib/api-client.ts';
import type { RestCalls } from './rest-fallback.ts';

/** How long a bid's answer is awaited, as on the socket; then its outcome is unknown. ms. */
const BID_LIMIT_MS = 10_000;

/** The calls of a page that follows a sale without a socket, and bids in it by `bidding`. */
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

/** Those of the yard's sales. */
export const REST_CALLS = restCalls(bidOperations.placeBid);
