import { auctionOperations } from '@saleyard/contract/auctions.ts';
import { type Endpoint, endpoint, pagesOf } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { findAuction, listAuctions, summaryOf } from './auctions.queries.ts';

/** Sales, and one of them. Visitors see public ones only. */
export function auctionEndpoints(documents: Documents): Endpoint[] {
  const summary = async (numberOrId: string, hidden: boolean) => {
    const auction = await findAuction(documents, numberOrId, { hidden });
    return auction === undefined ? refusal('not-found') : { data: { auction: summaryOf(auction) } };
  };
  return [
    endpoint(auctionOperations.auctions, async ({ query, viewer }) => {
      const { auctions, total } = await listAuctions(documents, query, { hidden: viewer !== null });
      const { page, limit } = query;
      const data = { auctions: auctions.map(summaryOf), page, pages: pagesOf({ limit, total }) };
      return { data, paging: { page, limit, total } };
    }),
    endpoint(auctionOperations.auction, ({ params, viewer }) => summary(params.auction, viewer !== null)),
    endpoint(auctionOperations.auctionPublicInfo, ({ params }) => summary(params.auction, false)),
  ];
}
