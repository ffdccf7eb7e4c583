import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { operations, READ, WRITE } from '@saleyard/contract/operation.ts';
import { Id, MediaUrl, strictObject, text, whole } from '@saleyard/contract/schema.ts';
import { suite } from '@saleyard/testing/suite.ts';
import express from 'express';
import * as Type from 'typebox';
import * as assert from 'uvu/assert';
import { apiRouter, type Endpoint, endpoint, routesOf, type Viewer } from './endpoint.ts';
import { errorHandler, refusal } from './failures.ts';
import { bodyCheck, queryCheck } from './validation.ts';

const test = suite('endpoints');

const said = strictObject({ said: Type.String() });
const examples = operations({
  thing: { ...READ, path: '/api/v1/things/{thing}', summary: 'One thing', answer: said },
  lastThing: { ...READ, path: '/api/v1/things/last', summary: 'The last thing', answer: said },
  things: {
    ...READ,
    path: '/api/v1/things',
    summary: 'Things',
    who: 'signed-in',
    query: strictObject({ page: Type.Integer({ minimum: 1, default: 1 }) }),
    paged: true,
    answer: said,
  },
  storeThing: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/things/{thing}/files',
    summary: 'Store a file of a thing',
    who: 'signed-in',
    file: ['application/octet-stream'],
    bodyBytes: 1_000,
    answer: said,
  },
  film: {
    ...READ,
    path: '/api/v1/things/{thing}/film',
    summary: 'A film of a thing',
    download: ['video/mp4'],
  },
  table: {
    ...READ,
    path: '/api/v1/things/{thing}/table',
    summary: 'A table of a thing',
    download: ['text/csv'],
  },
  readRows: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/things/{thing}/rows',
    summary: 'Read rows of a thing',
    who: 'signed-in',
    csv: true,
    answer: said,
  },
  changeThing: {
    ...WRITE,
    method: 'put',
    path: '/api/v1/things/{thing}',
    summary: 'Change a thing',
    who: 'admin',
    body: strictObject({ name: Id, commandId: Type.Optional(Id) }),
    bodyBytes: 64,
    status: 201,
    answer: said,
  },
});

/** Bytes that requests have reserved now, and those that were asked about for the quota of an account. */
const space = { taken: 0, most: 2_000, counted: [] as number[], onTheWay: 0 };

/** Parts of a film that were read after its first one. */
let filmReads = 0;
async function* restOfFilm() {
  for (; filmReads < 3; filmReads += 1) yield Buffer.alloc(100);
}

const TABLE = 'thing,count\r\nbell,2\r\n'.repeat(200);

const ENDPOINTS: Endpoint[] = [
  endpoint(examples.table, () => ({
    data: { bytes: Buffer.from(TABLE), type: 'text/csv; charset=utf-8', name: 'table.csv', isShown: false },
  })),
  endpoint(examples.film, () => {
    const file = { bytes: Buffer.alloc(100), type: 'video/mp4', name: 'film.mp4', isShown: true };
    return { data: { ...file, more: { size: 400, bytes: restOfFilm() } } };
  }),
  endpoint(examples.thing, ({ params, viewer }) => ({
    data: { said: `${params.thing} for ${viewer?._id ?? 'anyone'}` },
  })),
  endpoint(examples.lastThing, () => ({ data: { said: 'the last' } })),
  endpoint(examples.things, ({ query: { page } }) => ({
    data: { said: `page ${page + 0}` },
    paging: { page, limit: 2, total: 5 },
  })),
  endpoint(examples.storeThing, () => ({
    data: { said: `stored while ${space.taken} are taken` },
    position: 3,
  })),
  endpoint(examples.readRows, ({ body }) => ({ data: { said: body }, position: 3 })),
  endpoint(examples.changeThing, ({ params, body, commandId }) =>
    body.name === 'taken'
      ? { ...refusal('already-so', { field: 'name' }), position: 8 }
      : { data: { said: `${params.thing} is ${body.name} by ${commandId}` }, position: 7 },
  ),
];

/** Serves the endpoints on a port. A header names the caller; positions up to 5 are visible. */
async function serving(run: (ask: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>) {
  const roles: Record<string, Viewer['role']> = { boss: 'admin', checker: 'auditor' };
  const routes = routesOf(ENDPOINTS, {
    viewerOf(request) {
      const _id = request.get('x-test-account');
      return _id === undefined ? null : { _id, role: roles[_id] ?? null, status: 'registered' };
    },
    waitFor: async (position) => position <= 5,
    reserveSpace(bytes) {
      if (space.taken + bytes > space.most) return null;
      space.taken += bytes;
      return () => {
        space.taken -= bytes;
      };
    },
    reserveQuota: async (_viewer, _operation, bytes) => {
      space.counted.push(bytes);
      space.onTheWay += 1;
      const release = () => {
        space.onTheWay -= 1;
      };
      return { outcome: 'reserved', release };
    },
  });
  const failures: unknown[] = [];
  const app = express()
    .use('/api/v1', apiRouter(routes))
    .use(errorHandler((error) => failures.push(error)));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  try {
    await run((path, init) => fetch(`${base}${path}`, init));
  } finally {
    server.closeAllConnections();
    server.close();
  }
  assert.equal(failures, []);
}

const as = (account: string, more: Record<string, string> = {}) => ({ 'x-test-account': account, ...more });
const put = (account: string, body: string, more: Record<string, string> = {}): RequestInit => ({
  method: 'PUT',
  headers: as(account, { 'content-type': 'application/json', ...more }),
  body,
});
const saidBy = async (response: Response) =>
  ((await response.json()) as { data: { said: string } }).data.said;
const errorsOf = async (response: Response) =>
  ((await response.json()) as { errors: { code: string; field?: string; message: string }[] }).errors;

test('a CSV file is compressed as the client accepts, under its own name', () =>
  serving(async (ask) => {
    const sent = await ask('/things/bell/table', { headers: { 'accept-encoding': 'gzip' } });
    assert.is(sent.headers.get('content-encoding'), 'gzip');
    assert.is(sent.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(sent.headers.get('content-disposition') ?? '', 'table.csv');
    assert.is(await sent.text(), TABLE);
    const plain = await ask('/things/bell/table', { headers: { 'accept-encoding': 'identity' } });
    assert.is(plain.headers.get('content-encoding'), null);
    assert.is(await plain.text(), TABLE);
  }));

test('a literal path comes before a path with parameters, and the handler gets its viewer', () =>
  serving(async (ask) => {
    assert.is(await saidBy(await ask('/things/last')), 'the last');
    assert.is(await saidBy(await ask('/things/first')), 'first for anyone');
    assert.is(await saidBy(await ask('/things/first', { headers: as('ann') })), 'first for ann');
  }));

test('a path that names no possible id is not found, and nothing fails', () =>
  serving(async (ask) => {
    const named = ['%E0%A4%A', '%00', '%ED%A0%80', 'a%2Fb', 'a.b', 'x'.repeat(65), 'x'.repeat(4_000)];
    for (const id of named) {
      for (const asked of [await ask(`/things/${id}`), await ask(`/things/${id}`, put('boss', '{}'))]) {
        assert.equal([asked.status, (await errorsOf(asked))[0]?.code], [404, 'not-found'], id.slice(0, 80));
      }
    }
    assert.is((await ask(`/things/${'x'.repeat(64)}`)).status, 200);
  }));

test('text holds neither null characters nor halves of surrogate pairs', () => {
  const check = bodyCheck(text(10));
  for (const good of ['', 'Küh 🐄', '\ud83d\udc04', 'two\nlines'])
    assert.is(check(good).outcome, 'valid', good);
  for (const bad of ['a\u0000', '\ud83d', '\udc04\ud83d', 'a\udfff']) {
    const checked = check(bad);
    const reasons = checked.outcome === 'invalid' ? checked.problems.map(({ reason }) => reason) : [];
    assert.equal(reasons, ['must be text without null characters and broken surrogate pairs']);
  }
});

test('a media address is http, https or a path of our own', () => {
  const check = bodyCheck(MediaUrl);
  const good = ['https://cdn.example/a.jpg?x=1', 'http://cdn.example', '/media/lots/a.svg'];
  const bad = [
    ...[
      '',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a/b',
      '//evil.example/a',
      '/\\evil.example',
      'https://saleyard.example@evil.example/a',
    ],
    ...['media/a.jpg', 'https:', 'https:///a', 'https://a b', ' /media/a', 'https://a/\u0000', 'HTTPS:x'],
  ];
  for (const url of good) assert.is(check(url).outcome, 'valid', url);
  for (const url of bad) assert.is(check(url).outcome, 'invalid', url);
});

test('a number of a query is checked after it was parsed: one that is infinite is none', () => {
  const check = queryCheck(
    strictObject({
      page: whole(1, 10),
      from: Type.Optional(Type.Number()),
      years: Type.Optional(Type.Array(Type.Number())),
    }),
  );
  const parsed = { page: 2, from: 1_000, years: [2026] };
  assert.equal(check({ page: '2', from: '1e3', years: '2026' }), { outcome: 'valid', value: parsed });
  const infinite = [
    { page: '1e999' },
    { page: '1', from: '-1e999' },
    { page: '1', years: '1e999' },
    { page: '1', years: ['2026', '1e999'] },
  ];
  for (const query of [...infinite, { page: '11' }])
    assert.is(check(query).outcome, 'invalid', JSON.stringify(query));
});

test('a union says what is wrong of the branch that the value names by its type', () => {
  const amount = Type.Union([Type.Number(), Type.Null()]);
  const check = bodyCheck(
    Type.Array(
      Type.Union([
        strictObject({ type: Type.Literal('price'), of: strictObject({ cents: amount }) }),
        strictObject({ type: Type.Literal('note'), text: Type.String() }),
      ]),
    ),
  );
  const problemsOf = (...values: object[]) => {
    const checked = check(values);
    return checked.outcome === 'invalid' ? checked.problems.map(({ field, reason }) => [field, reason]) : [];
  };
  const note = { type: 'note', text: 'x' };
  assert.equal(problemsOf(note, { type: 'price', of: { cents: null } }), []);
  assert.equal(problemsOf(note, { type: 'price', of: { cents: 1, role: 'admin' } }), [
    ['[1].of.role', 'it is not known here'],
  ]);
  assert.equal(problemsOf({ type: 'note' }, { type: 'price', of: { cents: 'x' } }), [
    ['[0].text', 'it is missing'],
    ['[1].of.cents', 'it is not valid'],
  ]);
  for (const wrong of [{ type: 'other' }, { text: 'x' }, [1], 7])
    assert.is(problemsOf(note, wrong as object).length, 1, JSON.stringify(wrong));
});

test('[B340] who is asked before a body is read, and a role before its size', () =>
  serving(async (ask) => {
    const large = JSON.stringify({ name: 'x'.repeat(100) });
    const statuses = [];
    for (const who of ['ann', 'checker', 'boss'])
      statuses.push((await ask('/things/a', put(who, large))).status);
    assert.equal(statuses, [403, 403, 413]);
    const nobody = await ask('/things/a', { method: 'PUT', body: large });
    assert.equal([nobody.status, (await errorsOf(nobody))[0]?.code], [401, 'unauthorized']);
    assert.is((await ask('/things/a', put('boss', 'name=a', { 'content-type': 'text/plain' }))).status, 415);
    assert.is((await ask('/things/a', put('boss', '{'))).status, 400);
  }));

test('every problem of a body and of a query is named', () =>
  serving(async (ask) => {
    const body = await errorsOf(await ask('/things/a', put('boss', '{"nmae":1}')));
    assert.equal(body.map(({ field }) => field).sort(), ['name', 'nmae']);
    const query = await errorsOf(await ask('/things?page=0&x=1', { headers: as('ann') }));
    assert.equal(query.map(({ field }) => field).sort(), ['page', 'x']);
  }));

test('a list carries its page, and personal answers are not cached', () =>
  serving(async (ask) => {
    const page = await ask('/things?page=2', { headers: as('ann') });
    assert.equal(
      [
        page.headers.get('x-current-page'),
        page.headers.get('x-total-pages'),
        page.headers.get('cache-control'),
      ],
      ['2', '3', 'no-store'],
    );
    assert.is(await saidBy(page), 'page 2');
    assert.is((await ask('/things/a')).headers.get('cache-control'), 'private, no-cache');
  }));

test('a read waits for the position it names, and says when it was not reached', () =>
  serving(async (ask) => {
    const at = (position: string) => ask('/things/a', { headers: { 'x-saleyard-position': position } });
    assert.is((await at('5')).headers.get('x-saleyard-stale'), null);
    assert.is((await at('6')).headers.get('x-saleyard-stale'), 'true');
    assert.equal((await errorsOf(await at('soon')))[0]?.field, 'x-saleyard-position');
  }));

test('a write answers the position it reached, a recorded refusal too', () =>
  serving(async (ask) => {
    const done = await ask('/things/a', put('boss', '{"name":"b","commandId":"command-1"}'));
    assert.equal([done.status, done.headers.get('x-saleyard-position')], [201, '7']);
    assert.is(await saidBy(done), 'a is b by command-1');
    const header = await ask('/things/a', put('boss', '{"name":"b"}', { 'x-command-id': 'command-2' }));
    assert.is(await saidBy(header), 'a is b by command-2');
    const short = await ask('/things/a', put('boss', '{"name":"b"}', { 'x-command-id': 'x' }));
    assert.equal([short.status, (await errorsOf(short))[0]?.field], [400, 'commandId']);
    const made = await saidBy(await ask('/things/a', put('boss', '{"name":"b"}')));
    assert.match(made, /^a is b by [\w-]{8,}$/);
    const refused = await ask('/things/a', put('boss', '{"name":"taken"}'));
    assert.equal([refused.status, refused.headers.get('x-saleyard-position')], [409, '8']);
  }));

test('a file reserves its bytes until it is answered, and its most bytes where it does not say how many', () =>
  serving(async (ask) => {
    const headers = { 'content-type': 'application/octet-stream', 'x-test-account': 'anna' };
    const store = async (body: Uint8Array | ReadableStream) => {
      const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      const response = await ask('/things/one/files', sent);
      const { data, errors } = (await response.json()) as {
        data?: { said: string };
        errors?: { code: string }[];
      };
      return data?.said ?? errors?.[0]?.code;
    };
    assert.is(await store(Buffer.alloc(300)), 'stored while 300 are taken');
    const ofUnknownLength = new Blob([Buffer.alloc(300)]).stream();
    assert.is(await store(ofUnknownLength), 'stored while 1000 are taken');
    assert.equal(space.counted, [300, 1_000]);
    space.most = 299;
    assert.is(await store(Buffer.alloc(300)), 'disk-low');
    assert.equal([space.taken, space.onTheWay], [0, 0], 'all is released');
  }));

test('a compressed file reserves the most that it may have, and a file never more than that', () =>
  serving(async (ask) => {
    space.most = 5_000;
    space.counted = [];
    const type = { 'content-type': 'application/octet-stream' };
    const store = async (body: Buffer, more: Record<string, string> = {}) => {
      const sent = { method: 'POST', headers: as('anna', { ...type, ...more }), body };
      return (await ask('/things/one/files', sent)).status;
    };
    assert.is(await store(gzipSync(Buffer.alloc(900)), { 'content-encoding': 'gzip' }), 200);
    assert.is(await store(Buffer.alloc(300), { 'content-encoding': 'identity' }), 200);
    await store(Buffer.alloc(2_000));
    assert.equal(space.counted, [1_000, 300, 1_000]);
  }));

test('HEAD of a file answers its length, and reads no more of it', () =>
  serving(async (ask) => {
    const head = await ask('/things/one/film', { method: 'HEAD' });
    assert.equal([head.status, head.headers.get('content-length'), filmReads], [200, '400', 0]);
    assert.is((await (await ask('/things/one/film')).arrayBuffer()).byteLength, 400);
    assert.is(filmReads, 3);
  }));

test('an operation is mounted once', () => {
  const twice = routesOf([...ENDPOINTS, ...ENDPOINTS.slice(0, 1)], { viewerOf: () => null });
  assert.throws(() => apiRouter(twice), 'thing is mounted twice');
});

test('a CSV file that is sent is read in the encoding of its bytes', () =>
  serving(async (ask) => {
    const text = 'vendor\nO’Brien\n';
    const windows = Buffer.from(text.replace('’', '\x92'), 'latin1');
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const body of [windows, utf16, Buffer.from(text), Buffer.from(`\ufeff${text}`)]) {
      const headers = as('anna', { 'content-type': 'text/csv' });
      assert.is(await saidBy(await ask('/things/bell/rows', { method: 'POST', headers, body })), text);
    }
  }));

test.run();
