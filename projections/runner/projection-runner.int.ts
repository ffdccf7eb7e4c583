import { setTimeout as wait } from 'node:timers/promises';
import type { LotDescription } from '@saleyard/domain/auction/terms.ts';
import { bid } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Documents, DocumentWrite } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { bidsProjection } from '../bids/bids.projection.ts';
import {
  PARTICIPATIONS,
  type ParticipationDocument,
  participationId,
} from '../bids/participation.projection.ts';
import {
  LOT_PAGES,
  LOTS,
  type LotDocument,
  type LotPageDocument,
  lotsProjection,
} from '../lots/lots.projection.ts';
import { PROJECTIONS, READ_COLLECTIONS, startProjections } from '../projector.ts';
import { AUCTIONS } from '../sales/auctions.projection.ts';
import { type DataFolder, freshData } from '../test-support/log-writer.ts';
import { LOT_COUNT, Sale } from '../test-support/written-sale.ts';
import type { Projections, RunnerParts } from './projection-runner.ts';

/** What a projection's checkpoint is called. */
const checkpointOf = ({ name, version }: { name: string; version: number }) => `${name}@${version}`;

const test = suite('projection runner', { limitMs: 30_000 });

const SOON_MS = 120_000;

type Running = { projections: Projections; stop(): Promise<void> };

function start(
  log: EventLog,
  documents: Documents,
  {
    clock = systemClock,
    commitEvents,
    logger,
  }: Partial<Pick<RunnerParts, 'clock' | 'commitEvents' | 'logger'>> = {},
): Running {
  const ending = new AbortController();
  const projections = startProjections({
    log,
    documents,
    clock,
    logger,
    signal: ending.signal,
    ...(commitEvents !== undefined && { commitEvents }),
  });
  return {
    projections,
    async stop() {
      ending.abort();
      await projections.stopped;
    },
  };
}

/** The store, recording what one projection writes. */
function recording(documents: Documents, projection: string, written: string[][]): Documents {
  return Object.assign(Object.create(documents) as Documents, {
    declare: documents.declare.bind(documents),
    checkpoint: documents.checkpoint.bind(documents),
    find: documents.find.bind(documents),
    upsert: documents.upsert.bind(documents),
    commit(name: string, position: number, writes: readonly DocumentWrite[]) {
      if (name === projection && writes.length > 0) {
        written.push(writes.map(({ collection, id }) => `${collection.replace(/@\d+$/, '')} ${id}`));
      }
      return documents.commit(name, position, writes);
    },
  });
}

const withData = (name: string, body: (data: DataFolder) => Promise<void>) =>
  test(name, async () => {
    const data = await freshData();
    try {
      await body(data);
    } finally {
      await data.remove();
    }
  });

const priceOf = async (documents: Documents, id: string) =>
  (await documents.get<LotDocument>(LOTS, id))?.currentBidCents;

withData(
  'media that are stored in another shape are left out and reported, and all lots can be read',
  async ({ log, documents, writer }) => {
    const good = { url: '/u.jpg', thumbnail: '/t.jpg', title: '' };
    const stored: unknown[] = [[good, null, 'x', { url: 7 }], { url: '/u.jpg' }, undefined, [good]];
    const described = stored.map((media) => ({ kept: 'here', details: {}, media }) as LotDescription);
    const warned: unknown[] = [];
    const logger = { warn: (about: object) => void warned.push(about) };
    const position = await new Sale(writer).begin(4, described);
    const { projections, stop } = start(log, documents, { logger: logger as RunnerParts['logger'] });
    assert.is(await projections.waitFor(position, SOON_MS), true);
    const pages = await Promise.all(
      stored.map((_, n) => documents.get<LotPageDocument>(LOT_PAGES, `auction-a1-l${n}`)),
    );
    assert.equal(
      pages.map((page) => page?.media),
      [[good], [], [], [good]],
    );
    assert.equal(warned, [
      { stream: 'auction-a1', lot: 'auction-a1-l0', media: 3 },
      { stream: 'auction-a1', lot: 'auction-a1-l1', media: 1 },
    ]);
    await stop();
  },
);

withData(
  'a read sees what was appended once it has waited for its position',
  async ({ log, documents, writer }) => {
    const sale = new Sale(writer);
    await sale.begin();
    const { projections, stop } = start(log, documents);
    for (let n = 0; n < 5; n += 1) {
      const position = await sale.bids(1);
      assert.is(await projections.waitFor(position, SOON_MS), true);
      assert.is(await priceOf(documents, 'auction-a1-l0'), 400 + n * 100);
    }
    assert.is(projections.status().state, 'live');
    await stop();
    assert.is(projections.status().state, 'stopped');
  },
);

withData(
  'a position that is not reached in time is not waited for longer',
  async ({ log, documents, writer }) => {
    const position = await new Sale(writer).begin();
    const { projections, stop } = start(log, documents);
    assert.is(await projections.waitFor(position, SOON_MS), true);
    assert.is(await projections.waitFor(position + 1, 30), false);
    await stop();
    assert.is(await projections.waitFor(position + 1, SOON_MS), false);
  },
);

withData('events of streams that nobody reads move the position too', async ({ log, documents, writer }) => {
  const { projections, stop } = start(log, documents);
  const position = await writer.append('nobody-faq', [{ type: 'Written', data: { at: 1 } }]);
  assert.is(await projections.waitFor(position, SOON_MS), true);
  await stop();
});

withData(
  'started again, it goes on from its checkpoint in the middle of a stream',
  async ({ log, documents, writer }) => {
    const sale = new Sale(writer);
    await sale.begin();
    const first = start(log, documents);
    await first.projections.waitFor(await sale.bids(100), SOON_MS);
    await first.stop();
    const checkpoint = await documents.checkpoint('lots');
    assert.ok(checkpoint > 0);

    const position = await sale.bids(1);
    const written: string[][] = [];
    const second = start(log, recording(documents, checkpointOf(lotsProjection), written));
    assert.is(await second.projections.waitFor(position, SOON_MS), true);
    await second.stop();
    const expected = ['lots auction-a1-l0', 'private-lots auction-a1-l0'];
    assert.equal(written, [expected], 'only what changed after the checkpoint is written');
  },
);

withData(
  'one projection behind the others catches up, and theirs stays',
  async ({ log, documents, writer }) => {
    const sale = new Sale(writer);
    await sale.begin();
    const first = start(log, documents);
    await first.projections.waitFor(await sale.bids(200), SOON_MS);
    await first.stop();
    await documents.drop('auctions', [AUCTIONS]);
    const second = start(log, documents);
    const position = await sale.bids(1);
    assert.is(await second.projections.waitFor(position, SOON_MS), true);
    await second.stop();
    assert.is(await documents.count(AUCTIONS, {}), 1);
    assert.is(await documents.count(LOTS, {}), LOT_COUNT);
  },
);

withData('a store that fails is tried again from the checkpoint', async ({ log, documents, writer }) => {
  const sale = new Sale(writer);
  const position = await sale.begin();
  let failures = 2;
  const failing: Documents = Object.assign(Object.create(documents), {
    declare: documents.declare.bind(documents),
    checkpoint: documents.checkpoint.bind(documents),
    find: documents.find.bind(documents),
    upsert: documents.upsert.bind(documents),
    commit: (...args: Parameters<Documents['commit']>) => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('the disk is full')) : documents.commit(...args);
    },
  });
  const { projections, stop } = start(log, failing);
  while (projections.status().state !== 'retrying') await wait(5);
  assert.is(projections.status().error, 'the disk is full');
  assert.is(await projections.waitFor(position, SOON_MS), true);
  assert.is(await documents.count(LOTS, {}), LOT_COUNT);
  while (projections.status().state !== 'live') await wait(5);
  assert.is(projections.status().error, null);
  await stop();
});

withData('a store that lost what it had is not read as if it had it', async ({ log, documents, writer }) => {
  const sale = new Sale(writer);
  await sale.begin();
  let open = () => {};
  let gate = Promise.resolve();
  const gated: Documents = Object.assign(Object.create(documents), {
    declare: documents.declare.bind(documents),
    checkpoint: documents.checkpoint.bind(documents),
    find: documents.find.bind(documents),
    upsert: documents.upsert.bind(documents),
    async commit(...args: Parameters<Documents['commit']>) {
      await gate;
      await documents.commit(...args);
    },
  });
  const { projections, stop } = start(log, gated);
  const position = await sale.bids(30);
  assert.is(await projections.waitFor(position, SOON_MS), true);
  gate = new Promise((resolve) => {
    open = resolve;
  });
  for (const { name, collections } of PROJECTIONS) {
    await documents.drop(
      name,
      collections.map((collection) => collection.name),
    );
  }
  for (let n = 0; n < 10_000 && projections.status().reached === position; n += 1) await wait(10);
  assert.is(await projections.waitFor(position, 30), false, 'what was lost is not reached');
  open();
  assert.is(await projections.waitFor(position, SOON_MS), true);
  assert.is(await documents.count(LOTS, {}), LOT_COUNT);
  await stop();
});

withData(
  'bids refused after the close make it read the sale once after a start, and are shown',
  async ({ log, documents, writer }) => {
    const sale = new Sale(writer);
    await sale.begin();
    await sale.decide({ at: 2e9, body: { type: 'advanceClock' } });
    assert.is(sale.fold.state.phase, 'closed');
    let reads = 0;
    const counted: EventLog = Object.assign(Object.create(log) as EventLog, {
      subscribe: log.subscribe.bind(log),
      read(...asked: Parameters<EventLog['read']>) {
        reads += 1;
        return log.read(...asked);
      },
    });
    for (const bidder of ['late', 'later']) {
      reads = 0;
      const { projections, stop } = start(counted, documents);
      for (let n = 0; n < 3; n += 1) {
        const position = await sale.decide({ at: 2e9 + n, body: bid(bidder, 900, 'auction-a1-l0') });
        assert.is(await projections.waitFor(position, SOON_MS), true);
      }
      await stop();
      assert.is(reads, bidder === 'late' ? 0 : 1, bidder);
      const part = await documents.get<ParticipationDocument>(
        PARTICIPATIONS,
        participationId('auction-a1-l0', bidder),
      );
      assert.is(part?.refused, true, bidder);
    }
  },
);

withData('what a commit showed is not written again by the next', async ({ log, documents, writer }) => {
  const sale = new Sale(writer);
  await sale.begin();
  const written: string[][] = [];
  const { projections, stop } = start(log, recording(documents, checkpointOf(bidsProjection), written));
  await projections.waitFor(await sale.bids(5), SOON_MS);
  await projections.waitFor(await sale.bids(1), SOON_MS);
  await stop();
  assert.equal(written.at(-1), ['own-bids auction-a1-l0:bidder-0']);
});

withData(
  'a lot that changed many times while others wait is written once',
  async ({ log, documents, writer }) => {
    const sale = new Sale(writer);
    await sale.begin();
    const position = await sale.bids(2_000);
    const written: string[][] = [];
    const { projections, stop } = start(log, recording(documents, checkpointOf(lotsProjection), written));
    assert.is(await projections.waitFor(position, SOON_MS), true);
    await stop();
    assert.is(written.flat().filter((write) => write.startsWith('lots ')).length, LOT_COUNT);
  },
);

/** Events that may be folded in one turn of the event loop: twice as many as between two checks of the clock. */
const MOST_IN_A_TURN = 64;

/** The log, with a callback for each event that is taken. */
function counting(log: EventLog, taken: () => void): EventLog {
  return Object.assign(Object.create(log) as EventLog, {
    read: log.read.bind(log),
    lastPosition: log.lastPosition.bind(log),
    async *subscribe(...asked: Parameters<EventLog['subscribe']>) {
      for await (const item of log.subscribe(...asked)) {
        if (item.kind !== 'events') yield item;
        else {
          const events = [...item.events];
          const each = function* () {
            for (const event of item.events) {
              taken();
              yield event;
            }
          };
          yield { ...item, events: Object.assign(events, { [Symbol.iterator]: each }) };
        }
      }
    },
  });
}

withData(
  'the event loop has its turn while much is caught up',
  async ({ log: written, documents, writer }) => {
    const sale = new Sale(writer);
    await sale.begin();
    let position = 0;
    for (let n = 0; n < 10; n += 1) position = await sale.bids(2_000);
    // Each check of the clock is one ms later, so the number of events per turn does not depend on the machine.
    let passed = 0;
    const clock = {
      now: systemClock.now,
      after: systemClock.after,
      monotonic: () => {
        passed += 1;
        return passed;
      },
    };
    let taken = 0;
    const log = counting(written, () => {
      taken += 1;
    });
    const { projections, stop } = start(log, documents, { clock });
    let most = 0;
    let before = 0;
    const turn = () => {
      most = Math.max(most, taken - before);
      before = taken;
      ticking = setImmediate(turn);
    };
    let ticking = setImmediate(turn);
    assert.is(await projections.waitFor(position, 60_000), true);
    clearImmediate(ticking);
    await stop();
    assert.ok(taken >= 20_000);
    assert.ok(most <= MOST_IN_A_TURN, `${most} events in one turn`);
  },
);

test('every projection owns its collections alone', () => {
  const names = READ_COLLECTIONS.map(({ name }) => name);
  assert.is(new Set(names).size, names.length);
  assert.is(new Set(PROJECTIONS.map(({ name }) => name)).size, PROJECTIONS.length);
});

test.run();
