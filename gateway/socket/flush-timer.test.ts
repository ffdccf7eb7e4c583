import { setImmediate as turn } from 'node:timers/promises';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { FlushTimer } from './flush-timer.ts';

const test = suite('flush timer');

const timerOf = (clock: ManualClock, flush: () => Iterator<void, void>, hasWaiters = () => false) =>
  new FlushTimer({ clock, flushMs: 20, flush, hasWaiters });

/** A flush of one step. */
const whole = (run: () => void) => () => ({
  next(): IteratorResult<void, void> {
    run();
    return { done: true, value: undefined };
  },
});

test('[G3] at once when idle, and then not before the flush time is over', async () => {
  const clock = new ManualClock(1_000);
  const at: number[] = [];
  const timer = timerOf(
    clock,
    whole(() => at.push(clock.now())),
  );
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
  const timer = timerOf(
    clock,
    whole(() => {
      at.push(clock.now());
      clock.advanceBy(takes);
    }),
  );
  timer.request();
  await turn();
  timer.request();
  await turn();
  clock.advanceTo(99);
  assert.equal(at, [0]);
  takes = 1_000;
  clock.advanceTo(100);
  assert.equal(at, [0, 100]);
  timer.request();
  await turn();
  assert.equal(at, [0, 100, 1_100], 'no longer than the limit after it began');
});

test('a stopped timer flushes no more', async () => {
  const clock = new ManualClock();
  let flushes = 0;
  const timer = timerOf(
    clock,
    whole(() => {
      flushes += 1;
    }),
  );
  timer.request();
  timer.stop();
  timer.request();
  await turn();
  clock.advanceBy(100);
  assert.is(flushes, 0);
});

/** Flushes of `steps` steps that take `stepMs` each; the steps done are in `steps`. */
function stepping(clock: ManualClock, { steps, stepMs }: { steps: number; stepMs: number }) {
  const done: string[] = [];
  const waiting = { someone: false };
  let flushes = 0;
  const flush = function* () {
    flushes += 1;
    for (let n = 1; n <= steps; n += 1) {
      clock.advanceBy(stepMs);
      done.push(`${flushes}.${n}`);
      yield;
    }
  };
  const timer = timerOf(clock, flush, () => waiting.someone);
  return { timer, done, waiting };
}

test('[G3] a long flush lets others go in between, for as long as they take', async () => {
  const clock = new ManualClock();
  const { timer, done } = stepping(clock, { steps: 9, stepMs: 1 / 16 });
  timer.request();
  await turn();
  assert.equal(done, ['1.1', '1.2']);
  await turn();
  assert.equal(done, ['1.1', '1.2', '1.3', '1.4']);
  clock.advanceBy(3 / 16);
  await turn();
  assert.equal(done.slice(4), ['1.5', '1.6', '1.7'], 'it has as much time as the others had');
});

test('[G3] while someone waits for an answer it pauses longer, and goes on all the same', async () => {
  const clock = new ManualClock();
  const { timer, done, waiting } = stepping(clock, { steps: 9, stepMs: 0.5 });
  waiting.someone = true;
  timer.request();
  await turn();
  assert.equal(done, ['1.1']);
  await turn();
  clock.advanceBy(0.9);
  assert.equal(done, ['1.1']);
  clock.advanceBy(0.1);
  assert.equal(done, ['1.1', '1.2']);
  clock.advanceBy(1);
  assert.equal(done, ['1.1', '1.2', '1.3']);
  waiting.someone = false;
  clock.advanceBy(1);
  await turn();
  assert.equal(done, ['1.1', '1.2', '1.3', '1.4', '1.5']);
});

test('[G3] what is asked for in a pause is done by the next flush, in its time', async () => {
  const clock = new ManualClock();
  const { timer, done } = stepping(clock, { steps: 12, stepMs: 1 });
  timer.request();
  await turn();
  timer.request();
  for (let n = 0; n < 20; n += 1) await turn();
  assert.is(done.length, 12, 'one flush at a time');
  clock.advanceTo(119);
  assert.is(done.length, 12);
  clock.advanceTo(120);
  assert.equal(done.slice(12), ['2.1'], 'ten times as long after it began as it took');
});

test('everything can be flushed at once: what is left of a flush first', async () => {
  const clock = new ManualClock();
  const { timer, done } = stepping(clock, { steps: 3, stepMs: 1 });
  timer.request();
  await turn();
  assert.equal(done, ['1.1']);
  timer.request();
  timer.flushNow();
  const all = ['1.1', '1.2', '1.3', '2.1', '2.2', '2.3'];
  assert.equal(done, all);
  for (let n = 0; n < 10; n += 1) await turn();
  clock.advanceBy(1_000);
  assert.equal(done, all, 'that was asked for is done');
  timer.request();
  await turn();
  assert.equal(done, [...all, '3.1'], 'and it goes on as ever');
  timer.stop();
  timer.flushNow();
  assert.is(done.length, 7);
});

test.run();
