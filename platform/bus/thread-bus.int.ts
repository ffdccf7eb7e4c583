import { setImmediate as turn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import * as assert from 'uvu/assert';
import { systemClock } from '../clock/system-clock.ts';
import type { Bus } from './port.ts';
import { busContract } from './test-support/contract.ts';
import { createThreadBus } from './thread-bus.ts';

type OnHandlerError = (error: unknown, subject: string) => void;

/** The buses of two threads, joined. Both are in this thread: a channel works alike. */
function joined(onHandlerError: OnHandlerError = () => {}) {
  const { port1, port2 } = new MessageChannel();
  const here = createThreadBus({ port: port1, clock: systemClock, onHandlerError });
  const there = createThreadBus({ port: port2, clock: systemClock, onHandlerError });
  return {
    here,
    there,
    /** A request that nobody serves goes to the other thread and back, behind what was sent before. */
    async delivered(): Promise<void> {
      for (const bus of [here, there, here]) {
        await bus.request('nobody', null, { timeoutMs: 60_000 }).catch(() => {});
        for (let n = 0; n < 20; n += 1) await turn();
      }
    },
    async close(): Promise<void> {
      await here.close();
      await there.close();
    },
  };
}

/** One bus that publishes and requests in one thread, and subscribes and serves in `answering`. */
function facade(buses: ReturnType<typeof joined>, answering: Bus): Bus {
  const { here } = buses;
  return {
    messageBytes: here.messageBytes,
    publish: (subject, payload) => here.publish(subject, payload),
    request: (subject, payload, options) => here.request(subject, payload, options),
    subscribe: (pattern, handler) => answering.subscribe(pattern, handler),
    serve: (pattern, handler) => answering.serve(pattern, handler),
    onResync: (handler) => answering.onResync(handler),
    close: () => buses.close(),
  };
}

busContract('of threads, within one', async (onHandlerError) => {
  const buses = joined(onHandlerError);
  return { bus: facade(buses, buses.here), delivered: buses.delivered };
}).run();

const test = busContract('of threads, from one to the other', async (onHandlerError) => {
  const buses = joined(onHandlerError);
  return { bus: facade(buses, buses.there), delivered: buses.delivered };
});

test('a message goes to both threads, and to neither twice', async () => {
  const { here, there, delivered, close } = joined();
  const got: unknown[] = [];
  for (const [name, bus] of Object.entries({ here, there }))
    bus.subscribe('s', (payload) => got.push([name, payload]));
  await delivered();
  here.publish('s', 1);
  there.publish('s', 2);
  await delivered();
  assert.equal(got.map((one) => JSON.stringify(one)).sort(), [
    '["here",1]',
    '["here",2]',
    '["there",1]',
    '["there",2]',
  ]);
  await close();
});

test('a thread that does not receive for long loses messages, and resyncs', async () => {
  const { here, there, delivered, close } = joined();
  let got = 0;
  let resyncs = 0;
  there.subscribe('s', () => {
    got += 1;
  });
  there.onResync(() => {
    resyncs += 1;
  });
  await delivered();
  for (let n = 0; n < 60_000; n += 1) here.publish('s', n);
  await delivered();
  assert.is(got, 50_000);
  assert.is(resyncs, 1);
  here.publish('s', 'after');
  await delivered();
  assert.is(got, 50_001);
  await close();
});

test('what another thread is asked fails when that thread ends', async () => {
  const { port1, port2 } = new MessageChannel();
  const here = createThreadBus({ port: port1, clock: systemClock });
  const there = createThreadBus({ port: port2, clock: systemClock });
  there.serve('slow', () => new Promise(() => {}));
  const asked = here.request('slow', null, { timeoutMs: 60_000 }).catch((error: unknown) => error);
  await turn();
  port2.close();
  assert.is(((await asked) as { reason?: unknown }).reason, 'closed');
  await here.close();
  await there.close();
});

test.run();
