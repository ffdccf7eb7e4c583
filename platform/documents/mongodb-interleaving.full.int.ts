import { suite } from '@saleyard/testing/suite.ts';
import { MongoClient } from 'mongodb';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import { databaseIn, MongoConnection } from '../mongodb/connection.ts';
import { mongoServers } from '../mongodb/test-support/servers.ts';
import { MongoBatches } from './mongodb-batch.ts';
import { openMongoDocuments } from './mongodb-documents.ts';
import { indexesOf } from './mongodb-row.ts';
import type { Asking } from './mongodb-rows.ts';
import { type CollectionSpec, type Documents, DocumentsUnavailable, type DocumentWrite } from './port.ts';
import { dumped, put, remove } from './test-support/contract-documents.ts';

const SPECS: readonly CollectionSpec[] = [
  { name: 'lots', indexes: [{ keys: { sex: 1 } }] },
  { name: 'accounts', indexes: [{ keys: { shortId: 1 }, unique: true }] },
];
/** More operations than a batch takes. */
const OPERATIONS = 40;

class CutOff extends Error {}

/** Batches without transactions, whose operations are observed one by one. */
type Watched = (after: (operation: number) => Promise<void>) => MongoBatches;

for (const server of await mongoServers('documents: mongodb between two operations')) {
  const test = suite(`documents: mongodb between two operations, ${server.name}`, { limitMs: 60_000 });

  const withStore = (name: string, body: (documents: Documents, watched: Watched) => Promise<void>) =>
    test(name, async () => {
      const url = server.freshDatabase();
      const documents = await openMongoDocuments({ url, clock: new ManualClock() });
      const client = new MongoClient(url);
      const watched: Watched = (after) => {
        let operations = 0;
        const run: Asking['run'] = async (operation) => {
          const answer = await operation;
          operations += 1;
          await after(operations);
          return answer;
        };
        return new MongoBatches(client.db(databaseIn(url)), { session: undefined, run }, (collection) =>
          indexesOf(SPECS.find((spec) => spec.name === collection) ?? { name: collection }),
        );
      };
      try {
        await documents.declare(SPECS);
        await body(documents, watched);
      } finally {
        await client.close();
        await documents.close();
        await server.dropDatabase(url);
      }
    });

  const others: [what: string, write: (id: string) => DocumentWrite, position: number, left?: number][] = [
    ['writes it newer', (id) => put(id, { n: 9 }), 9, 9],
    ['deletes it newer', (id) => remove(id), 9],
    ['writes it older', (id) => put(id, { n: 3 }), 3, 5],
  ];
  for (const [what, write, position, left] of others) {
    for (const there of [true, false]) {
      withStore(
        `while another ${what}, the newest stays, ${there ? '' : 'not '}there before`,
        async (documents, watched) => {
          // After each operation of the late one in turn.
          for (let at = 1; at <= 3; at += 1) {
            const id = `after-${at}`;
            if (there) await documents.commit(`before-${at}`, 1, [put(id, { n: 1 })]);
            const late = watched(async (operation) => {
              if (operation === at) await documents.commit(`other-${at}`, position, [write(id)]);
            });
            const batch = { projection: `late-${at}`, position: 5, writes: [put(id, { n: 5 })], after: -1 };
            await late.store(batch);
            assert.is((await documents.get<{ n: number }>('lots', id))?.n, left, id);
          }
        },
      );
    }
  }

  withStore(
    'cut off after any operation, a batch is not reported as stored before it is, and repeated it is',
    async (documents, watched) => {
      const before = [put('a', { n: 1 }), put('b', { n: 1 }), put('x', { shortId: 'B1' }, 'accounts')];
      const batch = [
        put('a', { n: 2 }),
        remove('b'),
        put('c', { n: 2 }),
        put('x', { shortId: 'B2' }, 'accounts'),
        put('y', { shortId: 'B1' }, 'accounts'),
      ];
      const whole = [
        { _id: 'a', n: 2 },
        { _id: 'c', n: 2 },
        { _id: 'x', shortId: 'B2' },
        { _id: 'y', shortId: 'B1' },
      ];
      const all = async () => [
        ...(await dumped(documents, 'lots')),
        ...(await dumped(documents, 'accounts')),
      ];
      let cuts = 0;
      for (let cut = 1; cut <= OPERATIONS; cut += 1) {
        await documents.drop('p', ['lots', 'accounts']);
        await documents.commit('p', 1, before);
        const dying = watched(async (operation) => {
          if (operation === cut) throw new CutOff();
        });
        const isCut = await dying.store({ projection: 'p', position: 2, writes: batch, after: 1 }).then(
          () => false,
          (error: unknown) => {
            assert.instance(error, CutOff);
            return true;
          },
        );
        if (isCut) cuts += 1;
        if ((await documents.checkpoint('p')) === 2) assert.equal(await all(), whole, `cut after ${cut}`);
        await documents.commit('p', 2, batch, 1);
        assert.equal(await all(), whole, `cut after ${cut} and repeated`);
      }
      assert.ok(cuts > 5 && cuts < OPERATIONS, `cut ${cuts} times`);
    },
  );

  withStore('a checkpoint does not go back under who is late', async (documents, watched) => {
    for (let at = 1; at <= 3; at += 1) {
      const late = watched(async (operation) => {
        if (operation === at) await documents.commit('p', at * 10 + 9, [put('a', { n: at * 10 + 9 })]);
      });
      await late.store({ projection: 'p', position: at * 10 + 5, writes: [put('a', { n: 5 })], after: -1 });
      assert.is(await documents.checkpoint('p'), at * 10 + 9, `after operation ${at}`);
      assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: at * 10 + 9 });
    }
  });

  withStore('a checkpoint is not moved over what was lost meanwhile', async (documents, watched) => {
    await documents.commit('p', 4, [put('a', { n: 4 })]);
    for (let at = 1; at <= 3; at += 1) {
      const going = watched(async (operation) => {
        if (operation === at) await documents.drop('p', ['lots']);
      });
      const outcome = await going
        .store({ projection: 'p', position: 9, writes: [put('b', { n: 9 })], after: 4 })
        .then(
          () => 'stored',
          (error: unknown) => (error as Error).name,
        );
      assert.is(outcome, 'DocumentsLost', `lost after operation ${at}`);
      assert.is(await documents.checkpoint('p'), -1);
      await documents.drop('p', ['lots']);
      await documents.commit('p', 4, [put('a', { n: 4 })]);
    }
  });

  test('what is never answered fails in time', async () => {
    const unavailable = (cause: unknown) => new DocumentsUnavailable(cause);
    const connection = await MongoConnection.open({ url: server.freshDatabase(), unavailable });
    const failure = await connection.run(new Promise<never>(() => {}), 20).catch((error: unknown) => error);
    assert.instance(failure, DocumentsUnavailable);
    await connection.close();
  });

  test.run();
}
