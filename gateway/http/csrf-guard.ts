import { HEADERS } from '@saleyard/contract/operation.ts';
import { refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { Request, RequestHandler } from 'express';
import { isOwnOrigin } from './own-origin.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the browser reports that our own pages sent the request; null when it reports nothing (no browser, or an
 * old one). Both the site and the origin must be ours. Other hosts of our site (`same-site`) don't count.
 */
function saysOurs(request: Request, ownOrigins: readonly string[]): boolean | null {
  const site = request.get('sec-fetch-site');
  const own = isOwnOrigin(request, ownOrigins);
  return site === undefined ? own : site === 'same-origin' && own !== false;
}

/**
 * Accepts a state-changing request only from our own pages [G18], by the `Sec-Fetch-Site` and `Origin` headers. With
 * neither header it answers 403: a session cookie alone does not prove who sent the request.
 */
export function csrfGuard(ownOrigins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (READING.has(request.method) || saysOurs(request, ownOrigins) === true) next();
    else sendRefusal(response, refusal('foreign-origin'));
  };
}

/**
 * The same for a GET that changes state, such as signing out [G18]. It must come from our pages, or from a typed
 * address. Without either header it must carry the custom header that all our pages send and no other site can.
 */
export function csrfGuardOnReads(ownOrigins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const typed = request.get('sec-fetch-site') === 'none' && request.get('origin') === undefined;
    const ours = saysOurs(request, ownOrigins) ?? request.get(HEADERS.platform) !== undefined;
    if (typed || ours) next();
    else sendRefusal(response, refusal('foreign-origin'));
  };
}
