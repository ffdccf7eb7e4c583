import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { exampleViewer, exampleRoomLot as lot } from '@/features/live-room/room/test-support/example-room.ts';
import { examplePublicAuction as sale } from '@/test-support/example-sales.ts';
import {
  acceptsText,
  autoBidClosed,
  type Bidder,
  bidAmount,
  bidGate,
  checkAutoBid,
  refusalText,
  STEPS,
  textMessage,
} from './bid-input.ts';
import { orderPad } from './lots-shown.ts';

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

const gates = suite('who may bid now, and what the others read');

gates('a buyer may bid on a live lot', () => assert.is(gate(), 'open'));

gates('frozen lots and auctions', () => {
  assert.is(gate({ frozenTime: 5 }), 'This lot is frozen');
  assert.is(gate({}, { frozenTime: 5 }), 'This lot is frozen');
  const offline = { auctionType: 'sequentialOffline' };
  assert.is(gate({ biddingOpen: false, frozenTime: 5 }, offline), 'Waiting for bidding to start');
  assert.is(gate({ frozenTime: 5 }, offline), 'Waiting for bidding to start');
  assert.is(gate({}, { ...offline, frozenTime: 5 }), 'Waiting for bidding to start');
  const refused = { code: 'lot-frozen', message: 'This lot is frozen' };
  assert.is(refusalText(refused, lot(), sale()), 'This lot is frozen');
  const interfaced = sale({ auctionType: 'sequentialOffline' });
  assert.is(refusalText(refused, lot(), interfaced), 'Waiting for bidding to start');
});

gates('future and open lots take auto-bids only', () => {
  for (const state of ['future', 'open'] as const)
    assert.is(
      gate({ state }),
      'Auction is open for Auto-Bids. You can only use the bid buttons during a Live Auction.',
    );
});

gates('what is said before the lot is live holds for this sale', () => {
  const early = { state: 'future' } as const;
  assert.is(gate(early, { state: 'future' }), "You can't place a bid. Auction is not open yet");
  const off = { state: 'open', allowAutoBid: false } as const;
  assert.is(gate({ state: 'open' }, off), 'You can only use the bid buttons during a Live Auction.');
});

gates('closed and withdrawn lots', () => {
  assert.is(gate({ state: 'closed', status: 'passed' }), 'No further bids. Lot is closed');
  const refused = { code: 'lot-closed', message: 'No further bids. Lot is sold' };
  const passed = lot({ state: 'closed', status: 'passed' });
  assert.is(refusalText(refused, passed, sale()), 'No further bids. Lot is closed');
  assert.is(gate({ state: 'closed', status: 'sold' }), 'No further bids. Lot is sold');
  assert.is(gate({ withdrawn: true }), 'Withdrawn from Auction');
});

gates('who may not bid reads why', () => {
  for (const status of ['registered', 'registered-updated', 'approved-seller'])
    assert.match(
      gate({}, {}, { status }),
      /^You do not have permission to buy in this auction\. For access, please contact support/,
    );
  assert.match(gate({}, {}, { status: 'partially-approved' }), /complete your profile/);
  assert.is(gate({}, {}, null), 'sign-in');
  assert.is(gate({ mine: true }), 'You cannot bid on a Lot you listed.');
});

gates('stale prices and no network close the gate', () => {
  assert.is(gate({}, {}, buyer, { stale: true, offline: true }), 'No Network Available');
  assert.match(gate({}, {}, buyer, { stale: true, offline: false }), /out of date/);
});

gates.run();

const test = suite('prices, auto-bids and the order pad');

test('bid buttons add +1, +2, +5 and +10 increments above the current bid', () => {
  assert.equal(
    STEPS.map((steps) => bidAmount(lot(), steps)),
    [50_500, 51_000, 52_500, 55_000],
  );
});

test('[E2] before a first bid they count from what the opening policy takes', () => {
  const aboveStart = lot({ currentBidCents: null, nextBidCents: 40_500 });
  assert.equal(
    STEPS.map((steps) => bidAmount(aboveStart, steps)),
    [40_500, 41_000, 42_500, 45_000],
  );
  assert.is(bidAmount(lot({ currentBidCents: null, nextBidCents: 40_000 }), 1), 40_000);
  assert.is(bidAmount(lot({ nextBidCents: null }), 1), null);
});

test('the field takes money per head and digits per kg', () => {
  for (const text of ['', '5', '512', '512.', '512.5', '512.50', '.5'])
    assert.ok(acceptsText(text, 'head'), text);
  for (const text of ['5.125', '-5', '1e3', 'a', '$5', '5,000']) assert.not(acceptsText(text, 'head'), text);
  assert.ok(acceptsText('345', 'kg'));
  assert.not(acceptsText('34.5', 'kg'));
  assert.match(textMessage('34.5', 'kg') ?? '', /without a dot/);
  assert.match(textMessage('5,000', 'head') ?? '', /Dollars and cents only/);
  assert.match(textMessage('123456789', 'head') ?? '', /too large/);
  assert.is(textMessage('34', 'kg'), null);
});

const message = (text: string, over = {}, auction = {}) => {
  const checked = checkAutoBid(text, lot(over), sale(auction));
  return checked.outcome === 'invalid' ? checked.message : checked.cents;
};

test('an auto-bid must be a price', () => {
  for (const text of ['', '0', '0.00', '.', 'x']) assert.is(message(text), 'Invalid price', text);
});

test('dollars are converted per head, cents are taken as they are per kg', () => {
  assert.is(message('510'), 51_000);
  assert.is(message('510.00'), 51_000);
  const kg = { bidding: 'kg', currentBidCents: 345, bidIncrementCents: 2 };
  assert.is(message('347', kg), 347);
});

test('it must exceed the current bid, or the start price when open', () => {
  assert.is(message('500'), 'Please enter an Auto-Bid higher than the current bid.');
  assert.is(
    message('400', { state: 'open', currentBidCents: null }, { state: 'open' }),
    'Please enter an Auto-Bid higher than the start price.',
  );
  assert.is(message('405', { state: 'open', currentBidCents: null }, { state: 'open' }), 40_500);
});

test('it must exceed the start price also where a bid may equal it', () => {
  const fresh = { currentBidCents: null, winner: null };
  const open = { state: 'open', opening: 'at-start' };
  assert.is(message('400', fresh, open), 'Please enter an Auto-Bid higher than the start price.');
  assert.is(
    message('400', fresh, { opening: 'at-start' }),
    'Please enter an Auto-Bid higher than the current bid.',
  );
  assert.is(message('405', fresh, { opening: 'at-start' }), 40_500);
});

test('[E20] a maximum that would make the lot worth too much is no price', () => {
  const many = { count: 100_000 };
  assert.is(message('100000', many), 10_000_000);
  assert.is(message('100005', many), 'Invalid price');
});

test('it must differ by a whole multiple of the increment', () => {
  assert.is(message('507'), 'Please Enter a number that is a multiple of $5');
  assert.is(
    message('347', { bidding: 'kg', currentBidCents: 346, bidIncrementCents: 2 }),
    'Please Enter a number that is a multiple of 2¢',
  );
});

test('where the price is no multiple of the increment, every message about an amount is true', () => {
  // Start price, reserve met by a jump, or the end of an auto-bid.
  const standings = [
    { currentBidCents: null, startPrice: 40_137, nextBidCents: 40_637 },
    { currentBidCents: 50_041, startPrice: 40_000, nextBidCents: 50_541 },
  ] as const;
  for (const standing of standings) {
    const price = standing.currentBidCents ?? standing.startPrice;
    for (let cents = price - 700; cents < price + 1_700; cents += 1) {
      const answer = message((cents / 100).toFixed(2), standing);
      const fits = cents > price && (cents - price) % 500 === 0;
      assert.is(typeof answer === 'number', fits, `${cents}: ${answer}`);
      if (cents <= price) assert.match(String(answer), /^Please enter an Auto-Bid higher than the/);
    }
    // What each message proposes is accepted.
    const refused = String(message(((price + 1) / 100).toFixed(2), standing));
    const proposed = refused.match(/\d+\.\d{2}/g) ?? [];
    assert.is(proposed.length, 2, refused);
    for (const amount of proposed) assert.type(message(amount, standing), 'number', amount);
  }
  const [start, bid] = standings.map((standing) => message('510', standing));
  assert.is(start, 'Please enter the start price plus a multiple of $5: $406.37, $411.37 and so on.');
  assert.is(bid, 'Please enter the current bid plus a multiple of $5: $505.41, $510.41 and so on.');
  // Also where the server refuses a bid that was right when it was sent; the buttons offer what it accepts.
  const server = { code: 'off-increment', message: 'Please Enter a number that is a multiple of $5' };
  assert.is(refusalText(server, lot(standings[1]), sale()), bid);
  assert.equal(
    STEPS.map((steps) => bidAmount(lot(standings[1]), steps)),
    [50_541, 51_041, 52_541, 55_041],
  );
  assert.is(refusalText(server, lot({ currentBidCents: 50_000 }), sale()), server.message);
});

test('and the lot must take auto-bids', () => {
  const yes = sale();
  const sold = lot({ state: 'closed', status: 'sold' });
  assert.is(autoBidClosed(sold, yes), 'No further bids. Lot is sold');
  for (const status of ['passed', 'noBid', null] as const)
    assert.is(autoBidClosed({ ...sold, status }, yes), 'No further bids. Lot is closed');
  assert.is(autoBidClosed(lot({ state: 'future' }), yes), "You can't place a bid. Auction is not open yet");
  for (const state of ['open', 'live', 'futureInLive'] as const)
    assert.is(autoBidClosed(lot({ state }), yes), null);
  const no = sale({ allowAutoBid: false, allowUpcomingBid: false });
  assert.is(autoBidClosed(lot({ state: 'open' }), no), 'Bidding for Lot not open yet');
  assert.is(autoBidClosed(lot({ state: 'futureInLive' }), no), 'Bidding for Lot not open yet');
  assert.is(autoBidClosed(lot({ withdrawn: true }), yes), 'Withdrawn from Auction');
});

test('the order pad adds up what the viewer leads or has won', () => {
  const pad = orderPad(
    [
      lot({ winner: '77', currentBidCents: 50_000, count: 40 }),
      lot({ _id: 'l2', winner: '77', state: 'closed', status: 'sold', currentBidCents: 10_000, count: 10 }),
      lot({ _id: 'l3', winner: '77', state: 'closed', status: 'passed', count: 5 }),
      lot({ _id: 'l4', winner: '99', count: 5 }),
    ],
    exampleViewer(),
  );
  assert.equal([pad.winning, pad.won, pad.wonCents], [1, 1, 100_000]);
  assert.is(pad.head, 50);
  assert.is(pad.grossCents, 2_100_000);
  assert.is(pad.averagePerHeadCents, 42_000);
  assert.not(pad.estimated);
});

test('per-kg lots count by their weight, and say so', () => {
  const kg = lot({ winner: '77', bidding: 'kg', currentBidCents: 350, count: 10 });
  const pad = orderPad([kg], exampleViewer());
  assert.is(pad.grossCents, 1_400_000);
  assert.ok(pad.estimated);
  const unweighed = orderPad([{ ...kg, details: null }], exampleViewer());
  assert.equal([unweighed.unweighed, unweighed.grossCents, unweighed.averagePerHeadCents], [1, 0, null]);
  assert.is(orderPad([], exampleViewer()).averagePerHeadCents, null);
});

test.run();
