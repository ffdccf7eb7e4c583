import { csvSheet } from '@saleyard/contract/rows-file.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { changeOf, contentOf, savable, valuesOf } from './lot-values.ts';
import { readingsIn } from './optiweigh-readings.ts';

const test = suite('walk-over weighing in the form of a lot');
const cattle = FORMS.cattle;
type Typed = ReturnType<typeof valuesOf>['optiweigh']['days'][number];
const typed = (days: Typed[], weights: number[] = []) =>
  contentOf(cattle, { ...valuesOf(cattle, '2001'), optiweigh: { days, weights } });
const row = (date: string, weight: string, averageDailyGain: string): Typed => ({
  ...{ date, weight, averageDailyGain },
});

test('[S179] entry weight and readings are typed as people write them, saved, and come back', () => {
  const now = {
    ...typed([row('30/9/2026', '412.5 kg', '0.85'), row('1/10/26', '1,001', '-0.4'), row('', '', '')], [400]),
    mobEntryWeight: 280.5,
  };
  const optiweigh = {
    days: [
      { date: '2026-09-30', weight: 412.5, averageDailyGain: 0.85 },
      { date: '2026-10-01', weight: 1_001, averageDailyGain: -0.4 },
    ],
    weights: [400],
  };
  assert.equal(changeOf(emptyContent(1), now), { mobEntryWeight: 280.5, optiweigh });
  assert.equal(savable(cattle, now, emptyContent(1))?.problems, []);
  const again = contentOf(cattle, valuesOf(cattle, '2001', now));
  assert.equal([again.optiweigh, again.mobEntryWeight], [optiweigh, 280.5]);
  assert.equal(changeOf(now, again), {});
});

test('a lot without scales sends nothing of them, and readings that are removed are emptied', () => {
  assert.equal(changeOf(emptyContent(1), typed([])), {});
  const before = typed([row('30/9/2026', '412', '1')]);
  assert.equal(changeOf(before, typed([])), { optiweigh: { days: [], weights: [] } });
});

test('an invalid reading holds back the readings alone', () => {
  const wrong = { ...typed([row('30/9/2026', 'heavy', '0.85')]), count: 12 };
  const kept = savable(cattle, wrong, typed([]));
  assert.equal([kept?.content.optiweigh, kept?.content.count], [undefined, 12]);
  assert.equal(
    kept?.problems.map(({ path }) => path),
    ['optiweigh'],
  );
});

const file = (text: string) => readingsIn(csvSheet(parse as never, text));

test('a file of readings is taken whole or not at all', () => {
  const read = file(
    'Mob,North\n\nWeigh Date,Avg Wt (kg),ADG (kg)\n30/09/2026,412.5,0.85\n1/10/2026,413.4,0.9\n',
  );
  assert.equal(read, {
    outcome: 'read',
    readings: [row('30/09/2026', '412.5', '0.85'), row('1/10/2026', '413.4', '0.9')],
  });
  const semicolons = file('Date;Weight;Daily Gain\n30/09/2026;412,5;0,85\n');
  assert.is(semicolons.outcome, 'read');
  const missing = file('Date,Weight,ADG\n30/09/2026,,0.85\n');
  assert.match(missing.outcome === 'refused' ? missing.message : '', 'Weight');
  assert.is(file('Name,Kg\nNorth,412\n').outcome, 'refused');
});

test.run();
