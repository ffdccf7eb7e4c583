import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
import { PUBLIC_PAGE } from '@saleyard/contract/lots.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { auctionsById, isDown, type StoredAuction, summaryOf } from '../sales/auctions.queries.ts';
import { lotsFitting } from './lot-filters.ts';
import { LOTS, type LotDocument } from './lots.projection.ts';
import { catalogueLot, privateLots, type StoredLot } from './lots.queries.ts';

type Watched = { lot: StoredLot; auction: StoredAuction };

/** The unsold lots an account watches, by when their sale goes live, then in catalogue order. */
async function watched(
  documents: Documents,
  account: string,
  { kind, down, ...filters }: LotFilters & { kind: string; down: boolean },
): Promise<Watched[]> {
  const watchList = (await documents.get<AccountDocument>(ACCOUNTS, account))?.watchList ?? [];
  const auctions = await auctionsById(
    documents,
    watchList.map(({ auction }) => auction),
  );
  // Lots of sales that are over stay on the list and are not read.
  const sales = new Map(
    auctions
      .filter(({ state, kindData }) => state !== 'closed' && kindData.type.startsWith(kind))
      .map((auction) => [auction._id, auction]),
  );
  const filter = {
    _id: { $in: watchList.filter(({ auction }) => sales.has(auction)).map(({ lot }) => lot) },
    state: { $ne: 'closed' },
    withdrawn: false,
    ...lotsFitting(filters),
  };
  const lots = await documents.find<LotDocument>(LOTS, filter, { sort: { auction: 1, order: 1 } });
  return lots
    .flatMap((lot) => {
      const auction = sales.get(lot.auction);
      return auction === undefined ? [] : [{ lot, auction }];
    })
    .sort((a, b) => (a.auction.liveAt - b.auction.liveAt) * (down ? -1 : 1));
}

/** The viewer's own watch list. */
export const watchListEndpoints = (documents: Documents): Endpoint[] => [
  endpoint(accountOperations.watchList, async ({ viewer, query }) => {
    const { page, size = PUBLIC_PAGE, limit: asked = size, kind = '', sortDirection = 'desc' } = query;
    const limit = Math.min(asked, PUBLIC_PAGE);
    const all = await watched(documents, viewer._id, { ...query, kind, down: isDown(sortDirection) });
    const shown = all.slice((page - 1) * limit, page * limit);
    const owned = await privateLots(
      documents,
      shown.map(({ lot }) => lot._id),
    );
    const data = {
      lots: shown.map(({ lot, auction }) =>
        catalogueLot(lot, auction, owned.get(lot._id)?.createdBy === viewer._id),
      ),
      auctions: [...new Set(shown.map(({ auction }) => auction))].map((auction) =>
        summaryOf(auction, viewer._id),
      ),
    };
    return { data, paging: { page, limit, total: all.length } };
  }),
];
