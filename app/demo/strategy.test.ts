import type { PublicAuction } from '@saleyard/contract/auctions.ts';
import type { PublicLot } from '@saleyard/contract/lots.ts';
import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { seededRandom } from '../sample-data/random.ts';
import { BIDDER_STYLES, type Look, moveAt, soonest } from '../sample-data/strategy.ts';
import { clerkMove, floorValuation, type Hammer, watch } from './clerk-moves.ts';
import { attends, privateValuation, wants } from './valuation.ts';

const test = suite('simulated people');
const NOW = 1_800_000_000_000;

const lot = (changed: Partial<PublicLot> = {}): PublicLot => ({
  _id: 'lot-1',
  auction: 'sale-1',
  number: '1',
  searchNumericId: 1,
  state: 'live',
  status: null,
  withdrawn: false,
  soldBeforeAuction: false,
  winner: null,
  currentBidCents: null,
  previousBidCents: null,
  startPrice: 100_000,
  bidIncrementCents: 1_000,
  nextBidCents: 101_000,
  bidding: 'head',
  reserveStatus: 'awaitingBids',
  bidCount: 0,
  vendorBids: 0,
  count: 20,
  biddingOpen: true,
  liveAt: NOW,
  finishAt: NOW + 10_000,
  frozenTime: null,
  pausedTime: null,
  staleTime: 30,
  closedPrice: null,
  ...changed,
});

const auction = (changed: Partial<PublicAuction> = {}): PublicAuction => ({
  _id: 'sale-1',
  searchNumber: 1,
  number: '1',
  title: 'Sale',
  description: '',
  state: 'live',
  auctionType: 'simultaneous',
  kindData: { type: 'cattle', title: 'Cattle' },
  notification: null,
  public: true,
  openAt: NOW,
  liveAt: NOW,
  finishAt: null,
  closedAt: null,
  frozenTime: null,
  pausedTime: null,
  auctionpaused: false,
  staleTime: 30,
  inactiveTime: 0,
  lotOpeningSeconds: 0,
  allowAutoBid: true,
  allowUpcomingBid: true,
  opening: 'above-start',
  requiresTabs: false,
  auctionTabs: [],
  lotCount: 1,
  withdrawnCount: 0,
  headCount: 20,
  location: { state: ['NSW'] },
  ...changed,
});

const look = (changed: Partial<Look> = {}): Look => ({
  auction: auction(),
  lot: lot(),
  now: NOW,
  style: 'eager',
  valuationCents: 130_000,
  leading: false,
  hasAutoBid: false,
  ...changed,
});

const always = () => 0;

test('no move is above the valuation or off the increments, on any view', async () => {
  const property = fc.property(
    fc.record({
      start: fc.integer({ min: 1, max: 3_000 }),
      increment: fc.constantFrom(1, 2, 5, 100, 1_000),
      steps: fc.integer({ min: 0, max: 60 }),
      worth: fc.double({ min: 0.5, max: 2, noNaN: true }),
      style: fc.constantFrom(...BIDDER_STYLES),
      state: fc.constantFrom('open', 'live', 'futureInLive', 'future', 'closed'),
      seed: fc.nat(),
      left: fc.integer({ min: -5, max: 4_000 }),
    }),
    ({ start, increment, steps, worth, style, state, seed, left }) => {
      const startPrice = start * increment;
      const currentBidCents = steps === 0 ? null : startPrice + steps * increment;
      const nextBidCents = startPrice + (steps + 1) * increment;
      const seen = lot({ startPrice, bidIncrementCents: increment, currentBidCents, nextBidCents, state });
      const valuationCents = startPrice * worth;
      const finishing = { ...seen, finishAt: NOW + left * 1_000 };
      const move = moveAt(look({ lot: finishing, style, valuationCents }), seededRandom(seed));
      if (move.kind === 'wait') return;
      const cents = move.kind === 'bid' ? move.cents : move.maxCents;
      assert.ok(cents <= valuationCents, `${cents} for what is worth ${valuationCents}`);
      assert.ok(cents >= nextBidCents);
      assert.is((cents - startPrice) % increment, 0);
      assert.ok(state !== 'closed' && state !== 'future');
      assert.ok(state === 'live' || move.kind === 'autoBid', 'before it is live, auto-bids only');
    },
  );
  await check(property);
});

test('a bidder that leads, has an auto-bid, or sees a stopped lot, waits', () => {
  assert.is(moveAt(look(), always).kind, 'bid');
  const waiting: Partial<Look>[] = [
    { leading: true },
    { hasAutoBid: true },
    { lot: lot({ frozenTime: NOW }) },
    { lot: lot({ pausedTime: NOW }) },
    { lot: lot({ withdrawn: true }) },
    { lot: lot({ biddingOpen: false }) },
    { auction: auction({ frozenTime: NOW }) },
    { auction: auction({ pausedTime: NOW }) },
    { lot: lot({ state: 'open' }) },
    { style: 'autoBidder', lot: lot({ state: 'open' }), auction: auction({ allowAutoBid: false }) },
    {
      style: 'autoBidder',
      lot: lot({ state: 'futureInLive' }),
      auction: auction({ allowUpcomingBid: false }),
    },
    { valuationCents: 100_999 },
  ];
  for (const changed of waiting)
    assert.equal(moveAt(look(changed), always), { kind: 'wait' }, JSON.stringify(changed));
});

test('a sniper waits for the last seconds, an auto-bidder sets the most it would pay', () => {
  const bids = (left: number) => {
    const random = seededRandom(5);
    const seen = look({ style: 'sniper', lot: lot({ finishAt: NOW + left * 1_000 }) });
    return Array.from({ length: 1_000 }, () => moveAt(seen, random)).filter(({ kind }) => kind === 'bid')
      .length;
  };
  assert.ok(bids(600) < 20, `${bids(600)} early`);
  assert.ok(bids(10) > 700, `${bids(10)} late`);
  assert.equal(moveAt(look({ style: 'autoBidder', valuationCents: 127_900 }), always), {
    kind: 'autoBid',
    maxCents: 127_000,
  });
});

test('a contest of simulated bidders ends near the market and within a bounded number of bids', () => {
  const ratios: number[] = [];
  for (let n = 0; n < 80; n += 1) {
    const random = seededRandom(n);
    const bidders = Array.from({ length: 40 }, (_, i) => `bidder${i}`).filter(
      (name) => attends(name, `sale-${n}`) && wants(name, `lot-${n}`),
    );
    let price: number | null = null;
    let leader: string | null = null;
    let bids = 0;
    let quiet = 0;
    while (quiet < 200) {
      const name = bidders[Math.floor(random() * bidders.length)] ?? '';
      const next: number = (price ?? 100_000) + 1_000;
      const seen = lot({ _id: `lot-${n}`, currentBidCents: price, nextBidCents: next });
      const valuationCents = privateValuation(name, seen);
      const move =
        name === ''
          ? { kind: 'wait' as const }
          : moveAt(look({ lot: seen, valuationCents, leading: leader === name }), random);
      quiet += 1;
      if (move.kind !== 'bid') continue;
      price = move.cents;
      leader = name;
      bids += 1;
      quiet = 0;
    }
    assert.ok(bids < 100, `${bids} bids`);
    // Lots start at 80 % of the market.
    if (price !== null) ratios.push((price * 0.8) / 100_000);
  }
  const mean = ratios.reduce((sum, one) => sum + one, 0) / ratios.length;
  assert.ok(ratios.length > 70, `${80 - ratios.length} lots without a bid`);
  assert.ok(mean > 0.93 && mean < 1.12, `${mean} of the market on average`);
  assert.ok(Math.max(...ratios) < 1.35 && Math.min(...ratios) > 0.75);
});

test('lots that end soonest are looked at first, equals in turn', () => {
  const seen = [900, 30, 400, 30].map((left, i) => ({
    auction: auction(),
    lot: lot({ _id: `l${i}`, finishAt: NOW + left * 1_000 }),
  }));
  const first = new Set<string | undefined>();
  for (let seed = 0; seed < 20; seed += 1) {
    const order = soonest(seen, 2, seededRandom(seed)).map((one) => one.lot._id);
    assert.equal([...order.slice(0, 2)].sort(), ['l1', 'l3']);
    assert.is(order.length, 3, 'and one further away');
    first.add(order[0]);
  }
  assert.equal([...first].sort(), ['l1', 'l3']);
});

/** A sale run by the clerk alone, with nobody online. */
function clerkSale(count: number, sale: Partial<PublicAuction> = {}) {
  const random = seededRandom(9);
  const seen = auction({ auctionType: 'sequentialOffline', ...sale });
  let lots = Array.from({ length: count }, (_, i) =>
    lot({ _id: `lot-${i}`, state: 'futureInLive', biddingOpen: false, finishAt: null }),
  );
  let hammer: Hammer | null = null;
  let closedAt = NOW;
  const done: { type: string; lot: string; at: number }[] = [];
  for (let now = NOW; now < NOW + 2 * 3_600_000; now += 1_000) {
    const before: Hammer | null = hammer;
    hammer = watch(before, lots, now);
    if (before !== null && hammer === null) closedAt = now;
    const move = clerkMove({ auction: seen, lots }, hammer, closedAt, now, random);
    if (move.kind === 'wait') continue;
    done.push({ type: move.type, lot: move.lot, at: now });
    lots = lots.map((one) => {
      if (one._id !== move.lot) return one;
      switch (move.type) {
        case 'openLot':
          return { ...one, state: 'live', biddingOpen: true };
        case 'floorBid':
          assert.ok(move.cents <= floorValuation(one));
          return {
            ...one,
            winner: 'floor',
            currentBidCents: move.cents,
            nextBidCents: move.cents + 1_000,
            reserveStatus: 'onMarket',
          };
        default:
          return { ...one, state: 'closed', biddingOpen: false };
      }
    });
  }
  return { done, lots };
}

test('the clerk sells lot after lot at human pace, until the next sale is surely live', () => {
  const { done, lots } = clerkSale(24);
  assert.ok(lots.every(({ state }) => state === 'closed'));
  const hammers = done.filter(({ type }) => type === 'knockDown' || type === 'passIn');
  assert.is(hammers.length, 24);
  assert.ok(hammers.some(({ type }) => type === 'knockDown'));
  const minutes = ((hammers.at(-1)?.at ?? 0) - NOW) / 60_000;
  assert.ok(minutes > 30 && minutes < 36, `${minutes} minutes`);
  for (const { type, lot: opened, at } of done) {
    if (type !== 'openLot') continue;
    const closed = hammers.find((one) => one.lot === opened)?.at ?? 0;
    assert.ok(closed - at >= 18_000, 'no lot is rushed');
  }
});

test('the clerk does nothing while the sale is not live, frozen or paused', () => {
  for (const sale of [{ state: 'open' as const }, { frozenTime: NOW }, { pausedTime: NOW }]) {
    assert.equal(clerkSale(2, sale).done, []);
  }
});

test('a lot without a bid, or under its reserve, is passed in', () => {
  const hammer: Hammer = {
    lot: 'lot-1',
    openedAt: NOW - 600_000,
    currentBidCents: null,
    changedAt: NOW - 60_000,
  };
  const at = (changed: Partial<PublicLot>) =>
    clerkMove(
      {
        auction: auction({ auctionType: 'sequentialOffline', liveAt: NOW - 2_400_000 }),
        lots: [lot({ nextBidCents: 900_000, ...changed })],
      },
      hammer,
      NOW,
      NOW,
      () => 0.99,
    );
  assert.equal(at({}), { kind: 'command', type: 'passIn', lot: 'lot-1' });
  assert.equal(at({ winner: '4821', reserveStatus: 'nearReserve' }), {
    kind: 'command',
    type: 'passIn',
    lot: 'lot-1',
  });
  assert.equal(at({ winner: '4821', reserveStatus: 'onMarket' }), {
    kind: 'command',
    type: 'knockDown',
    lot: 'lot-1',
  });
});

test.run();
