import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { decide } from './decide.ts';
import type { AuctionEvent } from './events.ts';
import { AuctionFold, evolve, fold, initialState } from './evolve.ts';
import { checkInvariants } from './invariants.ts';
import { at, autoBid, bid, lot, scheduled } from './test-support/spec-grammar.ts';

const test = suite('folding');

/** A sale of 100 lots with bids on some of them. */
function history(): AuctionEvent[] {
  const lots = Array.from({ length: 100 }, (_, n) => lot({ lot: String(n), number: String(n) }));
  const fold = new AuctionFold();
  const events = [...scheduled({ staggerSeconds: 1 }, lots)];
  for (const event of events) fold.apply(event);
  for (let n = 0; n < 300; n++) {
    const on = String((n * 7) % 40);
    const body =
      n % 3 === 0 ? autoBid(`b${n % 11}`, 400 + 100 * n, on) : bid(`b${n % 13}`, 400 + 100 * n, on);
    for (const event of fold.read((state) => decide(state, at(n * 100, body)))) {
      fold.apply(event);
      events.push(event);
    }
  }
  return events;
}

/** Freezes all that can be reached, maps and sets included, so that any change of it throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const collection = value instanceof Map || value instanceof Set;
  if (collection) {
    const forbidden = () => {
      throw new TypeError('a frozen state was changed');
    };
    Object.assign(value, { set: forbidden, add: forbidden, delete: forbidden, clear: forbidden });
  }
  Object.freeze(value);
  for (const inner of collection ? value.values() : Object.values(value)) deepFreeze(inner);
  return value;
}

test('evolve never changes its argument', () => {
  const events = history();
  let state = deepFreeze(structuredClone(initialState));
  for (const event of events) state = deepFreeze(evolve(state, event));
  assert.is(state.version, events.length);
});

test('evolve shares what an event left alone', () => {
  const state = fold(history());
  const next = evolve(state, {
    type: 'BidRefused',
    data: {
      at: 50_000,
      command: { type: 'bid', lot: '0', bidder: 'x', cents: 1 },
      code: 'too-low',
      outcome: null,
    },
  });
  assert.is(next.lots, state.lots);
  assert.is(next.paddles, state.paddles);
  assert.is.not(next, state);
});

test('folding at once, one by one, and from any snapshot lead to the same state', () => {
  const events = history();
  const whole = fold(events);
  assert.equal(events.reduce(evolve, initialState), whole);
  for (const cut of [1, 2, 50, 200, events.length]) {
    assert.equal(fold(events.slice(cut), fold(events.slice(0, cut))), whole);
  }
  assert.equal(checkInvariants(whole), []);
});

test('a state that was handed out never changes again', () => {
  const events = history();
  const keeper = new AuctionFold();
  const handedOut = events.map((event, n) => {
    keeper.apply(event);
    return n % 10 === 0 ? { state: keeper.state, events: n + 1 } : null;
  });
  for (const kept of handedOut) {
    if (kept !== null) assert.equal(kept.state, fold(events.slice(0, kept.events)));
  }
});

test('fold does not change the state it begins from', () => {
  const events = history();
  const begin = fold(events.slice(0, 50));
  const copy = structuredClone(begin);
  fold(events.slice(50), begin);
  assert.equal(begin, copy);
});

test('events of a lot that was never catalogued are not folded quietly', () => {
  const opened: AuctionEvent = { type: 'BiddingOpened', data: { at: 1, lot: 'ghost' } };
  assert.throws(() => evolve(initialState, opened), /ghost/);
});

test('a broken invariant is reported', () => {
  const whole = fold(history());
  assert.ok(checkInvariants({ ...whole, lotsUnclosed: 3 }).length > 0);
  const [first, ...rest] = whole.lots;
  if (first === undefined) throw new Error('a lot above');
  const unpaid = { ...first, leader: null };
  assert.ok(checkInvariants({ ...whole, lots: [unpaid, ...rest] }).length > 0);
  const shifted = { ...first, finishAt: 1 };
  assert.ok(checkInvariants({ ...whole, lots: [shifted, ...rest] }).length > 0);
});

test.run();
