import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { type Endpoint, endpoint, pagesOf } from '@saleyard/http/endpoint.ts';
import { refusal } from '@saleyard/http/failures.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { findAuction, listAuctions, summaryOf } from './auctions.queries.ts';
import { CALENDAR_TYPE, calendarOf } from './calendar.ts';

/** Sales, and one of them. Visitors see public ones only. */
export function auctionEndpoints(
  documents: Documents,
  clock: Pick<Clock, 'now'>,
  siteOrigin: string,
): Endpoint[] {
  const summary = async (numberOrId: string, account?: string) => {
    const auction = await findAuction(documents, numberOrId, { hidden: account !== undefined });
    return auction === undefined ? refusal('not-found') : { data: { auction: summaryOf(auction, account) } };
  };
  return [
    endpoint(auctionOperations.auctions, async ({ query, viewer }) => {
      const { auctions, total } = await listAuctions(documents, query, { hidden: viewer !== null });
      const { page, limit } = query;
      const shown = auctions.map((auction) => summaryOf(auction, viewer?._id));
      const data = { auctions: shown, page, pages: pagesOf({ limit, total }) };
      return { data, paging: { page, limit, total } };
    }),
    endpoint(auctionOperations.resultAuctions, async ({ query, viewer }) => {
      const { page, limit } = query;
      const wanted = { sortDirection: 'desc' as const, ...query, state: 'closed' };
      const { auctions, total } = await listAuctions(documents, wanted, { hidden: viewer !== null });
      const docs = auctions.map((auction) => summaryOf(auction, viewer?._id));
      return {
        data: { auctions: { docs, page, pages: pagesOf({ limit, total }) } },
        paging: { page, limit, total },
      };
    }),
    endpoint(auctionOperations.auction, ({ params, viewer }) => summary(params.auction, viewer?._id)),
    endpoint(auctionOperations.auctionCalendar, async ({ params, viewer }) => {
      const auction = await findAuction(documents, params.auction, { hidden: viewer !== null });
      if (auction === undefined) return refusal('not-found');
      const text = calendarOf(summaryOf(auction), auction.calendarSequence ?? 0, siteOrigin, clock.now());
      const name = `auction-${auction.number}.ics`;
      return { data: { bytes: Buffer.from(text), type: CALENDAR_TYPE, name, isShown: false } };
    }),
    endpoint(auctionOperations.auctionPublicInfo, ({ params }) => summary(params.auction)),
  ];
}
