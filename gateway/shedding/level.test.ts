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

/** A level that feels slices of half a second, one after the other. */
function felt(): { level: Level; feel(slice: Partial<Slice>, times?: number): number } {
  const level = new Level(LIMITS);
  let now = 0;
  return {
    level,
    feel(slice, times = 1) {
      for (let n = 0; n < times; n += 1) {
        now += 500;
        level.feel({ loopDelayMs: 0, bidWaitMs: 0, ...slice }, now);
      }
      return level.value;
    },
  };
}

test('[G24] it rises kind by kind with either delay, and at once as far as it must', () => {
  const { feel } = felt();
  assert.is(feel({ loopDelayMs: 49, bidWaitMs: 149 }), 0);
  assert.is(feel({ loopDelayMs: 50 }), 1);
  assert.is(feel({ loopDelayMs: 100 }), 2);
  assert.is(feel({ bidWaitMs: 400 }), 3);
  assert.is(felt().feel({ bidWaitMs: 250 }), 2);
  assert.is(felt().feel({ loopDelayMs: 10_000 }), 3);
});

test('[G24] it falls one kind at a time, each after two calm seconds', () => {
  const { feel } = felt();
  feel({ loopDelayMs: 300 });
  // Calm begins with the first calm slice: the fifth ends two seconds later.
  assert.is(feel({}, 4), 3);
  assert.is(feel({}), 2);
  assert.is(feel({}, 4), 2);
  assert.is(feel({}), 1);
  assert.is(feel({}, 5), 0);
  assert.is(feel({}, 100), 0);
});

test('[G24] between half of its threshold and the whole it stays: no swinging', () => {
  const { feel } = felt();
  feel({ loopDelayMs: 120 });
  assert.is(feel({ loopDelayMs: 50 }, 100), 2);
  assert.is(feel({ bidWaitMs: 125 }, 100), 2);
  assert.is(feel({ loopDelayMs: 49, bidWaitMs: 124 }, 5), 1);
});

test('[G24] calm that is interrupted begins anew', () => {
  const { feel } = felt();
  feel({ loopDelayMs: 120 });
  feel({}, 4);
  feel({ loopDelayMs: 60 });
  assert.is(feel({}, 4), 2);
  assert.is(feel({}), 1);
});

test('[G24] a bid that is turned away takes it to the top at once', () => {
  const { level, feel } = felt();
  level.topOut();
  assert.is(level.value, 3);
  feel({}, 4);
  level.topOut();
  assert.is(feel({}, 4), 3, 'and holds it there');
  assert.is(feel({}), 2);
});

test.run();
