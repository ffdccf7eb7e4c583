import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { DeadlineTimer } from './deadline-timer.ts';

const test = suite('the deadline timer');
const HOURS = 3_600_000;

/** A timer whose wall clock can be set while the monotonic clock and timers run on. */
function timer() {
  const time = new ManualClock(1_000_000);
  let aheadMs = 0;
  const clock: Clock = {
    now: () => time.now() + aheadMs,
    monotonic: () => time.monotonic(),
    after: (ms, run) => time.after(ms, run),
  };
  const rung: number[] = [];
  const setAhead = (ms: number): void => {
    aheadMs = ms;
  };
  return { time, clock, setAhead, rung, timer: new DeadlineTimer(clock, () => rung.push(time.now())) };
}

test('it rings at the earliest deadline it was armed for, once', () => {
  const { time, rung, timer: armed } = timer();
  armed.arm(1_000_500);
  armed.arm(1_000_900);
  armed.arm(1_000_200);
  time.advanceBy(2_000);
  assert.equal(rung, [1_000_200]);
});

test('held, it rings when that is over', () => {
  const { time, rung, timer: held } = timer();
  held.hold(300);
  held.arm(1_000_100);
  time.advanceBy(2_000);
  assert.equal(rung, [1_000_300]);
});

test('held by a clock that was hours ahead, it does not wait for those hours once the clock is right', () => {
  const { time, rung, setAhead, timer: held } = timer();
  setAhead(11 * HOURS);
  held.hold(300);
  setAhead(0);
  held.arm(1_000_500);
  time.advanceBy(2_000);
  assert.equal(rung, [1_000_500]);
});

test('armed by a clock that was hours behind, it is armed again once the clock is right', () => {
  const { time, rung, setAhead, timer: armed } = timer();
  setAhead(-11 * HOURS);
  armed.arm(1_000_500);
  setAhead(0);
  armed.arm(1_000_500);
  time.advanceBy(2_000);
  assert.equal(rung, [1_000_500]);
});

test.run();
