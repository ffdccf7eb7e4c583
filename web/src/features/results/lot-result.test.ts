import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { lotResult, lotTotal, perKgCents } from './lot-result.ts';
import { closedLot } from './results-example.ts';

const test = suite('lot result');

const weighing = (curfew: number | null, average: number | null, sex = 'Steers') => {
  const { publicDetails } = closedLot();
  return { ...publicDetails, sex, weight: { ...publicDetails.weight, curfew, average } };
};

test('a sold lot is bought for the viewer whose alias won it, and for nobody without one', () => {
  assert.is(lotResult(closedLot(), '4821'), 'bought');
  assert.is(lotResult(closedLot(), '4822'), 'sold');
  assert.is(lotResult(closedLot(), null), 'sold');
  assert.is(lotResult(closedLot({ winner: null }), null), 'sold');
});

test('who led a lot that was passed in or withdrawn bought nothing', () => {
  assert.is(lotResult(closedLot({ status: 'passed' }), '4821'), 'passed');
  assert.is(lotResult(closedLot({ status: 'noBid', winner: null }), '4821'), 'noBid');
  assert.is(lotResult(closedLot({ withdrawn: true }), '4821'), 'withdrawn');
  assert.is(lotResult(closedLot({ status: null }), '4821'), 'closed');
});

test('sold cattle priced per head have a price per kg by curfew weight', () => {
  const lot = closedLot({ publicDetails: weighing(300, 320) });
  assert.is(perKgCents(lot, 'cattle'), 140);
  assert.is(perKgCents({ ...lot, closedPrice: 42_013 }, 'cattle'), 140);
  assert.is(perKgCents({ ...lot, closedPrice: 42_050 }, 'cattle'), 140.2);
});

test('no price per kg for other stock, unsold lots, cows and bulls, or without a curfew weight', () => {
  const lot = closedLot({ publicDetails: weighing(300, 320) });
  assert.is(perKgCents(lot, 'sheep'), null);
  assert.is(perKgCents({ ...lot, status: 'passed' }, 'cattle'), null);
  assert.is(perKgCents({ ...lot, bidding: 'kg' }, 'cattle'), null);
  assert.is(perKgCents({ ...lot, publicDetails: weighing(null, 320) }, 'cattle'), null);
  for (const sex of ['Cow(s)', 'Cow(s) and Calves', 'Bull(s)'])
    assert.is(perKgCents({ ...lot, publicDetails: weighing(300, 320, sex) }, 'cattle'), null, sex);
});

test('a lot comes to its price times its head, or times its kg, which is an estimate', () => {
  assert.equal(lotTotal(closedLot({ count: 40 })), { cents: 1_680_000, estimated: false });
  const byKg = closedLot({ bidding: 'kg', closedPrice: 412, count: 10 });
  assert.equal(lotTotal({ ...byKg, publicDetails: weighing(300.5, 320) }), {
    cents: 1_238_060,
    estimated: true,
  });
  assert.equal(lotTotal({ ...byKg, publicDetails: weighing(null, 320) }), {
    cents: 1_318_400,
    estimated: true,
  });
  assert.is(lotTotal({ ...byKg, publicDetails: weighing(null, null) }), null);
  assert.is(lotTotal(closedLot({ closedPrice: null })), null);
});

test.run();
