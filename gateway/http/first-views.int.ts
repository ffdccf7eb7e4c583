import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { constants, deflateRawSync } from 'node:zlib';
import type { AskedView } from '@saleyard/contract/first-view.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import compression from 'compression';
import express from 'express';
import * as assert from 'uvu/assert';
import { UpstreamBusy } from '../forward/forwarder.ts';
import { FirstViews, type RenderView, VIEW_LIMITS } from './first-views.ts';
import { buildOf, webFiles } from './web-files.ts';

const test = suite('first views of pages', { limitMs: 20_000 });

const STYLES = ':root[data-color-scheme=light]{--page:#fff}:root[data-color-scheme=dark]{--page:#000}';
const SYSTEM =
  ':root:not([data-color-scheme]){--page:#fff}@media screen and (prefers-color-scheme:dark){:root:not([data-color-scheme]){--page:#000}}';
const SCRIPT = '<script src="/early.js"></script>';
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
  { path: '^/results/([\\w-]+)$', signedIn: '', visitor: '', views: { signedIn: '$&', visitor: '$&' } },
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

const server = { isLive: true, message: '' };

/** A site that renders by `render`; `clock` stands still until it is moved. */
async function site(render: RenderView, { isSignedIn = false } = {}) {
  const clock = new ManualClock();
  let isShed = false;
  const views = new FirstViews({ render, clock, isShed: () => isShed });
  const app = express();
  app.use(({ headers }, _response, next) => {
    headers['x-forwarded-for'] ??= '192.0.2.1';
    next();
  });
  app.use(compression());
  app.use(
    webFiles(folder, {
      views,
      clock,
      publicUrl: null,
      serverState: () => server,
      accountOf: async () => (isSignedIn ? 'anna' : null),
      isAdmitted: async () => true,
    }),
  );
  const listener = app.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    clock,
    views,
    shed(value: boolean) {
      isShed = value;
    },
    open: async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { accept: 'text/html', ...headers },
      });
      return { text: await answer.text(), headers: answer.headers };
    },
    async close() {
      listener.close();
      listener.closeAllConnections();
    },
  };
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await wait(5);
};

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
  assert.equal(asked, [{ path: '/sign-in', isSignedIn: false, server, build: buildOf(PAGE) }]);
  clock.advanceBy(VIEW_LIMITS.freshMs);
  // Meanwhile the old one is sent.
  assert.is(withState((await open('/sign-in')).text), pageWith('1'));
  assert.is(withState((await open('/sign-in')).text), pageWith('2'));
  clock.advanceBy(VIEW_LIMITS.staleMs);
  assert.is(withState((await open('/sign-in')).text), pageWith('3'));
  assert.equal(views.outcomes, {
    rendered: 2,
    cached: 3,
    none: 0,
    failed: 0,
    late: 0,
    busy: 0,
    limited: 0,
    shed: 0,
  });
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
  render = async () => Promise.reject(new UpstreamBusy('planted'));
  assert.is(withState((await open('/main/lots/1')).text), PLAIN);
  render = async () => null;
  assert.is(withState((await open('/main/lots/2')).text), PLAIN);
  render = () => {
    setImmediate(() => clock.advanceBy(VIEW_LIMITS.waitMs));
    return new Promise(() => {});
  };
  const { underWayOfClient } = VIEW_LIMITS;
  for (let at = 0; at < underWayOfClient; at += 1)
    assert.is(withState((await open(`/main/lots/late-${at}`)).text), PLAIN);
  assert.is(withState((await open('/main/lots/3')).text), PLAIN);
  const late = { late: underWayOfClient, busy: 0, limited: 1, shed: 1 };
  assert.equal(views.outcomes, { rendered: 0, cached: 0, none: 1, failed: 1, ...late });
  await close();
});

test('one visitor takes two of the four renderings, and others have the rest', async () => {
  const ends: (() => void)[] = [];
  const { open, close, views } = await site(
    () =>
      new Promise((resolve) => {
        ends.push(() => resolve(compressed(viewOf('lot'))));
      }),
  );
  const from = (address: string, lot: number) => open(`/results/${lot}`, { 'x-forwarded-for': address });
  const own = [from('192.0.2.1', 1), from('192.0.2.1', 2)];
  await until(() => ends.length === 2);
  assert.is(withState((await from('192.0.2.1', 3)).text), inParts(OPENING));
  // What another is waiting for already costs nothing.
  const shared = from('192.0.2.1', 2);
  const others = [from('192.0.2.2', 4), from('192.0.2.3', 5)];
  await until(() => ends.length === 4);
  assert.is(withState((await from('192.0.2.4', 6)).text), inParts(OPENING));
  for (const end of ends) end();
  for (const { text } of await Promise.all([...own, shared, ...others]))
    assert.is(withState(text), pageWith('lot'));
  const { busy, limited } = views.outcomes;
  assert.equal({ busy, limited }, { busy: 1, limited: 1 });
  await close();
});

test('a client has as many views rendered as its rate allows; those that are kept cost nothing', async () => {
  for (const isAddress of [true, false]) {
    let rendered = 0;
    const clock = new ManualClock();
    const render: RenderView = async () => {
      rendered += 1;
      return compressed(viewOf('lot'));
    };
    const views = new FirstViews({ render, clock, isShed: () => false });
    const open = (lot: number | string, name = 'anna') =>
      views.of({ path: `/results/${lot}`, isSignedIn: false, server, build: '1' }, { name, isAddress });
    const { capacity, perSecond } = VIEW_LIMITS.rates[isAddress ? 'address' : 'person'];
    for (let lot = 0; lot < capacity + 5; lot += 1) await open(lot);
    assert.is(rendered, capacity);
    await open(capacity - 1);
    assert.equal([views.outcomes.limited, views.outcomes.cached], [5, 1]);
    await open('other', 'ben');
    assert.is(rendered, capacity + 1, 'others have their own rate');
    clock.advanceBy(1_000);
    for (let lot = 0; lot < perSecond + 1; lot += 1) await open(`later-${lot}`);
    assert.is(rendered, capacity + 1 + perSecond);
  }
});

test('while reads of visitors are shed nothing is rendered, and what is kept is sent', async () => {
  let rendered = 0;
  const render: RenderView = async () => {
    rendered += 1;
    return compressed(viewOf('lot'));
  };
  const { open, close, clock, views, shed } = await site(render, { isSignedIn: true });
  await open('/results/1');
  shed(true);
  clock.advanceBy(VIEW_LIMITS.freshMs);
  assert.is(withState((await open('/results/1')).text), pageWith('lot'));
  assert.is(withState((await open('/results/2')).text), inParts(OPENING));
  assert.equal([rendered, views.outcomes.cached, views.outcomes.shed], [1, 1, 1]);
  shed(false);
  await open('/results/2');
  assert.is(rendered, 2);
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
    isShed: () => false,
  });
  let client = 0;
  const get = (path: string) => {
    client += 1;
    const asked = { path, isSignedIn: true, server, build: '1' };
    return views.of(asked, { name: `account ${client}`, isAddress: false });
  };
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
