import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { CommandBody } from './commands.ts';
import { auctionDecider } from './decider.ts';
import { bidsMadeBy } from './own-bids.ts';
import { lotIn, priceCentsOf, winnerOf } from './standing.ts';
import type { AuctionState } from './state.ts';
import { at, autoBid, bid, lot, scheduled } from './test-support/spec-grammar.ts';

const test = suite('buyer numbers and their accounts');
const given = deciderSpec(auctionDecider);

const ASSIGNED: CommandBody = { type: 'assignBuyerNumber', buyer: 'floor:12', account: 'jane', by: 'rob' };
const OPEN: CommandBody = { type: 'openLot', lot: '1' };
const HAMMER: CommandBody = { type: 'knockDown', lot: '1' };
const floorBid = (cents: number, bidder = 'floor:12'): CommandBody => ({
  type: 'floorBid',
  lot: '1',
  cents,
  bidder,
});

/** An interfaced sale with one lot, open for bids, after these commands, a second apart. */
const sale = (
  bodies: readonly CommandBody[],
  how: { rules?: number } = {},
  reserveCents: number | null = null,
) =>
  given(...scheduled({ type: 'sequentialOffline', ...how }, [lot({ reserveCents })])).and(
    ...[OPEN, ...bodies].map((body, place) => at((place + 1) * 1_000, body)),
  );

const first = (state: AuctionState) => {
  const found = lotIn(state, '1');
  if (found === undefined) throw new Error('no lot');
  return found;
};
const standing = (state: AuctionState) => `${first(state).currentBidCents} ${first(state).leader}`;

test('[C9] [E5] a bid by the leader’s own buyer number is the leader’s own: no auto-bid answers it', () => {
  const leads = [ASSIGNED, autoBid('jane', 2_000)];
  const { state, events } = sale(leads).when(at(9_000, floorBid(1_000)));
  assert.is(standing(state), '1000 jane');
  const [event] = events;
  if (event?.type !== 'BidAccepted') throw new Error('no bid');
  assert.equal(event.data.steps, [{ rule: 'E10', cents: 1_000, leader: 'jane' }]);
  assert.equal(bidsMadeBy(event), [{ lot: '1', bidder: 'jane', cents: 1_000, placedBy: 'floor' }]);
  assert.is(first(state).leadKind, 'floorBid');
  assert.equal(first(state).shown.get('jane'), { cents: 1_000, at: 9_000, placedBy: 'floor' });
  assert.is(
    standing(sale([...leads, floorBid(1_000), bid('joe', 1_500)]).state),
    '1600 jane',
    'it answers joe',
  );
  const byHand = sale([...leads, bid('jane', 1_000), bid('joe', 1_500)]).state;
  assert.is(standing(byHand), '1600 jane', 'as after a bid of her own');
});

test('[C9] [E3] the number of another person is answered, and in sales of earlier rules an own number too', () => {
  const leads = [ASSIGNED, autoBid('jane', 2_000)];
  assert.is(standing(sale([...leads, floorBid(1_000, 'floor:7')]).state), '1100 jane');
  assert.is(standing(sale([...leads, floorBid(1_000)], { rules: 4 }).state), '1100 jane');
});

test('[C9] [E5] [E6] above the maximum, and under a reserve that the maximum meets', () => {
  const above = sale([ASSIGNED, autoBid('jane', 900), floorBid(1_000), bid('joe', 1_100)]).state;
  assert.is(standing(above), '1100 joe', 'her maximum is passed');
  const under = sale([ASSIGNED, bid('jane', 400), autoBid('jane', 2_000)], {}, 1_500).state;
  assert.is(standing(under), '1500 jane');
});

test('[C9] [C1] such a bid is taken back as any other floor bid', () => {
  const retract: CommandBody = { type: 'retractFloorBid', lot: '1', reason: 'misheard', by: 'rob' };
  const leads = [ASSIGNED, autoBid('jane', 2_000)];
  const { state } = sale([...leads, floorBid(1_000), retract]);
  assert.equal(first(state).shown.get('jane'), first(sale(leads).state).shown.get('jane'));
  assert.is(standing(state), '400 jane');
  assert.is(first(state).leadKind, 'autoBid');
});

test('[C9] [E5] an auto-bid over an own number that leads takes the lead at its price', () => {
  const number = [ASSIGNED, floorBid(1_000)];
  const { state } = sale(number).when(at(9_000, autoBid('jane', 2_000)));
  assert.is(standing(state), '1000 jane');
  assert.is(
    standing(sale([...number, autoBid('jane', 1_000)]).state),
    '1000 jane',
    'at no less than the price',
  );
  assert.is(standing(sale([...number, autoBid('jane', 2_000), bid('joe', 1_500)]).state), '1600 jane');
  assert.is(standing(sale([...number, autoBid('joe', 2_000)]).state), '1100 joe');
  const ofNumber = [...number, autoBid('floor:12', 1_900), autoBid('jane', 2_700)];
  assert.is(standing(sale(ofNumber).state), '2000 jane', 'a maximum of the number answers');
  assert.is(standing(sale([...number, autoBid('jane', 2_000)], { rules: 4 }).state), '1100 jane');
  assert.is(
    standing(sale([...number, autoBid('jane', 2_000)], {}, 1_500).state),
    '1500 jane',
    'up to the reserve [E6]',
  );
});

const offered = (cents: number, buyer = 'joe'): CommandBody => ({
  type: 'correctSale',
  lot: '1',
  outcome: 'sold',
  buyer,
  cents,
  reason: 'to the runner-up once accepted',
  by: 'rob',
});
const accepted = (bidder = 'joe'): CommandBody => ({ type: 'answerOffer', lot: '1', bidder, accepts: true });
const named = (buyer: string): CommandBody => ({ type: 'nameFloorBuyer', lot: '1', buyer, by: 'rob' });
const bought = ({ lots }: AuctionState) => lots.map((one) => `${priceCentsOf(one)} ${winnerOf(one)}`)[0];

for (const [how, floor, naming] of [
  ['a name', 'floor', named('jane')],
  ['the account of its buyer number', 'floor:12', ASSIGNED],
] as const) {
  const waiting = [bid('joe', 400), floorBid(500, floor), HAMMER, offered(400)];

  test(`[C5] [C7] [C9] an offer to the runner-up ends when the lot has its buyer by ${how}`, () => {
    const ended = sale([...waiting, naming]);
    assert.is(first(ended.state).proposal, undefined);
    ended.when(at(99_000, accepted())).isRefused('no-proposal');
    assert.is(bought(ended.state), '500 jane');
    assert.is(bought(sale([...waiting, accepted()]).state), '400 joe', 'accepted before');
  });

  test(`[C5] [E23] in sales under version 4 ${how} did not end it`, () =>
    assert.is(bought(sale([...waiting, naming, accepted()], { rules: 4 }).state), '400 joe'));
}

test('[C5] [C7] an offer to the person who is named waits on, and so does what a second person must confirm', () => {
  const waiting = [bid('joe', 400), floorBid(500, 'floor'), HAMMER];
  assert.is(bought(sale([...waiting, offered(400), named('joe'), accepted()]).state), '400 joe');
  const second = given(...scheduled({ type: 'sequentialOffline', secondPersonAboveCents: 1 }, [lot()])).and(
    ...[OPEN, ...waiting, offered(400), named('jane')].map((body, place) => at((place + 1) * 1_000, body)),
  );
  assert.is(first(second.state).proposal?.awaits, 'secondPerson');
});

test.run();
