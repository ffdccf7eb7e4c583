import { suite } from '@saleyard/testing/suite.ts';
import type { TSchema } from 'typebox';
import * as assert from 'uvu/assert';
import { PublicAuction } from './auctions.ts';
import { OwnAutoBid, OwnBid } from './bids.ts';
import { CatalogueLot, LotPage, PublicLot } from './lots.ts';
import { accountOperations } from './operations/accounts.ts';
import { referenceOperations } from './operations/reference.ts';
import { missingIn, optionsOf } from './test-support/schema-paths.ts';

const test = suite('records that the live room reads');

for (const [name, record, paths] of [
  [
    'of an auction',
    PublicAuction,
    '_id title number searchNumber state auctionType notification public requiresTabs lotCount kindData.title',
  ],
  [
    'of an auction: its times',
    PublicAuction,
    'liveAt inactiveTime finishAt closedAt frozenTime pausedTime staleTime auctionpaused lotOpeningSeconds',
  ],
  ['of an auction: its flags', PublicAuction, 'allowAutoBid allowUpcomingBid'],
  ['of the tabs of an auction', PublicAuction, 'auctionTabs.tabName auctionTabs.description'],
  [
    'of a lot: its price',
    PublicLot,
    'currentBidCents previousBidCents bidIncrementCents bidding reserveStatus',
  ],
  ['of a lot: its times', PublicLot, 'frozenTime pausedTime finishAt staleTime'],
  [
    '[A303] of a lot: its weighing',
    LotPage,
    'adjustWeight optiweighAllowed optiweigh.averageData.averageDailyGain',
  ],
  ['[A304] of the pictures of a lot', CatalogueLot, 'media.thumbnail media.url'],
  [
    '[A305] of what is said of a lot',
    CatalogueLot,
    'publicDetails.title publicDetails.location.town publicDetails.location.state publicDetails.sex publicDetails.summary.age publicDetails.summary.weight publicDetails.weight.curfew publicDetails.weight.average inlineDetails.postcode',
  ],
  [
    '[A272] of a user: the lots that are watched',
    accountOperations.signInOrMe.answer,
    'user.watchList2.lotId',
  ],
  [
    '[A288] of a kind',
    referenceOperations.kind.answer,
    'kind._id kind.type kind.title kind.listingPriceCents kind.sellingCategory',
  ],
  ['[A306] of a bid', OwnBid, 'lot cents'],
  ['[A307] of an auto-bid', OwnAutoBid, 'lot cents active'],
] as const) {
  test(`${name} nothing is missing`, () => {
    assert.equal(missingIn(record as TSchema, paths), []);
  });
}

test('the words for states, types and results', () => {
  assert.equal(optionsOf(PublicAuction, 'state'), ['future', 'open', 'live', 'closed']);
  assert.equal(optionsOf(PublicAuction, 'auctionType').sort(), [
    ...['sequential', 'sequentialOffline', 'simultaneous', 'synchronous'],
  ]);
  assert.equal(optionsOf(PublicLot, 'state'), ['future', 'open', 'live', 'futureInLive', 'closed']);
  assert.equal(optionsOf(PublicLot, 'bidding'), ['head', 'kg']);
});

test.run();
