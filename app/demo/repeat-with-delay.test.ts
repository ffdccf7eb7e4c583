import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { repeatWithDelay } from './repeat-with-delay.ts';

const test = suite('now and then');
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('waits, acts, and waits again only once it is done; an end cancels what waits, and begins nothing new', async () => {
  const clock = new ManualClock();
  const done: (() => void)[] = [];
  const end = repeatWithDelay(
    clock,
    () => 100,
    () => new Promise((resolve) => done.push(resolve)),
  );
  clock.advanceBy(99);
  assert.is(done.length, 0);
  clock.advanceBy(1);
  assert.is(done.length, 1);
  clock.advanceBy(1_000);
  await settled();
  assert.is(done.length, 1, 'not while it is under way');
  done[0]?.();
  await settled();
  clock.advanceBy(100);
  assert.is(done.length, 2);
  end();
  done[1]?.();
  await settled();
  clock.advanceBy(1_000);
  assert.is(done.length, 2);
});

test.run();
