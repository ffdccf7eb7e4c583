import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { lot, scheduled } from '@saleyard/domain/auction/test-support/spec-grammar.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { auctionSpec } from '../test-support/projection-spec.ts';
import { bidsProjection, OWN_AUTO_BIDS, OWN_BIDS } from './bids.projection.ts';

const test = suite('bids');
const given = auctionSpec(bidsProjection);

const sale = scheduled({ durationSeconds: 600 }, [lot(), lot({ lot: '2' })]);
const opened: AuctionEvent[] = [...sale, { type: 'AuctionOpened', data: { at: 0 } }];
const live: AuctionEvent[] = [
  { type: 'AuctionWentLive', data: { at: 10, finishAt: null } },
  { type: 'LotsWentLive', data: { at: 10, lots: [{ lot: '1', finishAt: 600_000 }] } },
];
const outcome = (leader: string | null, cents: number | null) => ({
  currentBidCents: cents,
  leader,
  finishAt: 600_000,
});
const bid = (at: number, bidder: string, cents: number, leader = bidder): AuctionEvent => ({
  type: 'BidAccepted',
  data: {
    at,
    command: { type: 'bid', lot: '1', bidder, cents },
    steps: [],
    outcome: outcome(leader, cents),
    extended: false,
  },
});
const autoBid = (
  bidder: string,
  maxCents: number,
  sealed: boolean,
  price: number | null,
): Extract<AuctionEvent, { type: 'AutoBidAccepted' }> => ({
  type: 'AutoBidAccepted',
  data: {
    at: 20,
    command: { type: 'autoBid', lot: '1', bidder, maxCents },
    sealed,
    steps: [],
    outcome: outcome(price === null ? null : bidder, price),
    extended: false,
  },
});
const own = (bidder: string, cents: number, active: boolean) => ({
  account: bidder,
  auction: 'a1',
  lot: '1',
  cents,
  active,
});

test("a bidder's newest accepted bid on a lot is kept", () => {
  const seen = given(...opened, ...live, bid(30, 'ann', 400)).when(bid(40, 'bob', 500), bid(50, 'ann', 600));
  seen.writesTo(OWN_BIDS, '1:ann', '1:bob');
  assert.equal(seen.documents[OWN_BIDS], {
    '1:ann': { account: 'ann', auction: 'a1', lot: '1', cents: 600, at: 50 },
    '1:bob': { account: 'bob', auction: 'a1', lot: '1', cents: 500, at: 40 },
  });
});

test('[C8] a maximum that staff set by phone says so, until the bidder sets another', () => {
  const own500 = own('ann', 500, true);
  const byPhone = ({ data, ...event }: Extract<AuctionEvent, { type: 'AutoBidAccepted' }>): AuctionEvent => ({
    ...event,
    data: { ...data, command: { ...data.command, placedBy: { by: 'sue', note: 'Rang at ten' } } as never },
  });
  const set = given(...opened, ...live);
  const phoned = set.when(byPhone(autoBid('ann', 500, false, 300)));
  assert.equal(phoned.documents[OWN_AUTO_BIDS], { '1:ann': { ...own500, placedBy: 'staff' } });
  const again = given(...opened, ...live, byPhone(autoBid('ann', 500, false, 300))).when(
    autoBid('ann', 600, false, 300),
  );
  assert.equal(again.documents[OWN_AUTO_BIDS], { '1:ann': own('ann', 600, true) });
});

test('a bid that staff placed by phone says so, until the bidder bids again', () => {
  const placedBy = { by: 'sue', note: 'Rang at ten' };
  const [phoned] = [bid(30, 'ann', 400)].map((event) =>
    event.type === 'BidAccepted' && event.data.command.type === 'bid'
      ? { ...event, data: { ...event.data, command: { ...event.data.command, placedBy } } }
      : event,
  );
  assert.ok(phoned);
  const document = { account: 'ann', auction: 'a1', lot: '1', cents: 400, at: 30 };
  const seen = given(...opened, ...live).when(phoned);
  assert.equal(seen.documents[OWN_BIDS], { '1:ann': { ...document, placedBy: 'staff' } });
  const own = given(...opened, ...live, phoned).when(bid(40, 'ann', 500));
  assert.equal(own.documents[OWN_BIDS], { '1:ann': { ...document, cents: 500, at: 40 } });
});

test('a bid on the floor, and the bids that an auto-bid makes, say what they are', () => {
  const floor: AuctionEvent = {
    type: 'BidAccepted',
    data: {
      at: 30,
      command: { type: 'floorBid', lot: '1', bidder: 'bob', cents: 400 },
      steps: [{ rule: 'E3', cents: 500, leader: 'ann' }],
      outcome: outcome('ann', 500),
      extended: true,
    },
  };
  const seen = given(...opened, ...live).when(floor);
  assert.equal(seen.documents[OWN_BIDS], {
    '1:ann': { account: 'ann', auction: 'a1', lot: '1', cents: 500, at: 30, placedBy: 'autoBid' },
    '1:bob': { account: 'bob', auction: 'a1', lot: '1', cents: 400, at: 30, placedBy: 'floor' },
  });
});

const floorBid = (at: number, cents: number, bidder: string, answer?: { leader: string; cents: number }) =>
  ({
    type: 'BidAccepted',
    data: {
      at,
      command: { type: 'floorBid', lot: '1', bidder, cents },
      steps: answer === undefined ? [] : [{ rule: 'E3', ...answer }],
      outcome: outcome(answer?.leader ?? bidder, answer?.cents ?? cents),
      extended: false,
    },
  }) satisfies AuctionEvent;
const retracted = (at: number, cents: number, bidder: string, leader: string | null, price: number | null) =>
  ({
    type: 'FloorBidRetracted',
    data: { at, lot: '1', reason: 'misheard', by: 'rob', bidder, cents, outcome: outcome(leader, price) },
  }) satisfies AuctionEvent;
const withdrawn: AuctionEvent = { type: 'LotWithdrawn', data: { at: 60, lot: '1', reason: 'lame' } };
const reinstated: AuctionEvent = {
  type: 'LotReinstated',
  data: { at: 70, lot: '1', reason: 'wrong lot', by: 'rob' },
};

/** The own bids after these events, which must be the same when all events are in one commit. */
function ownBidsAfter(...events: AuctionEvent[]) {
  const inTwo = given(...events.slice(0, -1)).when(...events.slice(-1)).documents[OWN_BIDS];
  assert.equal(given().when(...events).documents[OWN_BIDS], inTwo);
  return inTwo;
}

test('[C1] a floor bid that is taken back is its bidder’s no more: their bid before it is', () => {
  const taken = [floorBid(40, 43_000, 'bob'), retracted(50, 43_000, 'bob', 'ann', 500)];
  const ann = { account: 'ann', auction: 'a1', lot: '1', cents: 500, at: 30 };
  assert.equal(ownBidsAfter(...opened, ...live, bid(30, 'ann', 500), ...taken), { '1:ann': ann });
  const earlier = [bid(20, 'bob', 400), bid(30, 'ann', 500)];
  assert.equal(ownBidsAfter(...opened, ...live, ...earlier, ...taken), {
    '1:ann': ann,
    '1:bob': { account: 'bob', auction: 'a1', lot: '1', cents: 400, at: 20 },
  });
});

test('[C1] an auto-bid’s answer to a floor bid is taken back with it', () => {
  const past = [...opened, ...live, autoBid('ann', 900, false, 300)];
  const taken = [
    floorBid(40, 400, 'bob', { leader: 'ann', cents: 500 }),
    retracted(50, 400, 'bob', 'ann', 300),
  ];
  const ann = { account: 'ann', auction: 'a1', lot: '1', cents: 300, at: 20, placedBy: 'autoBid' };
  assert.equal(ownBidsAfter(...past, ...taken), { '1:ann': ann });
  assert.equal(ownBidsAfter(...past, ...taken, bid(60, 'cy', 1_000))?.['1:ann'], ann);
});

test('[C3] a withdrawn lot keeps its bids, for when it is in the sale again', () => {
  const past = [...opened, ...live, bid(30, 'ann', 400)];
  const ann = { account: 'ann', auction: 'a1', lot: '1', cents: 400, at: 30 };
  assert.equal(ownBidsAfter(...past, withdrawn, reinstated), { '1:ann': ann });
  const floor = [
    floorBid(40, 500, 'bob'),
    withdrawn,
    reinstated,
    ...live,
    retracted(80, 500, 'bob', 'ann', 400),
  ];
  assert.equal(ownBidsAfter(...past, ...floor), { '1:ann': { ...ann } });
});

test('a refused bid, a vendor bid and a floor bid without a bidder are nobody’s own', () => {
  const bidding = [
    { type: 'bid', lot: '1', bidder: 'ann', cents: 1 },
    { type: 'vendorBid', lot: '1', cents: 500 },
    { type: 'floorBid', lot: '1', cents: 600 },
  ] as const;
  given(...opened, ...live)
    .when(
      { type: 'BidRefused', data: { at: 1, command: bidding[0], code: 'too-low', outcome: null } },
      {
        type: 'BidAccepted',
        data: { at: 1, command: bidding[1], steps: [], outcome: outcome('vendor', 500), extended: false },
      },
      {
        type: 'BidAccepted',
        data: { at: 1, command: bidding[2], steps: [], outcome: outcome('floor', 600), extended: false },
      },
    )
    .writesTo(OWN_BIDS);
});

test('a floor bid that the clerk entered for someone is theirs', () => {
  const command = { type: 'floorBid', lot: '1', cents: 600, bidder: 'ann' } as const;
  given(...opened, ...live)
    .when({
      type: 'BidAccepted',
      data: { at: 1, command, steps: [], outcome: outcome('ann', 600), extended: false },
    })
    .writesTo(OWN_BIDS, '1:ann');
});

test('[E7] a sealed auto-bid is active, and only its owner sees it', () => {
  const seen = given(...opened).when(autoBid('ann', 900, true, null), autoBid('bob', 700, true, null));
  assert.equal(seen.documents[OWN_AUTO_BIDS], {
    '1:ann': own('ann', 900, true),
    '1:bob': own('bob', 700, true),
  });
});

const sealed = [...opened, autoBid('ann', 900, true, null), autoBid('bob', 700, true, null)];
const sealedTaken: AuctionEvent = {
  type: 'SealedAutoBidsTaken',
  data: { at: 10, lot: '1', steps: [], outcome: outcome('ann', 800) },
};

test('once taken, only the leader’s auto-bid stays active', () => {
  const seen = given(...sealed).when(...live, sealedTaken);
  seen.writesTo(OWN_AUTO_BIDS, '1:bob');
  assert.equal(seen.documents[OWN_AUTO_BIDS]?.['1:bob'], own('bob', 700, false));
});

test('[C3] so it is where the lot was live, withdrawn and reinstated in one commit', () => {
  const seen = given(...sealed).when(...live, sealedTaken, withdrawn, reinstated);
  assert.equal(seen.documents[OWN_AUTO_BIDS]?.['1:bob'], own('bob', 700, false));
});

test('an auto-bid that is outrun is no longer active', () => {
  const past = [...opened, ...live, autoBid('ann', 900, false, 400)];
  const seen = given(...past).when(bid(60, 'bob', 1_000));
  assert.equal(seen.documents[OWN_AUTO_BIDS]?.['1:ann'], own('ann', 900, false));
});

test('[E8] a stopped auto-bid is kept, not active, and a raised one has its new maximum', () => {
  const past = [...opened, ...live, autoBid('ann', 900, false, 400)];
  const stop: AuctionEvent = {
    type: 'AutoBidStopped',
    data: {
      at: 60,
      command: { type: 'stopAutoBid', lot: '1', bidder: 'ann' },
      outcome: outcome('ann', 400),
    },
  };
  assert.equal(given(...past).when(stop).documents[OWN_AUTO_BIDS]?.['1:ann'], {
    ...own('ann', 900, false),
    stopped: true,
  });
  const raised = given(...past).when(autoBid('ann', 1_200, false, 400));
  assert.equal(raised.documents[OWN_AUTO_BIDS]?.['1:ann'], own('ann', 1_200, true));
});

test('no auto-bid is active on a closed lot', () => {
  const past = [...opened, ...live, autoBid('ann', 900, false, 400)];
  const seen = given(...past).when({
    type: 'LotsClosed',
    data: { at: 600_000, by: 'time', lots: [{ lot: '1', status: 'sold', winner: 'ann', priceCents: 400 }] },
  });
  assert.equal(seen.documents[OWN_AUTO_BIDS]?.['1:ann'], own('ann', 900, false));
});

test.run();
