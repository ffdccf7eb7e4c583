import type { IncomingMessage } from 'node:http';

/**
 * Whether a request's `Origin` is one of ours [G18]: an origin handed in, or the very host the request was sent
 * to. A request without the header (no browser) counts as ours here: callers that need more ask for more.
 */
export function isOwnOrigin(request: IncomingMessage, ownOrigins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (ownOrigins.includes(origin)) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
