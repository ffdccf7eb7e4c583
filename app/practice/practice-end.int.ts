import {
  bid,
  decided,
  type Engine,
  eventsOf,
  freshFolder,
  openEngine,
} from '@saleyard/command-api/test-support/engine.ts';
import type { PracticeSale } from '@saleyard/contract/practice.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { practiceReadModel } from '@saleyard/projections/sales/practice.queries.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { seededRandom } from '../sample-data/random.ts';
import { PRACTICE_LOTS } from './catalogue.ts';
import { PRACTICE_LIMITS } from './limits.ts';
import { EnginePracticeService } from './practice-service.ts';

const test = suite('the end of a practice sale', { limitMs: 60_000 });
const LEARNER = 'ann';
/** ms of simulated time between looks at what was written meanwhile, and between the learner's bids. */
const STEP_MS = 250;
const BIDS_EVERY_MS = 2_000;
/** How many lots the learner bids for; the others are left to the simulated bidders. */
const WANTED = 2;

const { folder, remove } = freshFolder();
let engine: Engine;
let practice: EnginePracticeService;

test.before(async () => {
  engine = await openEngine({ folder, clock: new ManualClock(1_800_000_000_000) });
  practice = new EnginePracticeService({
    log: engine.log,
    readModel: practiceReadModel(engine.documents),
    clock: engine.clock,
    logger: createLogger({ level: 'error' }),
    submit: (envelope) => engine.host.submit(envelope),
    random: seededRandom(7),
  });
});
test.after(async () => {
  await practice.close();
  await engine.close();
  remove();
});

/** Moves time on once all that it set off before is on the disk, so that a slow machine sees the same sale. */
async function step(): Promise<void> {
  engine.clock.advanceBy(STEP_MS);
  await engine.documents.upsert('steps', 'last', { at: engine.clock.now() });
}

const saleNow = async (): Promise<PracticeSale> => {
  const sale = await practice.saleOf(LEARNER);
  if (sale === null) throw new Error('there is none');
  return sale;
};

test('a sale that is played to its end closes by itself, with a summary of each lot, and another may begin', async () => {
  const begun = await practice.start(LEARNER, 'relaxed');
  assert.is(begun.outcome, 'done', JSON.stringify(begun));
  const startedAt = engine.clock.now();
  /** The last decision that left the learner leading. */
  let lastLed: ReturnType<typeof decided> | undefined;
  for (let sale = await saleNow(); sale.running; sale = await saleNow()) {
    assert.ok(engine.clock.now() - startedAt < PRACTICE_LIMITS.longestMs, 'it comes to an end');
    const wanted = sale.lots.slice(0, WANTED).find(({ state }) => state === 'live');
    const leads = wanted?.currentBidCents === lastLed?.currentBidCents && wanted?._id === lastLed?.lot;
    if (wanted?.nextBidCents && !leads) {
      const made = bid(sale.auction._id, LEARNER, wanted._id, wanted.nextBidCents);
      const answer = decided(await engine.host.submit(made));
      if (answer.leader === LEARNER) lastLed = answer;
    }
    for (let ms = 0; ms < BIDS_EVERY_MS; ms += STEP_MS) await step();
  }
  const over = await saleNow();
  assert.is(over.auction.state, 'closed');
  const events = await eventsOf(engine.log, over.auction._id);
  const lastAt = (type: string) =>
    (events.findLast((event) => event.type === type)?.data as { at?: number } | undefined)?.at;
  assert.is(over.auction.closedAt, lastAt('AuctionClosed'));
  assert.is(lastAt('AuctionClosed'), lastAt('LotsClosed'), 'it is over with its last lot');
  assert.equal(
    over.lots.map(({ state, withdrawn }) => [state, withdrawn]),
    Array.from({ length: PRACTICE_LOTS }, () => ['closed', false]),
    'every lot was offered to its end',
  );
  assert.is(over.results.length, PRACTICE_LOTS);
  for (const [index, { outcome, ownBestCents, priceCents, othersLimitCents }] of over.results.entries()) {
    if (index < WANTED) {
      assert.is(outcome, 'won');
      assert.is(ownBestCents, priceCents);
    } else {
      assert.ok(outcome === 'not-tried' || outcome === 'passed-in', outcome);
      assert.is(ownBestCents, null);
      assert.ok(Number(priceCents) <= othersLimitCents);
    }
  }
  assert.is((await practice.stop(LEARNER)).outcome, 'refused', 'nothing is left to be stopped');
  assert.is((await practice.start(LEARNER, 'keen')).outcome, 'done');
  assert.ok((await saleNow()).running);
});

test.run();
