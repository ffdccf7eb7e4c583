import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleStaffLot } from '@/test-support/example-sales.ts';

const { firstLot, neighbour, said, shownMessage } = await import('./use-clerk.ts');
const test = suite('clerk’s order of lots');

const sold = exampleStaffLot({ _id: 'sold', state: 'closed', status: 'sold' });
const next = exampleStaffLot({ _id: 'next', state: 'futureInLive', biddingOpen: false });
const gone = exampleStaffLot({ _id: 'gone', withdrawn: true });
const open = exampleStaffLot({ _id: 'open' });
const last = exampleStaffLot({ _id: 'last', state: 'futureInLive', biddingOpen: false });

test('the console begins with the open lot, else the first still to come, else the last', () => {
  assert.is(firstLot([sold, next, open, last])?._id, 'open');
  assert.is(firstLot([sold, gone, next, last])?._id, 'next');
  assert.is(firstLot([sold, gone])?._id, 'gone');
  assert.is(firstLot([]), undefined);
});

test('arrows pass over what is sold or withdrawn, and stop at the ends', () => {
  const lots = [sold, next, gone, last];
  assert.is(neighbour(lots, 'next', 1)?._id, 'last');
  assert.is(neighbour(lots, 'last', -1)?._id, 'next');
  assert.is(neighbour(lots, 'next', -1), null);
  assert.is(neighbour(lots, 'last', 1), null);
});

test('a bid that was answered at once says so', () => {
  const order = { type: 'floorBid', lot: 'open', cents: 43_000 } as const;
  const decided = { outcome: 'accepted', lot: 'open', finishAt: null, seq: 9 } as const;
  assert.is(
    said(order, open, { ...decided, leader: 'floor', currentBidCents: 43_000 }),
    'Floor bid $430.00 /head.',
  );
  assert.is(
    said(order, open, { ...decided, leader: 'account-7', currentBidCents: 44_000 }),
    'Floor bid $430.00 /head. An online auto-bid answered: $440.00 /head.',
  );
  const numbered = { ...order, buyerNumber: '12' };
  assert.is(
    said(numbered, open, { ...decided, leader: 'floor:12', currentBidCents: 43_000 }),
    'Floor bid $430.00 /head by buyer 12.',
  );
  // The account that leads may be the number's own [C9].
  assert.is(
    said(numbered, open, { ...decided, leader: 'account-7', currentBidCents: 43_000 }),
    'Floor bid $430.00 /head by buyer 12. Online leads: $430.00 /head.',
  );
});

test('a lot that was closed says what it came to, to whom and at which price', () => {
  const message = { text: 'Lot 7 is closed.', bad: false, closed: 'open' };
  const lot = exampleStaffLot({ _id: 'open', number: '7' });
  assert.is(shownMessage(message, [lot])?.text, 'Lot 7 is closed.');
  const closed = { ...lot, state: 'closed', closedPrice: 45_500, winner: 'floor' } as const;
  const sold = {
    ...closed,
    status: 'sold',
    leader: { _id: 'floor:214', name: 'Frank Floor, floor buyer 214', shortId: '', paddle: '' },
  } as const;
  assert.is(
    shownMessage(message, [sold])?.text,
    'Lot 7: Sold to Frank Floor, floor buyer 214 at $455.00 /head.',
  );
  const unnamed = { ...sold, leader: { ...sold.leader, name: 'Floor, buyer 214' } };
  assert.is(shownMessage(message, [unnamed])?.text, 'Lot 7: Sold to floor, buyer 214 at $455.00 /head.');
  assert.is(shownMessage(message, [{ ...closed, status: 'passed' }])?.text, 'Lot 7: Passed In.');
  assert.is(shownMessage({ text: 'Invalid price', bad: false }, [sold])?.text, 'Invalid price');
});

test.run();
