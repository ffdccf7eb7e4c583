import type { BidDecision } from '@saleyard/contract/bids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { RpcResult } from '@/lib/realtime/rpc-client.ts';
import {
  advance,
  askReasons,
  type BidInput,
  type BidMachine,
  guarded,
  IDLE,
  inFlight,
  isUnusualMaximum,
} from './bid-machine.ts';

type Press = Extract<BidInput, { type: 'press' }>;

const press = (over: Partial<Press> = {}): Press => ({
  type: 'press',
  cents: 50_500,
  at: 1_000,
  movedAt: null,
  lotAt: null,
  commandId: 'c1',
  way: 'one',
  reasons: [],
  ...over,
});

const run = (...inputs: BidInput[]): BidMachine => inputs.reduce(advance, IDLE);

const decision = (over: Partial<BidDecision> = {}): BidDecision => ({
  outcome: 'accepted',
  lot: 'l1',
  currentBidCents: 50_500,
  leading: true,
  finishAt: null,
  seq: 9,
  ...over,
});

const answer = (result: RpcResult): BidInput => ({ type: 'answer', commandId: 'c1', result });
const decided = (over: Partial<BidDecision> = {}): BidInput =>
  answer({ outcome: 'answered', data: decision(over) });
const error = (code: string): BidInput => answer({ outcome: 'error', code, message: `${code}, in words` });
const lot = (over: Partial<Extract<BidInput, { type: 'lot' }>> = {}): BidInput => ({
  type: 'lot',
  at: 1_500,
  seq: 9,
  winning: false,
  nextBidCents: 50_500,
  incrementCents: 500,
  isOver: false,
  ...over,
});
const NO_ANSWER = answer({ outcome: 'unknown' });
const again = (at: number): BidInput => ({ type: 'ask-again', at });

const test = suite("a bid's steps");

test('one press sends the amount the button named', () => {
  const { bid } = run(press());
  assert.equal(bid, { step: 'sending', cents: 50_500, commandId: 'c1', spinner: true });
});

test('a confirmed bid waits for its confirmation, and not for its own bounce', () => {
  const asked = run(press({ way: 'confirm' }));
  assert.is(asked.bid.step, 'confirming');
  assert.is(advance(asked, { type: 'confirm', at: 1_100, commandId: 'c1' }).bid.step, 'confirming');
  assert.is(advance(asked, { type: 'confirm', at: 1_400, commandId: 'c1' }).bid.step, 'sending');
  assert.is(advance(asked, { type: 'cancel' }).bid.step, 'idle');
});

test('a double press is two presses of the same amount in time', () => {
  const armed = run(press({ way: 'double' }));
  assert.is(advance(armed, press({ way: 'double', at: 1_500 })).bid.step, 'sending');
  assert.is(advance(armed, press({ way: 'double', at: 1_500, cents: 51_000 })).bid.step, 'confirming');
  assert.is(advance(armed, { type: 'tick', at: 4_000 }).bid.step, 'idle');
});

test('an unusual bid must be confirmed with any preference, and a second press does not confirm it', () => {
  for (const way of ['one', 'double', 'confirm'] as const) {
    const asked = run(press({ way, reasons: ['unusual'] }));
    assert.is(asked.bid.step, 'confirming', way);
    const again = advance(asked, press({ way: 'double', reasons: ['unusual'], at: 1_500 }));
    assert.is(again.bid.step, 'confirming', way);
  }
});

test('[A403] [A404] nothing is sent while a bid is in flight, nor within 800 ms', () => {
  const sending = run(press());
  assert.ok(inFlight(sending));
  assert.is(advance(sending, press({ commandId: 'c2', at: 9_000 })), sending);
  const led = advance(sending, decided());
  assert.ok(guarded(led, 1_799));
  assert.is(advance(led, press({ commandId: 'c2', at: 1_799 })), led);
  assert.is(advance(led, press({ commandId: 'c2', at: 1_800 })).bid.step, 'sending');
});

test('[A405] the spinner is off after 5 s, the bid still in flight', () => {
  const late = advance(run(press()), { type: 'tick', at: 6_000 });
  assert.equal(late.bid, { step: 'sending', cents: 50_500, commandId: 'c1', spinner: false });
  assert.ok(inFlight(late));
});

test('a price that moved before the press is not bid on: the button is re-armed', () => {
  const moved = run(press({ movedAt: 900 }));
  assert.equal(moved.bid, { step: 'moved', since: 1_000, why: 'press' });
  assert.is(advance(moved, press({ at: 1_300, movedAt: 900 })).bid.step, 'sending');
});

test('a press on a lot that the page has just gone to by itself is not a bid on it', () => {
  const followed = run(press({ lotAt: 100 }));
  assert.equal(followed.bid, { step: 'moved', since: 1_000, why: 'lot' });
  assert.is(advance(followed, press({ at: 1_100, lotAt: 100 })).bid.step, 'sending');
});

test('a waiting confirmation stays only while its amount can still be taken', () => {
  const asked = run(press({ way: 'confirm', cents: 52_500 }));
  assert.is(advance(asked, lot({ nextBidCents: 51_000 })), asked);
  const moved = advance(asked, lot({ nextBidCents: 53_000, at: 2_000 }));
  assert.equal(moved.bid, { step: 'moved', since: 2_000, why: 'confirmation' });
  assert.is(advance(asked, lot({ nextBidCents: null })).bid.step, 'idle');
});

test('that the price has moved is said for a while, and while there is a button to name it', () => {
  const moved = run(press({ movedAt: 900 }));
  assert.is(advance(moved, { type: 'tick', at: 8_999 }), moved);
  assert.is(advance(moved, { type: 'tick', at: 9_000 }).bid.step, 'idle');
  assert.is(advance(moved, lot({ nextBidCents: 60_000 })), moved);
  assert.is(advance(moved, lot({ nextBidCents: null })).bid.step, 'idle');
});

test('a bid that was taken is leading or outbid only as the lot on the page says', () => {
  const taken = run(press(), decided());
  assert.equal(taken.bid, { step: 'taken', cents: 50_500, decision: decision() });
  assert.is(advance(taken, lot({ seq: 8, winning: true })), taken, 'an older lot says nothing of it');
  assert.is(advance(taken, lot({ seq: 9, winning: null })), taken, 'whose lead it is is not known yet');
  assert.equal(advance(taken, lot({ winning: true })).bid, { step: 'leading', cents: 50_500 });
  const beaten = advance(taken, lot({ seq: 10, winning: false }));
  assert.equal(beaten.bid, { step: 'outbid', cents: 50_500, atOnce: false });
  const answered = run(press(), decided({ leading: false, currentBidCents: 51_000 }));
  assert.equal(advance(answered, lot({ winning: false })).bid, {
    step: 'outbid',
    cents: 50_500,
    atOnce: true,
  });
});

test('a refusal names its reason', () => {
  const refusal = { outcome: 'refused', code: 'too-low', message: 'moved' } as const;
  assert.equal(run(press(), decided(refusal)).bid, {
    step: 'refused',
    cents: 50_500,
    code: 'too-low',
    message: 'moved',
    decision: decision(refusal),
  });
});

test('what is refused before the engine was surely not placed', () => {
  assert.equal(run(press(), error('rate-limited')).bid, {
    step: 'refused',
    cents: 50_500,
    code: 'rate-limited',
    message: 'rate-limited, in words',
    decision: null,
  });
});

test('offline is final: nothing was sent, and nothing is asked later', () => {
  const offline = run(press(), answer({ outcome: 'offline' }));
  assert.equal(offline.bid, { step: 'offline', cents: 50_500 });
  assert.is(advance(offline, again(5_000)), offline);
});

test('a bid whose outcome is unknown blocks, and is asked about again by the same id until its decision is known', () => {
  for (const doubt of [NO_ANSWER, error('unknown')]) {
    const unknown = run(press(), doubt);
    assert.equal(unknown.bid, { step: 'unknown', cents: 50_500, commandId: 'c1', asking: false });
    assert.ok(inFlight(unknown));
    assert.is(advance(unknown, press({ at: 60_000, commandId: 'c2' })), unknown);
    const asking = advance(unknown, again(2_000));
    assert.equal(asking.bid, { step: 'unknown', cents: 50_500, commandId: 'c1', asking: true });
    assert.is(advance(asking, again(2_100)), asking, 'one question at a time');
    assert.is(advance(asking, decided()).bid.step, 'taken');
    assert.is(advance(asking, error('duplicate-conflict')).bid.step, 'refused');
  }
});

test('a question about such a bid that is turned away, or has no answer, leaves the outcome unknown', () => {
  const asking = run(press(), NO_ANSWER, again(2_000));
  const turnedAway = [error('busy'), error('unknown-lot'), error('unknown'), NO_ANSWER];
  for (const result of [...turnedAway, answer({ outcome: 'offline' })])
    assert.equal(advance(asking, result).bid, {
      step: 'unknown',
      cents: 50_500,
      commandId: 'c1',
      asking: false,
    });
});

test('[4.7] a bid whose outcome is unknown for 30 s is unconfirmed, and never sent again', () => {
  const unknown = run(press(), NO_ANSWER);
  assert.is(advance(unknown, again(31_000)).bid.step, 'unknown');
  const unconfirmed = advance(unknown, again(31_001));
  assert.equal(unconfirmed.bid, { step: 'unconfirmed', cents: 50_500 });
  assert.is(advance(unconfirmed, again(32_000)), unconfirmed);
  assert.is(advance(unconfirmed, decided()), unconfirmed);
});

test('a connection closed for good leaves what was sent unconfirmed', () => {
  assert.is(run(press(), { type: 'give-up' }).bid.step, 'unconfirmed');
  assert.is(run(press(), NO_ANSWER, { type: 'give-up' }).bid.step, 'unconfirmed');
  const led = run(press(), decided());
  assert.is(advance(led, { type: 'give-up' }), led);
});

test("another command's answer changes nothing", () => {
  const sending = run(press());
  const other = { ...decided(), commandId: 'c0' } as BidInput;
  assert.is(advance(sending, other), sending);
});

test('leading and outbid end when the lot says otherwise, or is over', () => {
  const leading = run(press(), decided(), lot({ winning: true }));
  assert.is(advance(leading, lot({ seq: 12, winning: true })), leading);
  const outbid = advance(leading, lot({ seq: 12, winning: false }));
  assert.is(outbid.bid.step, 'outbid');
  assert.is(advance(outbid, lot({ seq: 13, winning: true })).bid.step, 'idle');
  for (const led of [leading, outbid])
    assert.is(
      advance(led, lot({ seq: 13, winning: false, nextBidCents: null, isOver: true })).bid.step,
      'idle',
    );
});

test('what must be asked about', () => {
  const lot = { standingCents: 50_000, winning: false, onMarket: false };
  assert.equal(askReasons(50_500, 1, lot), []);
  assert.equal(askReasons(55_000, 10, lot), ['unusual']);
  assert.equal(askReasons(100_500, 5, lot), ['unusual']);
  assert.equal(askReasons(50_500, 1, { ...lot, winning: true }), []);
  assert.equal(askReasons(50_500, 1, { ...lot, winning: true, onMarket: true }), ['against-yourself']);
});

test('a maximum above five times the price is unusual', () => {
  assert.is(isUnusualMaximum(250_000, 50_000), false);
  assert.is(isUnusualMaximum(250_500, 50_000), true);
});

test.run();
