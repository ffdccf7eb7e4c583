import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide } from '@saleyard/domain/auction/decide.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { bid, details, lot, terms } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openMongoDocuments } from '@saleyard/platform/documents/mongodb-documents.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { mongoServers } from '@saleyard/platform/mongodb/test-support/servers.ts';
import { READ_COLLECTIONS } from '@saleyard/projections/projector.ts';
import { LogWriter } from '@saleyard/projections/test-support/log-writer.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { rebuild } from './rebuild.ts';

const EVENTS = 50_000;
const LOTS = 200;
const BIDDERS = 100;
const APPENDED_AT_ONCE = 2_000;
/** As many events as go into a commit while a sale that runs is followed, and as a rebuild takes. */
const COMMITS = [4_000, 50_000];

async function writeSale(log: EventLog): Promise<void> {
  const writer = new LogWriter(log);
  const fold = new AuctionFold();
  const decided = (command: Parameters<typeof decide>[1]) => {
    const events = decide(fold.state, command);
    for (const event of events) fold.apply(event);
    return events;
  };
  const lots = Array.from({ length: LOTS }, (_, n) =>
    lot({ lot: `l${n}`, number: String(n + 1), searchNumericId: n }),
  );
  const how = terms({ durationSeconds: 1e6 });
  let events = [
    ...decided({ at: 0, body: { type: 'schedule', details: details(), terms: how } }),
    ...decided({ at: 0, body: { type: 'catalogueLots', lots } }),
    ...decided({ at: 1, body: { type: 'advanceClock' } }),
  ];
  for (let n = 0; n < EVENTS; n += 1) {
    const body = bid(`bidder-${n % BIDDERS}`, 400 + 100 * Math.floor(n / LOTS), `l${n % LOTS}`);
    events.push(...decided({ at: 10 + n, body }));
    if (events.length < APPENDED_AT_ONCE) continue;
    await writer.append('auction-a', events);
    events = [];
  }
  if (events.length > 0) await writer.append('auction-a', events);
}

async function dump(documents: Documents): Promise<string> {
  const lines: string[] = [];
  for (const { name } of READ_COLLECTIONS) {
    for await (const document of documents.dump(name)) lines.push(`${name} ${JSON.stringify(document)}`);
  }
  return lines.join('\n');
}

for (const server of await mongoServers('rebuild into MongoDB')) {
  const test = suite(`rebuild into MongoDB, ${server.name}`, { limitMs: 300_000 });

  test('a rebuild has the same bytes as the embedded one, over any earlier data', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'saleyard-rebuild-'));
    const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
    await writeSale(log);
    const url = server.freshDatabase();
    const stores = {
      embedded: await openLmdbDocuments({ folder: join(folder, 'read'), clock: systemClock }),
      MongoDB: await openMongoDocuments({ url, clock: systemClock }),
    };
    await stores.MongoDB.upsert('sessions', 's', { n: 1 });
    for (const commitEvents of COMMITS) {
      const speeds: string[] = [];
      for (const [name, documents] of Object.entries(stores)) {
        const { events, seconds } = await rebuild({ log, documents, commitEvents });
        speeds.push(`${name} ${Math.round(events / seconds)} events/s`);
      }
      console.log(`rebuilt by ${commitEvents} events: ${speeds.join(', ')}`);
      assert.ok(
        (await dump(stores.MongoDB)) === (await dump(stores.embedded)),
        `by ${commitEvents}: other bytes`,
      );
    }
    assert.equal(
      await stores.MongoDB.get('sessions', 's'),
      { _id: 's', n: 1 },
      'documents that no projection owns stay',
    );
    await stores.embedded.close();
    await stores.MongoDB.close();
    await server.dropDatabase(url);
    await log.close();
    await rm(folder, { recursive: true });
  });

  test.run();
}
