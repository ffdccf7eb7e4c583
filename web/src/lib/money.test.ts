import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import {
  countOf,
  formatDollars,
  formatPrice,
  formatPriceWithUnit,
  lotTotal,
  parsePrice,
  speakPrice,
  swappedPrice,
  typedPrice,
} from './money.ts';

const test = suite('money');

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

test.run();

const lotPrices = suite('what a lot costs in its other unit, and in all');

const weighing = (curfew: number | null, average: number | null, sex = 'Steers'): CatalogueLot => {
  const { publicDetails, ...lot } = exampleStaffLot();
  return {
    ...lot,
    publicDetails: { ...publicDetails, sex, weight: { ...publicDetails.weight, curfew, average } },
  };
};

lotPrices('cattle priced per head have a price per kg by curfew weight', () => {
  assert.equal(swappedPrice(140_000, 'head', weighing(400, 420), 'cattle'), { cents: 350, unit: 'kg' }); // [A400] [B404] [S540]
  assert.is(swappedPrice(42_013, 'head', weighing(300, 320), 'cattle')?.cents, 140);
  assert.is(swappedPrice(42_050, 'head', weighing(300, 320), 'cattle')?.cents, 140.2);
});

lotPrices('no price per kg for other stock, cows and bulls, or without a curfew weight', () => {
  assert.is(swappedPrice(14_000, 'head', weighing(400, 420), 'sheep'), null);
  assert.is(swappedPrice(14_000, 'head', weighing(null, 420), 'cattle'), null);
  assert.is(swappedPrice(14_000, 'head', weighing(0, 420), 'cattle'), null);
  assert.is(swappedPrice(14_000, 'head', null, 'cattle'), null);
  for (const sex of ['Cow(s)', 'Cow(s) and Calves', 'Bull(s)']) // [A400] [B404] [S540]
    assert.is(swappedPrice(140_000, 'head', weighing(400, 420, sex), 'cattle'), null, sex);
});

lotPrices('a price per kg is one per head by curfew weight, else by the average', () => {
  assert.equal(swappedPrice(350, 'kg', weighing(400, 420), 'cattle'), { cents: 140_000, unit: 'head' });
  assert.equal(swappedPrice(350, 'kg', weighing(null, 420), 'sheep'), { cents: 147_000, unit: 'head' });
  assert.is(swappedPrice(350, 'kg', weighing(null, null), 'cattle'), null);
  assert.is(swappedPrice(350, 'kg', null, 'cattle'), null);
});

lotPrices('a lot comes to its price times its head, or times its kg, which is an estimate', () => {
  assert.equal(lotTotal(42_000, { bidding: 'head', count: 40 }, null), {
    cents: 1_680_000,
    estimated: false,
  });
  const perKg = { bidding: 'kg', count: 10 } as const;
  assert.equal(lotTotal(412, perKg, weighing(300.5, 320)), { cents: 1_238_060, estimated: true });
  assert.equal(lotTotal(412, perKg, weighing(null, 320)), { cents: 1_318_400, estimated: true });
  assert.is(lotTotal(412, perKg, weighing(null, null)), null);
  assert.is(lotTotal(412, perKg, null), null);
});

lotPrices.run();
