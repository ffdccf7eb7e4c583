import type { IncomingMessage, ServerResponse } from 'node:http';
import { SESSION_HINT } from '@saleyard/contract/headers.ts';

/** How long the browser keeps the hint; each page renews it. The session's own end is independent of it. In s. */
const KEPT_S = 400 * 24 * 3_600;

/**
 * Lets scripts know whether there is a session to ask about. The session's own cookie stays hidden from them; the hint
 * opens nothing: a caller who sets it by hand is answered 401.
 */
export function hintAtSession(request: IncomingMessage, response: ServerResponse, isSignedIn: boolean): void {
  const age = isSignedIn ? KEPT_S : 0;
  // As our proxies and the session's own middleware leave it.
  const secure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  response.appendHeader('Set-Cookie', `${SESSION_HINT}=1; Path=/; Max-Age=${age}; SameSite=Lax${secure}`);
}
