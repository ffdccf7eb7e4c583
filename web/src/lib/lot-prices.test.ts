import type { CatalogueLot } from '@saleyard/contract/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import { lotTotal, swappedPrice } from './lot-prices.ts';

const test = suite('what a lot costs in its other unit, and in all');

const weighing = (curfew: number | null, average: number | null, sex = 'Steers'): CatalogueLot => {
  const { publicDetails, ...lot } = exampleStaffLot();
  return {
    ...lot,
    publicDetails: { ...publicDetails, sex, weight: { ...publicDetails.weight, curfew, average } },
  };
};

test('cattle priced per head have a price per kg by curfew weight', () => {
  assert.equal(swappedPrice(140_000, 'head', weighing(400, 420), 'cattle'), { cents: 350, unit: 'kg' });
  assert.is(swappedPrice(42_013, 'head', weighing(300, 320), 'cattle')?.cents, 140);
  assert.is(swappedPrice(42_050, 'head', weighing(300, 320), 'cattle')?.cents, 140.2);
});

test('no price per kg for other stock, cows and bulls, or without a curfew weight', () => {
  assert.is(swappedPrice(14_000, 'head', weighing(400, 420), 'sheep'), null);
  assert.is(swappedPrice(14_000, 'head', weighing(null, 420), 'cattle'), null);
  assert.is(swappedPrice(14_000, 'head', weighing(0, 420), 'cattle'), null);
  assert.is(swappedPrice(14_000, 'head', null, 'cattle'), null);
  for (const sex of ['Cow(s)', 'Cow(s) and Calves', 'Bull(s)'])
    assert.is(swappedPrice(140_000, 'head', weighing(400, 420, sex), 'cattle'), null, sex);
});

test('a price per kg is one per head by curfew weight, else by the average', () => {
  assert.equal(swappedPrice(350, 'kg', weighing(400, 420), 'cattle'), { cents: 140_000, unit: 'head' });
  assert.is(
    swappedPrice(345, 'kg', weighing(256.9, 260), 'cattle')?.cents,
    88_631,
    'half a cent is rounded up',
  );
  assert.equal(swappedPrice(350, 'kg', weighing(null, 420), 'sheep'), { cents: 147_000, unit: 'head' });
  assert.is(swappedPrice(350, 'kg', weighing(null, null), 'cattle'), null);
  assert.is(swappedPrice(350, 'kg', null, 'cattle'), null);
});

test('a lot comes to its price times its head, or times its kg, which is an estimate', () => {
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

test.run();
