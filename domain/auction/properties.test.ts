import { check, fc, PROPERTY_RUNS } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type Command, madeBy } from './commands.ts';
import { nextDeadline } from './deadlines.ts';
import { decide } from './decide.ts';
import type { AuctionEvent } from './events.ts';
import { evolve, fold, initialState } from './evolve.ts';
import { checkInvariants } from './invariants.ts';
import { currentPriceCents, lotFinishAt, lotIn, takesSealedAutoBids } from './standing.ts';
import type { AuctionState, LotState } from './state.ts';
import {
  everyTurn,
  follow,
  isBid,
  PEOPLE,
  plain,
  plans,
  play,
  STEP,
  seen,
} from './test-support/random-sales.ts';

const test = suite('properties of every sale', { limitMs: PROPERTY_RUNS * 500 });

const DECISIONS = ['BidAccepted', 'AutoBidAccepted', 'AutoBidStopped', 'BidRefused'];

test('every state keeps the invariants, and nothing due is left behind [T1]', () =>
  everyTurn(({ after }) => {
    assert.equal(checkInvariants(after), []);
    const deadline = nextDeadline(after);
    assert.ok(deadline === null || deadline > after.lastAt, 'something was due');
  }));

test('[E11] each bid command leaves exactly one decision, and time never goes back', () =>
  everyTurn(({ command, events, before }) => {
    const decisions = events.filter(({ type }) => DECISIONS.includes(type)).length;
    assert.is(decisions, isBid(command.body) ? 1 : 0);
    let last = before.lastAt;
    for (const { data } of events) {
      assert.ok(data.at >= last);
      last = data.at;
    }
  }));

test("[E2] the price falls only when a floor bid is taken back [C1], and never passes the leader's own limit", () =>
  everyTurn(({ before, after, events }, { events: setUp }) => {
    for (const [place, then] of before.lots.entries()) {
      const now = after.lots[place];
      if (now === undefined) throw new Error('a lot is gone');
      // The start price may be changed until the lot is live [T18].
      const isTakenBack = events.some(
        ({ type, data }) => type === 'FloorBidRetracted' && data.lot === now.terms.lot,
      );
      assert.ok(isTakenBack || now.terms !== then.terms || currentPriceCents(now) >= currentPriceCents(then));
    }
    let state = before;
    for (const event of events) {
      state = evolve(state, event);
      if (event.type !== 'BidAccepted' && event.type !== 'AutoBidAccepted') continue;
      const changed = lotIn(state, event.data.command.lot);
      if (changed?.leader == null) continue;
      const own = changed.autoBids.get(changed.leader)?.maxCents ?? 0;
      const bid =
        event.type === 'BidAccepted' && madeBy(event.data.command, event.data.steps) === changed.leader;
      const limit = Math.max(own, bid ? event.data.command.cents : 0, priceBefore(before, changed));
      assert.ok(currentPriceCents(changed) <= limit, `${currentPriceCents(changed)} is beyond ${limit}`);
    }
    assert.ok(setUp.length > 0);
  }));

const priceBefore = (before: AuctionState, { index }: LotState): number => {
  const then = before.lots[index];
  return then?.leader == null ? 0 : currentPriceCents(then);
};

test("[E4] the leader's limit is at least every other accepted one", () =>
  check(
    fc.property(plans, (plan) =>
      follow(plan, ({ leader, phase }, offers) => {
        if (leader === null || phase !== 'live') return;
        // A leader who stopped or lowered a maximum still holds the price, which is never below the others.
        const others = offers.highestOfOthers(leader, 'limit');
        assert.ok(
          offers.ever.has(leader) && others <= (offers.ever.get(leader) ?? 0),
          `${leader} under ${others}`,
        );
      }),
    ),
  ));

test("[E3] [E4] a challenge that equals the leader's maximum leaves the earlier one in the lead", () =>
  check(
    fc.property(plans, (plan) => {
      const tie = plan.events[0]?.type === 'AuctionScheduled' ? plan.events[0].data.terms.policy.tie : null;
      follow(plan, (now, offers, was, event) => {
        if (was.leader === null || (event.type !== 'BidAccepted' && event.type !== 'AutoBidAccepted')) return;
        const { command } = event.data;
        const max = was.autoBids.get(was.leader);
        if (max === undefined || max.stopped || madeBy(command, event.data.steps) === was.leader) return;
        const offered = command.type === 'autoBid' ? command.maxCents : command.cents;
        if (offered !== max.maxCents) return;
        const later = command.type !== 'autoBid' && tie === 'later-manual-leads';
        assert.is(now.leader, later ? madeBy(command, event.data.steps) : was.leader);
        assert.is(now.currentBidCents, offered);
        assert.ok(offers.limit(was.leader) >= offered);
      });
    }),
  ));

test('[E6] the price is never beyond what a second price and one increment, a bid, or the reserve justifies', () =>
  check(
    fc.property(plans, (plan) => {
      const first = plan.events[0];
      const policy = first?.type === 'AuctionScheduled' ? first.data.terms.policy : null;
      follow(plan, (now, offers, was) => {
        const { leader, currentBidCents: price } = now;
        if (leader === null || price === null || price === was.currentBidCents) return;
        const max = now.autoBids.get(leader)?.maxCents ?? 0;
        const reserve = now.terms.reserveCents ?? 0;
        const justified = Math.max(
          now.terms.startCents + STEP,
          offers.highestOfOthers(leader, 'ever') + STEP,
          offers.bids.get(leader) ?? 0,
          (was.currentBidCents ?? 0) + STEP,
          policy?.reserve === 'jump' && max >= reserve ? reserve : 0,
          policy?.belowReserve === 'jump-to-max' && max < reserve ? max : 0,
        );
        assert.ok(price <= justified, `${price} is beyond ${justified}`);
      });
    }),
  ));

test('[T1] [T9] no bid is accepted at or after its deadline, on a closed lot, or while frozen [T8]', () =>
  everyTurn(({ before, events }) => {
    let state = before;
    for (const event of events) {
      if (event.type === 'BidAccepted' || (event.type === 'AutoBidAccepted' && !event.data.sealed)) {
        const found = lotIn(state, event.data.command.lot);
        if (found === undefined) throw new Error('a bid on no lot');
        assert.is(found.phase, 'live');
        assert.equal([found.frozenAt, state.frozenAt, found.withdrawn], [null, null, false]);
        const finishAt = lotFinishAt(state, found);
        const running = state.terms?.type === 'synchronous' ? state.timersStoppedAt : found.timerStoppedAt;
        assert.ok(finishAt === null || running !== null || event.data.at < finishAt);
      }
      state = evolve(state, event);
    }
  }));

test('[T7] only a change of price or leader moves a deadline, and never to an earlier time', () =>
  everyTurn(({ before, events }) => {
    let state = before;
    for (const event of events) {
      const after = evolve(state, event);
      if (event.type === 'BidAccepted' || event.type === 'AutoBidAccepted' || event.type === 'BidRefused') {
        const place = state.lotIndex.get(event.data.command.lot) ?? -1;
        const [was, now] = [state.lots[place], after.lots[place]];
        if (was !== undefined && now !== undefined) {
          const [from, to] = [lotFinishAt(state, was), lotFinishAt(after, now)];
          const moved = was.currentBidCents !== now.currentBidCents || was.leader !== now.leader;
          assert.ok(from === to || (moved && from !== null && to !== null && to > from));
        }
      }
      state = after;
    }
  }));

test('folding from zero, from any snapshot, and the live state agree', () =>
  check(
    fc.property(plans, fc.nat(), (plan, cutAt) => {
      const turns = play(plan);
      const events = [...plan.events, ...turns.flatMap((turn) => turn.events)];
      const live = turns.at(-1)?.after ?? initialState;
      const cut = cutAt % (events.length + 1);
      const snapshot = fold(events.slice(0, cut));
      const begun = plain(snapshot);
      assert.is(plain(fold(events.slice(cut), snapshot)), plain(live));
      assert.is(plain(snapshot), begun, 'the snapshot itself is untouched');
      assert.is(plain(events.reduce(evolve, initialState)), plain(live));
    }),
  ));

test('deciding every recorded command again gives the recorded events', () =>
  check(
    fc.property(plans, (plan) => {
      const turns = play(plan);
      let state = fold(plan.events);
      for (const { command, events } of turns) {
        assert.equal(decide(state, command), events);
        // And as an audit reads it: each decision again, from the command and the time its event carries.
        for (const event of events) {
          const recorded = JSON.parse(JSON.stringify(event)) as AuctionEvent;
          if ('command' in recorded.data && recorded.data.command !== null) {
            assert.equal(decide(state, { at: recorded.data.at, body: recorded.data.command }), [recorded]);
          }
          state = evolve(state, recorded);
        }
      }
    }),
  ));

test('[T1] a clock that ticks in between, or never, changes nothing', () =>
  check(
    fc.property(plans, (plan) => {
      const turns = play(plan);
      const ticking = turns.flatMap(({ command, before }) => {
        const due = nextDeadline(before);
        const ticks = due === null || due > command.at ? [] : [due];
        return [...ticks.map((at): Command => ({ at, body: { type: 'advanceClock' } })), command];
      });
      let state = fold(plan.events);
      const events: AuctionEvent[] = [];
      for (const command of ticking) {
        for (const event of decide(state, command)) {
          events.push(event);
          state = evolve(state, event);
        }
      }
      assert.equal(
        events,
        turns.flatMap((turn) => turn.events),
      );
    }),
  ));

test('every event survives JSON', () =>
  everyTurn(({ events }, plan) => {
    for (const event of [...plan.events, ...events]) assert.equal(JSON.parse(JSON.stringify(event)), event);
  }));

test('[E7] [E12] what is sealed never shows: the public sees the same sale without it', () =>
  everyTurn(({ after }, plan) => {
    const hidden = new Set(after.lots.filter(takesSealedAutoBids).map(({ terms }) => terms.lot));
    if (hidden.size === 0) return;
    assert.ok(plan.events.length > 0);
    const bare = after.lots.map((one) => (hidden.has(one.terms.lot) ? { ...one, autoBids: new Map() } : one));
    assert.is(seen(after), seen({ ...after, lots: bare, autoBidsSet: 0 }));
  }));

test('[E7] the same sale played without its sealed auto-bids looks the same until they are taken', () =>
  check(
    fc.property(plans, (plan) => {
      let withThem = fold(plan.events);
      let without = withThem;
      for (const event of play(plan).flatMap(({ events }) => events)) {
        if (event.type === 'SealedAutoBidsTaken') return;
        withThem = evolve(withThem, event);
        const sealed = event.type === 'AutoBidAccepted' && event.data.sealed;
        if (!sealed && event.type !== 'AutoBidStopped') without = evolve(without, event);
        assert.is(seen(withThem), seen(without));
      }
    }),
  ));

test('[E12] reserves, maxima and names never show', () =>
  everyTurn(({ after }) => {
    const shown = seen(after);
    for (const name of PEOPLE) assert.not.ok(shown.includes(name), name);
    assert.not.ok(/reserveCents|maxCents|autoBids|leader|aliasSeed/.test(shown));
  }));

test.run();
