import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleLot as lot, exampleAuction as sale } from '@/lib/realtime/example-auction.ts';
import { auctionTimer, isEnding, lotTimeLeft } from './timer.ts';

const label = (over: Parameters<typeof sale>[0], now = 0) => {
  const { label, value, colour } = auctionTimer(sale(over), now);
  return [label, value, colour];
};

const test = suite("the room's timers");

test('a label for every situation', () => {
  assert.equal(label({ state: 'future', liveAt: 3_723_000 }), ['STARTS IN', '1h 2m 3s', 'amber']); // [A342]
  assert.equal(label({ state: 'open', liveAt: 63_000 }), ['STARTS IN', '1m 3s', 'amber']); // [A343] [A349]
  assert.equal(label({ auctionType: 'sequential' }, 125_900), ['LIVE FOR', '2m 5s', 'green']); // [A344] [A350]
  assert.equal(label({ auctionType: 'synchronous', finishAt: 90_000 }), ['CLOSE IN', '1m 30s', 'green']); // [A345]
  assert.equal(label({ frozenTime: 60_000 }, 99_000), ['AUCTION FROZEN AT', '1m 0s', 'red']); // [A346] [A351]
  assert.equal(label({ pausedTime: 60_000 }, 99_000), ['TIME PAUSED AT', '1m 0s', 'white']); // [A347] [A352]
  assert.equal(label({ auctionpaused: true }, 99_000), ['AUCTION PAUSED', null, 'white']); // [A347]
  assert.equal(label({ state: 'closed', frozenTime: 1 }), ['CLOSED', null, 'grey']); // [A348] [A353]
});

test('a frozen synchronous sale keeps the time it had', () => {
  assert.equal(label({ auctionType: 'synchronous', finishAt: 90_000, frozenTime: 30_000 }, 80_000), [
    'AUCTION FROZEN AT',
    '1m 0s',
    'red',
  ]);
});

test('hours over 9999 are X; the last instant says so', () => {
  assert.equal(label({ state: 'future', liveAt: 36_000_000_000 })[1], 'Xh 0m 0s'); // [A354]
  assert.equal(label({ state: 'open', liveAt: 5 }, 10)[1], 'STARTING...');
  assert.equal(label({ auctionType: 'synchronous', finishAt: 5 }, 5)[1], 'CLOSING...');
  assert.equal(label({}, 999)[1], '0m 0s');
});

test('[A367] [A368] a lot ends under 60 s, under 10 s in sequential sales', () => {
  assert.not(isEnding(lot({ finishAt: 60_000 }), sale(), 0));
  assert.ok(isEnding(lot({ finishAt: 60_000 }), sale(), 1));
  const sequential = sale({ auctionType: 'sequential' });
  assert.not(isEnding(lot({ finishAt: 60_000 }), sequential, 50_000));
  assert.ok(isEnding(lot({ finishAt: 60_000 }), sequential, 50_001));
});

test('[A369] [A370] [A371] no ending for closed, future or open lots', () => {
  for (const state of ['closed', 'future', 'open', 'futureInLive'] as const)
    assert.not(isEnding(lot({ state, finishAt: 10, winner: null }), sale(), 0), state);
});

test('[A372] synchronous lots end with their sale', () => {
  const helmsman = sale({ auctionType: 'synchronous', finishAt: 30_000 });
  assert.is(lotTimeLeft(lot({ finishAt: null }), helmsman, 0), 30_000);
  assert.ok(isEnding(lot({ finishAt: null }), helmsman, 0));
});

test('a frozen or paused lot keeps its time; an interfaced lot has none', () => {
  assert.is(lotTimeLeft(lot({ frozenTime: 500_000 }), sale(), 590_000), 100_000);
  assert.is(lotTimeLeft(lot(), sale({ pausedTime: 400_000 }), 590_000), 200_000);
  assert.is(lotTimeLeft(lot({ finishAt: null }), sale({ auctionType: 'sequentialOffline' }), 0), null);
});

test.run();
