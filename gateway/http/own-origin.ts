import type { IncomingMessage } from 'node:http';

/**
 * Whether a request's `Origin` is ours [G18]. Its scheme, host and port must be those of one of `ownOrigins`. Where
 * none are given, they must be those of the address that the request was sent to by http, which the server itself
 * speaks. null: the request names no origin (no browser, or a read).
 */
export function isOwnOrigin({ headers }: IncomingMessage, ownOrigins: readonly string[]): boolean | null {
  const { origin, host } = headers;
  if (origin === undefined) return null;
  if (ownOrigins.length > 0) return ownOrigins.includes(origin);
  const reached = `http://${host}`;
  return host !== undefined && URL.canParse(reached) && new URL(reached).origin === origin;
}
