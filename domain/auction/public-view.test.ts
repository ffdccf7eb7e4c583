import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auctionDecider } from './decider.ts';
import { initialState } from './evolve.ts';
import { aliasOf, paddleOf } from './paddles.ts';
import { NotScheduled, publicAuction, publicLot } from './public-view.ts';
import type { AuctionState } from './state.ts';
import { everyTurn } from './test-support/random-sales.ts';
import { at, autoBid, bid, lot, scheduled } from './test-support/spec-grammar.ts';

const test = suite('what a visitor sees');
const given = deciderSpec(auctionDecider);

/** The view, which is the wire's: this file does not compile when they differ. */
function view(state: AuctionState, place = 0): PublicLot {
  const found = state.lots[place];
  if (found === undefined) throw new Error(`no lot ${place}`);
  return publicLot(state, found, 'a1');
}

const reserved = [lot({ reserveCents: 1000, maxVendorBids: 1 })];
const live = (how: Parameters<typeof scheduled>[0] = {}, lots = reserved) =>
  given(...scheduled(how, lots)).and(at(0, { type: 'advanceClock' }));

test('[E12] a lot without a bid', () => {
  assert.equal(view(live().state), {
    _id: '1',
    auction: 'a1',
    number: '1',
    searchNumericId: 1,
    state: 'live',
    status: null,
    withdrawn: false,
    soldBeforeAuction: false,
    winner: null,
    currentBidCents: null,
    previousBidCents: null,
    startPrice: 300,
    bidIncrementCents: 100,
    nextBidCents: 400,
    bidding: 'head',
    reserveStatus: 'awaitingBids', // [A301]
    bidCount: 0,
    vendorBids: 0,
    count: 10,
    biddingOpen: true,
    liveAt: 0,
    finishAt: 600_000,
    frozenTime: null,
    pausedTime: null,
    stoppedTime: null,
    staleTime: 60,
    closedPrice: null,
  });
});

test('[E12] the leader is a paddle, the reserve a word, and a maximum nothing', () => {
  const state = live().and(at(1, autoBid('jane@farm', 900)), at(2, bid('john', 500))).state;
  const shown = view(state);
  assert.is(shown.winner, aliasOf(state, 'jane@farm'));
  assert.is(shown.reserveStatus, 'notNear');
  assert.is(shown.previousBidCents, 400);
  assert.is(shown.bidCount, 2);
  const text = JSON.stringify([shown, publicAuction(state, 'a1')]);
  for (const secret of ['jane', 'john', '900', '1000', 'vera', '42']) {
    assert.not.match(text, new RegExp(`\\b${secret}\\b`), secret);
  }
});

test('[E12] the reserve status: from 90 % near, from the reserve on market', () => {
  const status = (cents: number) => view(live().and(at(1, bid('A', cents))).state).reserveStatus;
  assert.is(status(800), 'notNear'); // [A301]
  assert.is(status(900), 'nearReserve'); // [A301]
  assert.is(status(1000), 'onMarket'); // [A301]
  assert.is(view(live({}, [lot()]).and(at(1, bid('A', 400))).state).reserveStatus, 'onMarket');
});

test('[E9] vendor bids are counted and shown as what they are', () => {
  const state = live().and(at(1, { type: 'vendorBid', lot: '1', cents: 400 })).state;
  assert.is(view(state).vendorBids, 1);
  assert.is(view(state).winner, 'vendor');
});

test('[E10] a floor bid without a bidder is shown as the floor', () => {
  const sale = live({ type: 'sequentialOffline' }).and(at(1, { type: 'openLot', lot: '1' }));
  assert.is(view(sale.state).biddingOpen, true);
  assert.is(view(sale.and(at(2, { type: 'floorBid', lot: '1', cents: 400 })).state).winner, 'floor');
});

test('[E7] nothing of a sealed auto-bid shows: not a count, not a paddle', () => {
  const lots = [lot(), lot({ lot: '2' })];
  const sale = live({ type: 'sequential', allowUpcomingBid: true }, lots);
  const one = sale.and(at(1, bid('john', 400)));
  const other = sale.and(at(1, autoBid('jane', 900, '2')), at(1, bid('john', 400)));
  assert.equal(view(one.state, 0), view(other.state, 0), 'the same paddle for john');
  assert.equal(view(one.state, 1), view(other.state, 1));
  assert.is(aliasOf(other.state, 'jane'), null);
});

test('[E18] paddles follow the first public appearance, and differ in every auction', () => {
  const paddles = (aliasSeed: number) => Array.from({ length: 20_000 }, (_, n) => paddleOf(aliasSeed, n));
  assert.is(new Set(paddles(42)).size, 20_000, 'one each, beyond four digits too');
  assert.ok(
    paddles(42)
      .slice(0, 8999)
      .every((paddle) => /^\d{4}$/.test(paddle)),
  );
  assert.is(paddleOf(0, 0), '1000');
  assert.is(paddleOf(42, 1), String(1000 + ((42 + 7919) % 8999)));
  assert.is.not(paddleOf(42, 0), paddleOf(43, 0));
  assert.is(paddleOf(Number.MAX_SAFE_INTEGER, 3).length, 4);
  const sale = live().and(at(1, bid('john', 400)), at(2, bid('jane', 500)), at(3, bid('john', 600)));
  assert.equal(
    [...sale.state.paddles],
    [
      ['john', paddleOf(42, 0)],
      ['jane', paddleOf(42, 1)],
    ],
  );
});

test('a closed lot shows its price, and a winner only when it is sold', () => {
  const clock = at(600_000, { type: 'advanceClock' } as const);
  const passed = view(live().and(at(1, bid('A', 400)), clock).state);
  assert.equal([passed.status, passed.closedPrice, passed.winner], ['passed', 400, null]);
  const sold = view(live().and(at(1, bid('A', 1000)), clock).state);
  assert.equal([sold.status, sold.closedPrice, sold.winner], ['sold', 1000, paddleOf(42, 0)]);
  const gone = live().and(at(1, bid('A', 400)), at(2, { type: 'withdraw', lot: '1', reason: '' }));
  const withdrawn = view(gone.state);
  assert.equal([withdrawn.withdrawn, withdrawn.closedPrice, withdrawn.winner], [true, null, null]);
});

test('no next bid is named while none may be made', () => {
  const next = (state: AuctionState) => view(state).nextBidCents;
  assert.is(next(given(...scheduled({ liveAt: 100 })).state), null);
  assert.is(next(live().and(at(1, { type: 'freeze', reason: '' })).state), null);
  assert.is(next(live().and(at(1, { type: 'freeze', lot: '1', reason: '' })).state), null);
  assert.is(next(live().and(at(1, { type: 'pause', reason: '' })).state), 400);
  assert.is(next(live({ policy: { opening: 'at-start' } }).state), 300);
});

test('the auction as anyone sees it', () => {
  const lots = [lot(), lot({ lot: '2', count: 5 })];
  const sale = live({ type: 'synchronous' }, lots).and(
    at(1, { type: 'withdraw', lot: '2', reason: '' }),
    at(2, { type: 'pause', reason: '' }),
  );
  const shown: PublicAuction = publicAuction(sale.state, 'a1');
  assert.equal(
    [shown.lotCount, shown.withdrawnCount, shown.headCount, shown.finishAt, shown.auctionpaused],
    [1, 1, 10, 600_000, true],
  );
  assert.equal(shown.kindData, { type: 'cattle', title: 'Cattle' });
  assert.is(view(sale.state).finishAt, 600_000, "the sale's deadline");
});

test('nothing is shown of a sale that is not scheduled', () => {
  assert.throws(
    () => publicAuction(initialState, 'a1'),
    (error: unknown) => error instanceof NotScheduled,
  );
});

test('the place of a sale is as scheduled, and that of the lots of its catalogue', () => {
  const inState = (name: string, state: string) =>
    lot({ lot: name, description: { kept: 'here', details: { state }, media: [] } });
  const seen = (states: readonly string[], lots: ReturnType<typeof lot>[]) => {
    const events = scheduled({}, lots).map((event) =>
      event.type === 'AuctionScheduled'
        ? { ...event, data: { ...event.data, details: { ...event.data.details, states } } }
        : event,
    );
    return publicAuction(given(...events).state, 'a1').location.state;
  };
  const lots = [inState('1', 'VIC'), inState('2', 'NSW'), inState('3', 'VIC'), lot({ lot: '4' })];
  assert.equal(seen([], lots), ['NSW', 'VIC'], 'catalogued after it was scheduled');
  assert.equal(seen(['VIC', 'QLD'], lots), ['VIC', 'QLD', 'NSW']);
  assert.equal(seen(['QLD'], [lot()]), ['QLD']);
});

test('[A298] while a sale is not over, a lot is sold, passed in or without a bid, or has no result yet', () =>
  everyTurn(({ after }) => {
    if (after.phase === 'closed') return;
    for (const one of after.lots) {
      assert.ok([null, 'sold', 'passed', 'noBid'].includes(publicLot(after, one, 'a1').status));
    }
  }));

test.run();
