import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { dayHeading, dayKey, formatCountdown, formatDateTime, formatTime, yearOf } from './dates.ts';

const test = suite('dates');

const utc = (text: string): number => Date.parse(`${text}Z`);
const HOUR = 3_600_000;

test('the house format, in Sydney time, summer and winter', () => {
  assert.is(formatDateTime(utc('2025-07-04T00:30:00')), 'Friday 4 July 2025 - 10.30 AM'); // [A006] [B004] [B406] [B408]
  assert.is(formatDateTime(utc('2025-01-31T13:05:00')), 'Saturday 1 February 2025 - 12.05 AM');
  assert.is(formatTime(utc('2025-07-04T04:00:00')), '2.00 PM');
});

test('a sale is listed under Today, Tomorrow or its date, by the Sydney day', () => {
  // 11.30 PM on Thursday in Sydney is still Thursday afternoon in Greenwich.
  const now = utc('2025-07-03T13:30:00');
  assert.is(dayHeading(utc('2025-07-03T13:59:00'), now), 'Today'); // [B057]
  assert.is(dayHeading(utc('2025-07-03T14:01:00'), now), 'Tomorrow'); // [B058]
  assert.is(dayHeading(utc('2025-07-05T00:00:00'), now), 'Saturday 5 July 2025'); // [B059]
  assert.is(dayKey(utc('2025-07-03T14:01:00')), '2025-07-04');
});

test('tomorrow is tomorrow on the days the clocks change', () => {
  // 5 October 2025 has 23 hours in Sydney, 6 April 2025 has 25.
  assert.is(dayHeading(utc('2025-10-06T00:00:00'), utc('2025-10-05T02:00:00')), 'Tomorrow');
  assert.is(dayHeading(utc('2025-04-07T00:00:00'), utc('2025-04-06T02:00:00')), 'Tomorrow');
});

test('a countdown names hours only when there are any, and ends in words', () => {
  assert.is(formatCountdown(2 * HOUR + 3 * 60_000 + 4_000), '2h 3m 4s'); // [A394]
  assert.is(formatCountdown(61_000), '1m 1s'); // [A395]
  assert.is(formatCountdown(1), '0m 1s');
  assert.is(formatCountdown(0), 'CLOSING...'); // [A396]
  assert.is(formatCountdown(10_000 * HOUR), 'Xh 0m 0s'); // [A354]
});

test('the year turns in Sydney', () => {
  assert.is(yearOf(utc('2025-12-31T13:30:00')), 2026);
});

test.run();
