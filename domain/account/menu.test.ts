import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type MenuItem, menuOf } from './menu.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from './status.ts';

const test = suite('menu by status');

const SELLING: readonly MenuItem[] = [
  ...(['myAuctionResults', 'mySubmittedLots', 'myReoffers', 'myListings'] as const),
  ...(['myFavouritePICs', 'addNewLot', 'editLots'] as const),
];

/** The specification's table. */
const TABLE: readonly [AccountStatus, readonly MenuItem[]][] = [
  ['registered', ['myProfile', 'registerToBuy', 'registerToBuyAndSell']],
  ['registered-updated', []],
  ['approved-buyer', ['myProfile', 'myAuctionResults', 'registerToBuyAndSell']],
  ['approved-buyer-updated', ['myProfile', 'myAuctionResults']],
  ['approved-seller', ['myProfile', ...SELLING, 'registerToBuy', 'registerToBuyAndSell']],
  ['approved-buyer-seller', ['myProfile', ...SELLING]],
  ['partially-approved', []],
  ['partially-approved:updated', []],
];

test('each status has the items of the table; sounds, texts and the profile are everyone’s ', () => {
  assert.is(TABLE.length, ACCOUNT_STATUSES.length);
  for (const [status, items] of TABLE) {
    const expected = new Set<MenuItem>([...items, 'myProfile', 'sounds', 'texts']);
    assert.equal(new Set(menuOf(status)), expected, status);
  }
});

test.run();
