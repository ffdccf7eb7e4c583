import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { FULL_SIZE, runOverload } from './run-overload.ts';
import { verdictOf } from './verdict.ts';

const test = suite('a server that is overloaded', { limitMs: 240_000 });

/** Short, by few: what is judged is what it does, not how fast it is. */
const SIZE = {
  ...FULL_SIZE,
  ...{ bidders: 150, readers: 10, dead: 10, lots: 60, warmBids: 2_000 },
  ...{ stepMs: 1_000, peakMs: 2_000, quietMs: 2_000, overloadMs: 12_000, recoveryMs: 3_000, times: 4 },
  visits: { bulk: 5, anonymous: 30, 'signed-in': 10, vital: 5, health: 1 },
};

test('[G24] [G25] it loses no acknowledged bid, gives up bids last, and keeps its memory bounded', async () => {
  const report = await runOverload(SIZE, () => {});
  const { overload, after } = report;
  assert.ok(
    overload.samples.some(({ counters }) => counters.sheddingLevel === 3),
    'it was overloaded at all',
  );
  for (const { name, holds, measured, timed } of verdictOf(report)) {
    if (!timed) assert.ok(holds, `${name}: ${measured}`);
  }
  assert.ok(after.bidding.goodPerSecond > 0, 'bids are decided after it');
  assert.is(after.bidding.unanswered, 0);
});

test.run();
