import type { IncomingMessage, ServerResponse } from 'node:http';
import { SESSION_HINT } from '@saleyard/contract/headers.ts';

/** Seconds that the browser keeps the hint; each page renews it. The session itself ends independently. */
const KEPT_S = 400 * 24 * 3_600;

/**
 * Shows scripts whether there may be a session. The session's own cookie stays hidden from them. The hint grants
 * nothing: a caller who sets it by hand is answered 401.
 */
export function hintAtSession(request: IncomingMessage, response: ServerResponse, isSignedIn: boolean): void {
  const age = isSignedIn ? KEPT_S : 0;
  // As set by our proxies and the session middleware.
  const secure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  response.appendHeader('Set-Cookie', `${SESSION_HINT}=1; Path=/; Max-Age=${age}; SameSite=Lax${secure}`);
}
