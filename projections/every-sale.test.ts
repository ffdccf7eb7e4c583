import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { fold, initialState } from '@saleyard/domain/auction/evolve.ts';
import { isOnFloor, VENDOR } from '@saleyard/domain/auction/ids.ts';
import { publicAuction, publicLot } from '@saleyard/domain/auction/public-view.ts';
import { autoBidActive } from '@saleyard/domain/auction/standing.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { PEOPLE, type Plan, plans, play } from '@saleyard/domain/auction/test-support/random-sales.ts';
import { check, fc, PROPERTY_RUNS } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { bidsProjection, OWN_AUTO_BIDS, OWN_BIDS, type OwnBidDocument } from './bids/bids.projection.ts';
import {
  HIGHEST_BIDS,
  PARTICIPANTS,
  PARTICIPATIONS,
  type ParticipationDocument,
  participationProjection,
} from './bids/participation.projection.ts';
import { NO_DESCRIPTIONS } from './lots/descriptions.ts';
import { LOTS, type LotDocument, lotsProjection } from './lots/lots.projection.ts';
import { catalogueLot } from './lots/lots.queries.ts';
import { AUCTIONS, type AuctionDocument, auctionsProjection } from './sales/auctions.projection.ts';
import { summaryOf } from './sales/auctions.queries.ts';
import { type StoredRows, written } from './test-support/projection-spec.ts';

const test = suite('read models of every sale', { limitMs: PROPERTY_RUNS * 500 });

const OF_AUCTIONS = [auctionsProjection, lotsProjection, bidsProjection, participationProjection].filter(
  (projection) => projection.of === 'auction',
);

const eventsOf = (plan: Plan): AuctionEvent[] => [
  ...plan.events,
  ...play(plan).flatMap(({ events }) => events),
];

/** Folds a sale in commits of these sizes, repeated; `repeat` delivers each commit's last events twice. */
function shownIn(events: readonly AuctionEvent[], sizes: readonly number[]): StoredRows {
  const held: StoredRows = {};
  let state = initialState;
  for (let from = 0, turn = 0; from < events.length; turn += 1) {
    const batch = events.slice(from, from + (sizes[turn % sizes.length] ?? 1));
    const after = fold(batch, state);
    for (const { project } of OF_AUCTIONS) {
      written(
        project({
          id: 'a1',
          before: state,
          after,
          events: batch,
          descriptions: NO_DESCRIPTIONS,
          revision: after.version - 1,
        }),
        held,
      );
    }
    state = after;
    from += batch.length;
  }
  return held;
}

const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });

test('the documents are the same however the events fell into commits', () =>
  check(
    fc.property(plans, sizes, (plan, commits) => {
      const events = eventsOf(plan);
      const atOnce = shownIn(events, [events.length]);
      assert.equal(sorted(shownIn(events, commits)), sorted(atOnce));
      assert.equal(sorted(shownIn(events, [1])), sorted(atOnce));
    }),
  ));

const sorted = (held: StoredRows): string =>
  JSON.stringify(
    Object.entries(held)
      .filter(([, documents]) => Object.keys(documents).length > 0)
      .map(([name, documents]) => [name, Object.entries(documents).sort(([a], [b]) => (a < b ? -1 : 1))])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

test('what is read is what the engine shows', () =>
  check(
    fc.property(plans, sizes, fc.nat(), (plan, commits, cut) => {
      const all = eventsOf(plan);
      const events = all.slice(0, plan.events.length + (cut % (all.length - plan.events.length + 1)));
      const held = shownIn(events, commits);
      const state = fold(events);
      const stored = held[AUCTIONS]?.['a1'] as AuctionDocument;
      const auction = publicAuction(state, 'a1');
      assert.equal(pick(summaryOf(stored), Object.keys(auction)), JSON.parse(JSON.stringify(auction)));
      for (const lot of state.lots) {
        const document = held[LOTS]?.[lot.terms.lot] as LotDocument;
        const shown = publicLot(state, lot, 'a1');
        const read = catalogueLot({ ...document, _id: lot.terms.lot }, stored, false);
        assert.equal(pick(read, Object.keys(shown)), JSON.parse(JSON.stringify(shown)));
      }
    }),
  ));

const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

test('every auto-bid is listed with its maximum, and whether it is active or was stopped', () =>
  check(
    fc.property(plans, sizes, (plan, commits) => {
      const events = eventsOf(plan);
      const held = shownIn(events, commits);
      const expected: Record<string, unknown> = {};
      for (const lot of fold(events).lots) {
        for (const [account, autoBid] of lot.autoBids) {
          const { maxCents: cents, stopped, placedBy } = autoBid;
          const active = autoBidActive(lot, autoBid);
          const { lot: on } = lot.terms;
          const shown = { account, auction: 'a1', lot: on, cents, active };
          expected[`${on}:${account}`] = {
            ...shown,
            ...(stopped && { stopped }),
            ...(placedBy && { placedBy }),
          };
        }
      }
      assert.equal(held[OWN_AUTO_BIDS] ?? {}, expected);
    }),
  ));

test('the own bids that are stored are those that the room shows of each account [E7] [C1] [C3]', () =>
  check(
    fc.property(plans, sizes, (plan, commits) => {
      const events = eventsOf(plan);
      const stored = (shownIn(events, commits)[OWN_BIDS] ?? {}) as Record<string, OwnBidDocument>;
      const expected: Record<string, OwnBidDocument> = {};
      for (const { terms, shown } of fold(events).lots)
        for (const [account, bid] of shown)
          if (account !== VENDOR && !isOnFloor(account))
            expected[`${terms.lot}:${account}`] = { account, auction: 'a1', lot: terms.lot, ...bid };
      assert.equal(stored, expected);
    }),
  ));

/** Each account's participation in each lot, computed independently: counted from the accepted commands. */
function partsFrom(events: readonly AuctionEvent[]): Map<string, number | null> {
  const parts = new Map<string, number | null>();
  const raise = (id: string, cents: number) => parts.set(id, Math.max(parts.get(id) ?? 0, cents));
  // What was known of a lot before each of its floor bids, the latest last: it comes back when that bid is taken back.
  const before = new Map<string, [string, number | null][][]>();
  const ofLot = (lot: string) => [...parts].filter(([id]) => id.startsWith(`${lot}:`));
  const boughtAfter = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'BidAccepted' && data.command.type === 'floorBid')
      before.set(data.command.lot, [...(before.get(data.command.lot) ?? []), ofLot(data.command.lot)]);
    if (type === 'FloorBidRetracted') {
      for (const [id] of ofLot(data.lot)) parts.delete(id);
      for (const [id, cents] of before.get(data.lot)?.pop() ?? []) parts.set(id, cents);
    }
    if (type === 'BidAccepted' && 'bidder' in data.command && data.command.bidder !== undefined) {
      const { lot, bidder, cents } = data.command;
      if (!isOnFloor(bidder)) raise(`${lot}:${bidder}`, cents);
    }
    if (type === 'AutoBidAccepted') {
      const id = `${data.command.lot}:${data.command.bidder}`;
      parts.set(id, parts.get(id) ?? null);
    }
    if (type === 'LotSoldAfter' && !isOnFloor(data.buyer)) {
      const id = `${data.lot}:${data.buyer}`;
      if (!parts.has(id)) boughtAfter.add(id);
      parts.set(id, parts.get(id) ?? null);
    }
    // Sold after the auction and taken back: it was never theirs.
    if (type === 'SaleCorrected')
      for (const id of ofLot(data.lot).map(([id]) => id)) if (boughtAfter.has(id)) parts.delete(id);
    if (type !== 'BidAccepted' && type !== 'AutoBidAccepted' && type !== 'SealedAutoBidsTaken') continue;
    const on = type === 'SealedAutoBidsTaken' ? data.lot : data.command.lot;
    for (const { leader, cents } of data.steps) {
      if (leader !== VENDOR && !isOnFloor(leader)) raise(`${on}:${leader}`, cents);
    }
  }
  // What a buyer number bought is the account's that it was assigned to.
  for (const { terms, correction, floorBuyer, soldAfter } of fold(events).lots) {
    for (const buyer of [correction?.first.buyer, correction?.buyer, floorBuyer, soldAfter?.buyer]) {
      if (!buyer || isOnFloor(buyer)) continue;
      const id = `${terms.lot}:${buyer}`;
      parts.set(id, parts.get(id) ?? null);
    }
  }
  return parts;
}

function buyerOf({ status, soldAfter, correction, floorBuyer, leader }: LotState): string | null {
  if (soldAfter !== undefined) return soldAfter.buyer;
  return status === 'sold' ? (correction?.buyer ?? floorBuyer ?? leader) : null;
}

function statusIn(lot: LotState, account: string): ParticipationDocument['status'] {
  const { status, soldAfter } = lot;
  if (lot.withdrawn) return 'withdrawn';
  if (lot.soldBeforeAt !== undefined) return 'soldBeforeAuction';
  if (buyerOf(lot) === account) return 'bought';
  return soldAfter === undefined ? status : 'soldAfterAuction';
}

/** The lots of each vendor, visible to them once the sale is closed. */
const vendorParts = ({ phase, lots }: AuctionState): string[] =>
  phase === 'closed' ? lots.map(({ terms }) => `${terms.lot}:${terms.createdBy}`) : [];

/** The accounts whose bid or auto-bid on a lot was refused. */
const refusedIn = (events: readonly AuctionEvent[]): string[] =>
  events.flatMap(({ type, data }) => {
    if (type !== 'BidRefused') return [];
    const { command } = data;
    const bidder = 'bidder' in command ? (command.bidder ?? '') : '';
    const isStop = command.type === 'stopAutoBid';
    return bidder === '' || isOnFloor(bidder) || isStop ? [] : [`${command.lot}:${bidder}`];
  });

/** [C9] The accounts whose buyer number bid on a lot, but for one that bought it for another account. */
const numberedIn = ({ buyerNumbers, lots }: AuctionState): string[] =>
  [...(buyerNumbers ?? [])].flatMap(([number, account]) =>
    lots
      .filter(({ participants }) => participants.has(number))
      .filter((lot) => lot.leader !== number || [null, number, account].includes(buyerOf(lot)))
      .map(({ terms }) => `${terms.lot}:${account}`),
  );

test('participants are those who bid or set an auto-bid, with their highest bid, and the vendors of a closed sale; bids refused or by a buyer number are marked', () =>
  check(
    fc.property(plans, sizes, (plan, commits) => {
      const events = eventsOf(plan);
      const held = shownIn(events, commits);
      const parts = partsFrom(events);
      const known = new Set(fold(events).lots.map(({ terms }) => terms.lot));
      const refused = new Set(refusedIn(events).filter((id) => known.has(id.split(':')[0] ?? '')));
      const numbered = new Set(numberedIn(fold(events)));
      const taking = new Set([...parts.keys(), ...vendorParts(fold(events)), ...refused, ...numbered]);
      assert.equal(Object.keys(held[PARTICIPATIONS] ?? {}).sort(), [...taking].sort());
      const highest = Object.entries((held[HIGHEST_BIDS] ?? {}) as Record<string, { cents: number }>);
      assert.equal(
        new Map(highest.map(([id, { cents }]) => [id, cents])),
        new Map([...parts].filter((part): part is [string, number] => part[1] !== null)),
      );
      const { phase, paddles, lots } = fold(events);
      for (const part of Object.values(held[PARTICIPATIONS] ?? {}) as ParticipationDocument[]) {
        const lot = lots[part.order];
        if (lot === undefined) throw new Error(`no lot ${part.order}`);
        assert.is(part.status, statusIn(lot, part.account));
        assert.is(part.closed, phase === 'closed');
        assert.is(part.refused, refused.has(`${part.lot}:${part.account}`) || undefined);
        const isVendors = lot.terms.createdBy === part.account;
        if (!isVendors) assert.is(part.byNumber, numbered.has(`${part.lot}:${part.account}`) || undefined);
      }
      for (const [id, document] of Object.entries(held[PARTICIPANTS] ?? {})) {
        const account = id.slice('a1:'.length);
        const { paddle, lots: count } = document as { paddle: string | null; lots: number };
        assert.is(paddle, paddles.get(account) ?? null);
        assert.is(count, [...parts.keys()].filter((one) => one.endsWith(`:${account}`)).length);
      }
    }),
  ));

test('[E12] nothing public names a bidder or the lot’s creator', () =>
  check(
    fc.property(plans, sizes, (plan, commits) => {
      const held = shownIn(eventsOf(plan), commits);
      const shown = JSON.stringify([held[AUCTIONS], held[LOTS]]);
      for (const person of PEOPLE) assert.not.ok(shown.includes(person), `${person} is shown`);
    }),
  ));

test.run();
