import type { AuctionSummary } from '@saleyard/contract/auctions.ts';
import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { infiniteQueryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import { auctionResultsQuery } from './closed-auctions.ts';
import { allClosedLotsQuery } from './closed-lots.ts';
import type { OwnPart } from './own-part.ts';

/** Sales looked up for one page. */
const SALES_PAGE = 5;

/** A closed sale with the lots of it that the viewer took part in, in catalogue order. */
export type MySale = { auction: AuctionSummary; lots: readonly CatalogueLot[] };

/** The closed sales among those the viewer took part in, in the order of `parts`. */
export const myResultsQuery = (parts: readonly OwnPart[]) => {
  const own = new Set(parts.map(({ lot }) => lot));
  const sales = [...new Set(parts.map(({ auction }) => auction))];
  return infiniteQueryOptions({
    queryKey: ['results', 'mine', sales, own.size],
    queryFn: async ({ client, pageParam }: QueryFunctionContext<readonly unknown[], number>) => {
      const page = sales.slice(pageParam, pageParam + SALES_PAGE);
      const read = await Promise.all(
        page.map(async (id): Promise<MySale[]> => {
          const auction = await client.fetchQuery(auctionResultsQuery(id));
          if (auction.state !== 'closed') return [];
          const lots = await client.fetchQuery(allClosedLotsQuery(id, { field: 'number', direction: 'up' }));
          return [{ auction, lots: lots.filter(({ _id }) => own.has(_id)) }];
        }),
      );
      return { sales: read.flat(), from: pageParam };
    },
    initialPageParam: 0,
    getNextPageParam: ({ from }) => (from + SALES_PAGE < sales.length ? from + SALES_PAGE : undefined),
  });
};
