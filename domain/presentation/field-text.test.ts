import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { deliveryText, detailText, fieldText, formatCalendarDay } from './field-text.ts';

const test = suite('values of fields as people read them');

test('days are DD/MM/YYYY, numbers have their unit, flags and lists are words', () => {
  assert.is(formatCalendarDay('2026-12-01'), '01/12/2026');
  assert.is(formatCalendarDay('soon'), 'soon');
  assert.is(fieldText({ type: 'weight', unit: 'kg per head' }, 265.5), '265.5 kg per head');
  assert.is(fieldText({ type: 'number', unit: '%' }, 30), '30%');
  assert.is(fieldText({ type: 'checkbox' }, true), 'Yes');
  assert.is(fieldText({ type: 'multiDropdown' }, ['Lucerne', 'Stubble']), 'Lucerne, Stubble');
  assert.is(fieldText({ type: 'text' }, null), '');
  assert.is(detailText('cattle', { publicId: 'lowAge', value: 10 }), '10 months');
  assert.is(detailText('cattle', { publicId: 'earliestDelivery', value: '2026-10-01' }), '01/10/2026');
});

test('a delivery window says what of it is stated', () => {
  assert.is(deliveryText('2026-10-01', '2026-10-15'), '01/10/2026 to 15/10/2026');
  assert.is(deliveryText('2026-10-01', ''), 'from 01/10/2026');
  assert.is(deliveryText('', '2026-10-15'), 'until 15/10/2026');
  assert.is(deliveryText('2026-10-01', '2026-10-01'), '01/10/2026');
  assert.is(deliveryText('', ''), '');
});

test.run();
