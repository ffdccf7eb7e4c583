import { LOTS_PAGE, type LotsPage, LotsQuery, lotOperations } from '@saleyard/contract/lots.ts';
import { type Request, type Response, Router } from 'express';
import { findAuction, type StoredAuction } from '../auctions/auctions.queries.ts';
import { sendData, sendError, sendPage } from '../http/answers.ts';
import { type ReadParts, readRoutes } from '../http/reads.ts';
import { liveLots } from '../live-lots/live-lots.queries.ts';
import { catalogueLot, findLot, isCreatedBy, listLots, lotsCreatedBy } from './lots.queries.ts';

/** `auctions/{id}/lots`, `lots/{id or number}` and their public variants, which tell every viewer the same. */
export function lotsRoutes(parts: ReadParts): Router {
  const { documents, viewer } = parts;
  const router = Router();
  const get = readRoutes(router, parts);

  const sendLots = async (
    response: Response,
    auction: StoredAuction,
    query: LotsQuery,
    account: string | undefined,
  ): Promise<void> => {
    const { totalTable } = auction;
    const { page, limit = LOTS_PAGE } = query;
    const mine = await lotsCreatedBy(documents, auction._id, account);
    if (query.mode === 'live') {
      const { lots, ...paging } = await liveLots(documents, auction, query, mine);
      return sendPage(response, { lots, totalTable } satisfies LotsPage, { page, ...paging });
    }
    const { lots, total } = await listLots(documents, auction._id, query, limit);
    const shown = lots.map((lot) => catalogueLot(lot, auction, mine.has(lot._id)));
    sendPage(response, { lots: shown, totalTable } satisfies LotsPage, { page, limit, total });
  };

  const lotsOf = (publicOnly: boolean) => async (request: Request, response: Response, query: LotsQuery) => {
    const account = publicOnly ? undefined : viewer(request)?._id;
    const hidden = account !== undefined;
    const auction = await findAuction(documents, String(request.params['auction']), { hidden });
    if (auction === undefined) sendError(response, 'not-found');
    else await sendLots(response, auction, query, account);
  };

  const lot = (publicOnly: boolean) => async (request: Request, response: Response) => {
    const account = publicOnly ? undefined : viewer(request)?._id;
    const hidden = account !== undefined;
    const found = await findLot(documents, String(request.params['lot']));
    const auction = found && (await findAuction(documents, found.auction, { hidden }));
    if (found === undefined || auction === undefined) return sendError(response, 'not-found');
    const mine = await isCreatedBy(documents, found._id, account);
    sendData(response, { lot: catalogueLot(found, auction, mine) });
  };

  get('/auctions/:auction/lots', LotsQuery, 'shared', lotsOf(false));
  get('/auctions/:auction/lots/public-info', LotsQuery, 'shared', lotsOf(true));
  get('/lots/:lot', lotOperations.lot.query, 'shared', lot(false));
  get('/lots/:lot/public-info', lotOperations.lot.query, 'shared', lot(true));
  return router;
}
