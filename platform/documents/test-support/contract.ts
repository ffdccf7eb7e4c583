import { type Suite, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { ManualClock } from '../../clock/manual-clock.ts';
import { type Documents, DocumentsLost, DocumentsUniqueViolation } from '../port.ts';
import { dumped, ids, type Lot, put, remove, START } from './contract-documents.ts';
import { queryingContract } from './contract-querying.ts';
import { versionsContract } from './contract-versions.ts';

/** A store to test, over a fresh place. `reopen` closes it and opens the same place again. */
export type DocumentsUnderTest = {
  documents: Documents;
  reopen(): Promise<Documents>;
  remove(): Promise<void>;
};

/**
 * What every store of documents must do. `factory` opens a fresh store with the clock it is given, whose time
 * begins at an arbitrary moment and is moved by the tests.
 */
export function documentsContract(
  title: string,
  factory: (clock: ManualClock) => Promise<DocumentsUnderTest>,
): Suite {
  const test = suite(`documents: ${title}`, { limitMs: 20_000 });

  const withStore = (
    name: string,
    body: (documents: Documents, more: { reopen(): Promise<Documents>; clock: ManualClock }) => Promise<void>,
  ) =>
    test(name, async () => {
      const clock = new ManualClock(START);
      const store = await factory(clock);
      try {
        await store.documents.declare([
          {
            name: 'lots',
            indexes: [{ keys: { sex: 1, n: 1 } }, { keys: { tags: 1 } }, { keys: { 'at.town': 1 } }],
          },
          { name: 'accounts', indexes: [{ keys: { shortId: 1 }, unique: true }] },
          { name: 'sessions' },
        ]);
        await body(store.documents, { reopen: store.reopen, clock });
      } finally {
        await store.remove();
      }
    });

  withStore('what is put can be got, and nothing else', async (documents) => {
    await documents.commit('p', 1, [put('a', { n: 1, deep: { list: [1, { two: null }] } })]);
    assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: 1, deep: { list: [1, { two: null }] } });
    assert.is(await documents.get('lots', 'b'), undefined);
    assert.is(await documents.get('never-declared', 'a'), undefined);
    assert.equal(await documents.find('never-declared', {}), []);
  });

  withStore('a put replaces the whole document', async (documents) => {
    await documents.commit('p', 1, [put('a', { n: 1, sex: 'Steer(s)' })]);
    await documents.commit('p', 2, [put('a', { n: 2 })]);
    assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: 2 });
    assert.equal(await documents.find('lots', { sex: 'Steer(s)' }), []);
  });

  withStore('the last write of a batch to a document counts', async (documents) => {
    await documents.commit('p', 1, [
      put('a', { n: 1 }),
      remove('a'),
      put('a', { n: 2 }),
      put('b', { n: 1 }),
      remove('b'),
    ]);
    assert.equal(await dumped(documents, 'lots'), [{ _id: 'a', n: 2 }]);
  });

  withStore('a batch and its checkpoint are written together', async (documents, { reopen }) => {
    assert.is(await documents.checkpoint('p'), -1);
    await documents.commit('p', 0, []);
    assert.is(await documents.checkpoint('p'), 0);
    await documents.commit('p', 7, [put('a', { n: 1 }), put('x', { shortId: 'B1' }, 'accounts')]);
    const again = await reopen();
    assert.is(await again.checkpoint('p'), 7);
    assert.is(await again.checkpoint('another'), -1);
    assert.equal(await again.get('lots', 'a'), { _id: 'a', n: 1 });
    assert.equal(await again.get('accounts', 'x'), { _id: 'x', shortId: 'B1' });
  });

  withStore('repeating a batch changes nothing', async (documents) => {
    const batch = [put('a', { n: 1 }), remove('b')];
    await documents.commit('p', 5, batch);
    await documents.commit('p', 5, batch);
    await documents.commit('p', 5, [put('a', { n: 99 }), put('b', { n: 99 })]);
    assert.equal(await dumped(documents, 'lots'), [{ _id: 'a', n: 1 }]);
    assert.is(await documents.checkpoint('p'), 5);
  });

  withStore('an older batch after a newer changes nothing', async (documents) => {
    await documents.commit('p', 9, [put('a', { n: 9 }), remove('b')]);
    await documents.commit('p', 4, [put('a', { n: 4 }), put('b', { n: 4 }), put('c', { n: 4 })]);
    assert.equal(await dumped(documents, 'lots'), [{ _id: 'a', n: 9 }]);
    assert.is(await documents.checkpoint('p'), 9);
  });

  withStore('a write from an older position than the stored one is skipped', async (documents) => {
    await documents.commit('ahead', 10, [put('a', { n: 10 })]);
    await documents.commit('behind', 5, [put('a', { n: 5 }), put('b', { n: 5 })]);
    await documents.commit('behind', 6, [remove('a')]);
    assert.equal(await dumped(documents, 'lots'), [
      { _id: 'a', n: 10 },
      { _id: 'b', n: 5 },
    ]);
    await documents.commit('behind', 10, [put('a', { n: 11 })]);
    assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: 11 });
  });

  withStore('commits that overlap in time end as if one after the other', async (documents) => {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => documents.commit('p', n, [put('a', { n }), put(`l${n}`, { n })])),
    );
    assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: 49 });
    assert.is(await documents.count('lots', {}), 51);
    assert.is(await documents.checkpoint('p'), 49);
  });

  withStore('who sees a checkpoint sees the documents that were written with it', async (documents) => {
    await documents.commit('p', 0, [put('a', { n: 0 })]);
    const writing = (async () => {
      for (let n = 1; n <= 200; n += 1) await documents.commit('p', n, [put('a', { n })]);
    })();
    for (let reached = 0; reached < 200; ) {
      reached = await documents.checkpoint('p');
      const { n = -1 } = (await documents.get<{ n: number }>('lots', 'a')) ?? {};
      assert.ok(n >= reached, `${n} is older than ${reached}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writing;
  });

  withStore('a projection is dropped with its checkpoint, others stay', async (documents) => {
    await documents.commit('p', 3, [put('a', { n: 1, sex: 'Cow(s)' })]);
    await documents.commit('q', 4, [put('x', { shortId: 'B1' }, 'accounts')]);
    await documents.drop('p', ['lots']);
    assert.is(await documents.checkpoint('p'), -1);
    assert.equal(await dumped(documents, 'lots'), []);
    assert.equal(await documents.find('lots', { sex: 'Cow(s)' }), []);
    assert.is(await documents.checkpoint('q'), 4);
    assert.is(await documents.count('accounts', {}), 1);
    await documents.commit('p', 0, [put('a', { n: 2 })]);
    assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: 2 });
  });

  withStore('a batch that goes on from further than the store is refused whole', async (documents) => {
    await documents.commit('p', 3, [put('a', { n: 3 })], -1);
    await documents.commit('p', 5, [put('a', { n: 5 })], 3);
    await documents.commit('p', 6, [put('a', { n: 6 })], 4);
    await documents.drop('p', ['lots']);
    const refused = await documents.commit('p', 9, [put('b', { n: 9 })], 6).catch((error: unknown) => error);
    assert.instance(refused, DocumentsLost);
    assert.is(await documents.checkpoint('p'), -1);
    assert.equal(await dumped(documents, 'lots'), []);
    await documents.commit('p', 4, [put('a', { n: 4 })], -1);
    assert.is(await documents.checkpoint('p'), 4);
  });

  queryingContract(withStore);

  withStore('a second holder of a unique value is refused, with all of its batch', async (documents) => {
    await documents.commit('p', 1, [put('x', { shortId: 'B1' }, 'accounts')]);
    const refused = await documents
      .commit('p', 2, [put('a', { n: 1 }), put('y', { shortId: 'B1' }, 'accounts')])
      .catch((error: unknown) => error);
    assert.instance(refused, DocumentsUniqueViolation);
    assert.is((refused as DocumentsUniqueViolation).collection, 'accounts');
    assert.equal((refused as DocumentsUniqueViolation).fields, ['shortId']);
    assert.equal(await dumped(documents, 'lots'), []);
    assert.is(await documents.checkpoint('p'), 1);
  });

  withStore('a unique value is free again once its holder gave it up', async (documents) => {
    await documents.commit('p', 1, [put('x', { shortId: 'B1' }, 'accounts')]);
    await documents.commit('p', 2, [
      put('x', { shortId: 'B2' }, 'accounts'),
      put('y', { shortId: 'B1' }, 'accounts'),
    ]);
    await documents.commit('p', 3, [remove('x', 'accounts')]);
    await documents.commit('p', 4, [put('z', { shortId: 'B2' }, 'accounts')]);
    assert.equal(ids(await documents.find('accounts', {}, { sort: { shortId: 1 } })), ['y', 'z']);
  });

  withStore('two of one batch cannot have the same unique value', async (documents) => {
    const refused = await documents
      .commit('p', 1, [put('x', { shortId: 'B1' }, 'accounts'), put('y', { shortId: 'B1' }, 'accounts')])
      .catch((error: unknown) => error);
    assert.instance(refused, DocumentsUniqueViolation);
    assert.is(await documents.count('accounts', {}), 0);
  });

  withStore(
    'documents that no projection owns overwrite existing ones, and survive reopening',
    async (documents, { reopen }) => {
      await documents.upsert('sessions', 's', { n: 1 });
      await documents.upsert('sessions', 's', { n: 2 });
      await documents.upsert('sessions', 't', { n: 3 }, START + 1_000);
      await documents.upsert('accounts', 'x', { shortId: 'B1' });
      assert.instance(
        await documents.upsert('accounts', 'y', { shortId: 'B1' }).catch((error: unknown) => error),
        DocumentsUniqueViolation,
      );
      const again = await reopen();
      assert.equal(await again.get('sessions', 's'), { _id: 's', n: 2 });
      assert.equal(await again.get('sessions', 't'), { _id: 't', n: 3 });
      await again.deleteOne('sessions', 's');
      await again.deleteOne('sessions', 'never-there');
      assert.is(await again.get('sessions', 's'), undefined);
    },
  );

  withStore('an expired document is absent from every read', async (documents, { clock }) => {
    await documents.upsert('sessions', 'short', { n: 1 }, START + 1_000);
    await documents.upsert('sessions', 'long', { n: 2 }, START + 10_000);
    await documents.upsert('sessions', 'always', { n: 3 });
    await documents.upsert('sessions', 'past', { n: 4 }, START - 1);
    clock.advanceTo(START + 999);
    assert.is(await documents.count('sessions', {}), 3);
    clock.advanceTo(START + 1_000);
    assert.is(await documents.get('sessions', 'short'), undefined);
    assert.equal(ids(await documents.find('sessions', {})), ['always', 'long']);
    assert.is(await documents.count('sessions', { n: 1 }), 0);
    await documents.upsert('lots', 'old', { n: 1, sex: 'Cow(s)' }, START);
    assert.is(await documents.count('lots', { sex: 'Cow(s)' }), 0);
    assert.equal(ids(await dumped(documents, 'sessions')), ['always', 'long']);
  });

  withStore(
    'what was put again lives on past its first expiry, swept or not',
    async (documents, { clock }) => {
      await documents.upsert('sessions', 's', { n: 1 }, START + 1_000);
      await documents.upsert('sessions', 's', { n: 2 }, START + 10_000_000);
      await documents.upsert('sessions', 'gone', { n: 3 }, START + 1_000);
      clock.advanceTo(START + 1_000_000);
      // Written after the sweep that the clock began, so that the sweep is over.
      await documents.upsert('sessions', 'after', { n: 4 });
      clock.advanceTo(START + 2_000_000);
      await documents.upsert('sessions', 'after', { n: 5 });
      assert.equal(await documents.get('sessions', 's'), { _id: 's', n: 2 });
      assert.is(await documents.get('sessions', 'gone'), undefined);
    },
  );

  withStore('a dump is the whole collection in the order of ids', async (documents) => {
    const all = ['b', 'a', 'ä', 'A', '10', '9', 'z'].map((id) => put(id, { n: 1 }));
    await documents.commit('p', 1, all);
    assert.equal(ids(await dumped(documents, 'lots')), ['10', '9', 'A', 'a', 'b', 'z', 'ä']);
  });

  withStore('what a caller does to documents never reaches the store', async (documents) => {
    const given = { n: 1, tags: ['red'] };
    const done = documents.commit('p', 1, [put('a', given)]);
    await done;
    given.tags.push('later');
    const got = await documents.get<Lot>('lots', 'a');
    try {
      got?.tags?.push('mine');
    } catch {
      // A store may hand out what can't be changed.
    }
    assert.equal(await documents.get('lots', 'a'), { _id: 'a', n: 1, tags: ['red'] });
  });

  versionsContract(withStore);

  return test;
}
