import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { LOTS, type LotDocument } from '../lots/lots.projection.ts';
import { PROJECTIONS, startProjections } from '../projector.ts';
import { type DataFolder, freshData } from '../test-support/log-writer.ts';
import { Sale } from '../test-support/written-sale.ts';

const test = suite('read models of several processes', { limitMs: 60_000 });

const SOON_MS = 60_000;

/** A process that writes the read models or stands by. Its leases' heartbeats can be stopped. */
function start(log: EventLog, documents: Documents, leases?: Leases, commitEvents?: number) {
  const ending = new AbortController();
  let events = 0;
  const projections = startProjections({
    log,
    documents,
    clock: systemClock,
    signal: ending.signal,
    onCommit: (_, many) => {
      events += many;
    },
    ...(leases && { leases }),
    ...(commitEvents !== undefined && { commitEvents }),
  });
  return {
    projections,
    state: () => projections.status().state,
    events: () => events,
    async stop() {
      ending.abort();
      await projections.stopped;
      await leases?.close();
    },
  };
}

/** The machine's clock, whose timers never fire after `stop`. */
function stoppable(): Clock & { stop(): void } {
  let stopped = false;
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic(),
    after: (ms, run) => systemClock.after(ms, () => stopped || run()),
    stop: () => {
      stopped = true;
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 5) {
    if (waited > 120_000) throw new Error(`never so: ${isSo}`);
    await wait(5);
  }
}

async function everything(documents: Documents): Promise<string> {
  const all: unknown[] = [];
  for (const { collections } of PROJECTIONS) {
    for (const { name } of collections) for await (const document of documents.dump(name)) all.push(document);
  }
  return JSON.stringify(all);
}

/** Asserts that the read models equal those that one process makes of the whole log. */
async function mustEqualARebuild({ log, documents }: DataFolder, position: number): Promise<void> {
  const fresh = await freshData();
  const rebuilt = start(log, fresh.documents);
  assert.ok(await rebuilt.projections.waitFor(position, SOON_MS));
  await rebuilt.stop();
  assert.is(await everything(documents), await everything(fresh.documents));
  await fresh.remove();
}

test('[N13] one process writes them; a standby follows their positions, and answers from them', async () => {
  const data = await freshData();
  const { log, documents, writer } = data;
  const table = new EmbeddedLeases(systemClock);
  const first = start(log, documents, table.join('first'));
  await until(() => first.state() === 'live');
  const second = start(log, documents, table.join('second'));
  await until(() => second.state() === 'standing-by');
  const sale = new Sale(writer);
  await sale.begin();
  for (let n = 0; n < 5; n += 1) {
    const position = await sale.bids(1);
    assert.is(await second.projections.waitFor(position, SOON_MS), true);
    const lot = await documents.get<LotDocument>(LOTS, 'auction-a1-l0');
    assert.is(lot?.currentBidCents, 400 + n * 100);
  }
  assert.is(await second.projections.waitFor((await log.lastPosition()) + 1, 100), false);
  assert.is(second.events(), 0);
  await first.stop();
  await until(() => second.state() === 'live');
  const position = await sale.bids(50);
  assert.ok(await second.projections.waitFor(position, SOON_MS));
  assert.is(second.events(), 50, 'it goes on from the checkpoints');
  await second.stop();
  await mustEqualARebuild(data, position);
  await data.remove();
});

test('[N13] one that is silent is followed by another, and what it still writes does no harm', async () => {
  const data = await freshData();
  const { log, documents, writer } = data;
  const table = new EmbeddedLeases(systemClock);
  const clock = stoppable();
  const itsLeases = table.join('first', clock);
  // It gets no changes of leases, and therefore continues writing while the other process writes.
  const deaf: Leases = { ...itsLeases, onChange: () => () => {}, holderOf: () => 'first' };
  const first = start(log, documents, deaf, 3);
  await until(() => first.state() === 'live');
  const second = start(log, documents, table.join('second'), 7);
  const sale = new Sale(writer);
  await sale.begin();
  clock.stop();
  let position = 0;
  while (second.state() !== 'live') {
    position = await sale.bids(1);
    await wait(20);
  }
  for (let n = 0; n < 60; n += 1) {
    position = await sale.bids(1 + (n % 9));
    if (n % 4 === 0) await wait(3);
  }
  assert.is(first.state(), 'live', 'both write');
  assert.ok(await first.projections.waitFor(position, SOON_MS));
  assert.ok(await second.projections.waitFor(position, SOON_MS));
  assert.ok(first.events() > 0 && second.events() > 0);
  await Promise.all([first.stop(), second.stop()]);
  await mustEqualARebuild(data, position);
  await data.remove();
});

test.run();
