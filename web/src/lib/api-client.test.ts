import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { handles, mockServer, refuses, unreachable } from '@/test-support/server.ts';

const { api } = await import('./api-client.ts');
const { ApiError, errorTextOf } = await import('./api-error.ts');

const test = suite('API client');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers());
test.after(() => server.close());

const base = 'http://saleyard.test/api/v1';

async function failureOf(call: Promise<unknown>) {
  const error = await call.then(
    () => assert.unreachable('it should have failed'),
    (failure: unknown) => failure,
  );
  assert.instance(error, ApiError);
  return error as InstanceType<typeof ApiError>;
}

test('an answer is unwrapped to its data, and every call says that it is the web', async () => {
  let platform: string | null = null;
  server.use(
    handles('get', 'kinds', (request) => {
      platform = request.headers.get('platform');
      return { kinds: [1] };
    }),
  );
  assert.equal(await api.get('kinds'), { kinds: [1] }); // [A605] [B343]
  assert.is(platform, 'web'); // [A602] [B341] [S453]
});

test('a page tells where it stands', async () => {
  server.use(
    http.get(`${base}/lots`, () =>
      HttpResponse.json({ data: [] }, { headers: { 'x-current-page': '2', 'x-total-pages': '7' } }),
    ),
  );
  const { currentPage, totalPages } = await api.page('lots', { query: { page: 2, state: null } });
  assert.equal([currentPage, totalPages], [2, 7]);
});

test('a write is read back: its position goes with every later read, and never falls', async () => {
  const positions: (string | null)[] = [];
  const wrote = (position: string) =>
    http.post(`${base}/write`, () =>
      HttpResponse.json({ data: {} }, { headers: { 'x-saleyard-position': position } }),
    );
  server.use(
    handles('get', 'read', (request) => {
      positions.push(request.headers.get('x-saleyard-position'));
      return {};
    }),
  );
  server.use(wrote('41'));
  await api.post('write', {});
  await api.get('read');
  server.use(wrote('7'));
  await api.post('write', {});
  await api.get('read');
  assert.equal(positions, ['41', '41']);
});

test('a refusal carries the server’s words', async () => {
  server.use(
    refuses('post', 'bid', 400, { code: 'lot-frozen', title: 'Bid error', message: 'This lot is frozen' }),
  );
  const error = await failureOf(api.post('bid', { cents: 1 }));
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
    server.use(http.get(`${base}/broken`, () => new HttpResponse('<html>', { status })));
    assert.is((await failureOf(api.get('broken'))).message, message);
  }
});

test('no answer at all is told apart', async () => {
  server.use(unreachable('gone'));
  const error = await failureOf(api.get('gone'));
  assert.ok(error.isNoConnection);
  assert.is(errorTextOf(error).title, 'No Internet Connection'); // [B374]
});

test('a call its caller gave up is no failure of the network', async () => {
  server.use(handles('get', 'slow', () => ({})));
  const giveUp = new AbortController();
  const call = api.get('slow', { signal: giveUp.signal });
  giveUp.abort();
  const error = await call.catch((failure: unknown) => failure);
  assert.not.instance(error, ApiError);
});

test('text goes as it is, everything else as JSON', async () => {
  const seen: [string | null, string][] = [];
  server.use(
    handles('post', 'lots.csv', async (request) => {
      seen.push([request.headers.get('content-type'), await request.text()]);
      return {};
    }),
  );
  await api.post('lots.csv', 'a,b\n1,2\n', { contentType: 'text/csv' });
  await api.post('lots.csv', { a: 1 });
  assert.equal(seen, [
    ['text/csv', 'a,b\n1,2\n'],
    ['application/json', '{"a":1}'],
  ]);
});

test.run();
