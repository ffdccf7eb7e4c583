import { FORMS } from '@saleyard/domain/listing/forms/forms.ts';
import { KIND_TYPES } from '@saleyard/domain/listing/stock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { lotFormProblems, valuesOf } from './lot-values.ts';
import { STEPS, stepOf, stepStates } from './steps.ts';

const test = suite('the sections of a lot form');
const DAYS = { today: '2026-09-01', live: '2026-09-10' };
const { cattle } = FORMS;
const empty = () => valuesOf(cattle, '1');
const states = (values: ReturnType<typeof empty>) =>
  Object.fromEntries([...stepStates(cattle, values, lotFormProblems(cattle, values, DAYS))]);

test('every problem of an empty lot of every kind is in a section', () => {
  for (const kind of KIND_TYPES) {
    const form = FORMS[kind];
    for (const { path } of lotFormProblems(form, valuesOf(form, '1'), DAYS))
      assert.ok(
        STEPS.some(({ id }) => id === stepOf(form, path)),
        `${kind} ${path}`,
      );
  }
  assert.is(stepOf(cattle, 'details.vendorPic'), 'vendor');
  assert.is(stepOf(cattle, 'details.temperament'), 'stock');
  assert.is(stepOf(cattle, 'heads.3.weightLive'), 'weights');
});

test('a section says what is missing, then what is wrong, then that it is done', () => {
  const values = empty();
  assert.equal(states(values)['price'], { is: 'left', text: '3 left' });
  values.unit = 'head';
  values.incrementCents = '1000';
  values.startCents = 40_000;
  values.reserveCents = 30_000;
  assert.equal(states(values)['price'], { is: 'fix', text: '1 to fix' });
  values.reserveCents = 50_000;
  assert.equal(states(values)['price'], { is: 'done', text: 'done' });
  assert.equal(states(values)['media'], { is: 'open', text: 'none' });
});

test.run();
