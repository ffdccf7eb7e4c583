import { check, fc } from '@saleyard/testing/property.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { explainBid, explainLot } from '../presentation/own-bids.ts';
import { bidderOf, type CommandBody, madeBy } from './commands.ts';
import { decide } from './decide.ts';
import type { AuctionEvent } from './events.ts';
import { AuctionFold, fold } from './evolve.ts';
import { FLOOR, isOnFloor, VENDOR } from './ids.ts';
import { type BidRecord, type OwnBidStep, OwnBids } from './own-bids.ts';
import { aliasOf } from './paddles.ts';
import { publicLot } from './public-view.ts';
import { lotIn } from './standing.ts';
import type { AuctionState } from './state.ts';
import { PEOPLE, type Plan, plans, play } from './test-support/random-sales.ts';
import { at, autoBid, bid, lot, scheduled } from './test-support/spec-grammar.ts';

const test = suite('why a bid won or lost');

/** An event beside its place in the stream, and how it came. */
type Recorded = { event: AuctionEvent; record: BidRecord };
type Arrival = BidRecord['arrival'];

/** A short sale, decided command by command; `arrivals` by the place of their command. */
function played(
  how: Parameters<typeof scheduled>[0],
  lots: Parameters<typeof scheduled>[1],
  commands: readonly (readonly [number, CommandBody, Arrival?])[],
) {
  const first = scheduled(how, lots);
  const keeper = new AuctionFold(fold(first));
  const recorded: Recorded[] = [];
  const take = (event: AuctionEvent, arrival: Arrival): void => {
    const isClerk = event.type === 'BidAccepted' && event.data.command.type === 'floorBid';
    recorded.push({
      event,
      record: { revision: recorded.length, sender: isClerk ? 'staff' : 'user', arrival },
    });
  };
  for (const event of first) take(event, null);
  for (const [ms, body, arrival = null] of commands) {
    for (const event of decide(keeper.state, at(ms, body))) {
      keeper.apply(event);
      take(event, arrival);
    }
  }
  return { recorded, state: keeper.state };
}

const storyOf = (recorded: readonly Recorded[]): OwnBids => {
  const own = new OwnBids();
  for (const { event, record } of recorded) own.add(event, record);
  return own;
};

/** Every sentence that a person reads about a lot. */
function readBy(
  me: string,
  on: string,
  own: OwnBids,
  state: AuctionState,
  alias: (bidder: string) => string | null = (bidder) => aliasOf(state, bidder),
) {
  const found = lotIn(state, on);
  if (found === undefined) throw new Error(`no lot ${on}`);
  const reader = {
    lot: publicLot(state, found, 'a1'),
    me,
    personOf: (bidder: string) => own.personOf(bidder),
    aliasOf: alias,
    isLeading: (step: OwnBidStep) => own.isLeading(on, step),
  };
  const steps = own.of(on, me);
  return { summary: explainLot(steps, reader), bids: steps.map((step) => explainBid(step, reader)) };
}

const readIn = (sale: ReturnType<typeof played>, me: string) =>
  readBy(me, '1', storyOf(sale.recorded), sale.state);

const arrived = (receivedAt: number, seenCents: number | null, clockOffsetMs = 0): Arrival => ({
  receivedAt,
  clockOffsetMs,
  seenCents,
});

test('a bid that led and was outbid: by whom, when and by how much', () => {
  const sale = played(
    {},
    [lot()],
    [
      [1_000, bid('ann', 400), arrived(990, null, 120)],
      [3_000, bid('bob', 600)],
    ],
  );
  const paddle = aliasOf(sale.state, 'bob');
  const { bids, summary } = readIn(sale, 'ann');
  assert.equal(
    bids.map(({ title, fate, byCents, rules }) => ({ title, fate, byCents, rules })),
    [{ title: 'You bid $4.00', fate: 'outbid', byCents: 200, rules: ['E3', 'E4'] }],
  );
  assert.equal(bids[0]?.sentences, [
    'It led at $4.00.',
    `Outbid at 10.00.03.000 AM: paddle ${paddle} led at $6.00, $2.00 above your $4.00.`,
    'It arrived on Thursday 1 January 1970 at 10.00.00.990 AM and was sequenced at 10.00.01.000 AM, 10 ms later.',
    'Your screen showed no bid, as it was.',
    "Your device's clock was 120 ms ahead of the server's; the page had corrected for it.",
  ]);
  assert.equal(summary, [`Paddle ${paddle} leads at $6.00, $2.00 above the most that you offered ($4.00).`]);
});

test('a bid that an auto-bid answered; the auto-bid and its answers are its owner’s bids', () => {
  const sale = played(
    {},
    [lot({ reserveCents: 900 })],
    [
      [1_000, autoBid('ann', 800)],
      [2_000, bid('bob', 500), { receivedAt: 1_990 }],
      [3_000, bid('bob', 900)],
    ],
  );
  const bob = readIn(sale, 'bob').bids;
  const [ann, bobs] = [aliasOf(sale.state, 'ann'), aliasOf(sale.state, 'bob')];
  assert.equal(
    bob.map(({ fate, byCents, rules }) => [fate, byCents, rules]),
    [
      ['answered', 100, ['E3']],
      ['leading', null, []],
    ],
  );
  assert.is(
    bob[0]?.sentences[0],
    `Paddle ${ann} led and had an auto-bid, which answered at once with $6.00, $1.00 above it.`,
  );
  assert.ok(bob[0]?.sentences.includes('What your screen showed was not recorded.'));
  assert.equal(
    readIn(sale, 'ann').bids.map(({ title, fate, byCents }) => [title, fate, byCents]),
    [
      ['You set an auto-bid of up to $8.00', 'replaced', null],
      ['Your auto-bid bid $6.00', 'outbid', 100],
    ],
  );
  assert.match(
    readIn(sale, 'ann').bids[1]?.sentences[1] ?? '',
    `paddle ${bobs} led at $9.00, $1.00 above your auto-bid's maximum of $8.00.`,
  );
});

test('of equal amounts the earlier leads: a bid of as much as the maximum, and one sequenced second', () => {
  const sale = played(
    {},
    [lot()],
    [
      [1_000, autoBid('ann', 800)],
      [2_000, bid('bob', 800)],
      [2_120, bid('cat', 800), arrived(2_100, 400)],
    ],
  );
  const bob = readIn(sale, 'bob').bids[0];
  assert.equal([bob?.fate, bob?.byCents], ['answered', 0]);
  assert.match(bob?.sentences[0] ?? '', 'of at least as much, set earlier');
  const cat = readIn(sale, 'cat').bids[0];
  assert.equal([cat?.fate, cat?.rules, cat?.byCents], ['refused', ['E2'], 0]);
  assert.equal(cat?.sentences.slice(0, 2), [
    `Paddle ${aliasOf(sale.state, 'ann')} led at $8.00 since 10.00.02.000 AM, 120 ms before yours was sequenced.`,
    'Of equal amounts the first in the sequence leads.',
  ]);
  assert.ok(
    cat?.sentences.includes('Your screen showed $4.00, but the price was $8.00 when it was sequenced.'),
  );
});

test('a late bid: when the lot closed, and how much later it was sequenced', () => {
  const sale = played(
    { durationSeconds: 10, staleTimeSeconds: 0 },
    [lot()],
    [
      [1_000, bid('ann', 400)],
      [10_040, bid('bob', 500), arrived(9_995, 400, -3_200)],
    ],
  );
  const bob = readIn(sale, 'bob');
  assert.equal([bob.bids[0]?.fate, bob.bids[0]?.rules], ['refused', ['T1']]);
  assert.equal(bob.bids[0]?.sentences.slice(0, 2), [
    'The lot closed at 10.00.10.000 AM. Yours was sequenced 40 ms later.',
    'It was received before the close: what counts is when it was sequenced.',
  ]);
  assert.ok(bob.bids[0]?.sentences.at(-1)?.includes('3.2 s behind'));
  assert.equal(readIn(sale, 'ann').summary, ['You bought the lot at $4.00.']);
  assert.is(readIn(sale, 'ann').bids[0]?.fate, 'bought');
});

test('a floor bid is the clerk’s, and one that was taken back gives the lead back', () => {
  const clerk = [
    [1, { type: 'openLot', lot: '1' }],
    [2, autoBid('ann', 600)],
    [3, { type: 'floorBid', lot: '1', cents: 700, bidder: 'bob' }],
    [4, { type: 'retractFloorBid', lot: '1', reason: 'a slip', by: 'eve' }],
  ] as const satisfies readonly (readonly [number, CommandBody])[];
  const sale = played({ type: 'sequentialOffline' }, [lot()], clerk);
  const bob = readIn(sale, 'bob').bids[0];
  assert.equal(
    [bob?.title, bob?.fate, bob?.rules],
    ['The clerk entered your bid of $7.00 on the floor', 'takenBack', ['C1']],
  );
  assert.equal(bob?.sentences.slice(0, 2), [
    'The clerk took it back at 10.00.00.004 AM. It does not count.',
    'Reason: a slip',
  ]);
  const ann = readIn(sale, 'ann').bids[0];
  assert.is(ann?.fate, 'leading');
  assert.equal(ann?.sentences.slice(1, 4), [
    'A floor bid of $7.00 went above it, and the clerk took that bid back at 10.00.00.004 AM.',
    'Reason: a slip',
    'It leads now.',
  ]);
});

test('a floor bid that an auto-bid answered is taken back with its answer, and both say why', () => {
  const clerk = [
    [1, { type: 'openLot', lot: '1' }],
    [2, autoBid('ann', 900)],
    [3, { type: 'floorBid', lot: '1', cents: 700, bidder: 'bob' }],
    [4, { type: 'retractFloorBid', lot: '1', reason: 'a slip', by: 'eve' }],
  ] as const satisfies readonly (readonly [number, CommandBody])[];
  const sale = played({ type: 'sequentialOffline' }, [lot()], clerk);
  const [set, answer] = readIn(sale, 'ann').bids;
  assert.equal([answer?.fate, set?.fate], ['takenBack', 'leading']);
  assert.equal(answer?.sentences.slice(0, 2), [
    'The bid that it answered was taken back at 10.00.00.004 AM. It does not count.',
    'Reason: a slip',
  ]);
  assert.not.ok(set?.sentences.some((each) => each.includes('went above it')));
  assert.ok(readIn(sale, 'bob').bids[0]?.sentences.includes('Reason: a slip'));
});

test('[C9] bids by a buyer number are those of its account, also from before it was theirs', () => {
  const floorBid = (cents: number, bidder = 'floor:12') =>
    ({ type: 'floorBid', lot: '1', cents, bidder }) as const;
  const assigned = (account: string) =>
    ({ type: 'assignBuyerNumber', buyer: 'floor:12', account, by: 'rob' }) as const;
  const before = [
    [1, { type: 'openLot', lot: '1' }],
    [2, floorBid(600)],
    [3, bid('bob', 700)],
  ] as const satisfies readonly (readonly [number, CommandBody])[];
  const how = { type: 'sequentialOffline' } as const;
  const unknown = played(how, [lot()], before);
  assert.equal(readIn(unknown, 'jane').bids, []);
  const sale = played(
    how,
    [lot()],
    [
      ...before,
      [4, assigned('jane')],
      [5, floorBid(800)],
      [6, floorBid(900)],
      [7, { type: 'knockDown', lot: '1' }],
    ],
  );
  const jane = readIn(sale, 'jane');
  assert.equal(
    jane.bids.map(({ title, fate, byCents }) => [title, fate, byCents]),
    [
      ['The clerk entered your bid of $6.00 on the floor', 'outbid', 100],
      ['The clerk entered your bid of $8.00 on the floor', 'replaced', null],
      ['The clerk entered your bid of $9.00 on the floor', 'bought', null],
    ],
  );
  assert.equal(jane.summary, ['You bought the lot at $9.00.']);
  assert.is(readIn(sale, 'bob').bids[0]?.fate, 'outbid');
  // The number of another person from then on: what it bought for jane stays hers, other lots are theirs.
  const moved = played(how, [lot()], [...before, [4, assigned('jane')], [5, assigned('joe')]]);
  assert.equal(readIn(moved, 'jane').bids, []);
  assert.is(readIn(moved, 'joe').bids[0]?.fate, 'outbid');
  const bought = played(
    how,
    [lot()],
    [
      ...before,
      [4, assigned('jane')],
      [5, floorBid(800)],
      [6, { type: 'knockDown', lot: '1' }],
      [7, assigned('joe')],
    ],
  );
  assert.is(readIn(bought, 'jane').bids.at(-1)?.fate, 'bought');
  assert.equal(readIn(bought, 'joe').bids, []);
});

test('sealed auto-bids: the later of two equal ones does not lead', () => {
  const sale = played(
    { liveAt: 1_000 },
    [lot()],
    [
      [10, autoBid('ann', 700)],
      [20, autoBid('bob', 700)],
      [1_000, { type: 'advanceClock' }],
    ],
  );
  const bob = readIn(sale, 'bob').bids[0];
  assert.equal([bob?.fate, bob?.rules, bob?.byCents], ['outbid', ['E7', 'E4'], 0]);
  assert.is(readIn(sale, 'ann').bids[0]?.fate, 'leading');
});

/** All events of a random sale, as they would be stored. */
function recordedOf(plan: Plan): { recorded: Recorded[]; state: AuctionState } {
  const turns = play(plan);
  const events = [...plan.events, ...turns.flatMap((turn) => turn.events)];
  const recorded = events.map((event, revision): Recorded => {
    const arrival = revision % 3 === 0 ? null : arrived(event.data.at, 400, revision);
    return { event, record: { revision, sender: 'user', arrival } };
  });
  return { recorded, state: turns.at(-1)?.after ?? fold(plan.events) };
}

const RIVAL = 'R-';

/**
 * The sale as `me` may know it: what rivals sent, their maxima, the steps of each decision and the reserves are replaced
 * by others; the prices and leaders that the room saw stay.
 */
function asKnownTo(me: string, recorded: readonly Recorded[]): Recorded[] {
  const own = new Set([me]);
  for (const { event } of recorded)
    if (event.type === 'BuyerNumberAssigned' && event.data.account === me) own.add(event.data.buyer);
  const other = (bidder: string): string => {
    if (own.has(bidder) || bidder === VENDOR) return bidder;
    // Everybody else on the floor is the floor to the room, with any number.
    return isOnFloor(bidder) ? FLOOR : `${RIVAL}${bidder}`;
  };
  const outcomeOf = <O extends { leader: string | null }>(outcome: O): O => ({
    ...outcome,
    leader: outcome.leader === null ? null : other(outcome.leader),
  });
  return recorded.flatMap(({ event, record }): Recorded[] => {
    const kept = (changed: AuctionEvent, isOwn = false): Recorded[] => [
      { event: changed, record: isOwn ? record : { ...record, sender: 'staff', arrival: null } },
    ];
    switch (event.type) {
      case 'LotsCatalogued': {
        const lots = event.data.lots.map((one) => ({ ...one, reserveCents: 77_700 }));
        return kept({ ...event, data: { ...event.data, lots } });
      }
      case 'LotAmended':
        return kept({ ...event, data: { ...event.data, reserveCents: 77_700 } });
      case 'SealedAutoBidsTaken':
        return kept({ ...event, data: { ...event.data, steps: [], outcome: outcomeOf(event.data.outcome) } });
      case 'BidAccepted':
      case 'AutoBidAccepted': {
        const { command, outcome } = event.data;
        const data = { ...event.data, steps: [], outcome: outcomeOf(outcome) };
        const maker = madeBy(command, event.data.steps);
        if (own.has(maker))
          return kept(
            { ...event, data: { ...data, command: { ...command, bidder: maker } } } as AuctionEvent,
            true,
          );
        if (event.type === 'AutoBidAccepted' && event.data.sealed) return [];
        const bidder = other(maker);
        if (command.type === 'vendorBid' || command.type === 'floorBid') {
          const sent = command.type === 'floorBid' ? { ...command, bidder } : command;
          return kept({ ...event, data: { ...data, command: sent } } as AuctionEvent);
        }
        // Whether it was a bid or an auto-bid is not seen either, nor of how much where it does not lead.
        const cents = outcome.leader === maker ? (outcome.currentBidCents ?? 0) : 1;
        const sent = { type: 'bid', lot: command.lot, bidder, cents } as const;
        return kept({ type: 'BidAccepted', data: { ...data, command: sent } } as AuctionEvent);
      }
      case 'AutoBidStopped':
      case 'BidRefused':
        return own.has(bidderOf(event.data.command)) ? kept(event, true) : [];
      case 'FloorBidRetracted': {
        const { bidder, outcome } = event.data;
        return kept({
          ...event,
          data: { ...event.data, bidder: other(bidder), outcome: outcomeOf(outcome) },
        });
      }
      default:
        return kept(event);
    }
  });
}

const readByAll = (own: OwnBids, state: AuctionState, alias: (bidder: string) => string | null) =>
  JSON.stringify(PEOPLE.map((me) => state.lots.map(({ terms }) => readBy(me, terms.lot, own, state, alias))));

/** What `me` reads about the sale, and about the same sale as they may know it. `leak`: what a fault would add. */
function bothRead(
  me: string,
  { recorded, state }: { recorded: readonly Recorded[]; state: AuctionState },
  leak: (event: AuctionEvent) => unknown = () => null,
): string[] {
  const alias = (bidder: string) => aliasOf(state, bidder.replace(RIVAL, ''));
  return [recorded, asKnownTo(me, recorded)].map((from) => {
    const own = storyOf(from);
    const sentences = state.lots.map(({ terms }) => readBy(me, terms.lot, own, state, alias));
    return JSON.stringify([sentences, from.map(({ event }) => leak(event)).filter(Boolean)]);
  });
}

test('[E12] nobody reads what a rival offered beyond what the room saw, nor a reserve', () =>
  check(
    fc.property(plans, fc.constantFrom(...PEOPLE), (plan, me) => {
      const [sentences, known] = bothRead(me, recordedOf(plan));
      assert.is(sentences, known);
    }),
  ));

test('[E12] that check finds a leak: a rival’s maximum, a step of a decision, a reserve', () => {
  const sale = played(
    {},
    [lot({ reserveCents: 900 })],
    [
      [1_000, autoBid('ann', 800)],
      [2_000, bid('bob', 500)],
    ],
  );
  const leaks: ((event: AuctionEvent) => unknown)[] = [
    ({ data }) =>
      'command' in data && data.command !== null && 'maxCents' in data.command && data.command.maxCents,
    ({ data }) => 'steps' in data && data.steps,
    ({ data }) => 'lots' in data && data.lots,
  ];
  const differs = leaks.map((leak) => {
    const [sentences, known] = bothRead('bob', sale, leak);
    return sentences !== known;
  });
  assert.equal(differs, [true, true, true]);
});

test('[E12] no account id is read', () =>
  check(
    fc.property(plans, (plan) => {
      const { recorded, state } = recordedOf(plan);
      assert.not.match(
        readByAll(storyOf(recorded), state, (bidder) => aliasOf(state, bidder)),
        /Q-/,
      );
    }),
  ));

/** Whose each bid is, and each decision about an auto-bid: by a buyer number it is its account's [C9]. */
function ownersIn(recorded: readonly Recorded[]): { lot: string; by: string; owner: string }[] {
  const made: { lot: string; by: string; owner: string }[] = [];
  const accounts = new Map<string, string>();
  const leaders = new Map<string, string | null>();
  const sold = new Set<string>();
  const add = (lot: string, by: string) => made.push({ lot, by, owner: accounts.get(by) ?? by });
  for (const { event } of recorded) {
    const { type, data } = event;
    if (type === 'BidAccepted') add(data.command.lot, madeBy(data.command, data.steps));
    else if (type === 'AutoBidAccepted' || type === 'AutoBidStopped' || type === 'BidRefused')
      add(data.command.lot, bidderOf(data.command));
    if (type === 'BidAccepted' || (type === 'AutoBidAccepted' && !data.sealed))
      leaders.set(data.command.lot, data.outcome.leader);
    if (type === 'SealedAutoBidsTaken' || type === 'FloorBidRetracted')
      leaders.set(data.lot, data.outcome.leader);
    if (type === 'LotsClosed') for (const { lot, status } of data.lots) if (status === 'sold') sold.add(lot);
    if (type === 'LotReopened') sold.delete(data.lot);
    if (type !== 'BuyerNumberAssigned') continue;
    const isOther = accounts.has(data.buyer);
    for (const one of made) {
      const isBought = isOther && sold.has(one.lot) && leaders.get(one.lot) === data.buyer;
      if (one.by === data.buyer && !isBought) one.owner = data.account;
    }
    accounts.set(data.buyer, data.account);
  }
  return made;
}

test('[E15] every bid of a person is among their own, each with what became of it; a leader has one that leads', () =>
  check(
    fc.property(plans, (plan) => {
      const { recorded, state } = recordedOf(plan);
      const own = storyOf(recorded);
      const made = ownersIn(recorded);
      for (const { terms, leader } of state.lots) {
        const onLot = made.filter(({ lot }) => lot === terms.lot);
        const leads = onLot.findLast(({ by }) => by === leader)?.owner;
        for (const me of PEOPLE) {
          const steps = own.of(terms.lot, me);
          const sent = onLot.filter(({ owner }) => owner === me);
          assert.is(steps.filter(({ kind }) => kind !== 'answer').length, sent.length);
          const leading = steps.filter((step) => own.isLeading(terms.lot, step));
          assert.is(leading.length, leads === me ? 1 : 0);
          assert.ok(leading.every(({ lost, takenBackAt }) => lost === null && takenBackAt === null));
        }
      }
    }),
  ));

test.run();
