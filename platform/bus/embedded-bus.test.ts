import { setImmediate as turn } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import { systemClock } from '../clock/system-clock.ts';
import { createEmbeddedBus } from './embedded-bus.ts';
import { busContract } from './test-support/contract.ts';

const test = busContract('embedded', async (onHandlerError) => ({
  bus: createEmbeddedBus({ clock: systemClock, onHandlerError }),
  async delivered() {
    for (let n = 0; n < 20; n += 1) await turn();
  },
}));

test('payloads are shared, not copied', async () => {
  const bus = createEmbeddedBus({ clock: systemClock });
  const got: unknown[] = [];
  bus.subscribe('s', (payload) => got.push(payload));
  const payload = { n: 1 };
  bus.publish('s', payload);
  await turn();
  assert.is(got[0], payload);
  await bus.close();
});

test('requests with equal timeouts time out in order, each at its own time', async () => {
  const clock = new ManualClock();
  const bus = createEmbeddedBus({ clock });
  bus.serve('never', () => new Promise(() => {}));
  bus.serve('soon', async () => 'answer');
  const given: [number, unknown][] = [];
  for (const at of [0, 30, 60]) {
    clock.advanceTo(at);
    bus
      .request('never', null, { timeoutMs: 100 })
      .catch((error: { reason?: unknown }) => given.push([at, error.reason]));
    assert.is(await bus.request('soon', null, { timeoutMs: 100 }), 'answer');
  }
  for (const [at, count] of [
    [99, 0],
    [100, 1],
    [129, 1],
    [130, 2],
    [159, 2],
    [160, 3],
  ] as const) {
    clock.advanceTo(at);
    await turn();
    assert.is(given.length, count, `at ${at} ms`);
  }
  assert.equal(given, [
    [0, 'timeout'],
    [30, 'timeout'],
    [60, 'timeout'],
  ]);
  await bus.close();
});

test('when too many messages wait, all are dropped and every subscriber resyncs', async () => {
  const bus = createEmbeddedBus({ clock: systemClock });
  const got: unknown[] = [];
  let resyncs = 0;
  bus.subscribe('s', (payload) => got.push(payload));
  bus.onResync(() => {
    resyncs += 1;
  });
  for (let n = 0; n <= 200_000; n += 1) bus.publish('s', n);
  await turn();
  assert.is(resyncs, 1);
  assert.equal(got, [200_000]);
  await bus.close();
});

test('the event loop gets its turn while much is delivered', async () => {
  const bus = createEmbeddedBus({ clock: systemClock });
  let delivered = 0;
  bus.subscribe('s', () => {
    delivered += 1;
  });
  for (let n = 0; n < 10_000; n += 1) bus.publish('s', n);
  await turn();
  assert.ok(delivered < 10_000, `${delivered} delivered before the loop's turn`);
  await bus.close();
  assert.is(delivered, 10_000);
});

test.run();
