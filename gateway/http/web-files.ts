import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import express, { type Request, type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { type PagePreview, type PreviewOf, sharedAddress, withPreviewTags } from './preview-tags.ts';

/** Files under here are named after what they hold: they never change. */
const HASHED_FOLDER = 'assets';

/** ms that a page waits for what its preview says. */
const PREVIEW_MS = 300;

/** `publicUrl`: where clients reach us; null: where the request says. */
export type Previews = { previewOf: PreviewOf; clock: Pick<Clock, 'after'>; publicUrl: string | null };

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
 * The built web: files that are named after their content may be kept for ever, the others are asked for again;
 * every address that is no file gets the page, which knows its own routes (`/auction-live/4512`). Without a build
 * a page says what to run. The pages of sales and lots carry tags for previews, where they have one.
 */
export function webFiles(folder: string | undefined, previews?: Previews): RequestHandler {
  const router = Router();
  if (folder !== undefined) {
    const hashed = path.join(folder, HASHED_FOLDER);
    // The build left a compressed file beside each that gets smaller.
    const options = { index: false, enableBrotli: true, orderPreference: ['br', 'gz'] };
    const serveStatic = { immutable: true, maxAge: '1y', index: false } as const;
    router.use(`/${HASHED_FOLDER}`, expressStaticGzip(hashed, { ...options, serveStatic }));
    router.use(express.static(folder, { index: false, setHeaders: (response) => askAgain(response) }));
  }
  router.use(async (request, response, next) => {
    if (!wantsPage(request)) return next();
    askAgain(response);
    const page = folder === undefined ? undefined : path.join(folder, 'index.html');
    if (page === undefined || !existsSync(page)) return response.status(503).type('html').send(NOT_BUILT);
    const preview = previews ? await previewWithin(previews, request.path) : null;
    if (preview === null) return response.sendFile(page, { cacheControl: false });
    const html = await readFile(page, 'utf8');
    const url = sharedAddress(request, previews?.publicUrl ?? null);
    response.type('html').send(withPreviewTags(html, preview, url));
  });
  return router;
}

/** The preview of an address; null when it is not there in time or can not be read: people need the page. */
async function previewWithin({ previewOf, clock }: Previews, pathname: string): Promise<PagePreview | null> {
  let cancel = () => {};
  const late = new Promise<null>((resolve) => {
    cancel = clock.after(PREVIEW_MS, () => resolve(null));
  });
  const found = previewOf(pathname).catch(() => null);
  const preview = await Promise.race([found, late]);
  cancel();
  return preview;
}

function askAgain(response: { setHeader(name: string, value: string): unknown }): void {
  response.setHeader('Cache-Control', 'no-cache');
}
