import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { mockServer, refuses } from '@/test-support/server.ts';
import { timersIn } from '@/test-support/timer-waits.ts';

const { sendOrder } = await import('./staff-command.ts');
const { ApiError } = await import('@/lib/api-error.ts');

const test = suite('staff orders');
const server = mockServer();
const PATH = 'staff/auctions/a1/commands';
const URL = `http://saleyard.test/api/v1/${PATH}`;
const order = { type: 'floorBid', lot: 'l1', cents: 43_000 } as const;

test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  server.resetHandlers();
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
});
test.after(() => server.close());

const codeOf = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );

test('an unknown outcome is resolved by the same command id', async () => {
  const ids: string[] = [];
  server.use(
    http.post(URL, async ({ request }) => {
      ids.push(((await request.json()) as { commandId: string }).commandId);
      if (ids.length === 1) return HttpResponse.error();
      const errors = [{ code: 'unknown', message: 'We are checking whether this was received.' }];
      if (ids.length === 2) return HttpResponse.json({ errors }, { status: 503 });
      return HttpResponse.json({ data: { outcome: 'accepted', seq: 4 } });
    }),
  );
  assert.is((await sendOrder('a1', order)).seq, 4);
  assert.is(ids.length, 3);
  assert.is(new Set(ids).size, 1);
});

test('a refusal is shown at once and not sent again', async () => {
  let calls = 0;
  server.use(refuses('post', PATH, 400, { code: 'too-low', message: 'too low' }));
  server.events.on('request:start', () => {
    calls += 1;
  });
  assert.is(await codeOf(sendOrder('a1', order)), 'too-low');
  assert.is(calls, 1);
  server.events.removeAllListeners();
});

test('without a network nothing is sent, not even when it comes back', async () => {
  let calls = 0;
  server.use(
    http.post(URL, () => {
      calls += 1;
      return HttpResponse.json({ data: {} });
    }),
  );
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  const waits = await timersIn(async () => {
    assert.is(await codeOf(sendOrder('a1', order)), 'offline');
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
    window.dispatchEvent(new Event('online'));
  });
  assert.equal(waits, [], 'nothing is left that would send it');
  assert.is(calls, 0);
});

test('when no answer ever comes it says that it is not known', async () => {
  server.use(http.post(URL, () => HttpResponse.error()));
  assert.is(await codeOf(sendOrder('a1', order)), 'unknown');
});

test.run();
