import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

const test = suite('shedding places');

type Asked = { name: string; state: 'waiting' | 'in' | 'away'; release: () => void };

function limiter(waitMs = 1_000) {
  const clock = new ManualClock();
  const all = new ConcurrencyLimiter(clock, waitMs);
  const ask = (name: string, capacity = { atOnce: 2, waiting: 2 }): Asked => {
    const asked: Asked = { name, state: 'waiting', release: () => {} };
    all.take(capacity, (release) => {
      assert.is(asked.state, 'waiting', 'answered once');
      asked.state = release === null ? 'away' : 'in';
      if (release) asked.release = release;
    });
    return asked;
  };
  return { clock, ask };
}

const states = (all: readonly Asked[]) => all.map(({ state }) => state);

test('so many at once, so many waiting, the rest turned away at once', () => {
  const { ask } = limiter();
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => ask(name));
  assert.equal(states(all), ['in', 'in', 'waiting', 'waiting', 'away']);
  all[1]?.release();
  assert.equal(states(all), ['in', 'in', 'in', 'waiting', 'away'], 'first come first served');
  all[1]?.release();
  assert.equal(states(all), ['in', 'in', 'in', 'waiting', 'away'], 'leaving twice gives one place');
  all[0]?.release();
  assert.equal(states(all), ['in', 'in', 'in', 'in', 'away']);
});

test('nobody waits long, and who is gone takes no place', () => {
  const { clock, ask } = limiter(1_000);
  const all = ['a', 'b', 'c'].map((name) => ask(name));
  clock.advanceBy(999);
  const late = ask('d');
  clock.advanceBy(1);
  assert.equal(states([...all, late]), ['in', 'in', 'away', 'waiting']);
  all[0]?.release();
  assert.is(late.state, 'in');
  clock.advanceBy(10_000);
  assert.is(late.state, 'in');
});

test('in a smaller room those that wait come in only as far as it has places', () => {
  const { ask } = limiter();
  const inside = ['a', 'b', 'c'].map((name) => ask(name, { atOnce: 3, waiting: 2 }));
  const slow = [ask('d', { atOnce: 1, waiting: 2 }), ask('e', { atOnce: 1, waiting: 2 })];
  inside[0]?.release();
  inside[1]?.release();
  assert.equal(states(slow), ['waiting', 'waiting']);
  inside[2]?.release();
  assert.equal(states(slow), ['in', 'waiting']);
});

test.run();
