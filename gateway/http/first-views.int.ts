import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import type { AskedView } from '@saleyard/contract/first-view.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import compression from 'compression';
import express from 'express';
import * as assert from 'uvu/assert';
import { FirstViews, type RenderView, VIEW_LIMITS } from './first-views.ts';
import { buildOf, webFiles } from './web-files.ts';

const test = suite('first views of pages', { limitMs: 20_000 });

const STYLES = ':root[data-color-scheme=light]{--page:#fff}:root[data-color-scheme=dark]{--page:#000}';
const SYSTEM =
  ':root:not([data-color-scheme]){--page:#fff}@media screen and (prefers-color-scheme:dark){:root:not([data-color-scheme]){--page:#000}}';
const SCRIPT = '<script src="/color-scheme.js"></script>';
const CODE = '<link rel="modulepreload" href="/assets/lot.js">';
const OPENING = '<div class="sy-opening">Saleyard</div></div>';
const LINK = '<link rel="stylesheet" crossorigin href="/assets/a.css">';
const PAGE = `<!doctype html><html lang="en" data-color-scheme="light"><head>${LINK}${SCRIPT}<title>Saleyard</title></head><body><div id="root">${OPENING}</body></html>`;
const LOADS = [
  { path: '^/sign-in$', signedIn: '', visitor: '', views: { signedIn: null, visitor: '/sign-in' } },
  {
    path: '^/main/lots/([\\w-]+)$',
    signedIn: CODE,
    visitor: '',
    views: { signedIn: '$&', visitor: '/sign-in' },
  },
  { path: '^/room$', signedIn: '', visitor: '', views: { signedIn: null, visitor: null } },
];
const folder = mkdtempSync(join(tmpdir(), 'saleyard-views-'));
for (const name of ['.vite', 'assets']) mkdirSync(join(folder, name));
writeFileSync(join(folder, 'assets/a.css'), STYLES);
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, '.vite/first-loads.json'), JSON.stringify(LOADS));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const compressed = (html: string) =>
  deflateRawSync(Buffer.from(html), { finishFlush: constants.Z_SYNC_FLUSH });
/** The page with its style sheet in it; `later`, and what loads the sheet, follow the root. */
const inParts = (root: string, later = '') =>
  PAGE.replace(LINK, '')
    .replace(' data-color-scheme="light"', '')
    .replace(SCRIPT, SCRIPT.replace('<script', '<script async'))
    .replace('</head>', `<style>${STYLES}${SYSTEM}</style></head>`)
    .replace(OPENING, root + later + LINK);
const viewOf = (text: string) => `<h1>${text}</h1></div>`;

/** A site that renders by `render`; `clock` stands still until it is moved. */
async function site(render: RenderView, { isSignedIn = false } = {}) {
  const clock = new ManualClock();
  const views = new FirstViews({ render, clock });
  const app = express();
  app.use(compression());
  const serverState = () => ({ isLive: true, message: '' });
  app.use(
    webFiles(folder, { views, clock, publicUrl: null, serverState, isSignedIn: async () => isSignedIn }),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    clock,
    views,
    open: async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { accept: 'text/html', ...headers },
      });
      return { text: await answer.text(), headers: answer.headers };
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const withState = (text: string) => text.replace(/<meta name="server-state"[^>]*>/, '');
const pageWith = (text: string, later?: string) => inParts(viewOf(text), later);
const PLAIN = inParts(OPENING, CODE);

test('a page holds its view, compressed or not', async () => {
  const { open, close } = await site(async ({ path }) => compressed(viewOf(`é ${path}`)));
  for (const encoding of ['gzip', 'gzip, br', 'identity']) {
    const { text, headers } = await open('/sign-in', { 'accept-encoding': encoding });
    assert.is(withState(text), pageWith('é /sign-in'), encoding);
    assert.is(headers.get('cache-control'), 'private, no-cache');
  }
  await close();
});

test('a page is in the colours that were chosen, else in those of the system', async () => {
  const { open, close } = await site(async () => compressed(viewOf('')));
  const rootWith = async (cookie: string) =>
    /<html[^>]*>/.exec((await open('/sign-in', { cookie })).text)?.[0];
  assert.is(await rootWith('saleyard-color-scheme=dark'), '<html lang="en" data-color-scheme="dark">');
  assert.is(await rootWith('saleyard-color-scheme=light'), '<html lang="en" data-color-scheme="light">');
  for (const other of ['', 'saleyard-color-scheme="><script>', 'saleyard-color-scheme=auto'])
    assert.is(await rootWith(other), '<html lang="en">');
  await close();
});

test('a view is rendered once for everybody, and again when it is old', async () => {
  const asked: AskedView[] = [];
  const { open, close, clock, views } = await site(async (one) => {
    asked.push(one);
    return compressed(viewOf(String(asked.length)));
  });
  assert.is(withState((await open('/sign-in')).text), pageWith('1'));
  assert.is(withState((await open('/main/lots/7')).text), pageWith('1'), 'a visitor is led to sign in');
  const server = { isLive: true, message: '' };
  assert.equal(asked, [{ path: '/sign-in', isSignedIn: false, server, build: buildOf(PAGE) }]);
  clock.advanceBy(VIEW_LIMITS.freshMs);
  // Meanwhile the old one is sent.
  assert.is(withState((await open('/sign-in')).text), pageWith('1'));
  assert.is(withState((await open('/sign-in')).text), pageWith('2'));
  clock.advanceBy(VIEW_LIMITS.staleMs);
  assert.is(withState((await open('/sign-in')).text), pageWith('3'));
  assert.equal(views.outcomes, { rendered: 2, cached: 3, none: 0, failed: 0, late: 0, busy: 0 });
  await close();
});

test('people with a session have their own view; pages with a query, rooms and HEAD have none', async () => {
  const asked: string[] = [];
  const { open, close } = await site(
    async ({ path, isSignedIn }) => {
      asked.push(`${path} ${isSignedIn}`);
      return compressed(viewOf(path));
    },
    { isSignedIn: true },
  );
  assert.is(
    withState((await open('/main/lots/7')).text),
    pageWith('/main/lots/7', CODE),
    'pictures come first',
  );
  for (const path of ['/main/lots/7?q=1', '/room', '/sign-in', '/main/account'])
    assert.is(withState((await open(path)).text).replace(CODE, ''), PAGE, path);
  assert.equal(asked, ['/main/lots/7 true']);
  await close();
});

test('a page whose view fails, is late or is nothing is the page as it was, and each is counted', async () => {
  let render: RenderView = async () => Promise.reject(new Error('planted'));
  const { open, close, clock, views } = await site((asked) => render(asked), { isSignedIn: true });
  assert.is(withState((await open('/main/lots/1')).text), PLAIN);
  render = async () => null;
  assert.is(withState((await open('/main/lots/2')).text), PLAIN);
  render = () => {
    setImmediate(() => clock.advanceBy(VIEW_LIMITS.waitMs));
    return new Promise(() => {});
  };
  for (let at = 0; at < VIEW_LIMITS.underWay; at += 1)
    assert.is(withState((await open(`/main/lots/late-${at}`)).text), PLAIN);
  assert.is(withState((await open('/main/lots/3')).text), PLAIN);
  const { underWay } = VIEW_LIMITS;
  assert.equal(views.outcomes, { rendered: 0, cached: 0, none: 1, failed: 1, late: underWay, busy: 1 });
  await close();
});

test('views that are kept are bounded by number and bytes', async () => {
  let rendered = 0;
  const text = 'x'.repeat(VIEW_LIMITS.keptBytes / 3);
  const views = new FirstViews({
    render: async ({ path }) => {
      rendered += 1;
      return compressed(path.startsWith('/large') ? text : 'small');
    },
    clock: new ManualClock(),
  });
  const get = (path: string) =>
    views.of({ path, isSignedIn: true, server: { isLive: true, message: '' }, build: '1' });
  for (const path of ['/large/1', '/large/2', '/large/3', '/large/3']) await get(path);
  assert.is(rendered, 3);
  await get('/large/1');
  assert.is(rendered, 4, 'the oldest was dropped');
  for (let at = 0; at <= VIEW_LIMITS.kept; at += 1) await get(`/small/${at}`);
  const before = rendered;
  await get('/small/1');
  assert.is(rendered, before);
  await get('/small/0');
  assert.is(rendered, before + 1);
});

test.run();
