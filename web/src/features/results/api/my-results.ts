import type { OwnResult, OwnResultsQuery } from '@saleyard/contract/bids.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { callForPage } from '@/lib/api-client.ts';
import { pagedQuery } from '@/lib/paged-query.ts';
import { rowsOf } from '@/lib/query-client.ts';

/** Lots of one page of the list. */
const LOTS_PAGE = 50;

/** A closed sale with the lots of it that the viewer took part in, in catalogue order. */
export type MySale = { auction: OwnResult['auctionData']; lots: readonly OwnResult[] };

/** Results by their sales, in the order they come in; each lot once. */
export function salesOf(results: readonly OwnResult[]): MySale[] {
  const sales = new Map<string, { auction: OwnResult['auctionData']; lots: Map<string, OwnResult> }>();
  for (const result of results) {
    const { auctionData: auction } = result;
    const sale = sales.get(auction._id) ?? { auction, lots: new Map() };
    // A sale that closes between two reads shifts the pages: some lots come twice.
    sale.lots.set(result._id, result);
    sales.set(auction._id, sale);
  }
  return [...sales.values()].map(({ auction, lots }) => ({ auction, lots: [...lots.values()] }));
}

/** What is shown of them: everything, unless it says otherwise. */
export type ResultsWanted = Pick<OwnResultsQuery, 'status' | 'from' | 'to'>;

/** The lots that the viewer took part in, of closed sales, the newest sale first, page by page. */
export const myResultsQuery = (wanted: ResultsWanted) =>
  pagedQuery({
    queryKey: ['results', 'mine', wanted],
    read: async (page, signal) => {
      const { data, totalPages } = await callForPage(bidOperations.myResults, {
        query: { ...wanted, page, limit: LOTS_PAGE },
        signal,
      });
      return { results: data, page, pages: totalPages };
    },
    placeholderData: rowsOf('results', 'mine'),
  });
