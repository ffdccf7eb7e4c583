import { FOUND_MOST, searchOperations } from '@saleyard/contract/search.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { auctionsById, summaryOf } from '../auctions/auctions.queries.ts';
import { catalogueLot, lotsAmong, privateLots } from '../lots/lots.queries.ts';
import type { LotIndex } from './lot-index.ts';

/** Lots of all sales by their words. */
export const searchEndpoints = (documents: Documents, index: LotIndex): Endpoint[] => [
  endpoint(searchOperations.searchLots, async ({ query, viewer }) => {
    const { q, page, limit, over, ...filters } = query;
    const found = await index.across(q, { over: over === 'true', hidden: viewer !== null });
    const best = found.hits.slice(0, FOUND_MOST).map(({ lot }) => lot);
    const lots = await lotsAmong(documents, best, filters);
    const shown = lots.slice((page - 1) * limit, page * limit);
    const [auctions, owned] = await Promise.all([
      auctionsById(
        documents,
        shown.map(({ auction }) => auction),
      ),
      privateLots(
        documents,
        shown.map(({ _id }) => _id),
      ),
    ]);
    const byId = new Map(auctions.map((auction) => [auction._id, auction]));
    const data = {
      lots: shown.flatMap((lot) => {
        const auction = byId.get(lot.auction);
        const mine = owned.get(lot._id)?.createdBy === viewer?._id && viewer !== null;
        return auction === undefined ? [] : [catalogueLot(lot, auction, mine)];
      }),
      auctions: auctions.map((auction) => summaryOf(auction, viewer?._id)),
      suggestions: found.suggestions,
      keywords: [...new Set(shown.flatMap(({ _id }) => found.keywordsOf.get(_id) ?? []))],
    };
    return { data, paging: { page, limit, total: lots.length } };
  }),
];
