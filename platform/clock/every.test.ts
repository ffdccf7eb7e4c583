import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { every } from './every.ts';
import { ManualClock } from './manual-clock.ts';

const test = suite('every');

test('calls after each interval until it is ended', () => {
  const clock = new ManualClock(1_000);
  const at: number[] = [];
  const stop = every(clock, 100, () => at.push(clock.now()));
  clock.advanceBy(350);
  assert.equal(at, [1_100, 1_200, 1_300]);
  stop();
  clock.advanceBy(1_000);
  assert.is(at.length, 3);
});

test('can be ended from within', () => {
  const clock = new ManualClock();
  let calls = 0;
  const stop = every(clock, 100, () => {
    calls += 1;
    stop();
  });
  clock.advanceBy(1_000);
  assert.is(calls, 1);
});

test.run();
