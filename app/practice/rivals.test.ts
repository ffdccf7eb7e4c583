import type { PracticeLevel } from '@saleyard/contract/practice.ts';
import type { AuctionState, LotState } from '@saleyard/domain/auction/state.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { PRACTICE_LOTS } from './catalogue.ts';
import { limitCents, nerve, othersLimitCents, partyOf, RIVALS } from './rivals.ts';
import { LEARNER, type Policy, playPractice } from './test-support/play-practice.ts';

const test = suite('practice rivals');
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

const nextBid = ({ currentBidCents, terms }: LotState): number =>
  (currentBidCents ?? terms.startCents) + terms.incrementCents;

/** Goes on for this many increments above the start. */
const upTo =
  (steps: number): Policy =>
  (lot) => {
    const { startCents, incrementCents } = lot.terms;
    return nextBid(lot) <= startCents + steps * incrementCents ? nextBid(lot) : null;
  };

const played = (level: PracticeLevel, policy: Policy): Promise<AuctionState[]> =>
  Promise.all(SEEDS.map((seed) => playPractice(seed, level, policy).play()));

const won = (states: readonly AuctionState[]): number[] =>
  states.map(({ lots }) => lots.filter((lot) => lot.status === 'sold' && lot.leader === LEARNER).length);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

test('a sale nobody learns in comes to its end within minutes, with every lot contested', async () => {
  for (const state of await played('relaxed', () => null)) {
    assert.is(state.phase, 'closed');
    assert.is(state.lots.length, PRACTICE_LOTS);
    const lasted = (state.closedAt ?? 0) - (state.liveAt ?? 0);
    assert.ok(lasted > 3 * 60_000 && lasted < 7 * 60_000, `${lasted} ms`);
    for (const { bidCount, participants } of state.lots) {
      assert.ok(bidCount >= 1, 'somebody bids');
      assert.not.ok(participants.has(LEARNER));
    }
    assert.ok(sum(state.lots.map(({ bidCount }) => bidCount)) >= 2 * PRACTICE_LOTS);
  }
});

test('who goes on long enough wins every lot, and is outbid on the way', async () => {
  for (const level of ['relaxed', 'keen'] as const) {
    for (const state of await played(level, nextBid)) {
      const lots = state.lots.filter((lot) => lot.status === 'sold' && lot.leader === LEARNER);
      assert.is(lots.length, PRACTICE_LOTS, level);
      const contested = state.lots.filter(({ participants }) => participants.size > 1).length;
      assert.ok(contested >= PRACTICE_LOTS - 1, `${contested} lots were contested`);
    }
  }
});

test('a careful learner wins some of the lots at ease, fewer against the keen, and neither all nor none', async () => {
  const careful = upTo(7);
  const relaxed = sum(won(await played('relaxed', careful)));
  const keen = sum(won(await played('keen', careful)));
  const all = SEEDS.length * PRACTICE_LOTS;
  assert.ok(relaxed > 0.4 * all && relaxed < all, `${relaxed} of ${all}`);
  assert.ok(keen > 0.08 * all && keen < relaxed, `${keen} of ${all}, at ease ${relaxed}`);
});

test('who loses finds it easier, who wins harder, within bounds', () => {
  const lot = (leader: string, joined: boolean, status: LotState['status'] = 'sold') =>
    ({ status, leader, participants: new Set(joined ? [LEARNER] : []) }) as unknown as LotState;
  const lost = lot('other', true);
  const gained = lot(LEARNER, true);
  assert.is(nerve([lost, gained], 0, LEARNER), 1, 'only lots before it count');
  assert.ok(nerve([lost], 1, LEARNER) < 1);
  assert.ok(nerve([gained], 1, LEARNER) > 1);
  assert.is(nerve([lot('other', false)], 1, LEARNER), 1, 'a lot looked on at says nothing');
  assert.is(nerve([lot('other', true, null)], 1, LEARNER), 1, 'nor does one that has not closed');
  const many = Array.from({ length: 20 });
  assert.ok(
    nerve(
      many.map(() => lost),
      20,
      LEARNER,
    ) >= 0.4,
  );
  assert.ok(
    nerve(
      many.map(() => gained),
      20,
      LEARNER,
    ) <= 1.5,
  );
});

test('nobody bids beyond their limit, nor on a lot they do not want', async () => {
  const { play, fold } = playPractice(5, 'keen', nextBid);
  const limits = new Map<string, number>();
  await play();
  const state = fold.state;
  for (const lot of state.lots) {
    const known = new Set<string>([LEARNER, ...partyOf(lot).map(({ id }) => id)]);
    for (const bidder of lot.participants)
      assert.ok(known.has(bidder), `${bidder} on lot ${lot.terms.number}`);
    for (const rival of Object.values(RIVALS)) {
      const limit = limitCents(state, lot, rival, LEARNER);
      limits.set(rival.id, limit);
      const autoBid = lot.autoBids.get(rival.id);
      if (autoBid !== undefined) assert.ok(autoBid.maxCents <= limit);
      if (!known.has(rival.id)) assert.is(limit, 0);
    }
    const price = lot.currentBidCents ?? 0;
    assert.ok(
      price <= othersLimitCents(state, lot, LEARNER) + lot.terms.incrementCents,
      'one step beats them',
    );
  }
});

test.run();
