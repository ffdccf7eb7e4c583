import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  amountRefusal,
  lowestBidCents,
  NO_BID,
  type Pricing,
  resolveAutoBid,
  resolveBid,
  resolveSealed,
  type Standing,
} from './bidding.ts';
import type { Step } from './events.ts';
import { DEFAULT_POLICY, type Policy } from './policy.ts';

const test = suite('bidding');

const pricing = (policy: Partial<Policy> = {}, reserveCents: number | null = null): Pricing => ({
  startCents: 300,
  incrementCents: 100,
  reserveCents,
  policy: { ...DEFAULT_POLICY, ...policy },
  highestCents: 1e12,
});

/** A leads at `cents`, with a maximum when there is one. */
const led = (cents: number, maxCents: number | null = null): Standing => ({ cents, leader: 'A', maxCents });
const ladder = (steps: Step[]): string => steps.map((s) => `${s.cents} ${s.leader} ${s.rule}`).join(', ');

test('[E2] the first bid is start + increment, or the start itself', () => {
  assert.is(lowestBidCents(pricing(), null), 400);
  assert.is(lowestBidCents(pricing({ opening: 'at-start' }), null), 300);
  assert.is(lowestBidCents(pricing({ opening: 'at-start' }), 300), 400);
  assert.is(amountRefusal(pricing(), NO_BID, 300), 'too-low');
  assert.is(amountRefusal(pricing({ opening: 'at-start' }), NO_BID, 300), null);
  assert.is(amountRefusal(pricing({ opening: 'at-start' }), NO_BID, 200), 'too-low');
  assert.is(amountRefusal(pricing(), NO_BID, 400), null);
});

test('[E2] increments are counted from any current price', () => {
  assert.is(amountRefusal(pricing(), led(550), 650), null);
  assert.is(amountRefusal(pricing(), led(550), 700), 'off-increment');
  assert.is(amountRefusal(pricing(), led(550), 1050), null, 'any whole number of them');
});

test('[E14] an amount is first invalid, then too low, then off the increments', () => {
  for (const cents of [0, -100, 450.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1]) {
    assert.is(amountRefusal(pricing(), led(500), cents), 'invalid-amount', String(cents));
  }
  assert.is(amountRefusal(pricing(), led(500), 500), 'too-low');
  assert.is(amountRefusal(pricing(), led(500), 450), 'too-low', 'low before off');
  assert.is(amountRefusal(pricing(), led(500), 550), 'off-increment', 'above the price, under the next bid');
});

test('[E14] a sale that opens at a start of nothing opens one increment above it', () => {
  const free = { ...pricing({ opening: 'at-start' }), startCents: 0 };
  assert.is(lowestBidCents(free, null), 100);
  assert.is(ladder(resolveAutoBid(free, NO_BID, 'B', 500)), '100 B E4');
});

test('[E3] a manual bid against a maximum: above it, equal to it, below it', () => {
  assert.is(ladder(resolveBid(pricing(), led(500, 1000), 'B', 1100)), '1100 B E3');
  assert.is(ladder(resolveBid(pricing(), led(500, 1000), 'B', 1000)), '1000 A E3');
  assert.is(
    ladder(resolveBid(pricing({ tie: 'later-manual-leads' }), led(500, 1000), 'B', 1000)),
    '1000 B E3',
  );
  assert.is(ladder(resolveBid(pricing(), led(500, 1000), 'B', 700)), '800 A E3');
  assert.is(ladder(resolveBid(pricing(), led(500, 1050), 'B', 1000)), '1050 A E3', 'capped by the maximum');
  assert.is(ladder(resolveBid(pricing({ challenge: 'match' }), led(500, 1000), 'B', 700)), '700 A E3');
});

test('[E3] without a maximum the bidder leads at the bid, under each tie policy', () => {
  assert.is(ladder(resolveBid(pricing(), led(500), 'B', 600)), '600 B E3');
  assert.is(ladder(resolveBid(pricing(), NO_BID, 'B', 700)), '700 B E2');
});

test('[E4] an auto-bid where nobody leads takes the opening amount', () => {
  assert.is(ladder(resolveAutoBid(pricing(), NO_BID, 'B', 900)), '400 B E4');
  assert.is(ladder(resolveAutoBid(pricing({ opening: 'at-start' }), NO_BID, 'B', 900)), '300 B E4');
});

test('[E4] an auto-bid against a maximum: above it, equal to it, below it', () => {
  assert.is(ladder(resolveAutoBid(pricing(), led(500, 1000), 'B', 1500)), '1100 B E4');
  assert.is(
    ladder(resolveAutoBid(pricing(), led(500, 1050), 'B', 1100)),
    '1100 B E4',
    'its own maximum caps it',
  );
  assert.is(ladder(resolveAutoBid(pricing(), led(500, 1000), 'B', 1000)), '1000 A E4');
  assert.is(
    ladder(resolveAutoBid(pricing({ tie: 'later-manual-leads' }), led(500, 1000), 'B', 1000)),
    '1000 A E4',
    'the tie policy is about manual bids',
  );
  assert.is(ladder(resolveAutoBid(pricing(), led(500, 1000), 'B', 800)), '900 A E4');
  assert.is(ladder(resolveAutoBid(pricing({ challenge: 'match' }), led(500, 1000), 'B', 800)), '800 A E4');
  assert.is(ladder(resolveAutoBid(pricing(), led(500), 'B', 800)), '600 B E4', 'against the price alone');
});

test('[E5] a leader who changes their maximum moves no price; their manual bid raises it', () => {
  assert.is(ladder(resolveAutoBid(pricing(), led(500, 1000), 'A', 2000)), '');
  assert.is(amountRefusal(pricing(), led(500, 1000), 500, true), null, 'down to the price');
  assert.is(amountRefusal(pricing(), led(500, 1000), 400, true), 'too-low', 'no further');
  assert.is(amountRefusal(pricing(), led(500, 1000), 550, true), 'off-increment');
  assert.is(ladder(resolveBid(pricing(), led(500, 1000), 'A', 700)), '700 A E5');
});

test('[E6] a maximum at or above the reserve lifts the price to it, unless second-price', () => {
  assert.is(ladder(resolveAutoBid(pricing({}, 800), NO_BID, 'B', 800)), '400 B E4, 800 B E6');
  assert.is(ladder(resolveAutoBid(pricing({ reserve: 'second-price' }, 800), NO_BID, 'B', 900)), '400 B E4');
  assert.is(ladder(resolveBid(pricing({}, 800), led(500, 1000), 'B', 600)), '700 A E3, 800 A E6');
  assert.is(ladder(resolveAutoBid(pricing({}, 800), led(500), 'A', 900)), '800 A E6', "the leader's own");
  assert.is(ladder(resolveBid(pricing({}, 800), led(500), 'B', 600)), '600 B E3', 'no maximum leads');
  assert.is(ladder(resolveBid(pricing({}, 800), led(800, 1200), 'B', 900)), '1000 A E3', 'past the reserve');
});

test('[E6] a maximum below the reserve leaves the price, or lifts it to that maximum', () => {
  assert.is(ladder(resolveAutoBid(pricing({}, 800), NO_BID, 'B', 700)), '400 B E4');
  const jump = pricing({ belowReserve: 'jump-to-max' }, 800);
  assert.is(ladder(resolveAutoBid(jump, NO_BID, 'B', 700)), '400 B E4, 700 B E6');
  assert.is(ladder(resolveAutoBid(jump, led(400, 400), 'A', 400)), '', 'nothing to lift');
});

test('[E6] a leader who bids by hand under their own maximum is lifted too', () => {
  const second = pricing({ belowReserve: 'jump-to-max' }, 2000);
  assert.is(ladder(resolveBid(second, led(500, 1000), 'A', 600)), '600 A E5, 1000 A E6');
  assert.is(ladder(resolveBid(second, led(500, 1000), 'A', 1100)), '1100 A E5', 'its maximum is passed');
});

test('[E7] sealed auto-bids are taken in the order they were set', () => {
  const sealed = [
    { bidder: 'A', maxCents: 700 },
    { bidder: 'B', maxCents: 1000 },
    { bidder: 'C', maxCents: 1000 },
    { bidder: 'D', maxCents: 900 },
  ];
  assert.is(ladder(resolveSealed(pricing(), sealed)), '400 A E4, 800 B E4, 1000 B E4');
  assert.is(ladder(resolveSealed(pricing(), [...sealed].reverse())), '400 D E4, 1000 C E4');
  assert.is(ladder(resolveSealed(pricing(), [])), '');
});

test('[E9] [E10] a vendor or floor bid leads by its own rule and is answered by [E3]', () => {
  assert.is(ladder(resolveBid(pricing(), NO_BID, 'vendor', 400, 'E9')), '400 vendor E9');
  assert.is(ladder(resolveBid(pricing(), led(500), 'floor', 600, 'E10')), '600 floor E10');
  assert.is(ladder(resolveBid(pricing(), led(500, 900), 'floor', 600, 'E10')), '700 A E3');
});

test.run();
