import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  dayOfText,
  longDayText,
  monthText,
  plusDays,
  plusMonths,
  textOfDay,
  weeksOf,
} from './calendar-days.ts';

const test = suite('days of a calendar');

test('[S538] a day is written DD/MM/YYYY, and read so', () => {
  assert.is(textOfDay('2026-09-03'), '03/09/2026');
  for (const typed of ['03/09/2026', '3/9/2026', '3/9/26', '2026-09-03'])
    assert.is(dayOfText(typed), '2026-09-03', typed);
  // Neither a month first, nor a day that there is not.
  for (const typed of ['', '3', '09/30/2026', '31/09/2026', '29/02/2026', '2026'])
    assert.is(dayOfText(typed), null, typed);
  assert.is(dayOfText('29/02/2028'), '2028-02-29');
  for (const text of ['', '3/9', 'soon']) assert.is(textOfDay(text), text);
});

test('[S095] weeks begin on Monday', () => {
  // 1 September 2026 is a Tuesday.
  const weeks = weeksOf('2026-09-30');
  assert.equal(weeks[0]?.slice(0, 2), ['2026-08-31', '2026-09-01']);
  assert.is(weeks.length, 5);
  assert.is(weeks.at(-1)?.at(-1), '2026-10-04');
  // February 2027 begins on a Monday and has four weeks.
  assert.equal(
    weeksOf('2027-02-10').map(([monday]) => monday),
    ['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22'],
  );
});

test('days and months are counted on over the ends of months and years', () => {
  assert.is(plusDays('2026-12-31', 1), '2027-01-01');
  assert.is(plusDays('2028-03-01', -1), '2028-02-29');
  assert.is(plusMonths('2026-01-31', 1), '2026-02-28');
  assert.is(plusMonths('2026-01-15', -1), '2025-12-15');
  assert.is(longDayText('2026-09-30'), 'Wednesday 30 September 2026');
  assert.is(monthText('2026-09-30'), 'September 2026');
});

test.run();
