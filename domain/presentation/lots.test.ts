import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { changedHands, lotLabel, notOffered, placeOf, resultText, soldPerKgCents, titleOf } from './lots.ts';

const test = suite('words about lots');

const lot = { withdrawn: false, soldBeforeAuction: false, status: null };

test('a lot has a result once it is closed', () => {
  assert.is(resultText(lot), '');
  assert.is(resultText({ ...lot, status: 'passed' }), 'Passed In');
  assert.is(resultText({ ...lot, status: 'soldAfterAuction' }), 'Sold AA');
  assert.is(resultText({ ...lot, withdrawn: true, status: 'sold' }), 'Withdrawn');
  assert.is(notOffered(lot), null);
  assert.is(notOffered({ withdrawn: true, soldBeforeAuction: false }), 'Withdrawn from Auction');
  assert.is(notOffered({ withdrawn: false, soldBeforeAuction: true }), 'Sold before Auction');
});

test('only a head-priced lot that changed hands has a price per kg', () => {
  const weight = { kind: 'cattle', sex: 'Steers', curfewKg: 400 } as const;
  assert.is(soldPerKgCents('sold', 140_000, 'head', weight), 350);
  assert.is(soldPerKgCents('bought', 140_000, 'head', weight), 350);
  assert.is(soldPerKgCents('passed', 140_000, 'head', weight), null);
  assert.is(soldPerKgCents('sold', 350, 'kg', weight), null);
  assert.is(soldPerKgCents('sold', null, 'head', weight), null);
  assert.equal(
    ['sold', 'soldAfterAuction', 'noBid', null].map((status) => changedHands(status as 'sold')),
    [true, true, false, false],
  );
});

test('a lot is called by its number, its title or its head, and is in a town and state', () => {
  const known = { number: '12', searchNumericId: 345, state: 'future' };
  assert.is(lotLabel(known, { showLotNumbers: false }), 'ID 345');
  assert.is(lotLabel({ ...known, searchNumericId: null }, { showLotNumbers: false }), 'Lot X');
  assert.is(lotLabel(known, { showLotNumbers: true }), 'Lot 12');
  assert.is(lotLabel({ ...known, state: 'open' }, { showLotNumbers: false }), 'Lot 12');
  assert.is(titleOf('', 40), '40 head');
  assert.is(titleOf('Angus Steers', 40), 'Angus Steers');
  assert.is(placeOf({ town: 'Gunnedah', state: 'NSW' }), 'Gunnedah, NSW');
  assert.is(placeOf({ town: '', state: 'NSW' }), 'NSW');
  assert.is(placeOf(null), '');
});

test.run();
