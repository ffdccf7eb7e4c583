import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { API, type Operation } from '@saleyard/contract/operation.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import type { Route } from '@saleyard/http/endpoint.ts';
import { DocumentsUnavailable } from '@saleyard/platform/documents/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import express, { type RequestHandler } from 'express';
import * as assert from 'uvu/assert';
import { STEADY_SHEDDING } from '../shedding/work.ts';
import { Client } from '../test-support/client.ts';
import { type RunningSale, runningSale } from '../test-support/running-sale.ts';
import { HTTP_LIMITS } from './create-gateway.ts';
import { createTrustedProxyHeaders } from './trusted-proxy-headers.ts';

const test = suite('public http');

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** A request with exactly these headers: fetch would add its own. */
function ask(
  sale: RunningSale,
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { port: sale.port, host: '127.0.0.1', method, path: target, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const codeOf = ({ text }: Answer): string =>
  (JSON.parse(text) as { errors: { code: string }[] }).errors[0]?.code ?? '';

/** The test's own operations, by method and path. */
const route = (named: string, handler: RequestHandler, more: Partial<Operation> = {}): Route => {
  const [method, target] = named.split(' ') as [Operation['method'], string];
  const operation: Operation = {
    id: named,
    method,
    path: `${API}${target}`,
    summary: named,
    side: 'gateway',
    who: 'anyone',
    ...more,
  };
  return { operation, handler };
};
const done: RequestHandler = (_request, response) => void response.json({ data: {} });

const ROUTES: readonly Route[] = [
  route('post /echo', (req, res, next) =>
    express.raw({ type: () => true })(req, res, (error) => {
      if (error) next(error);
      else res.json({ data: { type: req.get('content-type'), bytes: (req.body as Buffer).length } });
    }),
  ),
  ...['post', 'put', 'delete'].map((method) => route(`${method} /change`, done)),
  { operation: accountOperations.signOut, handler: done },
  route('get /whence', (req, res) => void res.json({ data: { ip: req.ip, headers: req.headers } })),
  route('get /away', () => {
    throw new DocumentsUnavailable(new Error('10.0.0.3 refused'));
  }),
  route('get /broken', () => {
    throw new Error('secret detail of the inside');
  }),
  route('get /large', (_req, res) => void res.json({ data: 'x'.repeat(20_000) })),
];

const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

async function publicSale(over: Parameters<typeof runningSale>[0] = {}): Promise<RunningSale> {
  return runningSale({
    ...over,
    gateway: { routes: ROUTES, ...over.gateway },
  });
}

test('server time, server state, health and readiness', async () => {
  let ready = true;
  const sale = await publicSale({
    gateway: {
      isReady: async () => ({ ready, why: 'the log is away' }),
      serverState: () => ({ isLive: false, message: 'Back at noon' }),
    },
  });
  const before = Date.now();
  const time = JSON.parse((await ask(sale, 'GET', '/api/v1/server-time')).text) as {
    data: { serverTime: number };
  };
  assert.ok(time.data.serverTime >= before && time.data.serverTime <= Date.now()); // [A607]
  const state = await ask(sale, 'GET', '/api/v1/checkServer', { platform: 'web' });
  assert.equal(JSON.parse(state.text), { data: { isLive: false, message: 'Back at noon' } }); // [A657]
  assert.is(state.headers['cache-control'], 'no-store');
  assert.is((await ask(sale, 'GET', '/healthz')).status, 200);
  assert.is((await ask(sale, 'GET', '/readyz')).status, 200);
  ready = false;
  const away = await ask(sale, 'GET', '/readyz');
  assert.equal([away.status, away.text, away.headers['retry-after']], [503, 'the log is away', '5']);
  await sale.stop();
});

const OWN_PAGES: readonly [Record<string, string>, number][] = [
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'https://evil.example', platform: 'web' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site', platform: 'web' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://saleyard.example' }, 403],
  [{ origin: 'OWN' }, 403],
  [{ origin: 'http://saleyard.example' }, 403],
  [{ origin: 'https://saleyard.example:8443' }, 403],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 403],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://saleyard.example' }, 200],
  [{ origin: 'https://saleyard.example' }, 200],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'same-site' }, 403],
];

/** The status of each call under these headers. */
async function fromPages(
  sale: RunningSale,
  [method, target]: readonly [string, string],
  cases: readonly [Record<string, string>, number][],
): Promise<void> {
  const own = `http://127.0.0.1:${sale.port}`;
  for (const [headers, status] of cases) {
    const sent = { ...headers, ...(headers['origin'] === 'OWN' && { origin: own }) };
    const answer = await ask(sale, method, target, sent);
    assert.is(answer.status, status, `${method} ${target} ${JSON.stringify(headers)}`);
    if (status === 403 && method !== 'HEAD') assert.is(codeOf(answer), 'foreign-origin');
  }
}

test('[G18] [A604] a state-changing call must come from our own pages', async () => {
  const sale = await publicSale({ gateway: { ownOrigins: ['https://saleyard.example'] } });
  for (const method of ['POST', 'PUT', 'DELETE']) {
    await fromPages(
      sale,
      [method, '/api/v1/change'],
      [...OWN_PAGES, [{}, 403], [{ platform: 'web' }, 403], [{ 'sec-fetch-site': 'none' }, 403]],
    );
  }
  await sale.stop();
});

test('[G18] without a public URL the origin is the address that was asked, by http', async () => {
  const sale = await publicSale();
  const own = `127.0.0.1:${sale.port}`;
  await fromPages(
    sale,
    ['POST', '/api/v1/change'],
    [
      [{ origin: 'OWN' }, 200],
      [{ origin: `https://${own}` }, 403],
      [{ origin: 'http://127.0.0.1' }, 403],
      [{ origin: `http://localhost:${sale.port}` }, 403],
    ],
  );
  await sale.stop();
});

test('[G18] signing out is a change, however it is written', async () => {
  const sale = await publicSale({ gateway: { ownOrigins: ['https://saleyard.example'] } });
  const cases = [
    ...OWN_PAGES,
    [{ platform: 'web' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ 'sec-fetch-site': 'none', origin: 'https://evil.example' }, 403],
    [{}, 403],
  ] satisfies [Record<string, string>, number][];
  for (const target of ['/api/v1/logout', '/api/v1/LogOut/', '/API/v1/logout?x=/']) {
    await fromPages(sale, ['GET', target], cases);
  }
  await fromPages(sale, ['HEAD', '/api/v1/logout'], [[{ 'sec-fetch-site': 'cross-site' }, 403]]);
  await sale.stop();
});

test('[G20] a body goes on as it came, and only a page that is left may speak in text', async () => {
  const sale = await publicSale();
  const post = (headers: Record<string, string>, body: string | Buffer, target: string) =>
    ask(sale, 'POST', target, { ...json, ...headers }, body);
  const csv = await post({ 'content-type': 'text/csv' }, 'a,b', '/api/v1/echo');
  assert.equal(JSON.parse(csv.text), { data: { type: 'text/csv', bytes: 3 } });
  const left = '/api/v1/delete-anonymous-user';
  assert.is((await post({}, '{"id":"x"}', left)).status, 200); // [A634]
  const xml = await post({ 'content-type': 'application/xml' }, '<a/>', left);
  assert.equal([xml.status, codeOf(xml)], [415, 'unsupported-type']);
  const large = await post({}, JSON.stringify({ id: 'x'.repeat(5_000) }), left);
  assert.equal([large.status, codeOf(large)], [413, 'too-large']);
  const charset = await post({ 'content-type': 'application/json; charset=ebcdic' }, '{}', left);
  assert.equal([charset.status, codeOf(charset)], [415, 'unsupported-type']);
  for (const broken of ['{"a":', '"text"']) {
    const answer = await post({}, broken, left);
    assert.equal([answer.status, codeOf(answer)], [400, 'invalid-request']);
  }
  await sale.stop();
});

test('[G22] the origin of a request is determined once: our proxies are trusted, its sender is not', async () => {
  const key = 'k'.repeat(32);
  const seen = async (parts: { key: string | null; proxies: number }, headers: Record<string, string>) => {
    const proxyHeaders = createTrustedProxyHeaders({ ...parts, secure: false });
    const sale = await publicSale({ gateway: { proxyHeaders } });
    const answer = await ask(sale, 'GET', '/api/v1/whence', headers);
    await sale.stop();
    return JSON.parse(answer.text).data as { ip: string; headers: Record<string, string> };
  };
  const claimed = {
    'x-forwarded-for': '1.1.1.1, 2.2.2.2',
    'x-forwarded-proto': 'https',
    forwarded: 'for=9.9.9.9',
  };
  const direct = await seen({ key: null, proxies: 0 }, claimed);
  assert.match(direct.ip, /127\.0\.0\.1$/);
  assert.equal([direct.headers['x-forwarded-proto'], direct.headers['forwarded']], [undefined, undefined]);
  assert.is((await seen({ key: null, proxies: 1 }, claimed)).ip, '2.2.2.2');
  assert.is((await seen({ key: null, proxies: 2 }, claimed)).ip, '1.1.1.1');
  const own = { 'x-forwarded-for': '3.3.3.3', 'x-saleyard-door': key };
  const through = await seen({ key, proxies: 0 }, own);
  assert.equal([through.ip, through.headers['x-saleyard-door']], ['3.3.3.3', undefined]);
  const forged = await seen({ key, proxies: 0 }, { ...own, 'x-saleyard-door': 'k'.repeat(31) });
  assert.match(forged.ip, /127\.0\.0\.1$/);
});

test('[G20] internal errors are logged and not sent', async () => {
  const sale = await publicSale();
  const broken = await ask(sale, 'GET', '/api/v1/broken');
  assert.equal([broken.status, codeOf(broken)], [500, 'internal-error']);
  assert.not.match(broken.text, /secret|stack|Error:|\.ts/);
  assert.is((sale.failures[0] as Error).message, 'secret detail of the inside');
  const away = await ask(sale, 'GET', '/api/v1/away');
  assert.equal([away.status, codeOf(away)], [503, 'unavailable'], 'a store that is away may be asked again');
  assert.ok(Number(away.headers['retry-after']) > 0);
  assert.not.match(away.text, /10\.0\.0\.3/);
  for (const target of ['/api/v1/nowhere', '/api/v2/lots', '/api/v1/%ff']) {
    const lost = await ask(sale, 'GET', target);
    assert.ok(lost.status === 404 || lost.status === 400, `${target}: ${lost.status}`);
    assert.not.match(lost.text, /stack|\.ts|node_modules/);
  }
  assert.is(codeOf(await ask(sale, 'GET', '/api/v1/nowhere')), 'not-found');
  await sale.stop();
});

test('[G21] the GETs of an address and of a person are limited separately; those for the clock are not', async () => {
  const sale = await publicSale({
    gateway: { perMinute: { ...HTTP_LIMITS, reads: { address: 3, person: 2 } } },
  });
  const get = (cookie?: string) => ask(sale, 'GET', '/api/v1/checkServer', cookie ? { cookie } : {});
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await get()).status);
  assert.equal(statuses, [200, 200, 200, 429]);
  const limited = await get('nonsense=1');
  assert.equal([limited.status, codeOf(limited)], [429, 'rate-limited']);
  assert.ok(Number(limited.headers['retry-after']) > 0);
  const ofPeople = [];
  for (const person of ['jane', 'jane', 'jane', 'joe']) ofPeople.push((await get(`user=${person}`)).status);
  assert.equal(ofPeople, [200, 200, 429, 200], 'the address has used up its own');
  assert.is((await ask(sale, 'GET', '/api/v1/server-time')).status, 200);
  await sale.stop();
});

test('[G21] [G24] pages count among reads; beyond the limit, and while reads are shed, a page is plain', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-web-'));
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><title>Saleyard</title>${'x'.repeat(2_000)}`,
  );
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
  const looked: string[] = [];
  const previewOf = async (pathname: string) => {
    looked.push(pathname);
    return { title: 'Weaners', description: 'Friday', image: null };
  };
  const gateway = { staticDir: folder, previewOf };
  const limited = await publicSale({
    gateway: { ...gateway, perMinute: { ...HTTP_LIMITS, reads: { address: 3, person: 2 } } },
  });
  const open = (sale: RunningSale, n: number, cookie?: string) =>
    ask(sale, 'GET', `/main/upcoming/cattle/${n}`, { accept: 'text/html', ...(cookie && { cookie }) });
  const titled = async (sale: RunningSale, times: number, cookie?: string) => {
    const found: boolean[] = [];
    for (let n = 0; n < times; n += 1) {
      const { status, headers, text } = await open(sale, n, cookie);
      assert.equal([status, headers['content-type']], [200, 'text/html; charset=utf-8']);
      assert.match(text, '<title>');
      found.push(text.includes('Weaners'));
    }
    return found;
  };
  assert.equal(await titled(limited, 5), [true, true, true, false, false]);
  assert.equal(await titled(limited, 3, 'user=jane'), [true, true, false]);
  assert.is(looked.length, 5, 'nothing is read for a plain page');
  assert.is((await ask(limited, 'GET', '/api/v1/checkServer')).status, 429, 'counted with other reads');
  assert.is((await ask(limited, 'GET', '/favicon.svg')).status, 200);
  await limited.stop();

  const always = { loopDelayMs: 0, bidWaitMs: 0 };
  const sheddingLimits = { ...STEADY_SHEDDING, thresholds: [always, always, always] as const };
  const busy = await publicSale({ gateway: { ...gateway, sheddingLimits } });
  while ((await ask(busy, 'GET', '/api/v1/whence')).status !== 503) await pause(20);
  looked.length = 0;
  assert.equal(await titled(busy, 2), [false, false]);
  assert.equal(looked, []);
  await busy.stop();
  await rm(folder, { recursive: true });
});

test('[G20] a page is compressed at once, in one part', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-web-'));
  await writeFile(
    path.join(folder, 'index.html'),
    `<!doctype html><title>Saleyard</title>${'x'.repeat(2_000)}`,
  );
  const sale = await publicSale({ gateway: { staticDir: folder } });
  const { headers } = await ask(sale, 'GET', '/main', { accept: 'text/html', 'accept-encoding': 'gzip' });
  assert.is(headers['content-encoding'], 'gzip');
  assert.ok(Number(headers['content-length']) > 0, 'a stream of the threads of the process has no length');
  await sale.stop();
  await rm(folder, { recursive: true });
});

test('[G21] the changes of a person and of an address are limited apart from their reads; those of staff are not', async () => {
  const perMinute = { reads: { address: 2, person: 2 }, changes: { address: 4, person: 3 } };
  const forStaff = route('post /of-staff', done, { who: 'staff' });
  const sale = await publicSale({ gateway: { perMinute, routes: [...ROUTES, forStaff] } });
  const statuses = async (methods: string, target: string, cookie?: string) => {
    const answered: number[] = [];
    for (const method of methods.split(' '))
      answered.push(
        (await ask(sale, method, `/api/v1/${target}`, { ...json, ...(cookie && { cookie }) })).status,
      );
    return answered;
  };
  assert.equal(await statuses('POST PUT DELETE POST', 'change', 'user=jane'), [200, 200, 200, 429]);
  assert.equal(await statuses('POST', 'change', 'user=joe'), [200]);
  assert.equal(await statuses('GET HEAD GET HEAD', 'whence', 'user=jane'), [200, 200, 429, 429]);
  assert.equal(await statuses('POST POST POST POST', 'of-staff', 'user=jane'), [200, 200, 200, 200]);
  assert.equal(await statuses('POST PUT DELETE POST POST', 'change'), [200, 200, 200, 200, 429]);
  const over = await ask(sale, 'POST', '/api/v1/change', { ...json, cookie: 'user=jane' });
  assert.is(codeOf(over), 'rate-limited');
  assert.ok(Number(over.headers['retry-after']) > 0);
  await sale.stop();
});

test('[G19] every answer carries the headers that keep foreign scripts and frames out', async () => {
  const sale = await publicSale({ gateway: { secure: true } });
  const { headers } = await ask(sale, 'GET', '/');
  const policy = String(headers['content-security-policy']);
  for (const part of [
    "default-src 'self'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ]) {
    assert.ok(policy.includes(part), part);
  }
  assert.not.match(policy, /script-src[^;]*unsafe/);
  assert.match(String(headers['strict-transport-security']), /max-age=31536000/);
  assert.is(headers['x-content-type-options'], 'nosniff');
  assert.is(headers['x-powered-by'], undefined);
  await sale.stop();
});

test('the web: hashed files for ever, the page for every route, a plain word when it is not built', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-web-'));
  const unbuilt = await publicSale({ gateway: { staticDir: path.join(folder, 'none') } });
  const missing = await ask(unbuilt, 'GET', '/auction-live/4512', { accept: 'text/html' });
  assert.is(missing.status, 503);
  assert.match(missing.text, /npm run build:web/);
  await unbuilt.stop();

  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Saleyard</title>');
  await writeFile(path.join(folder, 'assets/app-1a2b.js'), `export const text = '${'x'.repeat(4_000)}';`);
  await writeFile(path.join(folder, 'assets/base-3c4d.js'), 'export const text = 1;');
  await writeFile(path.join(folder, 'assets/base-3c4d.js.br'), brotliCompressSync('export const text = 1;'));
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(path.join(folder, 'sw.js'), '"use strict";');
  await writeFile(path.join(folder, 'manifest.webmanifest'), '{}');
  const sale = await publicSale({ gateway: { staticDir: folder } });
  for (const route of ['/', '/auction-live/4512', '/main/results/cattle/4512']) {
    const page = await ask(sale, 'GET', route, { accept: 'text/html' });
    assert.equal([page.status, page.headers['cache-control']], [200, 'private, no-cache'], route);
    assert.match(page.text, /Saleyard/);
  }
  const script = await ask(sale, 'GET', '/assets/app-1a2b.js', { 'accept-encoding': 'gzip' });
  assert.match(String(script.headers['cache-control']), /max-age=31536000, immutable/);
  assert.is(script.headers['content-encoding'], 'gzip');
  const compressed = await ask(sale, 'GET', '/assets/base-3c4d.js', { 'accept-encoding': 'gzip, br' });
  assert.match(String(compressed.headers['cache-control']), /max-age=31536000, immutable/);
  assert.match(String(compressed.headers['content-type']), /^text\/javascript/);
  assert.equal([compressed.headers['content-encoding'], compressed.headers.vary], ['br', 'Accept-Encoding']);
  assert.is((await ask(sale, 'GET', '/assets/base-3c4d.js')).text, 'export const text = 1;');
  assert.is((await ask(sale, 'GET', '/favicon.svg')).headers['cache-control'], 'no-cache');
  const worker = await ask(sale, 'GET', '/sw.js', { accept: '*/*' });
  assert.match(String(worker.headers['content-type']), /^text\/javascript/);
  assert.is(worker.headers['cache-control'], 'no-cache', 'a new version is found at once');
  assert.match(String(worker.headers['content-security-policy']), /worker-src 'self'/);
  assert.match(String(worker.headers['content-security-policy']), /manifest-src 'self'/);
  const manifest = await ask(sale, 'GET', '/manifest.webmanifest', { accept: '*/*' });
  assert.match(String(manifest.headers['content-type']), /^application\/manifest\+json/);
  assert.is((await ask(sale, 'GET', '/assets/gone.js', { accept: '*/*' })).status, 404);
  assert.is((await ask(sale, 'GET', '/main/upcoming', { accept: 'application/json' })).status, 404);
  // What a person may follow answers a page, never JSON.
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const [address, status] of [
    ['/assets/gone.js', 404],
    ['/brochure.pdf', 404],
    ['/api/v1/nothing', 404],
    ['/api/none', 404],
  ] as const) {
    const page = await ask(sale, 'GET', address, { accept });
    assert.is(page.status, status, address);
    assert.match(String(page.headers['content-type']), /^text\/html/, address);
    assert.match(page.text, /There is nothing at this address/);
  }
  const sentence = await ask(sale, 'GET', '/main/upcoming/cattle/4512/9001.?from=mail', { accept });
  assert.equal(
    [sentence.status, sentence.headers.location],
    [302, '/main/upcoming/cattle/4512/9001?from=mail'],
  );
  for (const address of [
    '//evil.example/a.',
    '//evil.example.',
    '///evil.example!',
    '/\\evil.example.',
    '/\\/evil.example.',
    '//user@evil.example/a.?b=/',
    'http://evil.example/a.',
    'http://evil.example//b.example/a.',
  ]) {
    const page = await ask(sale, 'GET', address, { accept });
    assert.is(page.headers.location, undefined, address);
    assert.ok(page.status === 200 || page.status === 404, address);
  }
  assert.is(
    (await ask(sale, 'GET', '/..%2f..%2fetc/passwd', { accept: 'text/html' })).text.includes('root:'),
    false,
  );
  assert.is(
    (await ask(sale, 'GET', '/api/v1/large', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
    'gzip',
  );
  await sale.stop();
  await rm(folder, { recursive: true });
});

test('a page names what its first screen needs, for the person who asks', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleyard-web-'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><head><title>Saleyard</title></head>');
  await mkdir(path.join(folder, '.vite'));
  const loads = [
    { path: '^/auction-live/([\\w-]+)$', signedIn: '<a href="/own/$1">', visitor: '<a href="/$1">' },
  ];
  await writeFile(path.join(folder, '.vite/first-loads.json'), JSON.stringify(loads));
  const sale = await publicSale({ gateway: { staticDir: folder } });
  const page = async (route: string, cookie = '') => {
    const { text, headers } = await ask(sale, 'GET', route, { accept: 'text/html', cookie });
    const loaded = text.match(/<a [^>]*>/)?.[0] ?? null;
    const hint = String(headers['set-cookie'] ?? '').match(/Max-Age=\d+/)?.[0] ?? null;
    return { loaded, hint, text };
  };
  assert.match((await page('/')).text, /<meta name="server-state" content="{&quot;isLive&quot;:true/);
  assert.equal((await page('/')).loaded, null);
  assert.is((await page('/auction-live/4512')).loaded, '<a href="/4512">');
  assert.is((await page('/auction-live/4512', 'user=jane')).loaded, '<a href="/own/4512">');
  assert.is((await page('/auction-live/"><script>')).loaded, null);

  assert.is((await page('/')).hint, null, 'a visitor has no cookie');
  assert.is((await page('/', 'saleyard-session=1')).hint, 'Max-Age=0', 'the session is over');
  assert.is((await page('/', 'user=jane')).hint, 'Max-Age=34560000');

  // A rebuild while the server runs: its files have other names.
  const later = new Date(Date.now() + 5_000);
  const first = path.join(folder, '.vite/first-loads.json');
  await writeFile(first, JSON.stringify(loads).replaceAll('own', 'new'));
  await utimes(first, later, later);
  assert.is((await page('/auction-live/4512', 'user=jane')).loaded, '<a href="/new/4512">');
  await sale.stop();
  await rm(folder, { recursive: true });
});

test('[G16] a page that is left says that its anonymous visitor is gone', async () => {
  const sale = await publicSale();
  const client = await Client.connect(sale.port);
  const { data } = await client.ask('anonymous-user', 'connect-anonymous-user');
  assert.is(sale.gateway.counters().anonymous, 1);
  const beacon = { 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-site': 'same-origin' };
  const left = await ask(
    sale,
    'POST',
    '/api/v1/delete-anonymous-user',
    beacon,
    JSON.stringify({ id: data._id }),
  );
  assert.is(left.status, 200);
  assert.is(sale.gateway.counters().anonymous, 0); // [A634]
  await sale.stop();
});

test.run();
