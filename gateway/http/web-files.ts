import { existsSync } from 'node:fs';
import path from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';

/** Files under here are named after what they hold: they never change. */
const HASHED_FOLDER = 'assets';

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
 * a page says what to run.
 */
export function webFiles(folder: string | undefined): RequestHandler {
  const router = Router();
  if (folder !== undefined) {
    const hashed = path.join(folder, HASHED_FOLDER);
    router.use(`/${HASHED_FOLDER}`, express.static(hashed, { immutable: true, maxAge: '1y', index: false }));
    router.use(express.static(folder, { index: false, setHeaders: (response) => askAgain(response) }));
  }
  router.use((request, response, next) => {
    if (!wantsPage(request)) return next();
    askAgain(response);
    const page = folder === undefined ? undefined : path.join(folder, 'index.html');
    if (page !== undefined && existsSync(page)) response.sendFile(page, { cacheControl: false });
    else response.status(503).type('html').send(NOT_BUILT);
  });
  return router;
}

function askAgain(response: { setHeader(name: string, value: string): unknown }): void {
  response.setHeader('Cache-Control', 'no-cache');
}
