import '@/test-support/dom.ts';
import type { Operation } from '@saleyard/contract/operation.ts';
import { accountFileOperations } from '@saleyard/contract/operations/account-files.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import { documentOperations } from '@saleyard/contract/operations/documents.ts';
import { lotOperations } from '@saleyard/contract/operations/lots.ts';
import { practiceOperations } from '@saleyard/contract/operations/practice.ts';
import { referenceOperations } from '@saleyard/contract/operations/reference.ts';
import { staffOperations } from '@saleyard/contract/operations/staff.ts';
import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { handles, mockServer, refuses, unreachable } from '@/test-support/server.ts';

const { call, callForFile, callForPage, whenUnauthorized } = await import('./api-client.ts');
const { ApiError, errorTextOf } = await import('./api-error.ts');

const test = suite('API client');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const base = 'http://saleyard.test/api/v1';
/** What machines ask the server itself. */
const OUTSIDE: readonly string[] = ['/healthz', '/readyz'];

async function failureOf(asked: Promise<unknown>) {
  const error = await asked.then(
    () => assert.unreachable('it should have failed'),
    (failure: unknown) => failure,
  );
  assert.instance(error, ApiError);
  return error as InstanceType<typeof ApiError>;
}

test('[A605] an answer is unwrapped to its data, and every call says that it is the web', async () => {
  let platform: string | null = null;
  let credentials = '';
  server.use(
    handles('get', 'kinds', (request) => {
      platform = request.headers.get('platform');
      credentials = request.credentials;
      return { kinds: [1] };
    }),
  );
  assert.equal(await call(referenceOperations.kinds), { kinds: [1] });
  assert.is(platform, 'web');
  assert.is(credentials, 'include');
});

test('[B341] [B342] [S453] every kind of request says that it is from the web, and sends credentials', async () => {
  const seen: unknown[] = [];
  server.use(
    http.all(`${base}/*`, ({ request }) => {
      seen.push([request.method, request.headers.get('platform'), request.credentials]);
      return HttpResponse.json({ data: {} });
    }),
  );
  await call(referenceOperations.states);
  await callForPage(lotOperations.lots, { params: { auction: 'a1' } });
  await callForFile(documentOperations.printAuctionDetails, { params: { auction: 'a1' } });
  await call(practiceOperations.startPractice, { body: { level: 'keen' } });
  await call(staffOperations.addLotsFromFile, { params: { id: 'a1' }, body: 'a,b\n1,2\n' });
  await call(accountFileOperations.uploadLogo, { body: new File(['x'], 'logo.png', { type: 'image/png' }) });
  await call(accountOperations.watchLot, { body: { lotId: 'l1' } });
  await call(accountOperations.unwatchLot, { params: { lotId: 'l1' } });
  const methods = ['GET', 'GET', 'GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE'];
  assert.equal(
    seen,
    methods.map((method) => [method, 'web', 'include']),
  );
});

test('[A601] [A602] [A603] every call is under the one base path, says that it is the web and sends the cookie', async () => {
  const others = OPERATIONS.filter(({ path }) => !path.startsWith('/api/v1/')).map(({ path }) => path);
  assert.equal(others.toSorted(), OUTSIDE);
  const sent: Request[] = [];
  server.use(
    http.all('http://saleyard.test/*', ({ request }) => {
      sent.push(request);
      return HttpResponse.json({});
    }),
  );
  const calls = OPERATIONS.filter(({ path }) => !OUTSIDE.includes(path));
  for (const operation of calls) {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    await callForFile(operation, { params: Object.fromEntries(names.map((name) => [name, '7'])) });
  }
  assert.is(sent.length, calls.length);
  for (const { url, headers, credentials } of sent) {
    assert.match(new URL(url).pathname, /^\/api\/v1\//);
    assert.equal([headers.get('platform'), credentials], ['web', 'include'], url); // [A604]
  }
});

test('[A718] every call that is refused as unauthorized is reported, but for the one that reads who is signed in', async () => {
  const errors = [{ code: 'unauthorized', message: 'Who is it?' }];
  server.use(http.all(`${base}/*`, () => HttpResponse.json({ errors }, { status: 401 })));
  const calls = OPERATIONS.filter(({ path }) => !OUTSIDE.includes(path));
  const refused = new Set<Operation>();
  for (const operation of calls) {
    whenUnauthorized(({ message }) => message === 'Who is it?' && refused.add(operation));
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    await failureOf(callForFile(operation, { params: Object.fromEntries(names.map((name) => [name, '7'])) }));
  }
  assert.equal(
    calls.filter((operation) => !refused.has(operation)),
    [accountOperations.signInOrMe],
  );
  let reports = 0;
  whenUnauthorized(() => {
    reports += 1;
  });
  await failureOf(call(referenceOperations.kinds));
  server.use(refuses('get', 'kinds', 401, { code: 'other', message: 'x' }));
  await failureOf(call(referenceOperations.kinds));
  assert.is(reports, 1);
  whenUnauthorized(() => undefined);
});

test('a page has its place in the list, which its headers say', async () => {
  server.use(
    http.get(`${base}/auctions/4%2F5/lots`, ({ request }) =>
      HttpResponse.json(
        { data: { lots: [], totalTable: new URL(request.url).search } },
        { headers: { 'x-current-page': '2', 'x-total-pages': '7' } },
      ),
    ),
  );
  const { data, currentPage, totalPages } = await callForPage(lotOperations.lots, {
    params: { auction: '4/5' },
    query: { page: 2, state: undefined },
  });
  assert.equal([data.totalTable, currentPage, totalPages], ['?page=2', 2, 7]);
});

test('a write is read back: its position goes with every later read, and never falls', async () => {
  const positions: (string | null)[] = [];
  const wrote = (position: string) =>
    http.put(`${base}/users/me/watchlist2`, () =>
      HttpResponse.json({ data: {} }, { headers: { 'x-saleyard-position': position } }),
    );
  server.use(
    handles('get', 'states', (request) => {
      positions.push(request.headers.get('x-saleyard-position'));
      return {};
    }),
  );
  server.use(wrote('41'));
  await call(accountOperations.watchLot, { body: { lotId: 'l1' } });
  await call(referenceOperations.states);
  server.use(wrote('7'));
  await call(accountOperations.watchLot, { body: { lotId: 'l1' } });
  await call(referenceOperations.states);
  assert.equal(positions, ['41', '41']);
});

test('a refusal carries the server’s words', async () => {
  server.use(
    refuses('put', 'users/me/autobids', 400, {
      code: 'lot-frozen',
      title: 'Bid error',
      message: 'This lot is frozen',
    }),
  );
  const error = await failureOf(call(bidOperations.setAutoBid, { body: { lot: 'l1', autobid: 1 } }));
  assert.is(error.status, 400);
  assert.is(error.code, 'lot-frozen');
  assert.equal(errorTextOf(error), { title: 'Bid error', message: 'This lot is frozen' });
});

test('a failure without words gets the specification’s', async () => {
  for (const [status, message] of [
    [404, 'Not Found. Server error. Please try again later'], // [A724]
    [500, 'Bad request. Please try again later'], // [A725]
    [502, 'Something is wrong. Please connect and try again.'], // [A708] [B376]
  ] as const) {
    server.use(http.get(`${base}/states`, () => new HttpResponse('<html>', { status })));
    const failure = await failureOf(call(referenceOperations.states));
    assert.is(failure.message, message);
    assert.is(errorTextOf(failure).title, status === 404 ? 'Not Found' : 'Error');
  }
});

test('a missing answer has its own failure', async () => {
  server.use(unreachable('states'));
  const error = await failureOf(call(referenceOperations.states));
  assert.ok(error.isNoConnection);
  assert.is(errorTextOf(error).title, 'No Internet Connection'); // [B374]
});

test('a call its caller gave up is no failure of the network', async () => {
  server.use(handles('get', 'states', () => ({})));
  const giveUp = new AbortController();
  const asked = call(referenceOperations.states, { signal: giveUp.signal });
  giveUp.abort();
  const error = await asked.catch((failure: unknown) => failure);
  assert.not.instance(error, ApiError);
});

test('text goes as it is, everything else as JSON', async () => {
  const seen: [string | null, string][] = [];
  const note = async (request: Request) => {
    seen.push([request.headers.get('content-type'), await request.text()]);
    return {};
  };
  server.use(handles('post', 'staff/auctions/a1/lots.csv', note), handles('post', 'practice', note));
  await call(staffOperations.addLotsFromFile, { params: { id: 'a1' }, body: 'a,b\n1,2\n' });
  await call(practiceOperations.startPractice, { body: { level: 'keen' } });
  assert.equal(seen, [
    ['text/csv', 'a,b\n1,2\n'],
    ['application/json', '{"level":"keen"}'],
  ]);
});

test.run();
