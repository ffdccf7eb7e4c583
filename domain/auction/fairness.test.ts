import { suite } from '@saleyard/testing/suite.ts';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { CommandBody } from './commands.ts';
import { decide } from './decide.ts';
import { DurationCounts } from './durations-counted.ts';
import { AuctionFold, fold } from './evolve.ts';
import { Fairness } from './fairness.ts';
import { at, bid, lot, scheduled } from './test-support/spec-grammar.ts';

const test = suite('how a sale was run');

type Sent = readonly [number, CommandBody, sender?: 'user' | 'staff' | 'system', receivedAt?: number];

function run(how: Parameters<typeof scheduled>[0], commands: readonly Sent[]): Fairness {
  const first = scheduled(how, [
    lot({ maxVendorBids: 1, reserveCents: 900 }),
    lot({ lot: '2', number: '2' }),
  ]);
  const keeper = new AuctionFold(fold(first));
  const fairness = new Fairness();
  for (const event of first) fairness.add(event, { sender: 'staff', sequencedAt: 0, receivedAt: null });
  for (const [ms, body, sender = 'user', receivedAt = null] of commands) {
    for (const event of decide(keeper.state, at(ms, body))) {
      keeper.apply(event);
      fairness.add(event, { sender, sequencedAt: ms, receivedAt });
    }
  }
  return fairness;
}

test('delays, bids without a recorded arrival, extensions and late bids', () => {
  const sale = run({ durationSeconds: 10, staleTimeSeconds: 5 }, [
    [1_000, bid('ann', 400), 'user', 990],
    [8_000, bid('bob', 500), 'user', 7_960],
    [9_000, bid('ann', 500)],
    [13_250, bid('ann', 600), 'user', 12_900],
    [14_000, bid('bob', 700), 'user', 13_999],
  ]);
  assert.equal([sale.delays.count, sale.delays.least, sale.delays.worst], [4, 1, 350]);
  assert.is(sale.notRecorded, 1);
  assert.is(sale.extensions, 1);
  assert.equal([sale.late.count, sale.late.least, sale.late.worst], [2, 250, 1_000]);
});

test('an outage, a freeze of one lot and a pause: how long, and what they moved', () => {
  const sale = run({}, [
    [1_000, { type: 'freeze', reason: 'outage' }, 'system'],
    [5_000, { type: 'resume', reason: 'back' }, 'staff'],
    [6_000, { type: 'freeze', lot: '2', reason: 'a wrong weight', cause: 'catalogue' }, 'staff'],
    [7_000, { type: 'pause', reason: 'lunch' }, 'staff'],
    [9_000, { type: 'unpause', reason: 'go' }, 'staff'],
  ]);
  assert.equal(sale.interruptions, [
    { kind: 'outage', cause: null, lot: null, from: 1_000, until: 5_000, lotsMoved: 2, movedMs: 4_000 },
    { kind: 'freeze', cause: 'catalogue', lot: '2', from: 6_000, until: null, lotsMoved: 0, movedMs: 0 },
    { kind: 'pause', cause: null, lot: null, from: 7_000, until: 9_000, lotsMoved: 1, movedMs: 2_000 },
  ]);
  assert.equal(
    [...sale.acts],
    [
      ['resumed', 1],
      ['frozen', 1],
      ['paused', 1],
      ['unpaused', 1],
    ],
  );
});

const freeze = { type: 'freeze', reason: 'storm' } as const;
const resume = { type: 'resume', reason: 'over' } as const;
const pause = { type: 'pause', reason: 'lunch' } as const;
const unpause = { type: 'unpause', reason: 'go' } as const;
const moved = (...how: Parameters<typeof run>) =>
  run(...how).interruptions.map(({ kind, lot, lotsMoved, movedMs }) => [
    lot === null ? kind : `${kind} of ${lot}`,
    lotsMoved,
    movedMs,
  ]);

test('[T8] [T10] stops within and across each other move a close once, when the last of them ends', () => {
  const within: Sent[] = [
    [1_000, pause],
    [2_000, freeze],
    [3_000, resume],
    [5_000, unpause],
  ];
  assert.equal(moved({}, within), [
    ['pause', 2, 4_000],
    ['freeze', 0, 0],
  ]);
  const across: Sent[] = [
    [1_000, pause],
    [2_000, freeze],
    [3_000, unpause],
    [5_000, resume],
  ];
  assert.equal(moved({}, across), [
    ['pause', 0, 0],
    ['freeze', 2, 4_000],
  ]);
  const ofOneLot: Sent[] = [
    [1_000, { ...freeze, lot: '2' }],
    [2_000, pause],
    [3_000, { ...resume, lot: '2' }],
    [5_000, unpause],
  ];
  assert.equal(moved({}, ofOneLot), [
    ['freeze of 2', 0, 0],
    ['pause', 2, 4_000],
  ]);
  // Lots that close together close with the sale, and one of an interfaced sale when the clerk says so.
  assert.equal(moved({ type: 'synchronous' }, ofOneLot), [
    ['freeze of 2', 0, 0],
    ['pause', 2, 3_000],
  ]);
  assert.equal(moved({ type: 'sequentialOffline' }, within), [
    ['pause', 0, 0],
    ['freeze', 0, 0],
  ]);
});

test('[T11] a lot that was frozen before it went live has its close moved from then', () => {
  const frozen: Sent[] = [
    [1_000, { ...freeze, lot: '2' }],
    [25_000, { ...resume, lot: '2' }],
  ];
  assert.equal(moved({ openAt: 0, liveAt: 20_000 }, frozen), [['freeze of 2', 1, 5_000]]);
});

test('[T8] a stop before the sale is live moves its start, unless the sale is cancelled or scheduled again', () => {
  const before = { openAt: 10_000, liveAt: 20_000 };
  const stops: Sent[] = [
    [1_000, freeze],
    [2_000, pause],
    [3_000, unpause],
    [5_000, resume],
  ];
  for (const how of [before, { ...before, openAt: 0 }, { ...before, type: 'sequentialOffline' } as const]) {
    assert.equal(moved(how, stops), [
      ['freeze', 0, 4_000],
      ['pause', 0, 0],
    ]);
  }
  assert.equal(
    moved(before, [
      [1_000, freeze],
      [5_000, { type: 'cancel', reason: 'rain' }],
    ]),
    [['freeze', 0, 0]],
  );
  const [first] = scheduled(before);
  if (first?.type !== 'AuctionScheduled') throw new Error('a sale begins with its schedule');
  const { details, terms } = first.data;
  assert.equal(
    moved(before, [
      [1_000, freeze],
      [4_000, { type: 'schedule', details, terms: { ...terms, liveAt: 30_000 }, after: 2 }],
      [5_000, resume],
    ]),
    [['freeze', 0, 1_000]],
  );
});

test('what staff did is counted; what bidders and timers did is not', () => {
  const sale = run({ type: 'sequentialOffline' }, [
    [1, { type: 'openLot', lot: '1' }, 'staff'],
    [2, { type: 'floorBid', lot: '1', cents: 400 }, 'staff'],
    [3, bid('ann', 500)],
    [4, { type: 'vendorBid', lot: '1', cents: 600 }, 'staff'],
    [5, { ...bid('ann', 900), placedBy: { by: 'eve', note: 'rang' } } as CommandBody, 'staff'],
    [6, { type: 'knockDown', lot: '1' }, 'staff'],
  ]);
  assert.equal(Object.fromEntries(sale.acts), {
    opened: 1,
    floorBids: 1,
    vendorBids: 1,
    phoneBids: 1,
    knockedDown: 1,
  });
});

test('[C5] [C6] a correction is counted when it is proposed, confirmed and declined, each as one act', () => {
  const signed = { lot: '1', reason: 'unpaid' } as const;
  const toAnn = { type: 'correctSale', ...signed, outcome: 'sold', buyer: 'ann', cents: 500 } as const;
  const actsIn = (how: Parameters<typeof run>[0], ...after: Sent[]) => {
    const sale = run({ type: 'sequentialOffline', ...how }, [
      [1, { type: 'openLot', lot: '1' }],
      [2, bid('ann', 500)],
      [3, bid('bob', 900)],
      [4, { type: 'knockDown', lot: '1' }],
      ...after,
    ]);
    return Object.fromEntries(sale.acts);
  };
  const acts = (...after: Sent[]) => actsIn({ secondPersonAboveCents: 0 }, ...after);
  const proposed: Sent = [5, { ...toAnn, by: 'rob' }, 'staff'];
  const confirmed: Sent = [6, { type: 'confirmCorrection', lot: '1', by: 'sue' }, 'staff'];
  assert.equal(acts(proposed), { correctionsProposed: 1 });
  assert.equal(acts(proposed, [6, { type: 'declineCorrection', ...signed, by: 'sue' }, 'staff']), {
    correctionsProposed: 1,
    correctionsDeclined: 1,
  });
  // The confirmed correction is offered to its buyer, who accepts: neither is another act of staff.
  const once = { correctionsProposed: 1, correctionsConfirmed: 1 };
  assert.equal(acts(proposed, confirmed), once);
  assert.equal(
    acts(proposed, confirmed, [7, { type: 'answerOffer', lot: '1', bidder: 'ann', accepts: true }, 'user']),
    once,
  );
  const passed = { type: 'correctSale', ...signed, outcome: 'passed', by: 'rob' } as const;
  assert.equal(actsIn({}, [5, passed, 'staff']), { corrected: 1 });
});

test('changes of the schedule and of lots, announcements and their ends, messages and exports are counted apart', () => {
  const [first] = scheduled({});
  if (first?.type !== 'AuctionScheduled') throw new Error('a sale begins with its schedule');
  const { details, terms } = first.data;
  const sale = run({ openAt: 100, liveAt: 200 }, [
    [1, { type: 'schedule', details: { ...details, title: 'Later' }, terms, after: 2 }, 'staff'],
    [2, { type: 'announce', text: 'Lunch at noon' }, 'staff'],
    [3, { type: 'announce', text: null }, 'staff'],
    [4, { type: 'messageEveryone', text: 'The road is open' } as CommandBody, 'staff'],
  ]);
  assert.equal(Object.fromEntries(sale.acts), {
    rescheduled: 1,
    announced: 1,
    announcementsEnded: 1,
    messaged: 1,
  });
});

test('a lot that is withdrawn during a freeze has no close that moved', () => {
  const withdrawn = run({}, [
    [1_000, { type: 'freeze', reason: 'storm' }, 'staff'],
    [2_000, { type: 'withdraw', lot: '2', reason: 'lame' }, 'staff'],
    [5_000, { type: 'resume', reason: 'over' }, 'staff'],
  ]);
  assert.equal(
    withdrawn.interruptions.map(({ until, lotsMoved }) => [until, lotsMoved]),
    [[5_000, 1]],
  );
});

const counted = (durations: readonly number[]): DurationCounts => {
  const counts = new DurationCounts();
  for (const ms of durations) counts.add(ms);
  return counts;
};

test('percentiles of counted durations are those of the sorted list, also while it grows', () => {
  const hundred = counted(Array.from({ length: 100 }, (_, n) => 100 - n));
  assert.equal([hundred.percentile(50), hundred.percentile(99)], [50, 99]);
  hundred.add(1_000);
  hundred.add(1_000);
  assert.equal([hundred.percentile(99), hundred.worst, hundred.count], [1_000, 1_000, 102]);
  assert.equal([counted([7]).percentile(99), counted([]).percentile(50), counted([]).least], [7, null, null]);
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 100 }),
      (durations, percent) => {
        const sorted = durations.toSorted((a, b) => a - b);
        const expected = sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
        assert.is(counted(durations).percentile(percent), expected);
      },
    ),
  );
});

test.run();
