import { csvSheet, type Mapping } from '@saleyard/contract/rows-file.ts';
import { emptyContent } from '@saleyard/domain/listing/content.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { parse } from 'csv-parse/sync';
import * as assert from 'uvu/assert';
import { changeOf, contentOf, savable, valuesOf } from './lot-values.ts';
import { readingsFile } from './optiweigh-readings.ts';

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

const file = (text: string, chosen?: Mapping) => readingsFile(csvSheet(parse as never, text), chosen);
const readings = (text: string) => {
  const read = file(text);
  assert.is(read.outcome, 'read', JSON.stringify(read));
  if (read.outcome !== 'read') throw new Error('not read');
  return read;
};

test('a file of readings is read as scales write it, each row taken whole or named', () => {
  const expected = [
    { date: '2026-09-30', weight: 412.5, averageDailyGain: 0.85 },
    { date: '2026-10-01', weight: 1_013.4, averageDailyGain: -0.4 },
  ];
  for (const text of [
    'Mob,North\n\nWeigh Date,Avg Wt (kg),ADG (kg)\n30/09/2026,412.5,0.85\n1/10/2026,"1,013.4",-0.4\n',
    'Date;Weight;Daily Gain\n30/09/2026;412,5;0,85\n01/10/26;1.013,4;-0,4\nAverage;713;0,2\n',
    'DATE\tWEIGHT, KGS\tGain per day\n30-Sep-2026 08:01\t412.5 kg\t+0.85 kg/day\n2026-10-01T06:30:00\t1013.4\t−0.4\n',
  ])
    assert.equal(
      readings(text).readings.map(({ reading }) => reading),
      expected,
      text,
    );
  const { readings: taken, problems } = readings(
    'Date,Weight,ADG\n30/09/2026,,0.85\n30/09/2026,412,0.85\n30/9/26,413,0.9\n31/9/2026,412,1\n1/10/2026,4125,1\n2/10/2026,412,12\n',
  );
  assert.equal(
    taken.map(({ row: at }) => at),
    [3],
  );
  assert.equal(
    problems.map(({ row: at, column }) => [at, column]),
    [
      [2, 'Weight'],
      [4, 'Date'],
      [5, 'Date'],
      [6, 'Weight'],
      [7, 'ADG'],
    ],
  );
  assert.is(problems[1]?.rule, 'is also in row 3');
  const { readings: days, notes } = readings('Date,Weight,ADG\n46295,412,0.85\n1/10/2026 0:00,413,0.9\n');
  assert.equal(
    days.map(({ reading }) => reading.date),
    ['2026-09-30', '2026-10-01'],
  );
  assert.equal(
    notes.map(({ row: at, rule }) => [at, rule]),
    [[2, 'was read as 30/09/2026, whose number it is in spreadsheets']],
  );
});

test('weights of readings are rounded to two decimals, typed or from a file', () => {
  const { optiweigh } = typed([row('30/9/2026', '412.555', '0.85')]);
  assert.is(optiweigh?.days[0]?.weight, 412.56);
  const [read] = readings('Date,Weight,ADG\n30/09/2026,412.555,0.85\n').readings;
  assert.is(read?.reading.weight, 412.56);
});

test('the columns of readings are chosen where they are uncertain', () => {
  const unknown = 'When,Heft,Growth\n30/09/2026,412.5,0.85\n';
  const read = file(unknown);
  assert.match(read.outcome === 'unclear' ? read.why : '', 'Date and Weight and Daily Gain');
  const chosen = file(unknown, { date: 0, weight: 1, averageDailyGain: 2 });
  assert.is(chosen.outcome === 'read' && chosen.readings.length, 1);
});

test.run();
