import { notRun, suite } from '@saleyard/testing/suite.ts';
import { type Document, MongoClient } from 'mongodb';
import * as assert from 'uvu/assert';
import { ManualClock } from '../clock/manual-clock.ts';
import { databaseIn } from '../mongodb/connection.ts';
import { mongoServers } from '../mongodb/test-support/servers.ts';
import { openMongoDocuments } from './mongodb-documents.ts';
import { type CollectionSpec, type Documents, DocumentsUniqueViolation } from './port.ts';
import { dumped, put, remove } from './test-support/contract-documents.ts';

const SPECS: readonly CollectionSpec[] = [
  { name: 'lots', indexes: [{ keys: { sex: 1, n: -1 } }] },
  { name: 'accounts', indexes: [{ keys: { shortId: 1 }, unique: true }] },
];
const ROUNDS = 20;
const BATCHES = 40;

/** Stores on one database, as processes have them, and what an operator sees there. */
type Shared = {
  one: Documents;
  other: Documents;
  clock: ManualClock;
  rows(collection: string): Promise<Document[]>;
  indexes(collection: string): Promise<string[]>;
  client: MongoClient;
  database: string;
};

for (const server of await mongoServers('documents: mongodb shared by processes')) {
  const test = suite(`documents: mongodb shared by processes, ${server.name}`, { limitMs: 60_000 });

  const withShared = (name: string, body: (shared: Shared) => Promise<void>) =>
    test(name, async () => {
      const url = server.freshDatabase();
      const database = databaseIn(url);
      const clock = new ManualClock(1_000);
      const [one, other] = [
        await openMongoDocuments({ url, clock }),
        await openMongoDocuments({ url, clock }),
      ];
      const client = new MongoClient(url);
      const found = (collection: string) => client.db(database).collection(collection);
      try {
        await one.declare(SPECS);
        await other.declare(SPECS);
        await body({
          one,
          other,
          clock,
          client,
          database,
          rows: (collection) => found(collection).find().sort({ _id: 1 }).toArray(),
          indexes: async (collection) =>
            (await found(collection).listIndexes().toArray()).map(({ name: index }) => String(index)).sort(),
        });
      } finally {
        await client.close();
        await one.close();
        await other.close();
        await server.dropDatabase(url);
      }
    });

  withShared('a delete is not undone by an older write that comes late', async ({ one, other }) => {
    await one.commit('ahead', 4, [put('a', { n: 4 }), put('b', { n: 4 })]);
    await one.commit('ahead', 10, [remove('a'), remove('never-there')]);
    await other.commit('behind', 7, [put('a', { n: 7 }), put('never-there', { n: 7 })]);
    assert.equal(await dumped(other, 'lots'), [{ _id: 'b', n: 4 }]);
    assert.is(await other.count('lots', {}), 1);
    assert.is(await other.count('lots', { n: { $ne: 1 } }), 1);
    assert.is(await other.get('lots', 'a'), undefined);
    await other.commit('behind', 11, [put('a', { n: 11 })]);
    assert.equal(await one.get('lots', 'a'), { _id: 'a', n: 11 });
  });

  withShared(
    'what two processes write of one projection at a time never goes back',
    async ({ one, other }) => {
      const batch = (position: number) => [
        put('same', { n: position }),
        position % 3 === 0 ? remove(`l${position % 7}`) : put(`l${position % 7}`, { n: position }),
      ];
      const last = new Map<string, number | null>();
      for (let position = 0; position < BATCHES; position += 1) {
        last.set(`l${position % 7}`, position % 3 === 0 ? null : position);
      }
      let seen = -1;
      let stopped = false;
      const looking = (async () => {
        while (!stopped) {
          const n = (await one.get<{ n: number }>('lots', 'same'))?.n ?? -1;
          assert.ok(n >= seen, `${n} was read after ${seen}`);
          seen = n;
        }
      })();
      // Both have every batch, each at its own pace: one of them is always late.
      const all = async (documents: Documents, pace: number) => {
        for (let position = 0; position < BATCHES; position += 1) {
          for (let turn = 0; turn < pace; turn += 1) await documents.checkpoint('p');
          await documents.commit('p', position, batch(position));
        }
      };
      await Promise.all([all(one, 0), all(other, 2)]);
      stopped = true;
      await looking;
      const expected = [...last]
        .flatMap(([_id, n]) => (n === null ? [] : [{ _id, n }]))
        .concat({ _id: 'same', n: BATCHES - 1 })
        .sort((a, b) => (a._id < b._id ? -1 : 1));
      assert.equal(await dumped(other, 'lots'), expected);
      assert.is(await one.checkpoint('p'), BATCHES - 1);
    },
  );

  withShared(
    'of two that want a unique value one has it, and the other has written nothing',
    async ({ one, other }) => {
      let refusals = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const want = (documents: Documents, who: string) =>
          documents
            .commit(`${who}-${round}`, 1, [
              put(`${who}-${round}`, { n: round }),
              put(`${who}-${round}-kept`, { shortId: `${who}-${round}` }, 'accounts'),
              put(`${who}-${round}`, { shortId: `wanted-${round}` }, 'accounts'),
            ])
            .then(
              () => true,
              (error: unknown) => {
                assert.instance(error, DocumentsUniqueViolation);
                return false;
              },
            );
        const has = { one: want(one, 'one'), other: want(other, 'other') };
        for (const [who, done] of Object.entries(has)) {
          const written = await done;
          if (!written) refusals += 1;
          const name = `${who}-${round}`;
          assert.is(
            await one.count('accounts', { _id: { $in: [name, `${name}-kept`] } }),
            written ? 2 : 0,
            name,
          );
          assert.is(await one.count('lots', { _id: name }), written ? 1 : 0, name);
          assert.is(await one.checkpoint(name), written ? 1 : -1, name);
        }
        assert.is(await one.count('accounts', { shortId: `wanted-${round}` }), 1);
      }
      assert.is(refusals, ROUNDS);
    },
  );

  withShared('values that documents exchange in one batch are no violation', async ({ one }) => {
    const ids = ['x', 'y', 'z'];
    const batch = (shift: number) =>
      ids.map((id, n) => put(id, { shortId: `B${(n + shift) % ids.length}` }, 'accounts'));
    for (let shift = 0; shift < 4; shift += 1) {
      await one.commit('p', shift, batch(shift));
      const found = await one.find<{ shortId: string }>('accounts', {}, { sort: { shortId: 1 } });
      assert.equal(
        found.map(({ _id }) => _id),
        [0, 1, 2].map((n) => ids[(n + ids.length * 2 - shift) % ids.length]),
      );
    }
    await one.commit('p', 9, [remove('x', 'accounts'), remove('y', 'accounts'), remove('z', 'accounts')]);
    await one.commit('p', 10, [put('w', { shortId: 'B0' }, 'accounts')]);
    assert.is(await one.count('accounts', {}), 1);
  });

  withShared('expired documents leave the database', async ({ one, other, clock, rows }) => {
    for (let n = 0; n < 5; n += 1) await one.upsert('sessions', `s${n}`, { n }, 2_000 + n);
    await one.upsert('sessions', 'kept', { n: 9 });
    // A process that put none itself sweeps too, once it has looked.
    await other.declare([{ name: 'sessions' }]);
    await one.close();
    clock.advanceTo(100_000);
    while ((await rows('sessions')).length > 1) await other.get('sessions', 'kept');
    assert.equal(
      (await rows('sessions')).map(({ _id }) => _id),
      ['kept'],
    );
  });

  withShared(
    'the indexes are those declared, and an operator’s own',
    async ({ one, indexes, client, database }) => {
      await client.db(database).collection('lots').createIndex({ 'document.n': 1 }, { name: 'for-support' });
      assert.equal(await indexes('lots'), ['_id_', 'for-support', 'saleyard sex,-n']);
      assert.equal(await indexes('accounts'), ['_id_', 'saleyard unique shortId']);
      await one.declare([{ name: 'accounts', indexes: [{ keys: { shortId: 1 } }] }]);
      assert.equal(await indexes('accounts'), ['_id_', 'saleyard shortId']);
      await one.drop('p', ['accounts']);
      assert.equal(await indexes('accounts'), ['_id_', 'saleyard shortId'], 'they outlive a rebuild');
      await client.db(database).dropDatabase();
      await one.declare([{ name: 'lots' }]);
      assert.equal(await indexes('accounts'), ['_id_', 'saleyard shortId'], 'and the loss of the store');
    },
  );

  withShared('reads bring documents alone, and rows show what made them', async ({ one, rows }) => {
    await one.commit('p', 7, [put('a', { n: 1 })]);
    assert.equal(await one.find('lots', {}), [{ _id: 'a', n: 1 }]);
    assert.equal(await rows('lots'), [
      { _id: 'a', position: 7, until: Number.MAX_SAFE_INTEGER, document: { _id: 'a', n: 1 } },
    ]);
  });

  if (!server.hasTransactions) {
    notRun(
      `documents: mongodb shared by processes, ${server.name}, in transactions`,
      'set MONGODB_URL to a replica set',
    );
  }
  test.run();
}
