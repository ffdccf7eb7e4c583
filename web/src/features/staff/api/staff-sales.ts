import type { StaffLot } from '@saleyard/contract/lots.ts';
import { auctionOperations } from '@saleyard/contract/operations/auctions.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { queryOptions } from '@tanstack/react-query';
import { allPages } from '@/lib/all-pages.ts';
import { call, callForPage } from '@/lib/api-client.ts';

/** How often lists of staff are asked again. ms. */
const RENEW_MS = 15_000;
/** Lots asked for at once, and the most pages of them that are read. */
const LOTS_PAGE = 1_000;
const MOST_PAGES = 20;

/** Sales the list shows: the ones that go live last, over or not. */
const SALES_SHOWN = 500;

/** Every sale, in any state: the latest `SALES_SHOWN`. */
export const staffSalesQuery = queryOptions({
  queryKey: ['staff', 'auctions'],
  queryFn: async ({ signal }) => {
    const { auctions } = await call(auctionOperations.auctions, {
      query: { state: 'future,open,live,closed', sortDirection: 'desc', limit: SALES_SHOWN },
      signal,
    });
    return auctions;
  },
  refetchInterval: RENEW_MS,
});

/** What waits for somebody of staff. */
export const waitingWorkQuery = queryOptions({
  queryKey: ['staff', 'waiting'],
  queryFn: ({ signal }) => call(staffOperations.waitingWork, { signal }),
  refetchInterval: RENEW_MS,
});

/** One sale by its id, with its bidders counted. */
export const staffSaleQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'auctions', id],
    queryFn: async ({ signal }) => {
      const { auction } = await call(staffOperations.staffAuction, { params: { auction: id }, signal });
      return auction;
    },
  });

/** Every lot of a sale with its reserve, its vendor and who leads, in catalogue order. */
export const staffLotsQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'auctions', id, 'lots'],
    queryFn: ({ signal }): Promise<readonly StaffLot[]> =>
      allPages(
        (page) =>
          callForPage(staffOperations.staffLots, {
            params: { auction: id },
            query: { page, limit: LOTS_PAGE },
            signal,
          }),
        ({ lots }) => lots,
        MOST_PAGES,
      ),
  });
