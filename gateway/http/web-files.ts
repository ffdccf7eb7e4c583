import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ServerState } from '@saleyard/contract/server.ts';
import { opensAPage } from '@saleyard/http/refusal-page.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import express, { type Request, type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { type FirstLoad, firstLoadsOf, renewHint, withFirstLoads } from './first-page.ts';
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
  isSignedIn(request: Request): Promise<boolean>;
  serverState(): ServerState;
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
  return clean + originalUrl.slice(asked.length);
}

/**
 * Serves the built web. Files with a hash in their name are cached forever; the others are revalidated. Every address
 * that is not a file gets the page, which has its own routes (`/auction-live/4512`). Without a build, a page explains
 * what to run. Pages of sales and lots have preview tags where a preview exists. Each page preloads what its first
 * screen needs, for the person who requests it.
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
    const [preview = null, isSignedIn] = await Promise.all([
      previewOf && inTime(clock, () => previewOf(request.path)),
      inTime(clock, () => pages.isSignedIn(request)),
    ]);
    renewHint(request, response, isSignedIn);
    const html = withFirstLoads(build.page, {
      path: request.path,
      loads: build.loads,
      isSignedIn,
      server: pages.serverState(),
    });
    // The preloads depend on who requests the page.
    response.setHeader('Cache-Control', 'private, no-cache');
    response
      .type('html')
      .send(
        preview === null ? html : withPreviewTags(html, preview, sharedAddress(request, pages.publicUrl)),
      );
  });
  return router;
}

type Build = { page: string; loads: readonly FirstLoad[] };

/** The built page and its list of first screens; null: there is no build. Reloaded after each build. */
function buildIn(folder: string): () => Promise<Build | null> {
  const files = ['index.html', FIRST_LOADS].map((name) => path.join(folder, name));
  const changedAt = async (): Promise<string> =>
    (await Promise.all(files.map((file) => stat(file).catch(() => null))))
      .map((found) => found?.mtimeMs)
      .join(' ');
  const read = async (): Promise<Build | null> => {
    const [page, loads] = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => null)));
    return typeof page === 'string' ? { page, loads: firstLoadsOf(loads ?? '[]') } : null;
  };
  let last: { at: string; build: Promise<Build | null> } | null = null;
  return async () => {
    const at = await changedAt();
    if (last?.at !== at) last = { at, build: read() };
    return last.build;
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
