import { RESULT_LABELS } from '@saleyard/domain/presentation/lots.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { closedTotal, LOT_RESULT_LABELS, lotResult, perKgCents } from './lot-result.ts';
import { closedLot } from './test-support/results-example.ts';

const test = suite('lot result');

test('a sold lot is bought for the viewer whose alias won it, and for nobody without one', () => {
  assert.is(lotResult(closedLot(), '4821'), 'bought'); // [S277]
  assert.is(lotResult(closedLot(), '4822'), 'sold');
  assert.is(lotResult(closedLot(), null), 'sold');
  assert.is(lotResult(closedLot({ winner: null }), null), 'sold');
});

test('a lot sold after the auction is SOLD AA, and bought by whose alias it has', () => {
  const after = closedLot({ status: 'soldAfterAuction' });
  assert.is(lotResult(after, null), 'soldAfterAuction');
  assert.is(RESULT_LABELS.soldAfterAuction, 'Sold AA');
  assert.is(LOT_RESULT_LABELS.soldAfterAuction, 'SOLD AA');
  assert.is(lotResult(after, '4821'), 'bought'); // [B277]
  assert.is(
    LOT_RESULT_LABELS[lotResult(closedLot({ status: null, soldBeforeAuction: true }), '4821')],
    'Sold before Auction',
  );
});

test('who led a lot that was passed in or withdrawn bought nothing', () => {
  assert.is(lotResult(closedLot({ status: 'passed' }), '4821'), 'passed');
  assert.is(lotResult(closedLot({ status: 'noBid', winner: null }), '4821'), 'noBid');
  assert.is(lotResult(closedLot({ withdrawn: true }), '4821'), 'withdrawn');
  assert.is(lotResult(closedLot({ status: null }), '4821'), 'closed');
});

test('only a sold lot priced per head has a price per kg beside its own', () => {
  const { publicDetails } = closedLot();
  const weight = { ...publicDetails.weight, curfew: 300 };
  const lot = closedLot({ publicDetails: { ...publicDetails, weight } });
  assert.is(perKgCents(lot, 'cattle'), 140); // [B275]
  assert.is(perKgCents(lot, 'sheep'), null);
  assert.is(perKgCents({ ...lot, status: 'passed' }, 'cattle'), null);
  assert.is(perKgCents({ ...lot, bidding: 'kg' }, 'cattle'), null);
});

test('a lot that has no price comes to nothing', () => {
  assert.equal(closedTotal(closedLot({ count: 40 })), { cents: 1_680_000, estimated: false });
  assert.is(closedTotal(closedLot({ closedPrice: null })), null);
});

test.run();
