import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  countOf,
  dollarsInFile,
  formatCentsPerKg,
  formatDollars,
  formatPrice,
  formatPriceWithUnit,
  parsePrice,
  shortPrice,
  speakPrice,
  typedPrice,
} from './amounts.ts';

const test = suite('amounts');

test('head prices are dollars with two decimals, kg prices are cents', () => {
  assert.is(formatPrice(41_200, 'head'), '$412.00'); // [A397]
  assert.is(formatPrice(412, 'kg'), '412¢'); // [A398]
  assert.is(formatPrice(123_456_789, 'head'), '$1,234,567.89');
  assert.is(formatDollars(5), '$0.05');
});

test('a price a person acts on carries its unit', () => {
  assert.is(formatPriceWithUnit(41_200, 'head'), '$412.00 /head');
  assert.is(formatPriceWithUnit(1_412, 'kg'), '1,412¢ /kg');
  assert.is(formatPriceWithUnit(null, 'head'), '–');
  assert.is(speakPrice(41_250, 'head'), '412.50 dollars per head');
  assert.is(speakPrice(412, 'kg'), '412 cents per kilogram');
});

test('counts agree with their word', () => {
  assert.is(countOf(1, 'lot'), '1 lot');
  assert.is(countOf(1_200, 'lot'), '1,200 lots');
  assert.is(countOf(40, 'head', 'head'), '40 head');
});

test('typed head amounts are dollars, with or without cents, sign and thousands', () => {
  assert.is(parsePrice('412', 'head'), 41_200);
  assert.is(parsePrice(' $1,250.5 ', 'head'), 125_050);
  assert.is(parsePrice('0.29', 'head'), 29);
  for (const bad of [
    '',
    '0',
    '-5',
    '4.123',
    '1,2',
    '12,34',
    'abc',
    '4 12',
    '1e3',
    '.',
    '99999999999999999',
  ]) {
    assert.is(parsePrice(bad, 'head'), null, bad);
  }
});

test('typed kg amounts are whole cents', () => {
  assert.is(parsePrice('412', 'kg'), 412);
  assert.is(parsePrice('412¢', 'kg'), 412);
  for (const bad of ['', '0', '4.5', '$412', '1,000']) assert.is(parsePrice(bad, 'kg'), null, bad);
});

test('what is typed and what is shown read back as the same cents', () =>
  check(
    fc.property(
      fc.integer({ min: 1, max: 1e13 }),
      fc.constantFrom('head' as const, 'kg' as const),
      (cents, unit) => {
        assert.is(parsePrice(typedPrice(cents, unit), unit), cents);
        if (unit === 'head') assert.is(parsePrice(formatPrice(cents, unit), unit), cents);
      },
    ),
  ));

test('messages write a price without needless cents', () => {
  assert.equal(
    [2_000, 250].map((cents) => shortPrice(cents, 'head')),
    ['$20', '$2.50'],
  );
  assert.is(shortPrice(5, 'kg'), '5¢');
});

test('table files hold plain numbers, and nothing where there is no price', () => {
  assert.equal([123_456, 5, null].map(dollarsInFile), ['1234.56', '0.05', '']);
  assert.equal([412, 412.25, null].map(formatCentsPerKg), ['412.0', '412.3', '']);
});

test.run();
