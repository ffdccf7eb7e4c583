import { HEADERS } from '@saleyard/contract/operation.ts';
import { refusal, sendRefusal } from '@saleyard/http/failures.ts';
import type { Request, RequestHandler } from 'express';
import { isOwnOrigin } from './own-origin.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a browser says that our own pages sent it; null when nothing is said (no browser, or an old one). What it
 * says of the site and of the origin must both be ours. Other hosts of our site (`same-site`) are not us.
 */
function saysOurs(request: Request, ownOrigins: readonly string[]): boolean | null {
  const site = request.get('sec-fetch-site');
  const own = isOwnOrigin(request, ownOrigins);
  return site === undefined ? own : site === 'same-origin' && own !== false;
}

/**
 * Lets a state-changing call pass only when it comes from our own pages [G18]: what is sent of `Sec-Fetch-Site`
 * and `Origin` says so. With neither header: 403, for a session cookie proves nothing of who sends it.
 */
export function csrfGuard(ownOrigins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (READING.has(request.method) || saysOurs(request, ownOrigins) === true) next();
    else sendRefusal(response, refusal('foreign-origin'));
  };
}

/**
 * The same for a call that changes something though it reads, as signing out does [G18]. A browser sends it from
 * our pages, or because its person typed it; where nothing is said, it carries the header that every call of our
 * pages has and no page of others can send.
 */
export function csrfGuardOnReads(ownOrigins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const typed = request.get('sec-fetch-site') === 'none' && request.get('origin') === undefined;
    const ours = saysOurs(request, ownOrigins) ?? request.get(HEADERS.platform) !== undefined;
    if (typed || ours) next();
    else sendRefusal(response, refusal('foreign-origin'));
  };
}
