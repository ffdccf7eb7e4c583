import type { LoopMonitor } from '@saleyard/platform/clock/loop-monitor.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { Pressure } from './pressure.ts';
import { SHEDDING_LIMITS } from './work.ts';

const test = suite('shedding pressure');

/** A process whose timers are late: time advances, and due timers run `lateMs` later. */
class BusyProcess implements Clock {
  lateMs = 0;
  readonly #time = new ManualClock(1_000);

  now = () => this.#time.now();
  monotonic = () => this.#time.monotonic();
  after = (delayMs: number, run: () => void) => this.#time.after(delayMs + this.lateMs, run);

  /** Advances time; timers set before are as late as configured. */
  pass(ms: number): void {
    this.#time.advanceBy(ms);
  }
}

/** A monitor of a loop that works this share of the time, and of which others take `waitedMs` between two looks. */
const monitor = (utilisation: number, waitedMs: () => number = () => 0): LoopMonitor => ({
  utilisation: () => utilisation,
  waitedForOthersMs: waitedMs,
});

test('[G24] timers that all run late are pressure; one that runs late is not', () => {
  const clock = new BusyProcess();
  const pressure = new Pressure(clock, SHEDDING_LIMITS, monitor(0.5));
  clock.pass(5_000);
  assert.is(pressure.level, 0);
  clock.lateMs = 400;
  clock.pass(150);
  clock.lateMs = 0;
  clock.pass(5_000);
  assert.is(pressure.level, 0, 'a pause such as collecting garbage');
  clock.lateMs = 60;
  clock.pass(2_000);
  assert.is(pressure.level, 1);
  clock.lateMs = 120;
  clock.pass(2_000);
  assert.is(pressure.level, 2);
  clock.lateMs = 2_500;
  clock.pass(9_000);
  assert.is(pressure.level, 3);
  clock.lateMs = 0;
  clock.pass(12_000);
  assert.is(pressure.level, 0, 'calm again within ten seconds');
  pressure.stop();
});

test('[G24] the fastest decision of a slice is how long bids wait; without one it is not known', () => {
  const clock = new BusyProcess();
  const pressure = new Pressure(clock, SHEDDING_LIMITS, monitor(0.5));
  const slice = (...waits: number[]) => {
    for (const wait of waits) pressure.bidDecided(wait);
    clock.pass(500);
    return pressure.level;
  };
  assert.is(slice(900, 900, 20, 900), 0, 'an outlier is no queue');
  assert.is(slice(), 0);
  assert.is(slice(200, 160, 900), 1);
  assert.is(slice(260), 2);
  assert.is(slice(900, 401), 3);
  pressure.stop();
});

test('[G24] while bids are turned away nothing is served before them', () => {
  const clock = new BusyProcess();
  const pressure = new Pressure(clock, SHEDDING_LIMITS, monitor(0.5));
  assert.equal(
    (['bulk', 'anonymous', 'signed-in', 'vital'] as const).map((work) => pressure.isOn(work)),
    [false, false, false, false],
  );
  pressure.bidRejected();
  assert.equal(
    (['bulk', 'anonymous', 'signed-in', 'vital'] as const).map((work) => pressure.isOn(work)),
    [true, true, true, false],
  );
  pressure.stop();
});

test('[G24] in a loop that is busy all the time the usual delay counts, not the shortest', () => {
  for (const [utilisation, level] of [
    [1, 1],
    [0.5, 0],
  ] as const) {
    const clock = new BusyProcess();
    const pressure = new Pressure(clock, SHEDDING_LIMITS, monitor(utilisation));
    // Many short answers: most timers are late, some are not.
    for (let n = 0; n < 40; n += 1) {
      clock.lateMs = n % 3 === 0 ? 0 : 90;
      clock.pass(100);
    }
    assert.is(pressure.level, level);
    pressure.stop();
  }
});

test('[G24] a machine that other processes keep busy is no pressure; late by its own work as well, it is', () => {
  for (const utilisation of [0.5, 1]) {
    const clock = new BusyProcess();
    const pressure = new Pressure(
      clock,
      SHEDDING_LIMITS,
      monitor(utilisation, () => 300),
    );
    clock.lateMs = 300;
    clock.pass(9_000);
    assert.is(pressure.level, 0);
    clock.lateMs = 420;
    clock.pass(9_000);
    assert.is(pressure.level, 2);
    pressure.stop();
  }
});

test('a pressure that was stopped looks no more', () => {
  const clock = new BusyProcess();
  const pressure = new Pressure(clock, SHEDDING_LIMITS, monitor(0.5));
  pressure.stop();
  clock.lateMs = 5_000;
  clock.pass(60_000);
  assert.is(pressure.level, 0);
});

test.run();
