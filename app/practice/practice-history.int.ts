import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { startProjections } from '@saleyard/projections/projector.ts';
import { practiceReadModel } from '@saleyard/projections/sales/practice.queries.ts';
import { type DataFolder, freshData } from '@saleyard/projections/test-support/log-writer.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { PRACTICE_LIMITS } from './limits.ts';
import { PracticeHistory, type PracticeReadModel } from './practice-history.ts';

const test = suite('who began which practice sale');
const limits = { ...PRACTICE_LIMITS, starts: 3 };

/** A practice sale with one lot, that was begun at `at` (ms). */
const begin = (auction: string, at: number): Promise<number> => {
  const events = scheduled({}, [lot({ lot: `${auction}-lot` })]);
  return data.writer.append(
    auction,
    events.map(({ type, data }) => ({ type, data: { ...data, at } })),
  );
};

let data: DataFolder;
test.before(async () => {
  data = await freshData();
});
test.after(() => data.remove());

/** Folds the read models up to here, and no further. */
async function foldReadModels({ log, documents }: DataFolder): Promise<void> {
  const ending = new AbortController();
  const projections = startProjections({ log, documents, clock: systemClock, signal: ending.signal });
  assert.ok(await projections.waitFor(await log.lastPosition(), 60_000));
  ending.abort();
  await projections.stopped;
}

const historyOf = ({ log, documents }: DataFolder, readModel = practiceReadModel(documents)) =>
  new PracticeHistory({ log, readModel: readModel as PracticeReadModel, limits });

test('what the read model does not show yet is read from the log, also where nothing can be asked of it', async () => {
  for (const nth of [1, 2, 3, 4]) await begin(`practice-ann-${nth}`, nth * 1_000);
  await begin('practice-ann-x-1', 7_000);
  await foldReadModels(data);
  const shown = await practiceReadModel(data.documents).lastOf('ann', 9);
  assert.equal(
    shown.map(({ nth }) => nth),
    [4, 3, 2, 1],
  );
  await begin('practice-ann-5', 5_000);
  await begin('practice-ann-6', 6_000);
  const away = async (): Promise<never> => {
    throw new Error('the read store is away');
  };
  for (const readModel of [undefined, { lastOf: away, unfinished: away }]) {
    const { last, nth, startedAt } = await historyOf(data, readModel).of('ann');
    assert.is(last?.auction, 'practice-ann-6');
    assert.is(nth, 6);
    assert.equal(startedAt, [4_000, 5_000, 6_000]);
  }
  assert.equal(await historyOf(data).of('bob'), { last: null, nth: 0, startedAt: [] });
});

test('a read model of another log counts for nothing', async () => {
  const other = await freshData();
  await other.writer.append('practice-ann-1', scheduled());
  const { last, startedAt } = await historyOf(other, practiceReadModel(data.documents)).of('ann');
  assert.is(last?.auction, 'practice-ann-1');
  assert.equal(startedAt, [0]);
  await other.remove();
});

test('so many in a row, then a wait from the first of them on', async () => {
  const history = historyOf(data);
  const begun = await history.of('ann');
  assert.is(history.mustWaitMs(begun, 10_000), 4_000 + limits.startsWithinMs - 10_000);
  assert.is(history.mustWaitMs(begun, 4_000 + limits.startsWithinMs), 0);
  assert.is(history.mustWaitMs(await history.of('bob'), 0), 0);
});

test('one that was quiet for too long is lost, one that is over is not', async () => {
  for (const person of ['cat', 'dan']) await begin(`practice-${person}-1`, 100_000);
  await foldReadModels(data);
  const history = historyOf(data);
  const lostAt = async (now: number) => (await history.lost(now)).map(({ auction }) => auction).sort();
  const others = [...[1, 2, 3, 4, 5, 6].map((nth) => `practice-ann-${nth}`), 'practice-ann-x-1'];
  const quiet = 100_000 + limits.quietMs;
  assert.equal(await lostAt(quiet), others);
  assert.equal(await lostAt(quiet + 1), [...others, 'practice-cat-1', 'practice-dan-1']);
  const { last } = await history.of('cat');
  if (last === null) throw new Error('it is not found');
  assert.ok(history.isRunning(last, quiet));
  assert.not(history.isRunning(last, quiet + 1));
  // The read model still shows the lot of one that has just been closed.
  const withdrawn = {
    type: 'LotWithdrawn',
    data: { at: 109_000, lot: 'practice-dan-1-lot', reason: '' },
  } as const;
  const closed = { type: 'AuctionClosed', data: { at: 109_000 } } as const;
  await data.writer.append('practice-dan-1', [withdrawn, closed]);
  assert.equal(await lostAt(quiet + 1), [...others, 'practice-cat-1']);
  const over = (await history.of('dan')).last;
  assert.ok(over !== null && !history.isRunning(over, 109_001));
});

test.run();
