import type { ServerState } from './server.ts';

/**
 * Which first view of a page is rendered: of the address `path`, for people with a session or for visitors. Nothing in it
 * is of one person: it holds what anyone may read. `build`: the build of the web that the page is of (`buildOf`), whose
 * scripts take the view over.
 */
export type AskedView = { path: string; isSignedIn: boolean; server: ServerState; build: string };
