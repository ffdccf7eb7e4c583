import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { deviceNow, noteServerTime, serverNow, startClock } from './clock.ts';

const test = suite('server clock');

/** Asserts how far the server's clock is ahead of this device's, as the page now believes. ms. */
const isAhead = (expected: number): void => {
  const before = deviceNow();
  const server = serverNow();
  const after = deviceNow();
  assert.ok(server >= before + expected - 1 && server <= after + expected + 1, `${server - before} ms ahead`);
};

test('until the first answer the device is believed; then the server, half a round trip ago', () => {
  isAhead(0);
  const now = deviceNow();
  noteServerTime(now + 5_000, now - 100, now + 100);
  isAhead(5_000);
});

test('a less precise answer that agrees does not replace a better one', () => {
  const now = deviceNow();
  noteServerTime(now + 5_300, now - 500, now + 500);
  isAhead(5_000);
});

test('an answer the old reading cannot explain replaces it: a clock was set', () => {
  const now = deviceNow();
  noteServerTime(now - 60_000, now - 500, now + 500);
  isAhead(-60_000);
});

test('a more precise answer always replaces', () => {
  const now = deviceNow();
  noteServerTime(now + 250, now - 10, now + 10);
  isAhead(250);
});

test('it is asked for every 20 s, 3 s after a failure, which is not reported', async () => {
  const reported: unknown[] = [];
  const onRejection = (reason: unknown) => reported.push(reason);
  process.on('unhandledRejection', onRejection);
  const { fetch: asked, setTimeout: wait } = globalThis;
  let answer = async () => Response.json({ data: { serverTime: Date.now() } });
  let later: { ms: number; again: () => void } | undefined;
  Object.assign(globalThis, {
    fetch: () => answer(),
    setTimeout: (again: () => void, ms: number) => {
      later = { ms, again };
      return 0;
    },
  });
  const next = async () => {
    later = undefined;
    while (later === undefined) await new Promise((resolve) => setImmediate(resolve));
    return later as { ms: number; again: () => void };
  };
  const stop = startClock();
  const first = await next();
  assert.is(first.ms, 20_000);
  answer = async () => Promise.reject(new TypeError('no network'));
  first.again();
  const failed = await next();
  assert.is(failed.ms, 3_000);
  answer = async () => Response.json({ data: { serverTime: Date.now() } });
  failed.again();
  assert.is((await next()).ms, 20_000);
  stop();
  Object.assign(globalThis, { fetch: asked, setTimeout: wait });
  process.off('unhandledRejection', onRejection);
  assert.equal(reported, []);
});

test.run();
