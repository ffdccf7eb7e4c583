import { setImmediate as turn } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import { createEmbeddedBus } from './embedded-bus.ts';
import { busContract } from './test-support/contract.ts';

const test = busContract('embedded', async (onHandlerError) => ({
  bus: createEmbeddedBus({ clock: systemClock, onHandlerError }),
  async settled() {
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

test('requests that wait equally long are given up in turn, each at its own time', async () => {
  const bus = createEmbeddedBus({ clock: systemClock });
  bus.serve('never', () => new Promise(() => {}));
  bus.serve('soon', async () => 'answer');
  const began = systemClock.monotonic();
  const given: { sent: number; over: number; reason: unknown }[] = [];
  const asked: Promise<unknown>[] = [];
  for (const wait of [0, 30, 60]) {
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, wait - (systemClock.monotonic() - began))),
    );
    const sent = systemClock.monotonic();
    const overAt = (error: { reason?: unknown }) =>
      given.push({ sent, over: systemClock.monotonic(), reason: error.reason });
    asked.push(bus.request('never', null, { timeoutMs: 100 }).catch(overAt));
    assert.is(await bus.request('soon', null, { timeoutMs: 100 }), 'answer');
  }
  await Promise.all(asked);
  assert.is(given.length, 3);
  for (const { sent, over, reason } of given) {
    assert.is(reason, 'timeout');
    assert.ok(over - sent >= 99, `given up after ${over - sent} ms`);
    assert.ok(over - sent < 1_000, `given up after ${over - sent} ms`);
  }
  await bus.close();
});

test('when too much waits, all of it is dropped and everyone is told to resync', async () => {
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
