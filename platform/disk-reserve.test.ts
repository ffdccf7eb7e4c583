import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ManualClock } from './clock/manual-clock.ts';
import { DiskReserve } from './disk-space.ts';

const test = suite('the reserve of the disk');
const MB = 1024 * 1024;

/** Whether anything may be stored at all. */
function mayStore(reserve: DiskReserve): boolean {
  const release = reserve.take(0);
  release?.();
  return release !== null;
}

function disk(megabytes: number | null, totalMb: number) {
  const clock = new ManualClock();
  const state = { freeMb: totalMb };
  const reserve = new DiskReserve({
    read: () => ({ free: state.freeMb * MB, total: totalMb * MB }),
    clock,
    megabytes,
  });
  return {
    reserve,
    at(freeMb: number) {
      state.freeMb = freeMb;
      clock.advanceBy(1_000);
      return [mayStore(reserve), reserve.isLow];
    },
  };
}

test('512 MB or 5% of the disk, whichever is less; the operator is warned at twice that', () => {
  const large = disk(null, 1_000_000);
  assert.equal(
    [large.at(1_024), large.at(1_023), large.at(512), large.at(511)],
    [
      [true, false],
      [true, true],
      [true, true],
      [false, true],
    ],
  );
  const small = disk(null, 1_000);
  assert.equal(
    [small.at(100), small.at(50), small.at(49)],
    [
      [true, false],
      [true, true],
      [false, true],
    ],
  );
});

test('a reserve that is set counts, and 0 switches it off', () => {
  const set = disk(30, 1_000_000);
  assert.equal(
    [set.at(60), set.at(30), set.at(29)],
    [
      [true, false],
      [true, true],
      [false, true],
    ],
  );
  assert.equal(disk(0, 100).at(0), [true, false]);
});

test('uploads at the same moment do not take the reserve together', () => {
  const { reserve, at } = disk(30, 1_000_000);
  at(70);
  // A file takes at most twice its bytes.
  const first = reserve.take(10 * MB);
  const second = reserve.take(10 * MB);
  assert.ok(first && second);
  assert.is(reserve.take(1), null);
  first();
  first();
  const third = reserve.take(10 * MB);
  assert.ok(third);
  assert.is(reserve.take(1), null, 'released once');
});

test('what was stored counts at once', () => {
  const state = { freeMb: 50 };
  const reserve = new DiskReserve({
    read: () => ({ free: state.freeMb * MB, total: 1_000_000 * MB }),
    clock: new ManualClock(),
    megabytes: 30,
  });
  const release = reserve.take(10 * MB);
  state.freeMb = 32;
  release?.();
  assert.is(reserve.take(5 * MB), null);
});

test('a disk that cannot be read refuses nothing', () => {
  const reserve = new DiskReserve({ read: () => null, clock: new ManualClock(), megabytes: null });
  assert.equal([mayStore(reserve), reserve.isLow, reserve.space], [true, false, null]);
});

test.run();
