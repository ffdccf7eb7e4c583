import { check, fc, PROPERTY_RUNS } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { buyerIn } from './buyer-numbers.ts';
import type { Command } from './commands.ts';
import { decide } from './decide.ts';
import type { AuctionEvent, LotSale } from './events.ts';
import { evolve, initialState } from './evolve.ts';
import { FLOOR, isOnFloor } from './ids.ts';
import { aliasOf } from './paddles.ts';
import { priceCentsOf, saleOf, winnerOf } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import { eventsOf, NUMBER, slips } from './test-support/random-slips.ts';
import { typeOf } from './types/auction-types.ts';

/**
 * What a correction does to a lot, in random sales. Each property follows a lot by its events alone, and compares with how
 * the lot was before what is put right.
 */

const test = suite('properties of corrections', { limitMs: PROPERTY_RUNS * 500 });

type Seen = { event: AuctionEvent; was: LotState; now: LotState; before: AuctionState; after: AuctionState };

/** Looks at each event of each lot, with a memory of the lot's own. Random sales must reach `type` often. */
async function everyEvent<M>(
  type: AuctionEvent['type'],
  memoryOf: () => M,
  look: (seen: Seen, memory: M) => void,
): Promise<void> {
  let reached = 0;
  const follow = (events: readonly AuctionEvent[]): void => {
    const memories = new Map<string, M>();
    let state = initialState;
    for (const event of events) {
      const before = state;
      state = evolve(state, event);
      if (event.type === 'ActionRefused' || event.type === 'BidRefused') continue;
      if (event.type === type) reached += 1;
      for (const [place, was] of before.lots.entries()) {
        const now = state.lots[place];
        if (now === undefined) throw new Error('a lot is gone');
        const memory = memories.get(was.terms.lot) ?? memoryOf();
        memories.set(was.terms.lot, memory);
        look({ event, was, now, before, after: state }, memory);
      }
    }
  };
  await check(fc.property(slips, (made) => follow(eventsOf(made))));
  assert.ok(reached > 20, `${type} came ${reached} times`);
}

/** Whether an event is about this lot. */
const isOf = ({ data }: AuctionEvent, { terms: { lot } }: LotState): boolean =>
  ('lot' in data && data.lot === lot) ||
  ('command' in data && data.command !== null && 'lot' in data.command && data.command.lot === lot);

/** What everybody sees of the bidding on a lot. */
const bidding = ({ currentBidCents, previousBidCents, leader, bidCount, vendorBids }: LotState) => ({
  currentBidCents,
  previousBidCents,
  leader,
  bidCount,
  vendorBids,
});

const BIDS: readonly AuctionEvent['type'][] = [
  'BidAccepted',
  'AutoBidAccepted',
  'AutoBidStopped',
  'SealedAutoBidsTaken',
];

test('[C1] a floor bid that is taken back leaves the lot as before it, at the same deadline', () =>
  everyEvent(
    'FloorBidRetracted',
    (): LotState[] => [],
    ({ event, was, now }, floorBids) => {
      if (!isOf(event, was)) return;
      if (event.type === 'FloorBidRetracted') {
        const then = floorBids.pop();
        assert.ok(then !== undefined, 'no floor bid came last');
        assert.equal(bidding(now), bidding(then));
        assert.equal([...now.shown].sort(), [...then.shown].sort());
        assert.equal([...now.participants].sort(), [...then.participants].sort());
        assert.is(now.finishAt, was.finishAt);
        return;
      }
      if (event.type === 'BidAccepted' && event.data.command.type === 'floorBid') floorBids.push(was);
      else if (BIDS.includes(event.type)) floorBids.length = 0;
    },
  ));

/** Whether somebody closed the lot, and not its deadline. */
const isClosedBy = (event: AuctionEvent, { terms: { lot } }: LotState): boolean =>
  event.type === 'LotsClosed' && event.data.by !== 'time' && event.data.lots.some((one) => one.lot === lot);

test('[C2] the lot that the clerk closed last opens again as it was, and no later than its time', () =>
  everyEvent(
    'LotReopened',
    (): { closed: LotState | null; at: number; last: boolean; stopped: boolean } => ({
      closed: null,
      at: 0,
      last: false,
      stopped: false,
    }),
    ({ event, was, now, before, after }, memory) => {
      if (event.type === 'Frozen' || event.type === 'Paused') memory.stopped = true;
      if (isClosedBy(event, was))
        Object.assign(memory, { closed: was, at: event.data.at, last: true, stopped: false });
      else if (event.type === 'LotsClosed') memory.last = false;
      if (event.type !== 'LotReopened' || !isOf(event, was)) return;
      assert.ok(memory.closed !== null && memory.last, 'another lot was closed last');
      assert.equal(bidding(now), bidding(memory.closed));
      assert.equal([now.phase, now.status, now.closedAt], ['live', null, null]);
      assert.is(after.lotsUnclosed, before.lotsUnclosed + 1);
      const untilMs = (before.terms?.reopenSeconds ?? 0) * 1_000;
      // A freeze or a pause moves the end [T8].
      const isHeld = memory.stopped || before.frozenAt !== null || before.pausedAt !== null;
      assert.ok(isHeld || event.data.at < memory.at + untilMs, 'too late');
    },
  ));

test('[C3] a lot is put back before the sale closes, with its bids, and with time to bid', () =>
  everyEvent(
    'LotReinstated',
    (): { withdrawn: LotState | null } => ({ withdrawn: null }),
    ({ event, was, now, before, after }, memory) => {
      if (event.type === 'LotWithdrawn' && isOf(event, was)) memory.withdrawn = was;
      if (event.type !== 'LotReinstated' || !isOf(event, was)) return;
      const { withdrawn } = memory;
      assert.ok(withdrawn !== null && was.withdrawn, 'it was not withdrawn');
      assert.is.not(before.phase, 'closed');
      assert.equal(bidding(now), bidding(withdrawn));
      assert.equal([now.withdrawn, now.status, now.closedAt], [false, null, null]);
      assert.is(after.lotsUnclosed, before.lotsUnclosed + 1);
      if (withdrawn.finishAt === null || now.finishAt === null || typeOf(after)?.inTurn) return;
      const leastMs = (after.terms?.staleTimeSeconds ?? 0) * 1_000;
      const leftMs = withdrawn.finishAt - (withdrawn.timerStoppedAt ?? was.closedAt ?? 0);
      assert.is(now.finishAt - event.data.at, Math.max(leftMs, leastMs));
    },
  ));

test('[C4] what a lot was knocked down to stays beside every correction of it', () =>
  everyEvent(
    'SaleCorrected',
    (): { first: LotSale | null } => ({ first: null }),
    ({ event, was, now }, memory) => {
      if ((event.type === 'LotReopened' || event.type === 'LotReinstated') && isOf(event, was))
        memory.first = null;
      if (event.type !== 'SaleCorrected' || !isOf(event, was)) return;
      memory.first ??= saleOf(was);
      assert.equal(now.correction?.first, memory.first);
      const { outcome, cents } = event.data.correction;
      assert.equal([now.correction?.outcome, now.correction?.cents], [outcome, cents]);
      assert.is(now.withdrawn, outcome === 'withdrawn');
      assert.is(now.proposal, undefined);
    },
  ));

test('[C6] a correction that waits for a second person is confirmed by another one', () =>
  everyEvent(
    'CorrectionConfirmed',
    (): { by: string | null } => ({ by: null }),
    ({ event, was }, memory) => {
      if (!isOf(event, was)) return;
      if (event.type === 'CorrectionProposed' && event.data.awaits === 'secondPerson')
        memory.by = event.data.correction.by;
      if (event.type !== 'CorrectionConfirmed') return;
      assert.ok(memory.by !== null, 'nothing waits');
      assert.is.not(event.data.by, memory.by);
    },
  ));

test('[C4] [C5] a lot is an account’s by a correction only if it was before, or if the account agreed', () =>
  everyEvent(
    'OfferAnswered',
    (): { offered: string | null; accepted: boolean } => ({ offered: null, accepted: false }),
    ({ event, was, now }, memory) => {
      if (!isOf(event, was)) return;
      if (event.type === 'CorrectionProposed')
        memory.offered = event.data.awaits === 'buyer' ? event.data.correction.buyer : null;
      if (event.type === 'OfferAnswered') {
        assert.is(event.data.bidder, memory.offered, 'it was offered to somebody else, or not at all');
        memory.accepted = event.data.accepts;
        if (!event.data.accepts) assert.equal([now.proposal, saleOf(now)], [undefined, saleOf(was)]);
      }
      if (event.type !== 'SaleCorrected') return;
      const { buyer, acceptedBy } = event.data.correction;
      if (acceptedBy === 'buyer')
        assert.ok(memory.accepted && buyer === memory.offered, 'nobody accepted it');
      Object.assign(memory, { offered: null, accepted: false });
      if (acceptedBy !== null || buyer === null || isOnFloor(buyer)) return;
      assert.ok([winnerOf(was), was.correction?.first.buyer].includes(buyer), `${buyer} never agreed`);
    },
  ));

/** [C7] The buyer that an event names of a lot that the floor led or bought; null where it names nobody. */
function namedBy(event: AuctionEvent, lot: LotState): string | null {
  if (event.type === 'FloorBuyerNamed') return isOf(event, lot) ? event.data.buyer : null;
  if (event.type !== 'LotsClosed' || event.data.buyer === undefined) return null;
  const closed = event.data.lots.find((one) => one.lot === lot.terms.lot);
  return closed?.status === 'sold' ? event.data.buyer : null;
}

for (const type of ['LotsClosed', 'FloorBuyerNamed'] as const)
  test(`[C7] [E18] ${type}: a buyer is named only of the floor, at its price, and everybody sees who it is`, () =>
    everyEvent(
      type,
      () => null,
      ({ event, was, now, after }) => {
        const named = namedBy(event, was);
        if (named === null) return;
        assert.is(event.type === 'LotsClosed' ? was.leader : winnerOf(was), FLOOR);
        assert.is(winnerOf(now), buyerIn(after, named));
        assert.is(priceCentsOf(now), priceCentsOf(was));
        assert.ok(aliasOf(after, buyerIn(after, named)) !== null, `${named} has no paddle`);
      },
    ));

test('[C8] a bid that staff place is decided as if the account had made it, whether it is accepted or not', async () => {
  const outcomes = new Set<string>();
  await check(
    fc.property(slips, (made) => {
      let state = initialState;
      for (const event of eventsOf(made)) {
        const { type, data } = event;
        const isBid = type === 'BidAccepted' || type === 'AutoBidAccepted' || type === 'BidRefused';
        if (isBid && 'placedBy' in data.command && data.command.placedBy !== undefined) {
          const { placedBy, ...own } = data.command;
          const [decided] = decide(state, { at: data.at, body: own } as Command);
          assert.equal({ type, data: { ...data, command: own } }, decided);
          assert.is(placedBy.note, 'rang');
          outcomes.add(type);
        }
        state = evolve(state, event);
      }
    }),
  );
  assert.equal([...outcomes].sort(), ['AutoBidAccepted', 'BidAccepted', 'BidRefused']);
});

test('[C9] what an assigned number bought and buys is its account’s, and no other lot changes hands', () =>
  everyEvent(
    'BuyerNumberAssigned',
    () => null,
    ({ event, was, now, before, after }) => {
      if (event.type === 'BuyerNumberAssigned') {
        const { buyer, account } = event.data;
        assert.is(winnerOf(now), winnerOf(was) === buyer ? account : winnerOf(was));
        assert.is(priceCentsOf(now), priceCentsOf(was));
      }
      if (after.buyerNumbers === undefined) return;
      assert.is.not(winnerOf(now), NUMBER);
      if (before.buyerNumbers !== undefined) assert.ok(winnerOf(was) !== NUMBER);
    },
  ));

test.run();
