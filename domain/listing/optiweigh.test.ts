import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { optiweighProblem } from './optiweigh.ts';

const test = suite('readings of walk-over scales');
const reading = (change: object = {}) => ({
  ...{ date: '2026-09-30', weight: 412.5, averageDailyGain: 0.85 },
  ...change,
});

test('readings are days with kg per head and kg gained a day', () => {
  const days = [reading(), reading({ date: '2026-10-01', averageDailyGain: -0.4 })];
  assert.is(optiweighProblem({ days, weights: [400, 425.5] }), null);
  assert.is(optiweighProblem({ days: [], weights: [] }), null);
});

test('the first wrong reading is named', () => {
  for (const [change, rule] of [
    [{ date: '31/02/2026' }, /^Reading 2: the date must be a day/],
    [{ date: '2026-09-30' }, /^Reading 2: there is a reading of this day already/],
    [{ weight: 'heavy' }, /^Reading 2: the weight must be kg per head/],
    [{ weight: 0 }, /^Reading 2: the weight/],
    [{ weight: 2_001 }, /^Reading 2: the weight/],
    [{ averageDailyGain: 5.1 }, /^Reading 2: the daily gain/],
    [{ averageDailyGain: '' }, /^Reading 2: the daily gain/],
  ] as const) {
    const days = [reading(), reading({ date: '2026-10-01', ...change })];
    assert.match(optiweighProblem({ days, weights: [] }) ?? '', rule);
  }
  assert.match(optiweighProblem({ days: [], weights: [-1] }) ?? '', /^Each head can weigh/);
});

test.run();
