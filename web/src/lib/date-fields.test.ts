import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { fromDateTimeField, toDateTimeField } from './date-fields.ts';

const test = suite('date fields');

const utc = (text: string): number => Date.parse(`${text}Z`);

test('a field of date and time is Sydney time, there and back', () => {
  assert.is(toDateTimeField(utc('2025-07-04T00:30:00')), '2025-07-04T10:30');
  assert.is(fromDateTimeField('2025-07-04T10:30'), utc('2025-07-04T00:30:00'));
  assert.is(fromDateTimeField('2025-12-04T10:30'), utc('2025-12-03T23:30:00'));
  assert.is(fromDateTimeField(''), null);
  assert.is(fromDateTimeField('2025-07-04T'), null);
  assert.is(fromDateTimeField('2025-07-04T10'), null, 'a time without its minutes');
  assert.is(fromDateTimeField('2025-02-30T10:30'), null);
  assert.is(fromDateTimeField('soon'), null);
});

test.run();
