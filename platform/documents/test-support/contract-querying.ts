import * as assert from 'uvu/assert';
import type { Documents } from '../port.ts';
import { ids, type Lot, put, remove } from './contract-documents.ts';

type AddTest = (
  name: string,
  body: (documents: Documents, more: { reopen(): Promise<Documents> }) => Promise<void>,
) => void;

/** What every store of documents must find, in which order. */
export function queryingContract(withStore: AddTest): void {
  const herd: Record<string, Lot> = {
    a: { n: 1, sex: 'Steer(s)', tags: ['red', 'horned'], at: { town: 'Gunnedah', heads: [{ count: 3 }] } },
    b: { n: 2, sex: 'Cow(s)', tags: [], at: { town: 'Boggabri', heads: [{ count: 8 }, { count: 9 }] } },
    c: { n: 3, sex: 'Steer(s)', tags: ['red'] },
    d: { n: 4, sex: null },
    e: { n: 5 },
  };
  const queries: [string, Record<string, unknown>, string[]][] = [
    ['all', {}, ['a', 'b', 'c', 'd', 'e']],
    ['equal', { sex: 'Steer(s)' }, ['a', 'c']],
    ['two fields', { sex: 'Steer(s)', n: 3 }, ['c']],
    ['$eq', { n: { $eq: 2 } }, ['b']],
    ['$ne', { sex: { $ne: 'Steer(s)' } }, ['b', 'd', 'e']],
    ['$in', { sex: { $in: ['Steer(s)', 'Cow(s)'] } }, ['a', 'b', 'c']],
    ['$in and more on one field', { sex: { $in: ['Steer(s)', 'Cow(s)'], $ne: 'Cow(s)' } }, ['a', 'c']],
    ['$in of nothing', { sex: { $in: [] } }, []],
    ['$nin', { n: { $nin: [1, 2] } }, ['c', 'd', 'e']],
    ['ranges', { n: { $gte: 2, $lte: 4 } }, ['b', 'c', 'd']],
    ['open ranges', { n: { $gt: 2, $lt: 4 } }, ['c']],
    ['a range within an indexed field', { sex: 'Steer(s)', n: { $gte: 2 } }, ['c']],
    ['$or', { $or: [{ n: 5 }, { sex: 'Cow(s)' }] }, ['b', 'e']],
    ['$or beside an equality', { sex: 'Steer(s)', $or: [{ n: 1 }, { n: 2 }] }, ['a']],
    ['$and', { $and: [{ sex: 'Steer(s)' }, { n: { $ne: 1 } }] }, ['c']],
    ['$exists', { at: { $exists: true } }, ['a', 'b']],
    ['$exists: false', { sex: { $exists: false } }, ['e']],
    ['null is also missing', { sex: null }, ['d', 'e']],
    ['$in with null', { sex: { $in: [null, 'Cow(s)'] } }, ['b', 'd', 'e']],
    ['missing, but no empty list', { tags: null }, ['d', 'e']],
    ['what an index may use for itself', { sex: '\u0001nothing' }, []],
    ['an element of a list', { tags: 'red' }, ['a', 'c']],
    ['elements of a list', { tags: { $in: ['horned', 'polled'] } }, ['a']],
    ['a dotted path', { 'at.town': 'Boggabri' }, ['b']],
    ['a dotted path through a list', { 'at.heads.count': { $gte: 9 } }, ['b']],
    ['an id', { _id: 'c' }, ['c']],
    ['ids', { _id: { $in: ['d', 'a', 'zz'] } }, ['a', 'd']],
    ['ids and more', { _id: { $in: ['d', 'a'] }, n: 4 }, ['d']],
    ['another type than what is stored', { n: '1' }, []],
  ];
  for (const [name, filter, expected] of queries) {
    withStore(`find and count: ${name}`, async (documents) => {
      await documents.commit(
        'p',
        1,
        Object.entries(herd).map(([id, lot]) => put(id, lot)),
      );
      assert.equal(ids(await documents.find('lots', filter)), expected);
      assert.is(await documents.count('lots', filter), expected.length);
    });
  }

  withStore('indexes follow what is written', async (documents) => {
    await documents.commit(
      'p',
      1,
      Object.entries(herd).map(([id, lot]) => put(id, lot)),
    );
    await documents.commit('p', 2, [put('a', { n: 1, sex: 'Bull(s)', tags: ['blue'] }), remove('c')]);
    assert.equal(ids(await documents.find('lots', { sex: 'Steer(s)' })), []);
    assert.equal(ids(await documents.find('lots', { sex: 'Bull(s)' })), ['a']);
    assert.equal(ids(await documents.find('lots', { tags: 'red' })), []);
    assert.equal(ids(await documents.find('lots', { tags: 'blue' })), ['a']);
  });

  withStore('long values are found, and distinguished', async (documents) => {
    const long = 'x'.repeat(5_000);
    await documents.commit('p', 1, [
      put('a', { n: 1, sex: `${long}a` }),
      put('b', { n: 2, sex: `${long}b` }),
    ]);
    assert.equal(ids(await documents.find('lots', { sex: `${long}b` })), ['b']);
  });

  withStore('an index declared later holds what was there before', async (documents, { reopen }) => {
    await documents.commit('p', 1, [put('a', { n: 1 }), put('b', { n: 2 }), put('c', { n: 2 })]);
    const again = await reopen();
    await again.declare([{ name: 'lots', indexes: [{ keys: { n: 1 } }] }]);
    assert.equal(ids(await again.find('lots', { n: 2 })), ['b', 'c']);
    await again.commit('p', 2, [put('b', { n: 3, sex: 'Cow(s)' })]);
    await again.declare([{ name: 'lots', indexes: [{ keys: { n: 1 } }, { keys: { sex: 1, n: 1 } }] }]);
    assert.equal(ids(await again.find('lots', { n: 2 })), ['c']);
    assert.equal(ids(await again.find('lots', { sex: 'Cow(s)' })), ['b']);
  });

  withStore('sorts by several fields, missing first, then by id', async (documents) => {
    await documents.commit(
      'p',
      1,
      Object.entries(herd).map(([id, lot]) => put(id, lot)),
    );
    assert.equal(ids(await documents.find('lots', {}, { sort: { n: -1 } })), ['e', 'd', 'c', 'b', 'a']);
    assert.equal(ids(await documents.find('lots', {}, { sort: { sex: 1, n: -1 } })), [
      'e',
      'd',
      'b',
      'c',
      'a',
    ]);
    assert.equal(ids(await documents.find('lots', {}, { sort: { sex: -1 } })), ['a', 'c', 'b', 'd', 'e']);
    assert.equal(ids(await documents.find('lots', {}, { sort: { 'at.town': -1 } })), [
      'a',
      'b',
      'c',
      'd',
      'e',
    ]);
    assert.equal(ids(await documents.find('lots', {}, { sort: { _id: -1 } })), ['e', 'd', 'c', 'b', 'a']);
  });

  withStore('pages neither overlap nor miss any, however equal their documents', async (documents) => {
    const all = Array.from({ length: 95 }, (_, n) => put(`l${String(n).padStart(3, '0')}`, { n: n % 3 }));
    await documents.commit('p', 1, all.toReversed());
    const seen: string[] = [];
    for (let page = 0; page < 12; page += 1) {
      seen.push(...ids(await documents.find('lots', {}, { sort: { n: 1 }, skip: page * 10, limit: 10 })));
    }
    assert.is(seen.length, 95);
    assert.is(new Set(seen).size, 95);
  });

  withStore('texts of any script are kept, found and sorted', async (documents) => {
    const texts = ['', 'Z', 'a', 'ab', 'Ä', 'ä', 'é\u0301', '牛', '🐂', '🐄', 'a.b$c\u0000d'];
    await documents.commit(
      'p',
      1,
      texts.map((sex, n) => put(`l${n}`, { n, sex, note: { 'a.b': [sex] } })),
    );
    for (const [n, sex] of texts.entries()) {
      assert.equal(await documents.find('lots', { sex }), [{ _id: `l${n}`, n, sex, note: { 'a.b': [sex] } }]);
    }
    const sorted = await documents.find<Lot>('lots', {}, { sort: { sex: 1 } });
    assert.equal(
      sorted.map(({ sex }) => sex),
      ['', 'Z', 'a', 'a.b$c\u0000d', 'ab', 'Ä', 'ä', 'é\u0301', '牛', '🐂', '🐄'].sort(),
    );
  });

  withStore('numbers come back as they were, however large or small', async (documents) => {
    const numbers = [
      0,
      -1,
      2 ** 31,
      -(2 ** 31) - 1,
      Number.MAX_SAFE_INTEGER,
      1.5,
      1e300,
      5e-324,
      1_700_000_000_123,
    ];
    await documents.commit(
      'p',
      1,
      numbers.map((n, i) => put(`l${i}`, { n })),
    );
    for (const [i, n] of numbers.entries()) {
      assert.equal(await documents.find('lots', { n }), [{ _id: `l${i}`, n }]);
    }
    const sorted = await documents.find<Lot>('lots', {}, { sort: { n: 1 } });
    assert.equal(
      sorted.map(({ n }) => n),
      numbers.toSorted((a, b) => a - b),
    );
  });

  withStore('a document comes back with its members in one order, however it was made', async (documents) => {
    const members = { z: 1, A: { b: null, a: [] }, 10: 'ten', 9: 'nine', _x: true };
    await documents.commit('p', 1, [put('a', members)]);
    await documents.commit('p', 2, [put('b', Object.fromEntries(Object.entries(members).toReversed()))]);
    const [a, b] = (await documents.find('lots', {})).map((document) => JSON.stringify(document));
    assert.is(a, '{"9":"nine","10":"ten","A":{"a":[],"b":null},"_id":"a","_x":true,"z":1}');
    assert.is(b?.replace('"_id":"b"', '"_id":"a"'), a);
    assert.is(JSON.stringify(await documents.get('lots', 'a')), a);
  });

  withStore('a page of none is empty, and one beyond the end too', async (documents) => {
    await documents.commit('p', 1, [put('a', { n: 1 }), put('b', { n: 2 })]);
    assert.equal(await documents.find('lots', {}, { limit: 0 }), []);
    assert.equal(await documents.find('lots', {}, { skip: 2, limit: 10 }), []);
    assert.equal(ids(await documents.find('lots', {}, { skip: 1, limit: Number.MAX_SAFE_INTEGER })), ['b']);
    assert.equal(await documents.find('lots', {}, { skip: Number.MAX_SAFE_INTEGER }), []);
  });

  withStore('what is kept about a document is not part of it', async (documents) => {
    await documents.commit('p', 7, [put('a', { n: 1 })]);
    for (const field of ['position', 'until', 'document', 'document.n', 'expiresAt']) {
      assert.is(await documents.count('lots', { [field]: { $exists: true } }), 0, field);
    }
    await documents.commit('p', 8, [put('b', { n: 2, position: 99, until: 0, document: 'mine' })]);
    assert.equal(ids(await documents.find('lots', { position: 99, until: 0, document: 'mine' })), ['b']);
  });
}
