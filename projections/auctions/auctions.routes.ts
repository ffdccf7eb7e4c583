import { auctionOperations } from '@saleyard/contract/auctions.ts';
import { Nothing } from '@saleyard/contract/operation.ts';
import { Router } from 'express';
import { pagesOf, sendData, sendError, sendPage } from '../http/answers.ts';
import { type ReadParts, readRoutes } from '../http/reads.ts';
import { findAuction, listAuctions, summaryOf } from './auctions.queries.ts';

/** `auctions`, `auctions/{number or id}` and its public variant. Visitors see public auctions only. */
export function auctionsRoutes(parts: ReadParts): Router {
  const { documents, viewer } = parts;
  const router = Router();
  const get = readRoutes(router, parts);

  get('/auctions', auctionOperations.auctions.query, 'shared', async (request, response, query) => {
    const { auctions, total } = await listAuctions(documents, query, { hidden: viewer(request) !== null });
    const { page, limit } = query;
    const answer = { auctions: auctions.map(summaryOf), page, pages: pagesOf({ limit, total }) };
    sendPage(response, answer, { page, limit, total });
  });

  get('/auctions/:auction', Nothing, 'shared', async (request, response) => {
    const hidden = viewer(request) !== null;
    const auction = await findAuction(documents, request.params['auction'] ?? '', { hidden });
    if (auction === undefined) sendError(response, 'not-found');
    else sendData(response, { auction: summaryOf(auction) });
  });

  get('/auctions/:auction/public-info', Nothing, 'shared', async (request, response) => {
    const auction = await findAuction(documents, request.params['auction'] ?? '', { hidden: false });
    if (auction === undefined) sendError(response, 'not-found');
    else sendData(response, { auction: summaryOf(auction) });
  });

  return router;
}
