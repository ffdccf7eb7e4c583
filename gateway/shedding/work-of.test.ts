import { OPERATIONS } from '@saleyard/contract/operations.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { operationOf, workOf } from './work-of.ts';

const test = suite('kinds of work');

const kind = (method: string, path: string, { signedIn = false, mode = '' } = {}) =>
  workOf({ method, path, query: mode === '' ? {} : { mode } }, async () => signedIn);

test('every operation is found by its method and path, also as HEAD, in capitals, or with a slash behind', () => {
  for (const operation of OPERATIONS) {
    if (!operation.path.startsWith('/api/v1')) continue;
    const path = operation.path.slice('/api/v1'.length).replace(/\{\w+\}/g, '0f3b');
    const method = operation.method.toUpperCase();
    assert.is(operationOf(method, path)?.id, operation.id);
    assert.is(operationOf(method, `${path.toUpperCase()}/`)?.id, operation.id);
    if (method === 'GET') assert.is(operationOf('HEAD', path)?.id, operation.id);
  }
  assert.is(operationOf('GET', '/nowhere'), undefined);
});

test('[G24] documents and practice first, then what anonymous visitors read, then what people read', async () => {
  assert.is(await kind('POST', '/practice', { signedIn: true }), 'bulk');
  assert.is(await kind('POST', '/staff/auctions/a/lots.csv', { signedIn: true }), 'bulk');
  assert.is(await kind('GET', '/auctions/4512/lots', { mode: 'live' }), 'bulk');
  assert.is(await kind('GET', '/auctions/4512/lots', { mode: 'live', signedIn: true }), 'signed-in');
  assert.is(await kind('GET', '/auctions/4512/lots'), 'anonymous');
  assert.is(await kind('GET', '/no-such-thing'), 'anonymous');
  assert.is(await kind('GET', '/users/me/bids', { signedIn: true }), 'signed-in');
});

test('[G24] what bidding and running a sale need is vital', async () => {
  for (const [method, path] of [
    ['GET', '/users/me'],
    ['PUT', '/users/me/autobids'],
    ['PUT', '/users/me/autobids/stop'],
    ['GET', '/checkServer'],
  ] as const)
    assert.is(await kind(method, path), 'vital');
  assert.is(await kind('POST', '/staff/auctions/a/commands', { signedIn: true }), 'vital');
  assert.is(await kind('GET', '/staff/auctions/a', { signedIn: true }), 'vital');
  assert.is(await kind('GET', '/staff/auctions/a'), 'anonymous', 'whoever asks for it');
});

test.run();
