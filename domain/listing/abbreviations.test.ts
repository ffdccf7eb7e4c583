import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { abbreviated } from './abbreviations.ts';
import { STOCK_CATEGORIES } from './stock.ts';

const test = suite('abbreviations');

test('calves and lambs in short [A799] [A800]', () => {
  assert.is(abbreviated('Calves'), 'Cal');
  assert.is(abbreviated('Lambs'), 'Lamb');
  assert.is(abbreviated('Angus'), 'Ang');
  assert.is(abbreviated('Wagyu'), 'Wagyu', 'short enough');
  assert.is(abbreviated('constructor'), 'constructor');
});

test('every category is short, and no two of a kind and sex are the same', () => {
  for (const { kind, sex, categories } of STOCK_CATEGORIES) {
    const short = categories.map(abbreviated);
    assert.is(new Set(short).size, categories.length, `${kind} ${sex}`);
    assert.ok(
      short.every((one) => one.length <= 7),
      short.join(),
    );
  }
});

test.run();
