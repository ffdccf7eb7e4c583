import type { RequestHandler } from 'express';
import { refusal, sendRefusal } from './answers.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/**
 * Lets a state-changing request pass only if it came from our own pages: its `Sec-Fetch-Site` says so, or its
 * `Origin` is `publicUrl` or the very host it was sent to. Anything else gets 403
 * `foreign-origin`, also a request with neither header: a session cookie alone proves nothing of the sender.
 * Signing out is a GET, and is held to the same when a browser says where it came from.
 */
export function sameOriginOnly(publicUrl: string | null): RequestHandler {
  return (request, response, next) => {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    const reading = READING.has(request.method);
    const own = (): boolean => {
      if (site !== undefined)
        return site === 'same-origin' || site === 'same-site' || (reading && site !== 'cross-site');
      if (origin === undefined) return reading;
      if (origin === publicUrl) return true;
      const host = request.get('x-forwarded-host') ?? request.get('host');
      return host !== undefined && hostOf(origin) === host;
    };
    const guarded = !reading || request.path.endsWith('/logout');
    if (guarded && !own()) sendRefusal(response, refusal('foreign-origin'));
    else next();
  };
}
