import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleAuction } from '@/lib/realtime/example-auction.ts';
import { resultBadge, resultMessage, statusBadges } from './badges.ts';
import { exampleRoomLot as lot, exampleViewer as viewer } from './example-room.ts';
import { outcomeOf, partOf, standingOf } from './standing.ts';

const took = viewer({ participated: new Set(['l1']) });
const auction = exampleAuction();

const test = suite('standing, outcomes and badges');

test('[A363] [A364] [A365] leading is bided, outbid is overbided, the rest is none', () => {
  assert.is(standingOf(lot({ winner: '77' }), auction, took, 0), 'bided');
  assert.is(standingOf(lot({ winner: '99' }), auction, took, 0), 'overbided');
  assert.is(standingOf(lot({ winner: '99' }), auction, viewer(), 0), 'none');
  assert.is(standingOf(lot({ winner: null }), auction, took, 0), 'none');
});

test('[A366] each has its -ending variant', () => {
  const at = 600_000 - 59_999;
  assert.is(standingOf(lot({ winner: '77' }), auction, took, at), 'bided-ending');
  assert.is(standingOf(lot({ winner: '99' }), auction, took, at), 'overbided-ending');
  assert.is(standingOf(lot(), auction, viewer(), at), 'none-ending');
});

test('a visitor without a paddle never leads a lot without a leader', () => {
  const visitor = viewer({ paddle: null });
  assert.is(standingOf(lot({ winner: null }), auction, visitor, 0), 'none');
  assert.is(outcomeOf(lot({ state: 'closed', status: 'sold', winner: null }), visitor), 'sold');
});

test('outcome labels', () => {
  const closed = { state: 'closed' } as const;
  assert.is(outcomeOf(lot({ ...closed, withdrawn: true, status: 'sold' }), took), 'withdrawn'); // [A355]
  assert.is(outcomeOf(lot(), took), ''); // [A357]
  assert.is(outcomeOf(lot({ ...closed, status: 'noBid', winner: null }), took), 'no bid'); // [A358]
  assert.is(outcomeOf(lot({ ...closed, status: 'passed', winner: '77' }), took), 'passed'); // [A359]
  assert.is(outcomeOf(lot({ ...closed, status: 'sold', winner: '77' }), took), 'won'); // [A360]
  assert.is(outcomeOf(lot({ ...closed, status: 'sold' }), took), 'lost'); // [A361]
  assert.is(outcomeOf(lot({ ...closed, status: 'sold' }), viewer()), 'sold'); // [A356]
  assert.is(outcomeOf(lot({ ...closed, status: null }), viewer()), 'closed'); // [A362]
});

test('what a tile says first: winning, losing, won, lost, then watching', () => {
  const watching = viewer({ watching: new Set(['l1']), participated: new Set(['l1']) });
  assert.is(partOf(lot({ winner: '77' }), watching), 'winning'); // [A378]
  assert.is(partOf(lot({ winner: '9' }), watching), 'losing'); // [A379] [A380]
  assert.is(partOf(lot({ winner: '77', state: 'closed', status: 'sold' }), watching), 'won'); // [A378]
  assert.is(partOf(lot({ winner: '9', state: 'closed', status: 'sold' }), watching), 'lost');
  assert.is(partOf(lot({ winner: '9' }), viewer({ watching: new Set(['l1']) })), 'watching');
  assert.is(partOf(lot({ winner: '9' }), viewer()), 'none');
});

test('status badges', () => {
  const words = (over: Parameters<typeof lot>[0], sale = auction, now = 0) =>
    statusBadges(lot(over), sale, now).map(({ word }) => word);
  assert.equal(words({ state: 'futureInLive' }), ['UPCOMING']); // [A382]
  assert.equal(words({ reserveStatus: 'awaitingBids' }), ['Awaiting Bids']); // [A384]
  assert.equal(words({ reserveStatus: 'nearReserve' }), ['Nearing Reserve']); // [A385]
  assert.equal(words({ reserveStatus: 'onMarket' }), ['On Market']); // [A386]
  assert.equal(words({}), ['Opening Bids']); // [A387]
  assert.equal(words({}, exampleAuction({ auctionType: 'sequentialOffline' })), ['LIVE']); // [A388]
  assert.equal(words({ reserveStatus: 'onMarket' }, auction, 590_000), ['Lot Closing', 'On Market']); // [A383]
  assert.equal(words({ state: 'closed' }), []);
  assert.equal(words({ withdrawn: true }), []);
});

test('results are said in words', () => {
  const sold = lot({ state: 'closed', status: 'sold', winner: '77' });
  assert.is(resultBadge(sold, took)?.word, 'won'); // [A389]
  assert.is(resultMessage(sold, took), 'You bought this lot'); // [A391]
  assert.is(resultBadge({ ...sold, winner: '9' }, took)?.word, 'lost'); // [A390]
  assert.is(resultBadge(sold, viewer({ paddle: '1' })), null);
  assert.is(resultMessage(lot({ withdrawn: true }), took), 'Withdrawn from Auction'); // [A392]
  assert.is(resultMessage(lot(), took), null);
});

test.run();
