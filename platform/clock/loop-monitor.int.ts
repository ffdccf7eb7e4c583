import { hash } from 'node:crypto';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { loopMonitor } from './loop-monitor.ts';
import { systemClock } from './system-clock.ts';

const test = suite('loop monitor');

/** Hashes that keep the loop busy for a moment. */
const WORK = 20_000;

test('it measures a share of the time, and a wait that is no longer than the time itself', async () => {
  const monitor = loopMonitor();
  const began = systemClock.monotonic();
  await new Promise((resolve) => setImmediate(resolve));
  for (let n = 0; n < WORK; n += 1) hash('sha256', String(n));
  await new Promise((resolve) => setImmediate(resolve));
  const [waited, utilisation] = [monitor.waitedForOthersMs(), monitor.utilisation()];
  const passed = systemClock.monotonic() - began;
  assert.ok(waited >= 0 && waited <= passed, `${waited} of ${passed} ms`);
  assert.ok(utilisation > 0 && utilisation <= 1, String(utilisation));
  // Nothing has passed since.
  assert.ok(monitor.waitedForOthersMs() < passed);
});

test.run();
