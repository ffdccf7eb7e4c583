import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  deletedRow,
  filterOfRows,
  idleIndexes,
  indexesOf,
  NEVER_READ,
  rowOf,
  sortOfRows,
} from './mongodb-row.ts';

const test = suite('mongodb: rows of documents');

test('a document is kept apart, its members in one order', () => {
  const row = rowOf('a', { z: 1, position: 9, b: undefined }, 7, 5);
  assert.is(
    JSON.stringify(row),
    '{"_id":"a","position":7,"until":5,"document":{"_id":"a","position":9,"z":1}}',
  );
});

test('a filter means the document, however it is put together', () => {
  assert.equal(
    filterOfRows({ _id: 'a', 'at.town': { $ne: 'x' }, $or: [{ n: 1 }, { $nor: [{ m: null }] }] }),
    {
      _id: 'a',
      'document.at.town': { $ne: 'x' },
      $or: [{ 'document.n': 1 }, { $nor: [{ 'document.m': null }] }],
    },
  );
  assert.throws(() => filterOfRows({ $where: 'true' }), /no query of documents has \$where/);
});

test('a sort ends with the id, unless it has one of its own', () => {
  assert.is(JSON.stringify(sortOfRows({ n: -1, m: 1 })), '{"document.n":-1,"document.m":1,"_id":1}');
  assert.is(JSON.stringify(sortOfRows({ _id: -1 })), '{"_id":-1}');
});

test('a deleted document holds no value that another could want', () => {
  const unique = indexesOf({
    name: 'accounts',
    indexes: [{ keys: { shortId: 1, 'of.n': 1 }, unique: true }],
  });
  assert.equal(deletedRow('a', 3, unique), {
    _id: 'a',
    position: 3,
    until: NEVER_READ,
    document: { shortId: { deleted: 'a' }, of: { n: { deleted: 'a' } } },
  });
});

test('of the indexes that stand, those made here and declared no more are idle', () => {
  const declared = indexesOf({ name: 'lots', indexes: [{ keys: { sex: 1, n: -1 } }] });
  const standing = [
    '_id_',
    'for-support',
    'saleyard sex,-n',
    'saleyard sex',
    'saleyard unique sex,-n',
    'saleyard expiry',
  ];
  assert.equal(idleIndexes(standing, declared), ['saleyard sex', 'saleyard unique sex,-n']);
});

test.run();
