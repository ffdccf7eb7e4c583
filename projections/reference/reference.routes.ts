import { Nothing } from '@saleyard/contract/operation.ts';
import { STOCK_CATEGORIES } from '@saleyard/domain/listing/stock.ts';
import { Router } from 'express';
import { sendData, sendError } from '../http/answers.ts';
import { type ReadParts, readRoutes } from '../http/reads.ts';
import { KINDS, MAIN_CONTACTS, STATE_DISTRICTS } from './reference-data.ts';

/** `kinds`, `kinds/public` (without fees), `kinds/{id}`, `states`, `stock-categories` and `contacts/main`. */
export function referenceRoutes(parts: ReadParts): Router {
  const router = Router();
  const get = readRoutes(router, parts);

  get('/kinds', Nothing, 'shared', (_, response) => sendData(response, { kinds: KINDS }));
  get('/kinds/public', Nothing, 'shared', (_, response) => {
    sendData(response, { kinds: KINDS.map(({ _id, type, title }) => ({ _id, type, title })) });
  });
  get('/kinds/:kind', Nothing, 'shared', (request, response) => {
    const kind = KINDS.find(({ _id }) => _id === request.params['kind']);
    if (kind === undefined) sendError(response, 'not-found');
    else sendData(response, { kind });
  });
  get('/states', Nothing, 'shared', (_, response) => sendData(response, { states: STATE_DISTRICTS }));
  get('/stock-categories', Nothing, 'shared', (_, response) => {
    sendData(response, { stockCategories: STOCK_CATEGORIES });
  });
  get('/contacts/main', Nothing, 'shared', (_, response) => sendData(response, MAIN_CONTACTS));
  return router;
}
