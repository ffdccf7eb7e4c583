import type { BidDecision } from '@saleyard/contract/bids.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  advance,
  askReasons,
  type BidInput,
  type BidMachine,
  guarded,
  IDLE,
  inFlight,
} from './bid-machine.ts';

type Press = Extract<BidInput, { type: 'press' }>;

const press = (over: Partial<Press> = {}): Press => ({
  type: 'press',
  cents: 50_500,
  at: 1_000,
  movedAt: null,
  commandId: 'c1',
  way: 'one',
  reasons: [],
  ...over,
});

const run = (...inputs: BidInput[]): BidMachine => inputs.reduce(advance, IDLE);

const decided = (over: Partial<BidDecision> = {}): BidInput => ({
  type: 'progress',
  commandId: 'c1',
  progress: {
    state: 'decided',
    decision: {
      outcome: 'accepted',
      lot: 'l1',
      currentBidCents: 50_500,
      leading: true,
      finishAt: null,
      seq: 9,
      ...over,
    },
  },
});

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

test('an unusual bid asks whatever the preference, and a second press does not confirm it', () => {
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
  assert.equal(moved.bid, { step: 'moved', cents: 50_500 });
  assert.is(advance(moved, press({ at: 1_300, movedAt: 900 })).bid.step, 'sending');
});

test('a waiting confirmation stays only while its amount can still be taken', () => {
  const asked = run(press({ way: 'confirm', cents: 52_500 }));
  const price = (nextBidCents: number | null): BidInput => ({
    type: 'price',
    nextBidCents,
    incrementCents: 500,
  });
  assert.is(advance(asked, price(51_000)), asked);
  assert.equal(advance(asked, price(53_000)).bid, { step: 'moved', cents: 53_000 });
  assert.is(advance(asked, price(null)).bid.step, 'idle');
});

test('what became of it: leading, outbid at once, refused', () => {
  assert.is(run(press(), decided()).bid.step, 'leading');
  const outbid = run(press(), decided({ leading: false, currentBidCents: 51_000 }));
  assert.equal(outbid.bid, { step: 'outbid-at-once', cents: 50_500, currentBidCents: 51_000, seq: 9 });
  const refused = run(press(), decided({ outcome: 'refused', code: 'too-low', message: 'moved' }));
  assert.equal(refused.bid, { step: 'refused', cents: 50_500, code: 'too-low', message: 'moved' });
});

test('offline is final; unknown is settled by the same id, and blocks meanwhile', () => {
  const progress = (state: 'offline' | 'unknown' | 'unconfirmed'): BidInput => ({
    type: 'progress',
    commandId: 'c1',
    progress: { state },
  });
  assert.is(run(press(), progress('offline')).bid.step, 'offline');
  const unknown = run(press(), progress('unknown'));
  assert.ok(inFlight(unknown));
  assert.is(advance(unknown, press({ at: 60_000, commandId: 'c2' })), unknown);
  assert.is(advance(unknown, decided()).bid.step, 'leading');
  assert.is(advance(unknown, progress('unconfirmed')).bid.step, 'unconfirmed');
});

test("another command's answer changes nothing", () => {
  const sending = run(press());
  const other = { ...decided(), commandId: 'c0' } as BidInput;
  assert.is(advance(sending, other), sending);
});

test('leading ends when the lot says someone else leads, not on older news', () => {
  const leading = run(press(), decided());
  assert.is(advance(leading, { type: 'lot', seq: 9, winning: false }), leading);
  assert.is(advance(leading, { type: 'lot', seq: 10, winning: true }), leading);
  assert.is(advance(leading, { type: 'lot', seq: 10, winning: false }).bid.step, 'idle');
});

test('what must be asked about', () => {
  const lot = { standingCents: 50_000, winning: false, onMarket: false };
  assert.equal(askReasons(50_500, 1, lot), []);
  assert.equal(askReasons(55_000, 10, lot), ['unusual']);
  assert.equal(askReasons(100_500, 5, lot), ['unusual']);
  assert.equal(askReasons(50_500, 1, { ...lot, winning: true }), []);
  assert.equal(askReasons(50_500, 1, { ...lot, winning: true, onMarket: true }), ['against-yourself']);
});

test.run();
