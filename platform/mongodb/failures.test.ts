import { suite } from '@saleyard/testing/suite.ts';
import {
  MongoError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';
import * as assert from 'uvu/assert';
import { databaseIn, hasTransactions } from './connection.ts';
import { duplicateKeys, isAway, NoAnswerInTime } from './failures.ts';

const test = suite('mongodb: what its answers mean');

const said = (answer: Record<string, unknown>) => new MongoServerError({ ok: 0, errmsg: 'said', ...answer });

function labelled(label: string): MongoError {
  const error = new MongoError('said');
  error.addErrorLabel(label);
  return error;
}

const away: [string, unknown][] = [
  ['no connection', new MongoNetworkError('connection closed')],
  [
    'a connection that was just ended',
    Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
  ],
  ['no answer in time', new NoAnswerInTime(5)],
  ['a primary that stepped down', said({ code: 189 })],
  ['one that is no primary', said({ code: 10107 })],
  ['one that shuts down', said({ code: 91 })],
  ['a full disk', said({ code: 14031 })],
  [
    'a write that the majority does not have',
    new MongoWriteConcernError({ ok: 1, writeConcernError: { code: 64, errmsg: 'said' } }),
  ],
  ['a write that may be retried', labelled('RetryableWriteError')],
  ['a transaction in conflict', labelled('TransientTransactionError')],
  ['a commit whose end is not known', labelled('UnknownTransactionCommitResult')],
];
for (const [name, error] of away) {
  test(`${name}: the server is away`, () => {
    assert.is(isAway(error), true);
  });
}

const notAway: [string, unknown][] = [
  ['a key that another has', said({ code: 11000 })],
  ['someone who may not', said({ code: 13 })],
  ['an unknown operator', said({ code: 2 })],
  ['a wrong argument', new MongoInvalidArgumentError('said')],
  ['a fault of our own', new TypeError('said')],
  ['nothing', undefined],
];
for (const [name, error] of notAway) {
  test(`${name}: the server is there`, () => {
    assert.is(isAway(error), false);
  });
}

test('the index that refused a document is named, with any characters in its name', () => {
  const errmsg =
    'E11000 duplicate key error collection: x.accounts index: saleyard unique a,-b dup key: { a: "1" }';
  assert.equal(duplicateKeys(said({ code: 11000, errmsg })), [{ at: 0, index: 'saleyard unique a,-b' }]);
  assert.is(duplicateKeys(said({ code: 112, errmsg })), null);
  assert.is(duplicateKeys(new TypeError(errmsg)), null);
});

test('members of a replica set and routers have transactions, a lone server has none', () => {
  const logicalSessionTimeoutMinutes = 30;
  assert.is(hasTransactions({ setName: 'rs0', logicalSessionTimeoutMinutes }), true);
  assert.is(hasTransactions({ msg: 'isdbgrid', logicalSessionTimeoutMinutes }), true);
  assert.is(hasTransactions({ logicalSessionTimeoutMinutes }), false);
  assert.is(hasTransactions({ setName: 'rs0' }), false);
  assert.is(hasTransactions({}), false);
});

test('the path of a URL names the database', () => {
  assert.is(databaseIn('mongodb://localhost:27017/yard'), 'yard');
  assert.is(databaseIn('mongodb://a:b%2F@h1:1,h2:2/yard?replicaSet=rs0'), 'yard');
  assert.is(databaseIn('mongodb+srv://cluster.example/?w=1'), 'saleyard');
  assert.is(databaseIn('mongodb://localhost'), 'saleyard');
  assert.is(databaseIn('mongodb://localhost?directConnection=true'), 'saleyard');
});

test.run();
