import type { Side } from '@saleyard/contract/operation.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import type { Route } from '@saleyard/http/endpoint.ts';
import type { Forwarder } from './forwarder.ts';

/** The operations that other processes serve, each forwarded to its side, but those of `here`. */
export const forwardedRoutes = (
  sides: Readonly<Record<Exclude<Side, 'gateway'>, Forwarder>>,
  here: readonly Route[] = [],
): Route[] =>
  OPERATIONS.flatMap((operation) => {
    const { side } = operation;
    if (side === 'gateway' || here.some((route) => route.operation === operation)) return [];
    const handler: Route['handler'] = (request, response) => {
      // Express strips the prefix that the router matched; the other process needs the full path.
      request.url = request.originalUrl;
      return sides[side].forward(request, response);
    };
    const receive: Route['handler'] = async (request, _response, next) => {
      await sides[side].receive(request);
      next();
    };
    return [{ operation, receive, handler }];
  });
