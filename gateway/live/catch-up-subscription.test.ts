import { setImmediate as turn } from 'node:timers/promises';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { CatchUpSubscription, READ_RETRY_MS, WAITING_EVENTS_LIMIT } from './catch-up-subscription.ts';

const test = suite('continued stream');

const event = (revision: number): RecordedEvent => ({
  id: `e${revision}`,
  stream: 'auction-a',
  revision,
  position: revision,
  type: 'Happened',
  data: {},
  meta: { at: 0, commandId: 'c', actor: { kind: 'system', id: 's' }, schema: 1 },
});
const events = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => event(from + n));

/** `breaks`: after how many events a read fails. */
function followed(stored: () => number, options: { failing?: () => boolean; breaks?: number } = {}) {
  const applied: number[] = [];
  const runs: number[] = [];
  const reads: number[] = [];
  const failures: unknown[] = [];
  const clock = new ManualClock();
  const stream = new CatchUpSubscription('auction-a', {
    log: {
      async *read(_stream, { from = 0, limit = Number.POSITIVE_INFINITY } = {}) {
        reads.push(from);
        if (options.failing?.()) throw new Error('the store is away');
        await turn();
        const to = Math.min(stored(), from + limit);
        for (let at = from; at < to; at += 3) {
          if (at - from >= (options.breaks ?? Number.POSITIVE_INFINITY)) throw new Error('the link broke');
          yield events(at, Math.min(to, at + 3));
        }
      },
    },
    clock,
    apply: ({ revision }) => applied.push(revision),
    applied: () => runs.push(applied.length),
    failed: (error) => failures.push(error),
  });
  return { stream, applied, runs, reads, failures, clock };
}

const inOrder = (count: number) => Array.from({ length: count }, (_, n) => n);
const settled = async () => {
  for (let n = 0; n < 20; n += 1) await turn();
};

test('[G10] begins from the log and goes on from the bus', async () => {
  const { stream, applied, reads } = followed(() => 5);
  assert.is(await stream.catchUp(), true);
  stream.offer(events(5, 7));
  stream.offer(events(7, 8));
  assert.equal(applied, inOrder(8));
  assert.equal(reads, [0]);
});

test('[G10] what comes while the log is read is kept and applied behind it', async () => {
  const { stream, applied } = followed(() => 5);
  const reading = stream.catchUp();
  stream.offer(events(4, 6));
  stream.offer(events(6, 9));
  await reading;
  assert.equal(applied, inOrder(9));
});

test('[G10] a missing revision is read from the log', async () => {
  let stored = 3;
  const { stream, applied, reads } = followed(() => stored);
  await stream.catchUp();
  stored = 8;
  stream.offer(events(6, 8));
  assert.is(stream.revision, 2);
  await settled();
  assert.equal(applied, inOrder(8));
  assert.equal(reads, [0, 3]);
});

test('begun below a revision, what follows it is news', async () => {
  const { stream, applied, reads } = followed(() => 9);
  const reading = stream.catchUp(6);
  stream.offer(events(6, 9));
  await reading;
  assert.equal(applied, inOrder(9));
  assert.equal(reads, [0]);
});

test('a log that can’t be read is tried again later', async () => {
  let away = true;
  const { stream, applied, failures, clock } = followed(() => 4, { failing: () => away });
  assert.is(await stream.catchUp(), false);
  stream.offer(events(4, 5));
  assert.is(failures.length, 1);
  assert.equal(applied, []);
  away = false;
  clock.advanceBy(READ_RETRY_MS);
  await settled();
  assert.equal(applied, inOrder(5));
});

test('what was read before the log failed is announced', async () => {
  const { stream, runs, failures } = followed(() => 10, { breaks: 6 });
  assert.is(await stream.catchUp(), false);
  assert.equal([stream.revision, runs, failures.length], [5, [6], 1]);
});

test('more than can be kept is read from the log instead', async () => {
  const count = WAITING_EVENTS_LIMIT + 50;
  const { stream, applied } = followed(() => count);
  const reading = stream.catchUp(1);
  stream.offer(events(1, count));
  await reading;
  await settled();
  assert.is(applied.length, count);
});

test('[G10] under any faults of the bus, each revision is applied once and in order', async () => {
  const delivery = fc.array(
    fc.record({ from: fc.nat(30), count: fc.nat(6), reversed: fc.boolean(), wait: fc.boolean() }),
    { maxLength: 30 },
  );
  await check(
    fc.asyncProperty(delivery, fc.nat(10), async (deliveries, begun) => {
      const { stream, applied, clock } = followed(() => 40);
      const reading = stream.catchUp(begun);
      for (const { from, count, reversed, wait } of deliveries) {
        const batch = events(from, Math.min(40, from + count));
        stream.offer(reversed ? batch.reverse() : batch);
        assert.is(applied.at(-1) ?? -1, stream.revision);
        if (wait) await turn();
      }
      await reading;
      await stream.catchUp();
      clock.advanceBy(READ_RETRY_MS);
      assert.equal(applied, inOrder(40));
    }),
    { runs: 200 },
  );
});

test('an ended stream takes nothing more', async () => {
  const { stream, applied } = followed(() => 5);
  const reading = stream.catchUp();
  stream.end();
  await reading;
  stream.offer(events(0, 5));
  assert.equal(applied, []);
});

test.run();
