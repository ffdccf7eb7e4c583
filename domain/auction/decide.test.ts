import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { UPCASTERS } from '../streams.ts';
import type { CommandBody } from './commands.ts';
import { decide } from './decide.ts';
import { auctionDecider } from './decider.ts';
import { lotTermsProblem } from './scheduling.ts';
import { autoBidActive } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import type { LotTerms } from './terms.ts';
import { answer, at, autoBid, bid, lot, scheduled, terms, types } from './test-support/spec-grammar.ts';

const test = suite('deciding bids');
const given = deciderSpec(auctionDecider);

const lotOf = (state: AuctionState, place = 0): LotState => {
  const found = state.lots[place];
  if (found === undefined) throw new Error(`no lot ${place}`);
  return found;
};

/** A live timed sale of one lot. */
const live = (how: Parameters<typeof scheduled>[0] = {}, lots: Parameters<typeof scheduled>[1] = undefined) =>
  given(...scheduled(how, lots)).and(at(0, { type: 'advanceClock' }));

test('[E1] of two equal bids the first sequenced wins', () => {
  const sale = live().and(at(1000, bid('jane', 400)));
  assert.is(answer(sale.when(at(1000, bid('john', 400))).events), 'too-low');
  assert.is(lotOf(sale.state).leader, 'jane');
});

test('a bid yields exactly its decision', () => {
  const command = { type: 'bid', lot: '1', bidder: 'jane', cents: 400 } as const;
  live()
    .when(at(1000, command))
    .leadsTo({
      type: 'BidAccepted',
      data: {
        at: 1000,
        command,
        steps: [{ rule: 'E2', cents: 400, leader: 'jane' }],
        outcome: { currentBidCents: 400, leader: 'jane', finishAt: 600_000 },
        extended: false,
      },
    });
});

test('[E21] a stopped auto-bid answers no more, and its bids remain', () => {
  for (const frozen of [false, true]) {
    const sale = live()
      .and(at(1000, autoBid('jane', 5000)))
      .and(at(2000, bid('john', 800)));
    const before = lotOf(sale.state);
    assert.equal([before.leader, before.currentBidCents], ['jane', 900]);
    const held = frozen ? sale.and(at(2500, { type: 'freeze', reason: 'Storm' })) : sale;
    const stopped = held.and(at(3000, { type: 'stopAutoBid', lot: '1', bidder: 'jane', permitted: true }));
    const after = lotOf(stopped.state);
    assert.equal([after.leader, after.currentBidCents], ['jane', 900], 'she leads on');
    const goesOn = frozen ? stopped.and(at(3500, { type: 'resume', reason: 'over' })) : stopped;
    const challenged = lotOf(goesOn.and(at(4000, bid('john', 1000))).state);
    assert.equal([challenged.leader, challenged.currentBidCents], ['john', 1000]);
  }
});

test('a refusal is recorded with the state of the lot', () => {
  const command = { type: 'bid', lot: '1', bidder: 'john', cents: 400 } as const;
  live()
    .and(at(1000, bid('jane', 500)))
    .when(at(2000, command))
    .leadsTo({
      type: 'BidRefused',
      data: {
        at: 2000,
        command,
        code: 'too-low',
        outcome: { currentBidCents: 500, leader: 'jane', finishAt: 600_000 },
      },
    });
});

test('[E3] a leader whose auto-bid was passed by hand no longer answers', () => {
  const sale = live().and(at(1, autoBid('A', 600)), at(2, bid('B', 700)), at(3, bid('A', 800)));
  assert.is(answer(sale.when(at(4, bid('B', 900))).events), '900 B');
});

test('[E5] a leader may lower the maximum to the price, and then answers no further', () => {
  const sale = live().and(at(1, autoBid('A', 1000)), at(2, autoBid('B', 500)));
  assert.is(answer(sale.when(at(3, autoBid('A', 500))).events), 'too-low');
  const lowered = sale.and(at(3, autoBid('A', 600)));
  assert.is(lotOf(lowered.state).currentBidCents, 600);
  assert.is(answer(lowered.when(at(4, bid('B', 700))).events), '700 B');
});

test('[E5] a leader who bids against themselves is accepted', () => {
  const sale = live().and(at(1, bid('A', 400)));
  assert.is(answer(sale.when(at(2, bid('A', 500))).events), '500 A');
});

test('[E7] auto-bids set while open are sealed, and taken in order when the lot goes live', () => {
  const sale = given(...scheduled({ openAt: 10, liveAt: 100 })).and(
    at(20, autoBid('A', 900)),
    at(30, autoBid('B', 900)),
    at(40, autoBid('C', 600)),
  );
  const sealed = lotOf(sale.state);
  assert.is(sealed.currentBidCents, null);
  assert.is(sealed.bidCount, 0);
  const { events, state } = sale.when(at(150, { type: 'advanceClock' }));
  assert.equal(types(events), ['AuctionWentLive', 'LotsWentLive', 'SealedAutoBidsTaken']);
  assert.is(events.at(-1)?.data.at, 100, 'at its own deadline');
  const taken = lotOf(state);
  assert.is(taken.currentBidCents, 900);
  assert.is(taken.leader, 'A');
  assert.is(taken.bidCount, 3);
  assert.equal([...taken.participants], ['A', 'B', 'C']);
});

test('[E7] a sealed maximum that is set again moves to the end of the order; a stopped one is not applied', () => {
  const open = given(...scheduled({ liveAt: 100 }));
  const changed = open.and(at(1, autoBid('A', 800)), at(2, autoBid('B', 900)), at(3, autoBid('A', 900)));
  assert.is(lotOf(changed.and(at(100, { type: 'advanceClock' })).state).leader, 'B');
  const stopped = open.and(at(1, autoBid('A', 800)), at(2, { type: 'stopAutoBid', lot: '1', bidder: 'A' }));
  const { events, state } = stopped.when(at(100, { type: 'advanceClock' }));
  assert.equal(types(events), ['AuctionWentLive', 'LotsWentLive']);
  assert.is(lotOf(state).leader, null);
});

test('[E13] the same maximum set again keeps its place among equals', () => {
  const open = given(...scheduled({ liveAt: 100 }));
  const again = open.and(at(1, autoBid('A', 900)), at(2, autoBid('B', 900)), at(3, autoBid('A', 900)));
  assert.is(lotOf(again.and(at(100, { type: 'advanceClock' })).state).leader, 'A');
});

test('[E8] stopping an auto-bid keeps the price and the lead, and it no longer answers', () => {
  const sale = live().and(at(1, autoBid('A', 1000)), at(2, bid('B', 500)));
  const stop: CommandBody = { type: 'stopAutoBid', lot: '1', bidder: 'A' };
  const { events, state } = sale.when(at(3, stop));
  assert.is(answer(events), '600 A');
  const autoBidOfA = lotOf(state).autoBids.get('A');
  assert.ok(autoBidOfA && !autoBidActive(lotOf(state), autoBidOfA));
  assert.is(answer(sale.and(at(3, stop)).when(at(4, bid('B', 700))).events), '700 B');
});

test('[E16] an auto-bid is stopped while frozen too, and only one that is active', () => {
  const stop: CommandBody = { type: 'stopAutoBid', lot: '1', bidder: 'A' };
  const sale = live().and(at(1, autoBid('A', 1000)), at(2, { type: 'freeze', reason: 'dispute' }));
  assert.is(answer(sale.when(at(3, stop)).events), '400 A');
  assert.is(answer(sale.and(at(3, stop)).when(at(4, stop)).events), 'no-auto-bid');
  const outrun = live().and(at(1, autoBid('A', 600)), at(2, bid('B', 700)));
  assert.is(answer(outrun.when(at(3, stop)).events), 'no-auto-bid');
});

const reserved = [lot({ reserveCents: 800, maxVendorBids: 2 })];
const vendorBid = (cents: number): CommandBody => ({ type: 'vendorBid', lot: '1', cents });

test('[E9] vendor bids are counted, end at their number, and at the reserve', () => {
  const sale = live({}, reserved).and(at(1, vendorBid(400)), at(2, bid('A', 500)), at(3, vendorBid(600)));
  assert.is(lotOf(sale.state).vendorBids, 2);
  assert.is(lotOf(sale.state).leader, 'vendor');
  assert.is(answer(sale.when(at(4, vendorBid(700))).events), 'vendor-bids-exhausted');
  const met = live({}, reserved).and(at(1, bid('A', 800)));
  assert.is(answer(met.when(at(2, vendorBid(900))).events), 'vendor-bids-exhausted');
});

test('[E9] a lot led by the vendor at the close is passed in, even at its reserve', () => {
  const sale = live({}, reserved).and(at(1, vendorBid(800)), at(600_000, { type: 'advanceClock' }));
  assert.is(lotOf(sale.state).status, 'passed');
});

test('[E17] a vendor bid may reach the reserve and not pass it; without a reserve there is none', () => {
  assert.is(answer(live({}, reserved).when(at(1, vendorBid(900))).events), 'invalid-amount');
  assert.is(answer(live({}, reserved).when(at(1, vendorBid(800))).events), '800 vendor');
  const free = live({}, [lot({ maxVendorBids: 2 })]);
  assert.is(answer(free.when(at(1, vendorBid(400))).events), 'vendor-bids-exhausted');
});

test('[E17] a vendor bid is answered by the leading auto-bid like any other', () => {
  const sale = live({}, reserved).and(at(1, autoBid('A', 700)));
  assert.is(answer(sale.when(at(2, vendorBid(500))).events), '600 A');
});

test('[E17] nobody else bids as the vendor', () => {
  assert.is(answer(live().when(at(1, bid('vendor', 400))).events), 'not-permitted');
});

const interfaced = () =>
  given(...scheduled({ type: 'sequentialOffline' })).and(at(1, { type: 'openLot', lot: '1' }));

test('[E10] a floor bid leads for the floor or for whom it names, and meets auto-bids like any other', () => {
  const unnamed = interfaced().and(at(2, { type: 'floorBid', lot: '1', cents: 400 }));
  assert.is(lotOf(unnamed.state).leader, 'floor');
  const named = interfaced().and(at(2, { type: 'floorBid', lot: '1', cents: 400, bidder: 'ned' }));
  assert.is(lotOf(named.state).leader, 'ned');
  const against = interfaced().and(at(2, autoBid('A', 900)));
  assert.is(answer(against.when(at(3, { type: 'floorBid', lot: '1', cents: 500 })).events), '600 A');
  assert.is(
    answer(live().when(at(1, { type: 'floorBid', lot: '1', cents: 400 })).events),
    'wrong-auction-type',
  );
});

test('[E12] sellers cannot bid on their own lots, not even from the floor', () => {
  assert.is(answer(live().when(at(1, bid('vera', 400))).events), 'own-lot');
  assert.is(answer(live().when(at(1, autoBid('vera', 400))).events), 'own-lot');
  const floor = interfaced().when(at(2, { type: 'floorBid', lot: '1', cents: 400, bidder: 'vera' }));
  assert.is(answer(floor.events), 'own-lot');
});

test('[E15] of several reasons the first is recorded: the bidder, then the lot, then the amount', () => {
  const refusedBid = { type: 'bid', lot: '1', bidder: 'vera', cents: -1, permitted: false } as const;
  const closed = live().and(at(600_000, { type: 'advanceClock' }));
  assert.is(answer(closed.when(at(600_001, refusedBid)).events), 'not-permitted');
  const { permitted: _, ...own } = refusedBid;
  assert.is(answer(closed.when(at(600_001, own)).events), 'own-lot');
  const other = { ...own, bidder: 'john' };
  assert.is(answer(closed.when(at(600_001, other)).events), 'lot-closed');
  const frozen = live().and(
    at(1, { type: 'freeze', reason: '' }),
    at(1, { type: 'freeze', lot: '1', reason: '' }),
  );
  assert.is(answer(frozen.when(at(2, other)).events), 'lot-frozen');
  assert.is(answer(live().when(at(2, other)).events), 'invalid-amount');
  assert.is(answer(live().when(at(2, { ...other, lot: '9' })).events), 'unknown-lot');
});

test('[E20] a lot is worth no more than a lot may be: bids, maxima and clerks alike', () => {
  const herd = [lot({ count: 100_000, incrementCents: 1 })];
  assert.is(answer(live({}, herd).when(at(2, bid('jane', 10_000_001))).events), 'invalid-amount');
  assert.is(answer(live({}, herd).when(at(2, bid('jane', 10_000_000))).events), '10000000 jane');
  assert.is(answer(live({}, herd).when(at(2, autoBid('jane', 10_000_001))).events), 'invalid-amount');
  assert.is(answer(live({}, herd).when(at(2, autoBid('jane', 10_000_000))).events), '301 jane');
  assert.is(answer(live().when(at(2, bid('jane', 9_007_199_254_740_900))).events), 'invalid-amount');
  const weighed = [lot({ unit: 'kg', count: 100, incrementCents: 1 })];
  assert.is(answer(live({}, weighed).when(at(2, bid('jane', 5_000_001))).events), 'invalid-amount');
  assert.is(answer(live({}, weighed).when(at(2, bid('jane', 5_000_000))).events), '5000000 jane');
});

test('[E20] a sale from before the limit existed is decided as it was', () => {
  const [first] = scheduled();
  if (first?.type !== 'AuctionScheduled') throw new Error('a sale begins with its terms');
  const { lotValueCents: _, ...stored } = first.data.terms;
  const lifted = UPCASTERS['AuctionScheduled']?.[1]?.({ ...first.data, terms: stored }) as typeof first.data;
  const sale = given({ type: 'AuctionScheduled', data: lifted }, ...scheduled().slice(1));
  assert.is(
    answer(sale.and(at(0, { type: 'advanceClock' })).when(at(2, bid('jane', 9e15))).events),
    '9000000000000000 jane',
  );
});

test('[E20] no lot is catalogued above it', () => {
  const catalogued = (changes: Partial<LotTerms>, sale = terms()) =>
    lotTermsProblem(lot(changes), sale)?.field ?? null;
  assert.is(catalogued({ count: 100_000, startCents: 10_000_001 }), 'startCents');
  assert.is(catalogued({ count: 100_000, reserveCents: 10_000_001 }), 'reserveCents');
  assert.is(catalogued({ count: 100_000, startCents: 9_999_900, reserveCents: 10_000_000 }), null);
  assert.is(catalogued({ startCents: 1e13 }, terms({ lotValueCents: null })), null);
});

test('[E19] a sale without auto-bids takes none in any state', () => {
  const none = { allowAutoBid: false };
  assert.is(answer(live(none).when(at(1, autoBid('A', 500))).events), 'auto-bid-not-allowed');
  const open = given(...scheduled({ ...none, liveAt: 100 }));
  assert.is(answer(open.when(at(1, autoBid('A', 500))).events), 'auto-bid-not-allowed'); // [A576]
});

test('[E19] upcoming lots take auto-bids where the sale allows it, and no manual bid', () => {
  const lots = [lot(), lot({ lot: '2' })];
  const activeOnly = live({ type: 'sequential' }, lots);
  assert.is(answer(activeOnly.when(at(1, autoBid('A', 500, '2'))).events), 'upcoming-not-allowed'); // [A575]
  assert.is(answer(activeOnly.when(at(1, bid('A', 500, '2'))).events), 'upcoming-not-allowed');
  const upcomingToo = live({ type: 'sequential', allowUpcomingBid: true }, lots);
  const { events, state } = upcomingToo.when(at(1, autoBid('A', 500, '2')));
  assert.is(answer(events), 'no bid'); // [A575]
  assert.is(lotOf(state, 1).bidCount, 0);
  assert.is(answer(upcomingToo.when(at(1, bid('A', 500, '2'))).events), 'upcoming-not-allowed');
});

test('[E1] a decision never reads anything but the state and the command', () => {
  const sale = live().and(at(1, autoBid('A', 900)));
  const command = at(2, bid('B', 500));
  assert.equal(decide(sale.state, command), decide(sale.state, command));
});

test.run();
