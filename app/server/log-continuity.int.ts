import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openMongoDocuments } from '@saleyard/platform/documents/mongodb-documents.ts';
import { openEventStoreLog } from '@saleyard/platform/event-log/eventstore-event-log.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog, NewEvent } from '@saleyard/platform/event-log/port.ts';
import { WireServer } from '@saleyard/platform/event-log/test-support/eventstore-wire/wire-server.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { mongoServers } from '@saleyard/platform/mongodb/test-support/servers.ts';
import { openFileSecrets } from '@saleyard/platform/secrets/file-secrets.ts';
import { openMongoSecrets } from '@saleyard/platform/secrets/mongodb-secrets.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { rebuild } from '../rebuild/rebuild.ts';
import {
  beginAnotherLog,
  continueLog,
  continuityOf,
  keepNoting,
  type LogStores,
  noteLog,
} from './log-continuity.ts';

const WHERE = { log: 'LOG', read: 'READ', secrets: 'SECRETS' };

/** A place for a log that can be opened, copied, put back and emptied while it is closed. */
type LogPlace = {
  open(): Promise<{ log: EventLog; close(): Promise<void> }>;
  save(): Promise<void>;
  putBack(): Promise<void>;
  empty(): Promise<void>;
};

function placeIn(folder: string, open: LogPlace['open']): LogPlace {
  return {
    open,
    async save() {
      await cp(folder, `${folder}-saved`, { recursive: true });
    },
    async putBack() {
      await rm(folder, { recursive: true, force: true });
      await cp(`${folder}-saved`, folder, { recursive: true });
    },
    empty: () => rm(folder, { recursive: true, force: true }),
  };
}

const LOGS: Record<string, (folder: string) => LogPlace> = {
  LMDB: (folder) =>
    placeIn(folder, async () => {
      const log = await openLmdbEventLog({ chained: CHAINED, folder });
      return { log, close: () => log.close() };
    }),
  "EventStoreDB's stand-in": (folder) =>
    placeIn(folder, async () => {
      const server = await WireServer.start({ folder, release: '24.2', now: () => systemClock.now() });
      const log = await openEventStoreLog({ chained: CHAINED, url: server.url, clock: systemClock });
      const close = async () => {
        await log.close();
        await server.stop();
      };
      return { log, close };
    }),
};

type Rest = Omit<LogStores, 'log'> & { close(): Promise<void> };
type RestPlace = { open(): Promise<Rest>; destroy(): Promise<void> };

const embedded = (folder: string): RestPlace => ({
  async open() {
    const documents = await openLmdbDocuments({ folder: join(folder, 'read'), clock: systemClock });
    const secrets = await openFileSecrets({ folder: join(folder, 'secrets') });
    return { documents, secrets, close: () => documents.close() };
  },
  destroy: async () => {},
});

async function append(log: EventLog, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const meta = { at: n, commandId: newId(), actor: { kind: 'system', id: 'test' } as const, schema: 1 };
    const event: NewEvent = { id: newId(), type: 'Noted', data: { n }, meta };
    const { outcome } = await log.append('other-a', await log.lastRevision('other-a'), [event]);
    assert.is(outcome, 'appended');
  }
}

function tests(
  name: string,
  makeLog: (folder: string) => LogPlace,
  makeRest: (folder: string) => RestPlace,
): void {
  const test = suite(`the log of a marketplace, ${name}`, { limitMs: 120_000 });

  type World = { place: LogPlace; use<T>(body: (stores: LogStores) => Promise<T>): Promise<T> };
  const world = (title: string, body: (world: World) => Promise<void>) =>
    test(title, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'saleyard-continuity-'));
      const place = makeLog(join(folder, 'log'));
      const rest = makeRest(folder);
      try {
        await body({
          place,
          async use(work) {
            const opened = await place.open();
            const others = await rest.open();
            try {
              return await work({ log: opened.log, documents: others.documents, secrets: others.secrets });
            } finally {
              await others.close();
              await opened.close();
            }
          },
        });
      } finally {
        await rest.destroy();
        await rm(folder, { recursive: true, force: true });
      }
    });

  const refused = (stores: LogStores): Promise<string> =>
    continueLog(stores, WHERE).then(
      ({ kind }) => kind,
      (error: Error) => error.message,
    );

  world('a new one is given an identity, which it has at every start', async ({ use }) => {
    const first = await use(async (stores) => {
      assert.is((await continueLog(stores, WHERE)).kind, 'continued');
      const { identity } = await noteLog(stores);
      await append(stores.log, 3);
      return identity;
    });
    await use(async (stores) => {
      assert.is((await continueLog(stores, WHERE)).kind, 'continued');
      assert.is((await noteLog(stores)).identity, first);
    });
  });

  world('one of an earlier version, and its read models, are taken as they are', async ({ use }) => {
    await use(async (stores) => {
      await stores.secrets.put('email-lookup-key', 'its key');
      await append(stores.log, 5);
      await rebuild(stores);
      assert.is(await refused(stores), 'continued');
      assert.is(await stores.log.keyRing(), undefined);
      await noteLog(stores);
      const adopted = await stores.log.keyRing();
      assert.match(adopted ?? '', /^[0-9a-f]{32}$/);
      assert.is(await refused(stores), 'continued');
      await stores.secrets.put('email-lookup-key', 'another');
      assert.match(await refused(stores), 'are not those', 'adopted once');
    });
  });

  world('one of an earlier version without any keys is refused', async ({ use }) => {
    await use(async (stores) => {
      await append(stores.log, 5);
      assert.match(await refused(stores), /^the secrets in SECRETS hold no keys, and the event log in LOG /);
      assert.is(await stores.log.keyRing(), undefined, 'nothing was written');
    });
  });

  world('without its keys, or with others, it is refused until they are put back', async ({ use }) => {
    const key = 'email-lookup-key';
    await use(async (stores) => {
      await noteLog(stores);
      await append(stores.log, 3);
      const right = (await stores.secrets.get(key)) ?? assert.unreachable();
      await stores.secrets.delete(key);
      assert.match(await refused(stores), /^the secrets in SECRETS hold no keys, and .* in LOG /);
      await noteLog(stores);
      assert.is(await stores.secrets.get(key), undefined, 'no new keys in silence');
      await stores.secrets.put(key, 'another');
      const sentence = await refused(stores);
      assert.match(
        sentence,
        /^the secrets in SECRETS are not those that the event log in LOG was written with\./,
      );
      assert.match(sentence, '`saleyard restore --accept-loss`');
      await noteLog(stores);
      assert.match(await refused(stores), 'are not those', 'a note adopts none in silence');
      await stores.secrets.put(key, String(right));
      assert.is(await refused(stores), 'continued');
    });
  });

  world('an older copy of the secrets is refused until the newest is put back', async ({ use }) => {
    await use(async (stores) => {
      await append(stores.log, 3);
      const before = await noteLog(stores);
      const older = (await stores.secrets.get('log')) ?? assert.unreachable();
      await append(stores.log, 3);
      const after = await noteLog(stores);
      const newest = (await stores.secrets.get('log')) ?? assert.unreachable();
      await stores.secrets.put('log', String(older));
      const sentence = await refused(stores);
      assert.match(sentence, /^the secrets in SECRETS are an older copy, /);
      assert.match(sentence, `position ${before.position}`);
      assert.match(sentence, `position ${after.position}`);
      assert.match(sentence, '`saleyard restore --accept-loss`');
      await stores.secrets.delete('log');
      assert.match(await refused(stores), 'are an older copy', 'of a time before the first note');
      await stores.secrets.put('log', String(newest));
      assert.is(await refused(stores), 'continued');
      await stores.secrets.put('log', String(older));
      await beginAnotherLog(stores);
      await noteLog(stores);
      assert.is(await refused(stores), 'continued', 'once the loss is accepted');
    });
  });

  world('no process that ends while it notes makes the secrets an older copy', async ({ use }) => {
    await use(async (stores) => {
      await noteLog(stores);
      for (const last of [0, 1, 2]) {
        await append(stores.log, 2);
        let writes = 0;
        const dies = async (): Promise<void> => {
          writes += 1;
          if (writes > last) throw new Error('killed');
        };
        const { documents, secrets, log } = stores;
        const killed = {
          log,
          secrets: Object.assign(Object.create(secrets), {
            put: async (name: string, value: string) => {
              await dies();
              await secrets.put(name, value);
            },
          }),
          documents: Object.assign(Object.create(documents), {
            upsert: async (collection: string, id: string, document: Record<string, unknown>) => {
              await dies();
              await documents.upsert(collection, id, document);
            },
          }),
        };
        await noteLog(killed).catch(() => {});
        assert.is(await refused(stores), 'continued', `after ${last} writes`);
      }
    });
  });

  world('two processes that note at once leave the later position in the secrets', async ({ use }) => {
    await use(async (stores) => {
      await noteLog(stores);
      await append(stores.log, 2);
      const { documents, secrets, log } = stores;
      let writes = 0;
      const slow: LogStores = {
        log,
        secrets,
        documents: Object.assign(Object.create(documents), {
          async upsert(collection: string, id: string, document: Record<string, unknown>) {
            // One that noted an earlier position and is slower writes in between.
            if (writes === 0) await secrets.put('log', JSON.stringify({ ...document, position: 0 }));
            writes += 1;
            await documents.upsert(collection, id, document);
          },
        }),
      };
      await noteLog(slow);
      assert.is(await refused(stores), 'continued');
    });
  });

  world('once the loss of the keys is accepted, the log has new ones', async ({ use }) => {
    await use(async (stores) => {
      await noteLog(stores);
      await append(stores.log, 3);
      await stores.secrets.delete('email-lookup-key');
      await beginAnotherLog(stores);
      await noteLog(stores);
      assert.is(await refused(stores), 'continued');
    });
  });

  world('an emptied one is refused, and restore --accept-loss is named', async ({ place, use }) => {
    await use(async (stores) => {
      await noteLog(stores);
      await append(stores.log, 5);
      await noteLog(stores);
    });
    await place.empty();
    await use(async (stores) => {
      const sentence = await refused(stores);
      assert.match(
        sentence,
        /^the event log in LOG .* is not the one of this marketplace, which had reached position \d+\./,
      );
      assert.match(sentence, '`saleyard restore --accept-loss`');
      assert.is(await stores.log.identity(), undefined, 'nothing was written');
    });
  });

  world('an emptied one of an earlier version is known by its read models', async ({ place, use }) => {
    await use(async (stores) => {
      await append(stores.log, 5);
      await rebuild(stores);
    });
    await place.empty();
    assert.match(await use(refused), 'is not the one of this marketplace');
  });

  world('another one in its place is refused, however long it is', async ({ place, use }) => {
    await use(async (stores) => {
      await append(stores.log, 3);
      await noteLog(stores);
    });
    await place.empty();
    const opened = await place.open();
    await opened.log.identify(newId(), undefined);
    await append(opened.log, 20);
    await opened.close();
    assert.match(await use(refused), 'is not the one of this marketplace');
  });

  world('an older copy is refused by what was noted, and by the read models', async ({ place, use }) => {
    await use(async (stores) => {
      await append(stores.log, 3);
      await noteLog(stores);
    });
    await place.save();
    await use(async (stores) => {
      await append(stores.log, 3);
      await rebuild(stores);
    });
    await place.putBack();
    const byReadModels = await use(refused);
    assert.match(
      byReadModels,
      /^the event log in LOG ends at position \d+, but it had reached position \d+:/,
    );
    assert.match(byReadModels, '`saleyard restore --accept-loss`');
  });

  world('an older copy is refused though the read models were lost with it', async ({ place, use }) => {
    await use(async (stores) => {
      await append(stores.log, 3);
      await noteLog(stores);
    });
    await place.save();
    await use(async (stores) => {
      const stop = await keepNoting(stores, {
        clock: systemClock,
        logger: { warn: () => assert.unreachable() },
      });
      await append(stores.log, 3);
      await stop();
      await stores.documents.deleteOne('event-log', 'log');
    });
    await place.putBack();
    assert.match(await use(refused), 'but it had reached position');
  });

  world('read models of another log are refused, and rebuild is named', async ({ use }) => {
    await use(async (stores) => {
      await append(stores.log, 3);
      const { position } = await noteLog(stores);
      await stores.documents.upsert('event-log', 'log', {
        identity: newId(),
        position: position + 1_000_000,
      });
      assert.match(await refused(stores), /^the read models in READ .* `saleyard rebuild`/);
      const found = await continueLog(stores, WHERE, { mayReplaceReadModels: true });
      assert.is(found.kind, 'other-read-models');
      await noteLog(stores);
      assert.is(await refused(stores), 'continued');
    });
  });

  world(
    'once the loss is accepted it is another log, and the lost one is refused',
    async ({ place, use }) => {
      await use(async (stores) => {
        await append(stores.log, 3);
        await noteLog(stores);
      });
      await place.save();
      await use(async (stores) => {
        await append(stores.log, 3);
        await noteLog(stores);
      });
      await place.putBack();
      await use(async (stores) => {
        await beginAnotherLog(stores);
        assert.is((await continuityOf(stores)).kind, 'other-log', 'cut off here, it is done again');
        await noteLog(stores);
        assert.is(await refused(stores), 'continued');
        await append(stores.log, 10);
      });
      await place.putBack();
      assert.match(await use(refused), 'is not the one of this marketplace');
    },
  );

  test.run();
}

for (const [name, makeLog] of Object.entries(LOGS)) tests(`${name}, embedded documents`, makeLog, embedded);

for (const server of await mongoServers('the log of a marketplace, MongoDB')) {
  for (const [name, makeLog] of Object.entries(LOGS)) {
    tests(`${name}, ${server.name}`, makeLog, () => {
      const url = server.freshDatabase();
      return {
        async open() {
          const documents = await openMongoDocuments({ url, clock: systemClock });
          const secrets = await openMongoSecrets({ url });
          const close = async () => {
            await documents.close();
            await secrets.close();
          };
          return { documents, secrets, close };
        },
        destroy: () => server.dropDatabase(url),
      };
    });
  }
}
