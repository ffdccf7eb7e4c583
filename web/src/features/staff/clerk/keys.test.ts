import { CLERK_CONFIRM_MS } from '@saleyard/contract/limits.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { StaffOrder } from '@/features/staff/api/staff-command.ts';
import { exampleStaffLot } from '@/test-support/example-sales.ts';
import { type Console, IDLE, intentOf, press } from './keys.ts';

const test = suite('clerk’s keys');

/** Presses keys one after another on a lot that stands still; the orders they give, and the last word said. */
function presses(keys: readonly string[], lot = exampleStaffLot(), every = 100) {
  let console: Console = IDLE;
  let says: string | null = null;
  const orders: StaffOrder[] = [];
  keys.forEach((key, index) => {
    const intent = intentOf(key);
    assert.ok(intent, `${key} means nothing`);
    const result = press(console, intent, lot, index * every);
    console = result.console;
    says = result.says;
    if (result.order) orders.push(result.order);
  });
  return { console, orders, says: says ?? '' };
}

const waiting = exampleStaffLot({
  state: 'futureInLive',
  biddingOpen: false,
  nextBidCents: null,
  currentBidCents: null,
  winner: null,
});

test('O and Enter open a waiting lot; nothing else acts on it', () => {
  assert.equal(presses(['o'], waiting).orders, [{ type: 'openLot', lot: 'lot-1' }]);
  assert.equal(presses(['Enter'], waiting).orders, [{ type: 'openLot', lot: 'lot-1' }]);
  for (const key of [' ', 'b', 'v', 'k', 'p']) {
    const { orders, says } = presses([key, key], waiting);
    assert.equal(orders, [], key);
    assert.match(says, 'Open Lot 1 first', key);
  }
});

test('Space and + take the next increment', () => {
  for (const key of [' ', '+', '=']) {
    assert.equal(presses([key]).orders, [{ type: 'floorBid', lot: 'lot-1', cents: 43_000 }], key);
  }
});

test('digits and B or Enter take a floor bid of that amount, in dollars per head', () => {
  for (const key of ['b', 'B', 'Enter']) {
    const { orders, console } = presses(['4', '5', '0', '.', '5', key]);
    assert.equal(orders, [{ type: 'floorBid', lot: 'lot-1', cents: 45_050 }], key);
    assert.equal(console, IDLE);
  }
});

test('a long amount is never cut to another one', () => {
  const { orders } = presses([...'000000000450.50', 'b']);
  assert.equal(orders, [{ type: 'floorBid', lot: 'lot-1', cents: 45_050 }]);
});

test('on a lot sold by the kg the amount is cents', () => {
  const lot = exampleStaffLot({
    bidding: 'kg',
    currentBidCents: 400,
    nextBidCents: 402,
    bidIncrementCents: 2,
  });
  assert.equal(presses(['4', '1', '2', 'b'], lot).orders, [{ type: 'floorBid', lot: 'lot-1', cents: 412 }]);
  assert.match(presses(['4', '.', '2', 'b'], lot).says, 'Invalid price');
});

test('an amount below the next bid is not sent', () => {
  const { orders, says, console } = presses(['4', '2', '0', 'b']);
  assert.equal(orders, []);
  assert.is(says, '$420.00 /head is too low: the next bid is $430.00.');
  assert.is(console.typed, '');
});

test('a digit too many needs a second press', () => {
  const keys = ['4', '3', '0', '0', 'b'];
  const once = presses(keys);
  assert.equal(once.orders, []);
  assert.match(once.says, '$4,300.00 /head is far above the price');
  assert.equal(presses([...keys, 'b']).orders, [{ type: 'floorBid', lot: 'lot-1', cents: 430_000 }]);
  assert.equal(presses([...keys, 'Backspace', 'b']).orders, [
    { type: 'floorBid', lot: 'lot-1', cents: 43_000 },
  ]);
});

test('V bids for the vendor: what is typed, or the next increment', () => {
  assert.equal(presses(['v']).orders, [{ type: 'vendorBid', lot: 'lot-1', cents: 43_000 }]);
  assert.equal(presses(['4', '4', '0', 'v']).orders, [{ type: 'vendorBid', lot: 'lot-1', cents: 44_000 }]);
});

test('K knocks down on the second press, and says at what price on the first', () => {
  const once = presses(['k']);
  assert.equal(once.orders, []);
  assert.is(once.says, 'Press K again to knock down at $420.00 /head.');
  assert.equal(presses(['k', 'k']).orders, [{ type: 'knockDown', lot: 'lot-1' }]);
});

test('P passes in on the second press', () => {
  assert.equal(presses(['p']).orders, []);
  assert.equal(presses(['p', 'p']).orders, [{ type: 'passIn', lot: 'lot-1' }]);
  assert.equal(presses(['p', 'k']).orders, []);
  assert.equal(presses(['k', 'p']).orders, []);
});

test('a second press that comes too late, or after any other key, confirms nothing', () => {
  assert.equal(presses(['k', 'k'], exampleStaffLot(), CLERK_CONFIRM_MS + 1).orders, []);
  assert.equal(presses(['k', '5', 'k']).orders, []);
  assert.equal(presses(['k', 'Escape', 'k']).orders, []);
});

test('a price that moved between the presses is another decision', () => {
  const armed = presses(['k']).console;
  const moved = exampleStaffLot({ currentBidCents: 43_000, nextBidCents: 44_000, winner: '4821' });
  const result = press(armed, { kind: 'knockDown' }, moved, 200);
  assert.is(result.order, null);
  assert.is(result.says, 'The price moved. Press K again to knock down at $430.00 /head.');
  assert.equal(press(result.console, { kind: 'knockDown' }, moved, 300).order, {
    type: 'knockDown',
    lot: 'lot-1',
  });
});

test('the hammer says beforehand when it will pass a lot in', () => {
  assert.match(presses(['k'], exampleStaffLot({ reserveStatus: 'nearReserve' })).says, 'under its reserve');
  assert.match(presses(['k'], exampleStaffLot({ winner: 'vendor' })).says, 'The vendor leads');
  assert.match(
    presses(['k'], exampleStaffLot({ currentBidCents: null, winner: null })).says,
    'P passes it in',
  );
});

test('nothing acts on a lot that is over or frozen', () => {
  const over = [
    [exampleStaffLot({ state: 'closed', status: 'sold', nextBidCents: null }), 'is closed'],
    [exampleStaffLot({ withdrawn: true, state: 'closed', nextBidCents: null }), 'was withdrawn'],
  ] as const;
  for (const [lot, word] of over) {
    for (const key of ['o', 'Enter', ' ', 'k', 'p', 'v']) {
      const { orders, says } = presses([key, key], lot);
      assert.equal(orders, [], key);
      assert.match(says, word, key);
    }
  }
  const frozen = exampleStaffLot({ nextBidCents: null, frozenTime: 5 });
  assert.is(presses([' '], frozen).says, 'This lot is frozen');
});

test('other keys mean nothing', () => {
  for (const key of ['Tab', 'a', 'F5', 'Shift', '-']) assert.is(intentOf(key), null, key);
});

test.run();
