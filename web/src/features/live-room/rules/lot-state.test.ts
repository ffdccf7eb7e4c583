import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  exampleRoomLot as lot,
  exampleViewer as viewer,
} from '@/features/live-room/room/test-support/example-room.ts';
import {
  examplePublicAuction as exampleAuction,
  examplePublicAuction as sale,
} from '@/test-support/example-sales.ts';
import { standingPrice } from './bid-input.ts';
import {
  auctionTimer,
  isEnding,
  lotTimeLeft,
  outcomeOf,
  partOf,
  resultMessage,
  statusBadges,
} from './lot-state.ts';

const label = (over: Parameters<typeof sale>[0], now = 0) => {
  const { label, value, colour } = auctionTimer(sale(over), now);
  return [label, value, colour];
};

const timers = suite("the room's timers");

timers('a label for every situation', () => {
  assert.equal(label({ state: 'future', liveAt: 3_723_000 }), ['STARTS IN', '1h 2m 3s', 'amber']);
  assert.equal(label({ state: 'open', liveAt: 63_000 }), ['STARTS IN', '1m 3s', 'amber']);
  assert.equal(label({ auctionType: 'sequential' }, 125_900), ['LIVE FOR', '2m 5s', 'green']);
  assert.equal(label({ auctionType: 'synchronous', finishAt: 90_000 }), ['CLOSE IN', '1m 30s', 'green']);
  assert.equal(label({ frozenTime: 60_000 }, 99_000), ['AUCTION FROZEN AT', '1m 0s', 'red']);
  assert.equal(label({ pausedTime: 60_000 }, 99_000), ['TIME PAUSED AT', '1m 0s', 'white']);
  assert.equal(label({ auctionpaused: true }, 99_000), ['AUCTION PAUSED', null, 'white']);
  assert.equal(label({ state: 'closed', frozenTime: 1 }), ['CLOSED', null, 'grey']);
});

timers('a frozen synchronous sale keeps the time it had', () => {
  assert.equal(label({ auctionType: 'synchronous', finishAt: 90_000, frozenTime: 30_000 }, 80_000), [
    'AUCTION FROZEN AT',
    '1m 0s',
    'red',
  ]);
});

timers('a sale that is frozen and paused shows the time of the first of them', () => {
  const both = {
    auctionType: 'synchronous',
    finishAt: 90_000,
    frozenTime: 50_000,
    stoppedTime: 30_000,
  } as const;
  assert.is(label({ ...both, pausedTime: 30_000 }, 80_000)[1], '1m 0s');
  assert.is(label(both, 80_000)[1], '1m 0s', 'unpaused, and still frozen');
});

timers('hours over 9999 are X; the last instant says so', () => {
  assert.equal(label({ state: 'future', liveAt: 36_000_000_000 })[1], 'Xh 0m 0s');
  assert.equal(label({ state: 'open', liveAt: 5 }, 10)[1], 'STARTING...');
  assert.equal(label({ auctionType: 'synchronous', finishAt: 5 }, 5)[1], 'CLOSING...');
  assert.equal(label({}, 999)[1], '0m 0s');
});

timers('a lot ends under 60 s, under 10 s in sequential sales', () => {
  assert.not(isEnding(lot({ finishAt: 60_000 }), sale(), 0));
  assert.ok(isEnding(lot({ finishAt: 60_000 }), sale(), 1));
  const sequential = sale({ auctionType: 'sequential' });
  assert.not(isEnding(lot({ finishAt: 60_000 }), sequential, 50_000));
  assert.ok(isEnding(lot({ finishAt: 60_000 }), sequential, 50_001));
});

timers('no ending for closed, future or open lots', () => {
  for (const state of ['closed', 'future', 'open', 'futureInLive'] as const)
    assert.not(isEnding(lot({ state, finishAt: 10, winner: null }), sale(), 0), state);
});

timers('synchronous lots end with their sale', () => {
  const helmsman = sale({ auctionType: 'synchronous', finishAt: 30_000 });
  assert.is(lotTimeLeft(lot({ finishAt: null }), helmsman, 0), 30_000);
  assert.ok(isEnding(lot({ finishAt: null }), helmsman, 0));
});

timers('in a synchronous sale that is not live no lot is about to end', () => {
  for (const state of ['future', 'open', 'closed'] as const)
    assert.not(
      isEnding(lot({ finishAt: null }), sale({ auctionType: 'synchronous', state, finishAt: 30_000 }), 0),
    );
});

timers('a frozen or paused lot keeps its time; an interfaced lot has none', () => {
  assert.is(lotTimeLeft(lot({ frozenTime: 500_000 }), sale(), 590_000), 100_000);
  assert.is(lotTimeLeft(lot(), sale({ pausedTime: 400_000 }), 590_000), 200_000);
  assert.is(lotTimeLeft(lot({ finishAt: null }), sale({ auctionType: 'sequentialOffline' }), 0), null);
});

timers.run();

const took = viewer({ participated: new Set(['l1']) });
const auction = exampleAuction();

const test = suite('standing, outcomes and badges');

test('leading is winning, outbid is losing, the rest is none', () => {
  assert.is(partOf(lot({ winner: '77' }), took), 'winning');
  assert.is(partOf(lot({ winner: '99' }), took), 'losing');
  assert.is(partOf(lot({ winner: '99' }), viewer()), 'none');
  assert.is(partOf(lot({ winner: null }), took), 'none');
});

test('each of them may be about to end', () => {
  for (const winner of ['77', '99', null]) {
    assert.is(isEnding(lot({ winner }), auction, 600_000 - 59_999), true);
    assert.is(isEnding(lot({ winner }), auction, 0), false);
  }
});

test('a visitor without a paddle never leads a lot without a leader', () => {
  const visitor = viewer({ paddle: null });
  assert.is(partOf(lot({ winner: null }), visitor), 'none');
  assert.is(outcomeOf(lot({ state: 'closed', status: 'sold', winner: null }), visitor), 'sold');
});

test('outcome labels', () => {
  const closed = { state: 'closed' } as const;
  assert.is(outcomeOf(lot({ ...closed, withdrawn: true, status: 'sold' }), took), 'withdrawn');
  assert.is(outcomeOf(lot(), took), '');
  assert.is(outcomeOf(lot({ ...closed, status: 'noBid', winner: null }), took), 'no bid');
  assert.is(outcomeOf(lot({ ...closed, status: 'passed', winner: '77' }), took), 'passed');
  assert.is(outcomeOf(lot({ ...closed, status: 'sold', winner: '77' }), took), 'won');
  assert.is(outcomeOf(lot({ ...closed, status: 'sold' }), took), 'lost');
  const unknown = viewer({ paddle: null, participated: new Set(['l1']) });
  assert.is(outcomeOf(lot({ ...closed, status: 'sold' }), unknown), 'sold', 'they may have won it');
  assert.is(outcomeOf(lot({ ...closed, status: 'sold' }), viewer()), 'sold');
  assert.is(outcomeOf(lot({ ...closed, status: null }), viewer()), 'closed');
});

test('what a tile says first: winning, losing, won, lost, then watching', () => {
  const watching = viewer({ watching: new Set(['l1']), participated: new Set(['l1']) });
  assert.is(partOf(lot({ winner: '77' }), watching), 'winning');
  assert.is(partOf(lot({ winner: '9' }), watching), 'losing');
  assert.is(partOf(lot({ winner: '77', state: 'closed', status: 'sold' }), watching), 'won');
  assert.is(partOf(lot({ winner: '9', state: 'closed', status: 'sold' }), watching), 'lost');
  assert.is(partOf(lot({ winner: '9' }), viewer({ watching: new Set(['l1']) })), 'watching');
  assert.is(partOf(lot({ winner: '9' }), viewer()), 'none');
});

test('status badges', () => {
  const labels = (over: Parameters<typeof lot>[0], sale = auction, now = 0) =>
    statusBadges(lot(over), sale, now).map(({ label }) => label);
  assert.equal(labels({ state: 'futureInLive' }), ['UPCOMING']);
  assert.equal(labels({ reserveStatus: 'awaitingBids' }), ['Awaiting Bids']);
  assert.equal(labels({ reserveStatus: 'nearReserve' }), ['Nearing Reserve']);
  assert.equal(labels({ reserveStatus: 'onMarket' }), ['On Market']);
  assert.equal(labels({}), ['Opening Bids']);
  assert.equal(labels({}, exampleAuction({ auctionType: 'sequentialOffline' })), ['LIVE']);
  assert.equal(labels({ reserveStatus: 'onMarket' }, auction, 590_000), ['Lot Closing', 'On Market']);
  assert.equal(labels({ state: 'closed' }), []);
  assert.equal(labels({ withdrawn: true }), []);
});

test('results are said in words', () => {
  const sold = lot({ state: 'closed', status: 'sold', winner: '77' });
  assert.is(partOf(sold, took), 'won');
  assert.is(resultMessage(sold, took), 'You bought this lot');
  assert.is(partOf({ ...sold, winner: '9' }, took), 'lost');
  assert.is(partOf(sold, viewer({ paddle: '1' })), 'none');
  assert.is(resultMessage(lot({ withdrawn: true }), took), 'Withdrawn from Auction');
  const before = lot({ state: 'closed', soldBeforeAuction: true, winner: null });
  assert.is(resultMessage(before, took), 'Sold before Auction');
  assert.is(partOf(before, took), 'none');
  assert.is(resultMessage(lot(), took), null);
});

test('a lot that was sold after the auction says so, at the price it was sold at', () => {
  const after = lot({
    state: 'closed',
    status: 'soldAfterAuction',
    winner: '77',
    currentBidCents: 40_500,
    closedPrice: 52_000,
  });
  assert.is(resultMessage(after, took), 'You bought this lot after the auction');
  assert.is(partOf(after, took), 'won');
  const others = { ...after, winner: '9' };
  assert.is(resultMessage(others, took), 'Sold after the auction');
  assert.is(partOf(others, took), 'none', 'nobody lost it to another bidder');
  assert.is(standingPrice(after), 52_000);
});

test('[C4] a lot whose sale was corrected has the corrected price', () => {
  const corrected = lot({ state: 'closed', status: 'sold', currentBidCents: 70_000, closedPrice: 50_000 });
  assert.is(standingPrice(corrected), 50_000);
  const unbid = lot({ state: 'closed', status: 'sold', currentBidCents: null, closedPrice: 43_500 });
  assert.is(standingPrice(unbid), 43_500);
});

test.run();
