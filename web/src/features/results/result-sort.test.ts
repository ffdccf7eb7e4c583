import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { RESULT_SORTS, readSort, writeSort } from './result-sort.ts';

const test = suite('result sort');

test('every sort comes back from the address it writes', () => {
  for (const { field } of RESULT_SORTS)
    for (const direction of ['up', 'down'] as const)
      assert.equal(readSort(writeSort({ field, direction })), { field, direction });
});

test('lot number upwards needs no words in the address; what is not understood is that', () => {
  assert.is(writeSort({ field: 'number', direction: 'up' }).toString(), '');
  assert.equal(readSort(new URLSearchParams('sort=price&direction=left')), {
    field: 'number',
    direction: 'up',
  });
});

test.run();
