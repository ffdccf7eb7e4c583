import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { WholeLists } from './whole-lists.ts';

const test = suite('whole lists of lots');

function lists() {
  const clock = new ManualClock();
  const read = { reached: 10, made: 0 };
  const whole = new WholeLists<number>(clock, () => read.reached);
  const get = (key = 'a', position: number | null = null, person: string | null = null) =>
    whole.get(key, { position, person }, async () => {
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

test('a position beyond what the read models show gets the answer that shows all there is', async () => {
  const { read, get } = lists();
  for (const position of [11, 12, Number.MAX_SAFE_INTEGER]) assert.is(await get('a', position), 1);
  read.reached = 11;
  assert.is(await get('a', Number.MAX_SAFE_INTEGER), 2);
  assert.is(read.made, 2);
});

test('for one person one list is made at a time; others do not wait for it', async () => {
  const { whole } = lists();
  const making: string[] = [];
  const ends: (() => void)[] = [];
  const get = (key: string, person: string) =>
    whole.get(key, { position: null, person }, () => {
      making.push(`${person} ${key}`);
      return new Promise((resolve) => ends.push(() => resolve(making.length)));
    });
  const settled = () => new Promise(setImmediate);
  const all = [get('a', 'ann'), get('b', 'ann'), get('c', 'ann'), get('c', 'bob'), get('a', 'bob')];
  await settled();
  assert.equal(making, ['ann a', 'bob c']);
  ends[0]?.();
  await settled();
  assert.equal(making, ['ann a', 'bob c', 'ann b']);
  ends[1]?.();
  ends[2]?.();
  await Promise.all(all);
  assert.is(making.length, 3, 'what another has made meanwhile is not made again');
});

test('a failed answer is made again', async () => {
  const { whole, get } = lists();
  const failed = await whole
    .get('a', { position: null, person: 'ann' }, async () => {
      throw new Error('the store is away');
    })
    .catch(() => 'failed');
  assert.is(failed, 'failed');
  assert.is(await get('a', null, 'ann'), 1);
});

test.run();
