import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openMongoDocuments } from '@saleyard/platform/documents/mongodb-documents.ts';
import type { Documents, DocumentWrite } from '@saleyard/platform/documents/port.ts';
import { ReadModelBuilding, VersionedDocuments } from '@saleyard/platform/documents/versioned-documents.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import { mongoServers } from '@saleyard/platform/mongodb/test-support/servers.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Projection } from '../projection.ts';
import { type DataFolder, freshData } from '../test-support/log-writer.ts';
import { LOT_COUNT, Sale } from '../test-support/written-sale.ts';
import { runProjections } from './projection-runner.ts';

const SOON_MS = 120_000;
/** Small commits, so that a half-finished build is visible. */
const COMMIT_EVENTS = 10;
/** Two sales are shown. */
const TALLIES = 2 * LOT_COUNT;

type Tally = { by: number; revision: number };

/** One document for each lot of a sale: the version that made it, and the last event of the sale it includes. */
const tallies = (version: number, readsSince?: number): Projection => ({
  name: 'tallies',
  version,
  ...(readsSince !== undefined && { readsSince }),
  collections: [{ name: 'tallies', indexes: [{ keys: { by: 1 } }] }],
  of: 'auction',
  project: ({ after, revision }) =>
    after.lots.map(
      (lot): DocumentWrite => ({
        op: 'put',
        collection: 'tallies',
        id: lot.terms.lot,
        document: { by: version, revision } satisfies Tally,
      }),
    ),
});

/** A read model whose version never changes. */
const unchanged: Projection = {
  name: 'ends',
  version: 1,
  collections: [{ name: 'ends' }],
  of: 'auction',
  project: ({ id, revision }) => [{ op: 'put', collection: 'ends', id, document: { revision } }],
};

function start(log: EventLog, documents: Documents, projections: Projection[], leases?: Leases) {
  const ending = new AbortController();
  const running = runProjections({
    log,
    documents,
    projections,
    clock: systemClock,
    signal: ending.signal,
    leases,
    commitEvents: COMMIT_EVENTS,
  });
  return {
    waitFor: (position: number) => running.waitFor(position, SOON_MS),
    state: () => running.status().state,
    unreadable: () => running.status().unreadable,
    async stop() {
      ending.abort();
      await running.stopped;
      await leases?.close();
    },
  };
}

/** The log, delivering few events at a time. */
const slowly = (log: EventLog): EventLog =>
  Object.assign(Object.create(log) as EventLog, {
    read: log.read.bind(log),
    lastPosition: log.lastPosition.bind(log),
    async *subscribe(...asked: Parameters<EventLog['subscribe']>): ReturnType<EventLog['subscribe']> {
      for await (const item of log.subscribe(...asked)) {
        if (item.kind !== 'events') yield item;
        else
          for (let from = 0; from < item.events.length; from += COMMIT_EVENTS)
            yield { ...item, events: item.events.slice(from, from + COMMIT_EVENTS) };
      }
    },
  });

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await wait(5);
}

/**
 * The version that is read. Asserts that every lot is there, all by the same version. 'building' while none can be
 * read.
 */
async function versionRead(documents: Documents): Promise<number | 'building'> {
  try {
    const found = await documents.find<Tally>('tallies', {});
    assert.is(found.length, TALLIES, 'never half a read model');
    const versions = new Set(found.map(({ by }) => by));
    assert.is(versions.size, 1, 'never two versions in one answer');
    return found[0]?.by ?? -1;
  } catch (error) {
    if (error instanceof ReadModelBuilding) return 'building';
    throw error;
  }
}

async function held(documents: Documents, collection: string): Promise<number> {
  let rows = 0;
  for await (const _ of documents.dump(collection)) rows += 1;
  return rows;
}

/** The store, with a callback `before` each write. */
function watched(documents: Documents, before: (name: string) => Promise<void>): Documents {
  const reads = Object.fromEntries(
    (['declare', 'get', 'find', 'count', 'dump', 'checkpoint'] as const).map((name) => [
      name,
      (documents[name] as (...args: unknown[]) => unknown).bind(documents),
    ]),
  );
  const writes = Object.fromEntries(
    (['commit', 'upsert', 'deleteOne', 'drop'] as const).map((name) => [
      name,
      async (...args: unknown[]) => {
        await before(name === 'commit' ? `commit ${args[0]}` : name);
        await (documents[name] as (...args: unknown[]) => Promise<void>).apply(documents, args);
      },
    ]),
  );
  return Object.assign(Object.create(documents) as Documents, reads, writes);
}

type Store = { name: string; open(): Promise<DataFolder> };

const stores: Store[] = [{ name: 'embedded', open: () => freshData() }];
for (const server of await mongoServers('versions of read models')) {
  stores.push({
    name: `mongodb, ${server.name}`,
    async open() {
      const url = server.freshDatabase();
      const data = await freshData(() => openMongoDocuments({ url, clock: systemClock }));
      return {
        ...data,
        async remove() {
          await data.remove();
          await server.dropDatabase(url);
        },
      };
    },
  });
}

for (const store of stores) {
  const test = suite(`versions of read models: ${store.name}`, { limitMs: 60_000 });

  /** Given a sale that version 1 has folded to its end. */
  const given = (name: string, body: (data: DataFolder & { sale: Sale }) => Promise<void>) =>
    test(name, async () => {
      const data = await store.open();
      try {
        const sale = new Sale(data.writer);
        await sale.begin();
        await sale.bids(60);
        const position = await new Sale(data.writer, 'a2').begin();
        const first = start(data.log, data.documents, [tallies(1), unchanged]);
        await until(() => first.state() === 'live');
        assert.ok(await first.waitFor(position));
        await first.stop();
        assert.is(await versionRead(data.documents), 1);
        await body({ ...data, log: slowly(data.log), sale });
      } finally {
        await data.remove();
      }
    });

  given('the old one is read until the new one has caught up; then it is removed', async (data) => {
    const { log, documents, sale } = data;
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let built = 0;
    const gated = watched(documents, async (name) => {
      if (name !== 'commit tallies@2') return;
      built += 1;
      if (built > 1) await gate;
    });
    const second = start(log, gated, [tallies(2, 1), unchanged]);
    await until(() => built > 1);
    const position = await sale.bids(3);
    const revisionShown = async () => (await documents.get<Tally>('ends', 'a1'))?.revision ?? -1;
    const before = await revisionShown();
    await until(async () => (await revisionShown()) > before);
    assert.is(await versionRead(documents), 1, 'what is half built is not read');
    assert.equal(second.unreadable(), []);
    assert.is(second.state(), 'live', 'the others go on');
    let isReached = false;
    const reached = second.waitFor(position).then((is) => {
      isReached = is;
    });
    await wait(50);
    assert.is(isReached, false, 'the old one does not show what came after it');
    open();
    const seen: unknown[] = [];
    while (seen.at(-1) !== 2) {
      seen.push(await versionRead(documents));
      await wait(1);
    }
    assert.ok(seen.every((version) => version === 1 || version === 2));
    await reached;
    assert.ok(isReached);
    await until(async () => (await held(documents, 'tallies@1')) === 0);
    assert.is(await versionRead(documents), 2);
    assert.is(await documents.checkpoint('tallies@1'), -1);
    await second.stop();
  });

  given('an old one that this build cannot read is not read, nor is half of the new one', async (data) => {
    const { log, documents } = data;
    const seen = new Set<unknown>();
    const looking = watched(documents, async () => {
      seen.add(await versionRead(documents));
    });
    const second = start(log, looking, [tallies(2), unchanged]);
    await until(async () => (await held(documents, 'tallies@1')) === 0);
    seen.add(await versionRead(documents));
    await second.stop();
    assert.equal(
      [...seen].filter((version) => version !== 1),
      ['building', 2],
    );
  });

  given('killed before any write of the switch, the next start ends it', async (data) => {
    const { log, documents } = data;
    let version = 1;
    for (let survived = 0, isDone = false; !isDone; survived += 1) {
      version += 1;
      let writes = 0;
      let isDead = false;
      const dying = watched(documents, async () => {
        if (writes === survived) isDead = true;
        writes += 1;
        if (isDead) throw new Error('killed');
      });
      const dies = start(log, dying, [tallies(version, version - 1), unchanged]);
      const tidy = async () => (await held(documents, `tallies@${version - 1}`)) === 0;
      await until(async () => isDead || (await tidy()));
      isDone = !isDead;
      await dies.stop();
      assert.ok([version - 1, version].includes((await versionRead(documents)) as number));

      const next = start(log, documents, [tallies(version, version - 1), unchanged]);
      await until(async () => (await versionRead(documents)) === version && (await tidy()));
      await next.stop();
      assert.is(await documents.checkpoint(`tallies@${version - 1}`), -1);
    }
    assert.ok(version > 8, `${version - 1} moments`);
  });

  given('of two builds each makes and reads its own; the old one is kept while it runs', async (data) => {
    const { log, documents, sale } = data;
    const table = new EmbeddedLeases(systemClock);
    const [ofOld, ofNew] = [new VersionedDocuments(documents), new VersionedDocuments(documents)];
    const old = start(log, ofOld, [tallies(1), unchanged], table.join('old'));
    await until(() => old.state() === 'live');
    const young = start(log, ofNew, [tallies(2), unchanged], table.join('young'));
    await until(async () => (await versionRead(ofNew)) === 2);
    for (let n = 0; n < 4; n += 1) {
      const position = await sale.bids(2);
      assert.ok(await old.waitFor(position));
      assert.ok(await young.waitFor(position));
      assert.equal([await versionRead(ofOld), await versionRead(ofNew)], [1, 2]);
      const shown = await Promise.all([ofOld, ofNew].map((of) => of.get<Tally>('tallies', 'auction-a1-l0')));
      assert.is(shown[0]?.revision, shown[1]?.revision, 'both go on');
      await wait(600);
    }
    assert.is(await held(documents, 'tallies@1'), TALLIES, 'kept while the old build runs');
    await old.stop();
    await until(async () => (await held(documents, 'tallies@1')) === 0);
    assert.is(await versionRead(ofNew), 2);
    await young.stop();
  });

  test.run();
}
