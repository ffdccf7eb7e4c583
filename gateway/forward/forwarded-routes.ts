import type { Side } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import type { Route } from '@saleyard/http/endpoint.ts';
import type { Forwarder } from './forwarder.ts';

/** The operations that other processes serve, each forwarded to its side. */
export const forwardedRoutes = (sides: Readonly<Record<Exclude<Side, 'gateway'>, Forwarder>>): Route[] =>
  OPERATIONS.flatMap((operation) => {
    const { side } = operation;
    if (side === 'gateway') return [];
    const handler: Route['handler'] = (request, response) => {
      // A router shows handlers the rest of the path; the other process is asked for the whole.
      request.url = request.originalUrl;
      return sides[side].forward(request, response);
    };
    const receive: Route['handler'] = async (request, _response, next) => {
      await sides[side].receive(request);
      next();
    };
    return [{ operation, receive, handler }];
  });
