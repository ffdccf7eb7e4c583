import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Level, type Slice } from './level.ts';

const test = suite('shedding level');

const LIMITS = {
  calmMs: 2_000,
  thresholds: [
    { loopDelayMs: 50, bidWaitMs: 150 },
    { loopDelayMs: 100, bidWaitMs: 250 },
    { loopDelayMs: 250, bidWaitMs: 400 },
  ],
} as const;

/** A level that is updated with half-second slices, one after the other. */
function testLevel(): { level: Level; update(slice: Partial<Slice>, times?: number): number } {
  const level = new Level(LIMITS);
  let now = 0;
  return {
    level,
    update(slice, times = 1) {
      for (let n = 0; n < times; n += 1) {
        now += 500;
        level.update({ loopDelayMs: 0, bidWaitMs: 0, ...slice }, now);
      }
      return level.value;
    },
  };
}

test('[G24] it rises kind by kind with either delay, and at once as far as it must', () => {
  const { update } = testLevel();
  assert.is(update({ loopDelayMs: 49, bidWaitMs: 149 }), 0);
  assert.is(update({ loopDelayMs: 50 }), 1);
  assert.is(update({ loopDelayMs: 100 }), 2);
  assert.is(update({ bidWaitMs: 400 }), 3);
  assert.is(testLevel().update({ bidWaitMs: 250 }), 2);
  assert.is(testLevel().update({ loopDelayMs: 10_000 }), 3);
});

test('[G24] it falls one kind at a time, each after two calm seconds', () => {
  const { update } = testLevel();
  update({ loopDelayMs: 300 });
  // Calm begins with the first calm slice: the fifth ends two seconds later.
  assert.is(update({}, 4), 3);
  assert.is(update({}), 2);
  assert.is(update({}, 4), 2);
  assert.is(update({}), 1);
  assert.is(update({}, 5), 0);
  assert.is(update({}, 100), 0);
});

test('[G24] between half of its threshold and the whole it stays: no swinging', () => {
  const { update } = testLevel();
  update({ loopDelayMs: 120 });
  assert.is(update({ loopDelayMs: 50 }, 100), 2);
  assert.is(update({ bidWaitMs: 125 }, 100), 2);
  assert.is(update({ loopDelayMs: 49, bidWaitMs: 124 }, 5), 1);
});

test('[G24] calm that is interrupted begins again', () => {
  const { update } = testLevel();
  update({ loopDelayMs: 120 });
  update({}, 4);
  update({ loopDelayMs: 60 });
  assert.is(update({}, 4), 2);
  assert.is(update({}), 1);
});

test('[G24] a bid that is turned away takes it to the top at once', () => {
  const { level, update } = testLevel();
  level.topOut();
  assert.is(level.value, 3);
  update({}, 4);
  level.topOut();
  assert.is(update({}, 4), 3, 'and holds it there');
  assert.is(update({}), 2);
});

test.run();
