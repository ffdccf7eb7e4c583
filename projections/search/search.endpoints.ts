import { PUBLIC_PAGE } from '@saleyard/contract/lots.ts';
import { searchOperations } from '@saleyard/contract/operations/search.ts';
import { FOUND_MOST } from '@saleyard/contract/search.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { catalogueLot, lotsAmong, lotsOfSales, privateLots } from '../lots/lots.queries.ts';
import { auctionsById, summaryOf } from '../sales/auctions.queries.ts';
import type { LotIndex } from './lot-index.ts';

/** Searches the lots of all sales by words. */
export const searchEndpoints = (documents: Documents, index: LotIndex): Endpoint[] => [
  endpoint(searchOperations.searchLots, async ({ query, viewer }) => {
    const {
      q = '',
      page,
      limit: asked,
      over,
      kind = '',
      sort = 'best',
      sortField = sort,
      ...filters
    } = query;
    const limit = Math.min(asked, PUBLIC_PAGE);
    const scope = { over: over === 'true', hidden: viewer !== null };
    const found = await index.across(q, scope);
    const best = found.hits.slice(0, FOUND_MOST).map(({ lot }) => lot);
    const fitting =
      q.trim() === ''
        ? await lotsOfSales(documents, await index.salesToSearch(scope), filters, FOUND_MOST)
        : await lotsAmong(documents, best, filters);
    const sales = await auctionsById(
      documents,
      fitting.map(({ auction }) => auction),
    );
    const byId = new Map(
      sales.filter(({ kindData }) => kindData.type.startsWith(kind)).map((sale) => [sale._id, sale]),
    );
    const lots = fitting.filter(({ auction }) => byId.has(auction));
    // A stable sort: of equals the one that fits better stays first.
    if (sortField === 'head') lots.sort((a, b) => b.count - a.count);
    if (sortField === 'soonest')
      lots.sort((a, b) => (byId.get(a.auction)?.liveAt ?? 0) - (byId.get(b.auction)?.liveAt ?? 0));
    const shown = lots.slice((page - 1) * limit, page * limit);
    const owned = await privateLots(
      documents,
      shown.map(({ _id }) => _id),
    );
    const auctions = [...new Set(shown.map(({ auction }) => auction))].flatMap(
      (auction) => byId.get(auction) ?? [],
    );
    const data = {
      lots: shown.flatMap((lot) => {
        const auction = byId.get(lot.auction);
        const mine = owned.get(lot._id)?.createdBy === viewer?._id && viewer !== null;
        return auction === undefined ? [] : [catalogueLot(lot, auction, mine)];
      }),
      total: lots.length,
      auctions: auctions.map((auction) => summaryOf(auction, viewer?._id)),
      suggestions: found.suggestions,
      keywords: [...new Set(shown.flatMap(({ _id }) => found.keywordsOf.get(_id) ?? []))],
    };
    return { data, paging: { page, limit, total: lots.length } };
  }),
];
