import { headFields } from '@saleyard/domain/listing/forms/field.ts';
import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { pastedHeads, runningAverages, weighedSummary } from './heads-values.ts';

const test = suite('weights in a grid');
const fieldOf = (name: string) => headFields(FORMS.cattle).filter((field) => field.name === name);
const [weight, score] = [fieldOf('weightLive'), fieldOf('fatScore')];

test('the average is of the weights, and what is no weight yet counts for nothing', () => {
  const heads = [{}, { weightLive: 400 }, { weightLive: '41x' }, { weightLive: 410 }];
  assert.equal(weighedSummary(heads), { weighed: 2, average: 405, least: 400, most: 410 });
  assert.equal(weighedSummary([]), { weighed: 0, average: null, least: null, most: null });
  assert.equal(runningAverages(heads), [null, 400, 400, 405]);
});

test('a column is pasted from a head on, and other values of the heads stay', () => {
  const heads = [{ fatScore: 3 }, { fatScore: 2 }];
  const { heads: next, end } = pastedHeads(heads, '412.5\r\n398\r\n405,5\r\n', { row: 1, columns: weight });
  assert.equal(next, [
    { fatScore: 3 },
    { fatScore: 2, weightLive: 412.5 },
    { weightLive: 398 },
    { weightLive: 405.5 },
  ]);
  assert.is(end, 4);
});

test('cells of a spreadsheet go into their columns; a heading is left out, and a wrong value stays to be seen', () => {
  const columns = [...weight, ...score];
  const { heads, note } = pastedHeads([], 'Live Wt (kg)\tFat\n412.5\t3\n4o1\t\n', { row: 0, columns });
  assert.equal(heads, [
    { weightLive: 412.5, fatScore: 3 },
    { weightLive: '4o1', fatScore: '' },
  ]);
  assert.is(note, '2 rows pasted. The heading was left out.');
});

test('[S349] weights that became the most that a head may weigh are named', () => {
  const columns = [...weight, ...score];
  const { heads, note } = pastedHeads([{}], '4125\t3\n412\t3\n5000\t3\n3000\t2\n', { row: 1, columns });
  assert.equal(
    heads.map(({ weightLive }) => weightLive),
    [undefined, 2_000, 412, 2_000, 2_000],
  );
  assert.is(
    note,
    '4 rows pasted. Head 2: 4,125 kg is more than one head may weigh, so 2,000 kg was entered. Head 4: 5,000 kg is more than one head may weigh, so 2,000 kg was entered. The same for 1 more weight.',
  );
});

test('no more heads than a lot may have weighed', () => {
  const { heads, note } = pastedHeads([], '400\n'.repeat(2_010), { row: 0, columns: weight });
  assert.is(heads.length, 2_000);
  assert.match(note ?? '', '10 more were left out');
});

test.run();
