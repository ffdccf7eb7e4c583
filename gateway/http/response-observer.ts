import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { RequestHandler } from 'express';

/**
 * One answer of the HTTP side. `route`: the pattern that matched (`/lots/:lot`), or `other` for the web's files and
 * unmatched paths, so that metrics never have a label for each request. `ms`: until it was sent.
 */
export type ObservedResponse = { method: string; route: string; status: number; ms: number };

/** Methods that metrics name. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** Reports each answer once it has been sent. */
export function observeResponses(clock: Clock, report: (answered: ObservedResponse) => void): RequestHandler {
  return (request, response, next) => {
    const began = clock.monotonic();
    response.once('finish', () => {
      const pattern: unknown = request.route?.path;
      const route = Array.isArray(pattern) ? pattern[0] : pattern;
      report({
        method: METHODS.has(request.method) ? request.method : 'other',
        route: typeof route === 'string' ? route : 'other',
        status: response.statusCode,
        ms: clock.monotonic() - began,
      });
    });
    next();
  };
}
