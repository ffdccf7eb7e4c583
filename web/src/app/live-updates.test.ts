import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleAuction } from '@/test-support/example-sales.ts';

const { withAuction } = await import('./live-updates.tsx');
const test = suite('live list of sales');

test('a change is patched in place', () => {
  const list = [exampleAuction({ _id: 'a' }), exampleAuction({ _id: 'b' })];
  const next = withAuction(list, exampleAuction({ _id: 'b', state: 'live' }));
  assert.equal(
    next.map(({ _id, state }) => [_id, state]),
    [
      ['a', 'future'],
      ['b', 'live'],
    ],
  );
  assert.is(next[0], list[0]);
});

test('a closed sale leaves', () => {
  const list = [exampleAuction({ _id: 'a' })];
  assert.equal(withAuction(list, exampleAuction({ _id: 'a', state: 'closed' })), []); // [B259]
});

test.run();
