import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleLot } from '@/test-support/example-sales.ts';
import type { RoomLot, Viewer } from './lot-state.ts';
import { soundsOfChanges } from './sound-changes.ts';

const test = suite('sounds without a socket');

const VIEWER: Viewer = {
  paddle: '1234',
  participated: new Set(['l1']),
  unlisted: new Set(),
  autoBidding: new Set(),
  watching: new Set(),
};
const at = (change: Partial<RoomLot>): RoomLot =>
  ({ ...exampleLot(), _id: 'l1', state: 'live', seq: 1, details: null, mine: false, ...change }) as RoomLot;
const heard = (before: RoomLot, after: RoomLot, viewer = VIEWER) => [
  ...soundsOfChanges(new Map([['l1', before]]), [after], viewer),
];

const LEADING = at({ currentBidCents: 50_000, winner: '1234' });

test('a higher price is a bid; a lost lead has its sound, as has a lot that is won', () => {
  assert.equal(heard(LEADING, LEADING), []);
  assert.equal(
    heard(at({ currentBidCents: null, winner: null }), at({ currentBidCents: 45_000, winner: '9' })),
    ['bid'],
  );
  assert.equal(heard(LEADING, at({ currentBidCents: 50_500, winner: '9' })), ['bid', 'outbid']);
  const won = at({
    currentBidCents: 50_000,
    winner: '1234',
    state: 'closed',
    status: 'sold',
    closedPrice: 50_000,
  });
  assert.equal(heard(LEADING, won), ['won']);
});

test('an auto-bid that answered for the viewer sounds as one', () => {
  const viewer = { ...VIEWER, autoBidding: new Set(['l1']) };
  assert.equal(heard(LEADING, at({ currentBidCents: 51_000, winner: '1234' }), viewer), ['bid', 'autobid']);
});

test('a lot that was not known before is silent', () => {
  assert.equal([...soundsOfChanges(new Map(), [LEADING], VIEWER)], []);
});

test.run();
