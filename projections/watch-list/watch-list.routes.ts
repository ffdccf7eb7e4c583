import { accountOperations, WATCH_LIST_PAGE } from '@saleyard/contract/accounts.ts';
import type { Answer } from '@saleyard/contract/operation.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { Router } from 'express';
import { ACCOUNTS, type AccountDocument } from '../accounts/accounts.projection.ts';
import { auctionsById, isDown, type StoredAuction, summaryOf } from '../auctions/auctions.queries.ts';
import { sendError, sendPage } from '../http/answers.ts';
import { type ReadParts, readRoutes } from '../http/reads.ts';
import { LOTS, type LotDocument } from '../lots/lots.projection.ts';
import { catalogueLot, privateLots, type StoredLot } from '../lots/lots.queries.ts';

type Watched = { lot: StoredLot; auction: StoredAuction };

/** The lots an account watches that are still to be sold, by when their sale goes live, then by catalogue order. */
async function watched(documents: Documents, account: string, down: boolean): Promise<Watched[]> {
  const watchList = (await documents.get<AccountDocument>(ACCOUNTS, account))?.watchList ?? [];
  const filter = {
    _id: { $in: watchList.map(({ lot }) => lot) },
    state: { $ne: 'closed' },
    withdrawn: false,
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
      return auction === undefined ? [] : [{ lot, auction }];
    })
    .sort((a, b) => (a.auction.liveAt - b.auction.liveAt) * (down ? -1 : 1));
}

/** `lots/watchlist`: the viewer's own. */
export function watchListRoutes(parts: ReadParts): Router {
  const { documents, viewer } = parts;
  const router = Router();
  const get = readRoutes(router, parts);

  get('/lots/watchlist', accountOperations.watchList.query, 'personal', async (request, response, query) => {
    const account = viewer(request)?._id;
    if (account === undefined) return sendError(response, 'unauthorized');
    const { page, size, limit = size ?? WATCH_LIST_PAGE, sortDirection = 'desc' } = query;
    const all = await watched(documents, account, isDown(sortDirection));
    const shown = all.slice((page - 1) * limit, page * limit);
    const owned = await privateLots(
      documents,
      shown.map(({ lot }) => lot._id),
    );
    const answer: Answer<typeof accountOperations.watchList> = {
      lots: shown.map(({ lot, auction }) =>
        catalogueLot(lot, auction, owned.get(lot._id)?.createdBy === account),
      ),
      auctions: [...new Set(shown.map(({ auction }) => auction))].map(summaryOf),
    };
    sendPage(response, answer, { page, limit, total: all.length });
  });

  return router;
}
