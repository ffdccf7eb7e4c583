import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleAuction as sale } from '@/lib/realtime/example-auction.ts';
import { type Bidder, bidGate } from './bid-gate.ts';
import { exampleRoomLot as lot } from './example-room.ts';

const fine = { stale: false, offline: false };
const buyer: Bidder = { status: 'approved-buyer' };

const gate = (
  over: Parameters<typeof lot>[0] = {},
  auction = {},
  bidder: Bidder = buyer,
  connected = fine,
) => {
  const answer = bidGate(lot(over), sale(auction), bidder, connected);
  return answer.gate === 'closed' ? answer.message : answer.gate;
};

const test = suite('who may bid now, and what the others are told');

test('a buyer may bid on a live lot', () => assert.is(gate(), 'open'));

test('frozen lots and auctions', () => {
  assert.is(gate({ frozenTime: 5 }), 'This lot is frozen'); // [A542]
  assert.is(gate({}, { frozenTime: 5 }), 'This lot is frozen'); // [A542]
  assert.is(
    gate({ biddingOpen: false, frozenTime: 5 }, { auctionType: 'sequentialOffline' }),
    'Waiting for bidding to start',
  );
});

test('[A544] [A545] future and open lots take auto-bids only', () => {
  for (const state of ['future', 'open'] as const)
    assert.is(
      gate({ state }),
      'Auction is open for Auto-Bids. You can only use the bid buttons during a Live Auction.',
    );
});

test('closed and withdrawn lots', () => {
  assert.is(gate({ state: 'closed', status: 'sold' }), 'No further bids. Lot is sold');
  assert.is(gate({ withdrawn: true }), 'Withdrawn from Auction');
});

test('who may not bid is told why', () => {
  for (const status of ['registered', 'registered-updated', 'approved-seller']) // [A568] [A569] [A570]
    assert.match(
      gate({}, {}, { status }),
      /^You do not have permission to buy in this auction\. For access, please contact support/,
    );
  assert.match(gate({}, {}, { status: 'partially-approved' }), /complete your profile/); // [A336]
  assert.is(gate({}, {}, null), 'sign-in');
  assert.is(gate({ mine: true }), 'You cannot bid on a Lot you listed.');
});

test('stale prices and no network close the gate', () => {
  assert.is(gate({}, {}, buyer, { stale: true, offline: true }), 'No Network Available');
  assert.match(gate({}, {}, buyer, { stale: true, offline: false }), /out of date/);
});

test.run();
