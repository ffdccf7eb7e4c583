import { Day } from '@saleyard/contract/schema.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { isDay } from './days.ts';

const test = suite('days of the calendar');

/** Whether the schema of requests takes a text as a day. */
const isTaken = (text: string): boolean =>
  new RegExp((Day as unknown as { pattern: string }).pattern, 'u').test(text);

test('the rules and the schema of requests know the same days', () => {
  for (const year of [1899, 1900, 1999, 2000, 2023, 2024, 2100])
    for (let month = 0; month <= 13; month += 1)
      for (let day = 0; day <= 32; day += 1) {
        const [mm, dd] = [month, day].map((number) => String(number).padStart(2, '0'));
        const text = `${year}-${mm}-${dd}`;
        const made = new Date(Date.UTC(year, month - 1, day));
        const isReal = made.toISOString().startsWith(text);
        assert.equal([isDay(text), isTaken(text)], [isReal, isReal], text);
      }
});

test('nothing else is a day', () => {
  for (const text of ['2026-2-1', '2026-02-011', '12026-02-01', '2026-02-01T00:00', '2026/02/01', ''])
    assert.equal([isDay(text), isTaken(text)], [false, false], text);
  assert.not(isDay('0050-01-01'), 'a year that is read as another');
});

test.run();
