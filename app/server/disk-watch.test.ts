import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { DiskReserve } from '@saleyard/platform/disk-space.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { watchDisk } from './disk-watch.ts';

const test = suite('the warning before the disk reserve');

test('it is logged once when less than twice the reserve is free, and again after there was enough', () => {
  const clock = new ManualClock(0);
  let free = 100;
  const read = () => ({ free: free * 1024 * 1024, total: 1_000 * 1024 * 1024 });
  const warned: string[] = [];
  const logger = { warn: (_: unknown, text?: string) => void warned.push(text ?? '') };
  const stop = watchDisk(new DiskReserve({ read, clock, megabytes: 20 }), { clock, logger });
  const warnings = [100, 41, 39, 30, 50, 39].map((megabytes) => {
    free = megabytes;
    clock.advanceBy(60_000);
    return warned.length;
  });
  assert.equal(warnings, [0, 0, 1, 1, 1, 2]);
  assert.match(warned[0] ?? '', 'the disk is nearly full');
  stop();
  free = 100;
  clock.advanceBy(60_000);
  free = 10;
  clock.advanceBy(60_000);
  assert.is(warned.length, 2);
});

test.run();
