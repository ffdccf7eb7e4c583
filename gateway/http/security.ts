import { wireError } from '@saleyard/contract/errors.ts';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { isOwnOrigin } from './own-origin.ts';
import { sendError } from './send-error.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The headers of every answer [G19]. No script but our own files; inline styles, since the component kit sets
 * them. `secure`: people reach us by https, so browsers are told to insist on it.
 */
export function securityHeaders(secure: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    // The live room opens in a window of its own, from our own pages.
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const OUR_SITES = new Set(['same-origin', 'same-site', 'none']);

/**
 * Lets a state-changing call pass only when it comes from our own pages [G18]: `Sec-Fetch-Site` says so, or else
 * `Origin` is ours. With neither header: 403, for a session cookie proves nothing of who sends it.
 */
export function ownPagesOnly(ownOrigins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (READING.has(request.method)) return next();
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    const ours =
      site !== undefined ? OUR_SITES.has(site) : origin !== undefined && isOwnOrigin(request, ownOrigins);
    if (ours) next();
    else sendError(response, wireError('foreign-origin'));
  };
}
