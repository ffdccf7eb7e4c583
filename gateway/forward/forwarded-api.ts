import type { Side } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { type RequestHandler, Router } from 'express';
import type { Forwarder } from './forwarder.ts';

const BASE = '/api/v1';

/**
 * The routes under `/api/v1` that other processes serve, each forwarded to the side that the table of operations
 * names. What the table does not know is passed on.
 */
export function forwardedApi(sides: Readonly<Record<Exclude<Side, 'gateway'>, Forwarder>>): Router {
  const router = Router();
  for (const { method, path, side } of OPERATIONS) {
    if (side === 'gateway') continue;
    const route = path.slice(BASE.length).replace(/\{(\w+)\}/g, ':$1');
    const handler: RequestHandler = (request, response) => {
      // A router shows handlers the rest of the path; the other process is asked for the whole.
      request.url = request.originalUrl;
      return sides[side].forward(request, response);
    };
    router[method](route, handler);
  }
  return router;
}
