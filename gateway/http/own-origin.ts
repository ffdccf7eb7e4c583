import type { IncomingMessage } from 'node:http';

/**
 * Whether a request's `Origin` is ours [G18]. Its scheme, host and port must match one of `ownOrigins`. When that is
 * empty, they must match the request's own host over http, which is what the server itself serves. null: the request
 * has no origin (no browser, or a read).
 */
export function isOwnOrigin({ headers }: IncomingMessage, ownOrigins: readonly string[]): boolean | null {
  const { origin, host } = headers;
  if (origin === undefined) return null;
  if (ownOrigins.length > 0) return ownOrigins.includes(origin);
  const reached = `http://${host}`;
  return host !== undefined && URL.canParse(reached) && new URL(reached).origin === origin;
}
