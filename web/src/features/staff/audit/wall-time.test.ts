import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { endOf, instantOf, wallTimeOf } from './wall-time.ts';

const test = suite('times of a filter');

test('a time in the zone of the sales is an instant, in summer and winter', () => {
  for (const [text, iso] of [
    ['2025-11-26T19:00:05', '2025-11-26T08:00:05Z'],
    ['2025-07-04T10:30:00', '2025-07-04T00:30:00Z'],
    ['2025-10-05T03:30:00', '2025-10-04T16:30:00Z'],
  ] as const) {
    assert.is(instantOf(text), Date.parse(iso));
    assert.is(wallTimeOf(Date.parse(iso)), text);
  }
  assert.is(instantOf('2025-11-26T19:00'), Date.parse('2025-11-26T08:00:00Z'));
  assert.is(instantOf(''), null);
  for (const text of ['soon', '2025-11-26T', 'T10:30', '1/12T10:30']) assert.is(instantOf(text), null);
});

test('the end of a filter is after the minute, or the second, that was typed', () => {
  assert.is(endOf('2025-11-26T19:00'), Date.parse('2025-11-26T08:01:00Z'));
  assert.is(endOf('2025-11-26T19:00:05'), Date.parse('2025-11-26T08:00:06Z'));
  assert.is(endOf('2025-11-26T'), null);
});

test.run();
