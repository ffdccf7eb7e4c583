import { WATCH_LIST_PAGE } from '@saleyard/contract/accounts.ts';
import type { LotFilters } from '@saleyard/contract/lot-filters.ts';
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
  { kind, down, ...filters }: LotFilters & { kind: string | undefined; down: boolean },
): Promise<Watched[]> {
  const watchList = (await documents.get<AccountDocument>(ACCOUNTS, account))?.watchList ?? [];
  const filter = {
    _id: { $in: watchList.map(({ lot }) => lot) },
    state: { $ne: 'closed' },
    withdrawn: false,
    ...lotsFitting(filters),
  };
  const lots = await documents.find<LotDocument>(LOTS, filter, { sort: { auction: 1, order: 1 } });
  const auctions = await auctionsById(
    documents,
    lots.map(({ auction }) => auction),
  );
  const byId = new Map(auctions.map((auction) => [auction._id, auction]));
  return lots
    .flatMap((lot) => {
      const auction = byId.get(lot.auction);
      const isShown = kind === undefined || auction?.kindData.type.startsWith(kind);
      return auction === undefined || !isShown ? [] : [{ lot, auction }];
    })
    .sort((a, b) => (a.auction.liveAt - b.auction.liveAt) * (down ? -1 : 1));
}

/** The viewer's own watch list. */
export const watchListEndpoints = (documents: Documents): Endpoint[] => [
  endpoint(accountOperations.watchList, async ({ viewer, query }) => {
    const { page, size, limit = size ?? WATCH_LIST_PAGE, sortDirection = 'desc' } = query;
    const all = await watched(documents, viewer._id, {
      ...query,
      kind: query.kind,
      down: isDown(sortDirection),
    });
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
