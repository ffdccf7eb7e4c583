import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ServerState } from '@saleyard/contract/server.ts';
import { opensAPage } from '@saleyard/http/refusal-page.ts';
import { sendCompressed } from '@saleyard/http/send-compressed.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import express, { type Request, type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { clientOf } from '../shedding/client-limits.ts';
import { inColorScheme, withSystemScheme } from './color-scheme.ts';
import { type FirstLoad, firstLoadsOf, renewHint, viewedAddress, withFirstLoads } from './first-page.ts';
import type { FirstViews } from './first-views.ts';
import { aroundView, type Part, partOf, sendInParts } from './page-parts.ts';
import { type PreviewOf, sharedAddress, withPreviewTags } from './preview-tags.ts';

/** Files in this folder have a hash in their name, so they never change. */
const HASHED_FOLDER = 'assets';

/** The build's list of first screens. */
const FIRST_LOADS = '.vite/first-loads.json';

/** ms that a page waits for its preview and session. */
const WAIT_MS = 300;

export type Pages = {
  clock: Pick<Clock, 'after'>;
  /** The public address; null: each request's own host. */
  publicUrl: string | null;
  previewOf?: PreviewOf;
  /** The account that is signed in on a request. */
  accountOf(request: Request): Promise<string | null>;
  /**
   * Counts a page for its caller. False: it comes as it was built, without what would be read for it. `account`: null where
   * nobody is signed in.
   */
  isAdmitted(request: Request, account: string | null): Promise<boolean>;
  serverState(): ServerState;
  /** Views that are rendered at the server; left out, pages have none. */
  views?: Pick<FirstViews, 'of'>;
};

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Saleyard is not built yet</title></head>
<body style="font-family:system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem">
<h1>The web is not built yet</h1>
<p>The server runs, but its pages are missing. Run <code>npm run build:web</code> in the project's folder and
load this page again. <code>npm start</code> does both.</p></body></html>
`;

const wantsPage = (request: Request): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  path.extname(request.path) === '' &&
  Boolean(request.accepts('html'));

/**
 * The address of a link without what a sentence put after it (`…/9001.`), which mail programs take for a part of it; null
 * where there is nothing of that.
 */
function withoutPunctuation(request: Request): string | null {
  const { path: asked, originalUrl } = request;
  const clean = asked.replace(/[.,;:!?)\]>'"]+$/, '');
  if (clean === asked || clean === '' || !opensAPage(request)) return null;
  // Of a request for a whole URL, the path is not its beginning.
  const target = originalUrl.startsWith(asked) ? clean + originalUrl.slice(asked.length) : '';
  return isOwnPath(target) ? target : null;
}

const OWN = 'http://own.invalid';

/** Whether a browser resolves an address to a path of the page's own host: it takes `//a.b` and `/\a.b` as other hosts. */
const isOwnPath = (address: string): boolean =>
  address.startsWith('/') && URL.canParse(address, OWN) && new URL(address, OWN).origin === OWN;

/**
 * Serves the built web. Files with a hash in their name are cached forever; the others are revalidated. Every address
 * that is not a file gets the page, which has its own routes (`/auction-live/4512`). Without a build, a page explains
 * what to run. Pages of sales and lots have preview tags where a preview exists. Each page preloads what its first
 * screen needs, for the person who requests it, and public ones hold their first view.
 */
export function webFiles(folder: string | undefined, pages: Pages): RequestHandler {
  const router = Router();
  const built = folder === undefined ? async () => null : buildIn(folder);
  if (folder !== undefined) {
    const hashed = path.join(folder, HASHED_FOLDER);
    // The build wrote a compressed copy of each file that gets smaller.
    const options = { index: false, enableBrotli: true, orderPreference: ['br', 'gz'] };
    const serveStatic = { immutable: true, maxAge: '1y', index: false } as const;
    router.use(`/${HASHED_FOLDER}`, expressStaticGzip(hashed, { ...options, serveStatic }));
    router.use(express.static(folder, { index: false, setHeaders: (response) => askAgain(response) }));
  }
  router.use(async (request, response, next) => {
    const clean = withoutPunctuation(request);
    if (clean !== null) return response.redirect(302, clean);
    if (!wantsPage(request)) return next();
    const build = await built();
    if (build === null) {
      askAgain(response);
      return response.status(503).type('html').send(NOT_BUILT);
    }
    const { clock, previewOf } = pages;
    const account = await inTime(clock, () => pages.accountOf(request));
    const isAdmitted = await pages.isAdmitted(request, account ?? null);
    const preview = (isAdmitted && previewOf && (await inTime(clock, () => previewOf(request.path)))) || null;
    const isSignedIn = account === undefined ? undefined : account !== null;
    renewHint(request, response, isSignedIn);
    const server = pages.serverState();
    const { loads } = build;
    const plain = withFirstLoads(build.page, { path: request.path, loads, isSignedIn, server });
    const html =
      preview === null ? plain : withPreviewTags(plain, preview, sharedAddress(request, pages.publicUrl));
    // The preloads depend on who requests the page.
    response.setHeader('Cache-Control', 'private, no-cache');
    // An address with a query is one of many, of which few would be requested again.
    const hasView =
      isAdmitted &&
      pages.views !== undefined &&
      request.method === 'GET' &&
      request.originalUrl === request.path;
    const viewed = hasView ? viewedAddress(request.path, loads, isSignedIn) : null;
    const colored = inColorScheme(html, request.headers.cookie);
    const around = viewed === null ? null : await aroundView(colored, build.stylesOf).catch(() => null);
    if (viewed === null || around === null || pages.views === undefined)
      return sendCompressed(request, response.type('html'), html);
    const view = pages.views.of(
      { path: viewed, isSignedIn: isSignedIn === true, server, build: build.id },
      clientOf(request, account ?? null),
    );
    await sendInParts(request, response, around, view);
  });
  return router;
}

type Build = {
  /** Differs between builds. */
  id: string;
  page: string;
  loads: readonly FirstLoad[];
  /** These style sheets as one element of a page. */
  stylesOf: (addresses: readonly string[]) => Promise<Part>;
};

/** The built page and its list of first screens; null: there is no build. Reloaded after each build. */
function buildIn(folder: string): () => Promise<Build | null> {
  const files = ['index.html', FIRST_LOADS].map((name) => path.join(folder, name));
  const changedAt = async (): Promise<string> =>
    (await Promise.all(files.map((file) => stat(file).catch(() => null))))
      .map((found) => found?.mtimeMs)
      .join(' ');
  const read = async (): Promise<Build | null> => {
    const [page, loads] = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => null)));
    return typeof page === 'string'
      ? { id: buildOf(page), page, loads: firstLoadsOf(loads ?? '[]'), stylesOf: stylesIn(folder) }
      : null;
  };
  let last: { at: string; build: Promise<Build | null> } | null = null;
  return async () => {
    const at = await changedAt();
    if (last?.at !== at) last = { at, build: read() };
    return last.build;
  };
}

/** The id of a build of the web by its page, which names its files. */
export const buildOf = (page: string): string => hash('sha256', page).slice(0, 16);

/** Reads the style sheets of a build; each set of them once. */
function stylesIn(folder: string): Build['stylesOf'] {
  const known = new Map<string, Promise<Part>>();
  return (addresses) => {
    const key = addresses.join(' ');
    const found =
      known.get(key) ??
      Promise.all(addresses.map((address) => readFile(path.join(folder, address), 'utf8'))).then((sheets) =>
        partOf(`<style>${withSystemScheme(sheets.join(''))}</style>`),
      );
    known.set(key, found);
    return found;
  };
}

/** The result of `find`; undefined when it fails or takes too long, since the page matters more. */
async function inTime<T>(clock: Pick<Clock, 'after'>, find: () => Promise<T>): Promise<T | undefined> {
  let cancel = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(WAIT_MS, () => resolve(undefined));
  });
  const found = find().catch(() => undefined);
  const first = await Promise.race([found, late]);
  cancel();
  return first;
}

function askAgain(response: { setHeader(name: string, value: string): unknown }): void {
  response.setHeader('Cache-Control', 'no-cache');
}
