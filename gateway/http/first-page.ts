import { SESSION_HINT } from '@saleyard/contract/headers.ts';
import type { ServerState } from '@saleyard/contract/server.ts';
import { hintAtSession } from '@saleyard/http/session-hint.ts';
import { parseCookie } from 'cookie';
import escapeHtml from 'escape-html';
import type { Request, Response } from 'express';

/** What the browser needs for the first screen of an address, as HTML. Its groups stand for `$1` and so on. */
export type FirstLoad = { path: RegExp; signedIn: string; visitor: string };

/** What the web's build wrote of first screens, from its JSON. */
export const firstLoadsOf = (json: string): FirstLoad[] =>
  (JSON.parse(json) as (Omit<FirstLoad, 'path'> & { path: string })[]).map((load) => ({
    ...load,
    path: new RegExp(load.path),
  }));

/** Whether somebody is signed in on a request; `undefined`: it could not be found out in time. */
export type IsSignedIn = boolean | undefined;

/** Puts the browser's hint at a session right, where it says anything else than what is so. */
export function renewHint(request: Request, response: Response, isSignedIn: IsSignedIn): void {
  const hasHint = parseCookie(request.headers.cookie ?? '')[SESSION_HINT] !== undefined;
  if (isSignedIn === true || (isSignedIn === false && hasHint)) hintAtSession(request, response, isSignedIn);
}

/** The page with what its first screen would otherwise ask for one after the other. */
export function withFirstLoads(
  html: string,
  page: { path: string; loads: readonly FirstLoad[]; server: ServerState; isSignedIn: IsSignedIn },
): string {
  const state = `<meta name="server-state" content="${escapeHtml(JSON.stringify(page.server))}">`;
  const load = page.loads.find(({ path }) => path.test(page.path));
  const parts = load && (page.isSignedIn === true ? load.signedIn : load.visitor);
  const head = state + (load && parts ? page.path.replace(load.path, parts) : '');
  // A function: `$` in a text has no meaning.
  return html.replace('</head>', () => `${head}</head>`);
}
