import { setImmediate as turn } from 'node:timers/promises';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { FlushTimer } from './flush-timer.ts';

const test = suite('flush timer');

test('[G3] at once when idle, and then not before the flush time is over', async () => {
  const clock = new ManualClock(1_000);
  const at: number[] = [];
  const timer = new FlushTimer(clock, 20, () => at.push(clock.now()));
  timer.request();
  timer.request();
  assert.equal(at, [], 'what happens in the same turn is part of it');
  await turn();
  assert.equal(at, [1_000]);

  clock.advanceTo(1_005);
  timer.request();
  timer.request();
  await turn();
  assert.equal(at, [1_000]);
  clock.advanceTo(1_019);
  assert.equal(at, [1_000]);
  clock.advanceTo(1_020);
  assert.equal(at, [1_000, 1_020]);

  clock.advanceTo(1_500);
  assert.equal(at, [1_000, 1_020], 'nothing to flush, no flush');
  timer.request();
  await turn();
  assert.equal(at, [1_000, 1_020, 1_500]);
});

test('[G3] a flush that takes long makes the next one wait, up to a limit', async () => {
  const clock = new ManualClock();
  const at: number[] = [];
  let takes = 10;
  const timer = new FlushTimer(clock, 20, () => {
    at.push(clock.now());
    clock.advanceBy(takes);
  });
  timer.request();
  await turn();
  timer.request();
  await turn();
  clock.advanceTo(49);
  assert.equal(at, [0]);
  takes = 1_000;
  clock.advanceTo(50);
  assert.equal(at, [0, 50]);
  timer.request();
  await turn();
  assert.equal(at, [0, 50, 1_050], 'no longer than the limit after it began');
});

test('a stopped timer flushes no more', async () => {
  const clock = new ManualClock();
  let flushes = 0;
  const timer = new FlushTimer(clock, 20, () => {
    flushes += 1;
  });
  timer.request();
  timer.stop();
  timer.request();
  await turn();
  clock.advanceBy(100);
  assert.is(flushes, 0);
});

test.run();
