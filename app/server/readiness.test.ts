import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { EventLogCorrupt } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { damageNote, readiness } from './readiness.ts';

const test = suite('readiness');

test('it is ready when every part is there, and names those that are not', async () => {
  const clock = new ManualClock();
  let isOff = false;
  let fails = false;
  const isReady = readiness(
    {
      log: async () => -1,
      clock: () => !isOff,
      documents: async () => {
        if (fails) throw new Error('away');
      },
      bus: async () => undefined,
    },
    clock,
  );
  assert.equal(await isReady(), { ready: true });
  [isOff, fails] = [true, true];
  assert.equal(await isReady(), { ready: true }, 'an answer is kept for a moment');
  clock.advanceBy(300);
  assert.equal(await isReady(), { ready: false, why: 'clock, documents' });
});

test('a part that does not answer in time counts as unavailable, and delays nobody', async () => {
  const clock = new ManualClock();
  const isReady = readiness({ log: async () => 0, bus: () => new Promise(() => {}) }, clock);
  const answer = isReady();
  await new Promise((resolve) => setImmediate(resolve));
  clock.advanceBy(1_000);
  assert.equal(await answer, { ready: false, why: 'bus' });
});

test('it names damaged streams, which leave the rest ready', async () => {
  const damaged = Array.from(
    { length: 12 },
    (_, n) => new EventLogCorrupt({ stream: `auction-${n}`, revision: 3 }, 'x'),
  );
  let setAside: readonly EventLogCorrupt[] = [];
  const clock = new ManualClock();
  const isReady = readiness({ log: async () => 0 }, clock, () => damageNote({ setAside: () => setAside }));
  assert.equal(await isReady(), { ready: true });
  setAside = damaged.slice(0, 1);
  clock.advanceBy(300);
  const note = 'set aside as damaged: auction-0 from event 3; run saleyard check';
  assert.equal(await isReady(), { ready: true, note });
  setAside = damaged;
  assert.match(damageNote({ setAside: () => setAside }) ?? '', /auction-9 from event 3 and 2 more;/);
});

test('simultaneous requests share one check', async () => {
  let looks = 0;
  const isReady = readiness({ log: async () => (looks += 1) }, new ManualClock());
  await Promise.all([isReady(), isReady(), isReady()]);
  assert.is(looks, 1);
});

test.run();
