import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import type { Command, CommandBody } from './commands.ts';
import { nextDeadline } from './deadlines.ts';
import { decide } from './decide.ts';
import { auctionDecider } from './decider.ts';
import type { AuctionEvent } from './events.ts';
import { evolve, initialState } from './evolve.ts';
import type { AuctionState, LotState } from './state.ts';
import type { LotTerms } from './terms.ts';
import { answer, at, autoBid, bid, lot, scheduled, types } from './test-support/spec-grammar.ts';

const test = suite('time');
const given = deciderSpec(auctionDecider);

const two: LotTerms[] = [lot(), lot({ lot: '2', number: '2' })];
const three: LotTerms[] = [...two, lot({ lot: '3', number: '3' })];
const clock = (ms: number): Command => at(ms, { type: 'advanceClock' });
const phases = (state: AuctionState): string => state.lots.map(({ phase }) => phase).join(' ');
const lotOf = (state: AuctionState, place = 0): LotState => {
  const found = state.lots[place];
  if (found === undefined) throw new Error(`no lot ${place}`);
  return found;
};
const times = (events: readonly AuctionEvent[]): string[] =>
  events.map(({ type, data }) => `${data.at} ${type}`);

test('[T1] what is due happens first, each at its own deadline, before a late command', () => {
  const sale = given(...scheduled({ openAt: 10, liveAt: 100 }));
  const { events } = sale.when(at(700_000, bid('jane', 400)));
  assert.equal(times(events), [
    '10 AuctionOpened',
    '100 AuctionWentLive',
    '100 LotsWentLive',
    '600100 LotsClosed',
    '600100 AuctionClosed',
    '700000 BidRefused',
  ]);
  assert.is(answer(events), 'lot-closed');
});

test('[T1] a bid at its deadline is refused, a millisecond before it is not', () => {
  const sale = given(...scheduled());
  assert.is(answer(sale.when(at(600_000, bid('jane', 400))).events), 'lot-closed');
  assert.is(answer(sale.when(at(599_999, bid('jane', 400))).events), '400 jane');
});

test('[T1] time never goes back', () => {
  const sale = given(...scheduled()).and(at(5000, bid('jane', 400)));
  assert.is(sale.when(at(4000, bid('john', 500))).events[0]?.data.at, 5000);
});

test('[T1] deciding late and deciding in time give the same events', () => {
  const sale = given(...scheduled({ type: 'sequential', gapSeconds: 5 }, three));
  const late = sale.when(clock(10_000_000)).events;
  const inTime: AuctionEvent[] = [];
  let state = sale.state;
  for (let due = nextDeadline(state); due !== null; due = nextDeadline(state)) {
    const events = decide(state, clock(due));
    inTime.push(...events);
    state = events.reduce(evolve, state);
  }
  assert.equal(inTime, late);
});

test('[T2] a sale opens, goes live and closes; manual bids are for live lots', () => {
  const sale = given(...scheduled({ openAt: 10, liveAt: 100 }));
  assert.is(answer(sale.when(at(5, bid('jane', 400))).events), 'not-open');
  assert.is(answer(sale.when(at(5, autoBid('jane', 400))).events), 'not-open');
  assert.is(answer(sale.when(at(10, bid('jane', 400))).events), 'auto-bids-only');
  assert.is(answer(sale.when(at(10, autoBid('jane', 400))).events), 'no bid');
  assert.is(answer(sale.when(at(100, bid('jane', 400))).events), '400 jane');
});

test('[T3] timed lots finish staggered, each extended by its own bids', () => {
  const sale = given(...scheduled({ staggerSeconds: 30 }, three)).and(clock(0));
  assert.equal(
    sale.state.lots.map(({ finishAt }) => finishAt),
    [600_000, 630_000, 660_000],
  );
  const bidLate = sale.and(at(599_000, bid('jane', 400)));
  assert.equal(
    bidLate.state.lots.map(({ finishAt }) => finishAt),
    [659_000, 630_000, 660_000],
  );
  assert.is(nextDeadline(bidLate.state), 630_000);
});

test('[T3] exactly the stale time left is enough; less is not', () => {
  const sale = given(...scheduled());
  assert.is(lotOf(sale.and(at(540_000, bid('jane', 400))).state).finishAt, 600_000);
  assert.is(lotOf(sale.and(at(540_001, bid('jane', 400))).state).finishAt, 600_001);
  const decision = sale.when(at(540_000, bid('jane', 400))).events.at(-1);
  assert.is(
    decision?.type === 'BidAccepted' && decision.data.extended,
    false,
    'and is not called an extension',
  );
});

test('[T4] lots of a sequential sale are live one after another, with a gap', () => {
  const sale = given(...scheduled({ type: 'sequential', gapSeconds: 5, staleTimeSeconds: 10 }, three));
  const first = sale.and(clock(0));
  assert.is(phases(first.state), 'live futureInLive futureInLive');
  const late = first.and(at(55_000, bid('jane', 400)));
  assert.is(lotOf(late.state).finishAt, 65_000);
  const gap = late.and(clock(65_000));
  assert.is(phases(gap.state), 'closed futureInLive futureInLive');
  assert.is(nextDeadline(gap.state), 70_000);
  const second = gap.and(clock(70_000));
  assert.is(phases(second.state), 'closed live futureInLive');
  assert.is(lotOf(second.state, 1).finishAt, 130_000);
});

test('[T4] without a gap the next lot goes live as the last one closes', () => {
  const sale = given(...scheduled({ type: 'sequential' }, two)).and(clock(60_000));
  assert.is(phases(sale.state), 'closed live');
});

test('[T6] a synchronous sale has one deadline, extended by a bid on any lot, and closes at one instant', () => {
  const sale = given(...scheduled({ type: 'synchronous' }, two));
  const late = sale.and(at(590_000, bid('jane', 400, '2')));
  assert.is(late.state.finishAt, 650_000);
  const { events } = late.when(clock(650_000));
  assert.equal(times(events), ['650000 LotsClosed', '650000 AuctionClosed']);
  assert.is(events[0]?.type === 'LotsClosed' && events[0].data.lots.length, 2);
});

test('[T7] what changes neither price nor leader does not extend', () => {
  const sale = given(...scheduled()).and(at(1, autoBid('A', 1000)));
  const finish = (command: Command): number | null => lotOf(sale.and(command).state).finishAt;
  assert.is(finish(at(599_000, bid('B', 300))), 600_000, 'a refused bid');
  assert.is(finish(at(599_000, autoBid('A', 2000))), 600_000, 'a leader changing their maximum');
  assert.is(finish(at(599_000, { type: 'stopAutoBid', lot: '1', bidder: 'A' })), 600_000, 'a stop');
  assert.is(finish(at(599_000, bid('B', 500))), 659_000, 'a challenge that is answered at once');
});

test('[T7] an extension is part of the decision itself', () => {
  const { events } = given(...scheduled()).when(at(599_000, bid('A', 400)));
  const last = events.at(-1);
  assert.ok(last?.type === 'BidAccepted' && last.data.extended);
  assert.is(last?.type === 'BidAccepted' && last.data.outcome.finishAt, 659_000);
});

test('[T17] a leader’s own new maximum does not extend, even where it lifts the price to the reserve', () => {
  const sale = given(...scheduled({}, [lot({ reserveCents: 900 })])).and(at(1, autoBid('A', 600)));
  const lifted = sale.and(at(599_000, autoBid('A', 900)));
  assert.is(lotOf(lifted.state).currentBidCents, 900);
  assert.is(lotOf(lifted.state).finishAt, 600_000);
});

test('[T15] a live sale without lots, or without any left, closes at once', () => {
  const empty = given(...scheduled().slice(0, 1)).when(clock(0));
  assert.equal(types(empty.events), ['AuctionOpened', 'AuctionWentLive', 'AuctionClosed']);
  const sale = given(...scheduled({}, two)).and(at(1, { type: 'withdraw', lot: '1', reason: '' }));
  const last = sale.when(at(2, { type: 'withdraw', lot: '2', reason: '' }));
  assert.equal(types(last.events), ['LotWithdrawn', 'AuctionClosed']);
});

test('[T16] a sale and its catalogue may change until it opens', () => {
  const sale = given(...scheduled({ openAt: 100, liveAt: 100 }));
  const terms = sale.state.terms;
  const details = sale.state.details;
  if (terms === null || details === null) throw new Error('scheduled above');
  const later = sale.and(
    at(50, { type: 'schedule', details, terms: { ...terms, openAt: 200, liveAt: 300 } }),
  );
  assert.is(nextDeadline(later.state), 200);
  const dearer = later.and(
    at(60, { type: 'catalogueLots', lots: [lot({ startCents: 900 }), lot({ lot: '2' })] }),
  );
  assert.equal(
    dearer.state.lots.map((one) => one.terms.startCents),
    [900, 300],
  );
  assert.is(dearer.state.lotsUnclosed, 2);
  const open = dearer.and(clock(200));
  const refusedLots = open.when(at(210, { type: 'catalogueLots', lots: [lot({ lot: '3' })] }));
  assert.is(answer(refusedLots.events), 'already-scheduled');
  assert.is(answer(open.when(at(210, { type: 'schedule', details, terms })).events), 'already-scheduled');
});

test('[T18] a lot has other prices and another description until it is live', () => {
  const description = { kept: 'here', details: { title: 'Other' }, media: [] } as const;
  const amend = (over: Partial<Extract<CommandBody, { type: 'amendLot' }>> = {}): CommandBody => ({
    type: 'amendLot',
    lot: '1',
    startCents: 700,
    reserveCents: 900,
    description,
    ...over,
  });
  const open = given(...scheduled({ openAt: 10, liveAt: 100 })).and(clock(10), at(11, autoBid('A', 800)));
  const amended = open.and(at(12, amend()));
  const { terms, autoBids } = lotOf(amended.state);
  assert.equal([terms.startCents, terms.reserveCents, terms.description], [700, 900, description]);
  assert.equal(terms, { ...lotOf(open.state).terms, startCents: 700, reserveCents: 900, description });
  assert.is(autoBids.get('A')?.maxCents, 800, 'a sealed auto-bid that is high enough stays');
  assert.is(lotOf(amended.and(clock(100)).state).currentBidCents, 800, 'and is applied to the new price');
  const dearer = open.and(at(12, amend({ startCents: 800 })));
  assert.ok(lotOf(dearer.state).autoBids.get('A')?.stopped, 'one below the lowest bid is stopped');
  assert.is(lotOf(dearer.and(clock(100)).state).leader, null);
  assert.is(answer(amended.and(clock(100)).when(at(101, amend())).events), 'already-scheduled');
  assert.is(answer(open.when(at(12, amend({ lot: '9' }))).events), 'unknown-lot');
  assert.is(answer(open.when(at(12, amend({ startCents: -1 }))).events), 'invalid-terms');
  const gone = open.and(at(12, { type: 'withdraw', lot: '1', reason: '' }));
  assert.is(answer(gone.when(at(13, amend())).events), 'lot-withdrawn');
  assert.is(answer(given().when(at(1, amend())).events), 'not-scheduled');
});

test('[T16] rescheduled while frozen, it moves by what it was frozen after that alone', () => {
  const sale = given(...scheduled({ openAt: 1000, liveAt: 1000 })).and(
    at(100, { type: 'freeze', reason: '' }),
  );
  const { details, terms } = sale.state;
  if (terms === null || details === null) throw new Error('scheduled above');
  const later = sale.and(
    at(500, { type: 'schedule', details, terms: { ...terms, openAt: 5000, liveAt: 5000 } }),
    at(700, { type: 'resume', reason: '' }),
  );
  assert.is(nextDeadline(later.state), 5200);
});

test('[T16] terms that contradict each other are refused, and lots before a schedule', () => {
  const sale = given(...scheduled({ openAt: 100, liveAt: 100 }));
  const terms = sale.state.terms;
  const details = sale.state.details;
  if (terms === null || details === null) throw new Error('scheduled above');
  const schedule = (changes: object) =>
    answer(sale.when(at(1, { type: 'schedule', details, terms: { ...terms, ...changes } })).events);
  assert.is(schedule({}), 'no bid');
  assert.is(schedule({ liveAt: 99 }), 'invalid-terms');
  assert.is(schedule({ durationSeconds: 0 }), 'invalid-terms');
  assert.is(schedule({ type: 'sequential', lotOpeningSeconds: 0 }), 'invalid-terms');
  assert.is(schedule({ staleTimeSeconds: -1 }), 'invalid-terms');
  assert.is(schedule({ policy: { ...terms.policy, tie: 'never' } }), 'invalid-terms');
  const catalogue = (...lots: LotTerms[]) => answer(sale.when(at(1, { type: 'catalogueLots', lots })).events);
  for (const broken of [{ incrementCents: 0 }, { startCents: -1 }, { count: 0 }, { reserveCents: 0.5 }]) {
    assert.is(catalogue(lot(broken)), 'invalid-terms', JSON.stringify(broken));
  }
  assert.is(catalogue(lot({ lot: '5' }), lot({ lot: '5' })), 'invalid-terms', 'one id twice');
  assert.is(answer(given().when(at(1, { type: 'catalogueLots', lots: two })).events), 'not-scheduled');
});

test('[T16] a sale scheduled after its own opening time opens when it is scheduled', () => {
  const sale = given(
    ...scheduled().map((event) => ({ ...event, data: { ...event.data, at: 5000 } }) as AuctionEvent),
  );
  const { events, state } = sale.when(clock(6000));
  assert.equal(times(events), ['5000 AuctionOpened', '5000 AuctionWentLive', '5000 LotsWentLive']);
  assert.is(lotOf(state).finishAt, 605_000);
});

test('[T1] the next deadline is null when nothing is due ever', () => {
  assert.is(nextDeadline(initialState), null);
  const sale = given(...scheduled({ type: 'sequentialOffline' }));
  assert.is(nextDeadline(sale.state), 0);
  assert.is(nextDeadline(sale.and(clock(0)).state), null, 'the clerk closes');
  assert.is(nextDeadline(given(...scheduled()).and(clock(700_000)).state), null, 'closed');
});

test.run();
