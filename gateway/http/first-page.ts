import { SESSION_HINT } from '@saleyard/contract/headers.ts';
import type { ServerState } from '@saleyard/contract/server.ts';
import { hintAtSession } from '@saleyard/http/session-hint.ts';
import { parseCookie } from 'cookie';
import escapeHtml from 'escape-html';
import type { Request, Response } from 'express';

/**
 * What the browser loads for the first screen of an address, as HTML, and `views`, the address whose view the server
 * renders there; null: none. `$1` and so on are the groups of its path, `$&` is all of it.
 */
export type FirstLoad = {
  path: RegExp;
  signedIn: string;
  visitor: string;
  views: { signedIn: string | null; visitor: string | null };
};

/** Parses the list of first screens that the web's build wrote. */
export const firstLoadsOf = (json: string): FirstLoad[] =>
  (JSON.parse(json) as (Omit<FirstLoad, 'path'> & { path: string })[]).map((load) => ({
    ...load,
    path: new RegExp(load.path),
  }));

/** Whether the request has a session; `undefined`: the lookup timed out. */
export type IsSignedIn = boolean | undefined;

/** Corrects the browser's session hint when it is stale. */
export function renewHint(request: Request, response: Response, isSignedIn: IsSignedIn): void {
  const hasHint = parseCookie(request.headers.cookie ?? '')[SESSION_HINT] !== undefined;
  if (isSignedIn === true || (isSignedIn === false && hasHint)) hintAtSession(request, response, isSignedIn);
}

/** The address whose view the server renders in a page; null: none, and where it is not known whether there is a session. */
export function viewedAddress(
  path: string,
  loads: readonly FirstLoad[],
  isSignedIn: IsSignedIn,
): string | null {
  const load = isSignedIn === undefined ? undefined : loads.find((one) => one.path.test(path));
  const view = load?.views[isSignedIn ? 'signedIn' : 'visitor'] ?? null;
  return load && view !== null ? path.replace(load.path, view) : null;
}

/** The page with preloads of what its first screen would otherwise request one after the other. */
export function withFirstLoads(
  html: string,
  page: { path: string; loads: readonly FirstLoad[]; server: ServerState; isSignedIn: IsSignedIn },
): string {
  const state = `<meta name="server-state" content="${escapeHtml(JSON.stringify(page.server))}">`;
  const load = page.loads.find(({ path }) => path.test(page.path));
  const parts = load && (page.isSignedIn === true ? load.signedIn : load.visitor);
  const head = state + (load && parts ? page.path.replace(load.path, parts) : '');
  // A replacer function, since `$` is special in a replacement string.
  return html.replace('</head>', () => `${head}</head>`);
}
