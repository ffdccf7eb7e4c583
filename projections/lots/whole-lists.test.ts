import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { WholeLists } from './whole-lists.ts';

const test = suite('whole lists of lots');

function lists() {
  const clock = new ManualClock();
  const read = { reached: 10, made: 0 };
  const whole = new WholeLists<number>(clock, () => read.reached);
  const get = (key = 'a', position: number | null = null) =>
    whole.get(key, position, async () => {
      read.made += 1;
      return read.made;
    });
  return { clock, read, whole, get };
}

test('one answer for all who ask within a second', async () => {
  const { clock, read, get } = lists();
  assert.equal(await Promise.all(Array.from({ length: 300 }, () => get())), Array(300).fill(1));
  clock.advanceBy(999);
  assert.is(await get(), 1);
  clock.advanceBy(1);
  assert.is(await get(), 2);
  assert.is(await get('b'), 3);
  assert.is(read.made, 3);
});

test('a caller never gets an answer that is older than what they have seen', async () => {
  const { read, get } = lists();
  assert.is(await get('a', 10), 1);
  read.reached = 11;
  assert.is(await get('a', 11), 2);
  assert.is(await get('a', 10), 2);
});

test('a failed answer is made again', async () => {
  const { whole, get } = lists();
  const failed = await whole
    .get('a', null, async () => {
      throw new Error('the store is away');
    })
    .catch(() => 'failed');
  assert.is(failed, 'failed');
  assert.is(await get(), 1);
});

test.run();
