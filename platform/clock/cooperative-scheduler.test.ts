import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { CooperativeScheduler } from './cooperative-scheduler.ts';
import { ManualClock } from './manual-clock.ts';

const test = suite('cooperative scheduler');

/** Works in steps of an eighth of a ms until the slice is over; answers how many. */
async function longWork(clock: ManualClock, scheduler: CooperativeScheduler): Promise<number> {
  for (let steps = 0; ; steps += 1) {
    const over = scheduler.nextTurn();
    if (over !== undefined) {
      await over;
      return steps;
    }
    clock.advanceBy(1 / 8);
  }
}

test('work goes on for a short while, then others get a turn', async () => {
  const clock = new ManualClock();
  const scheduler = new CooperativeScheduler(clock);
  assert.is(await longWork(clock, scheduler), 0, 'they go first');
  let others = 0;
  const more = () => {
    others += 1;
    if (others < 3) setImmediate(more);
  };
  setImmediate(more);
  for (let n = 1; n <= 3; n += 1) {
    assert.is(await longWork(clock, scheduler), 4);
    assert.is(others, n);
  }
});

test('it has a share of what the others take, however busy they are', async () => {
  const clock = new ManualClock();
  const scheduler = new CooperativeScheduler(clock);
  await longWork(clock, scheduler);
  setImmediate(() => clock.advanceBy(20));
  assert.is(await longWork(clock, scheduler), 4);
  assert.is(await longWork(clock, scheduler), 40, 'a quarter of 20 ms');
  assert.is(await longWork(clock, scheduler), 4);
});

test.run();
