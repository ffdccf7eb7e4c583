import { deciderSpec } from '@saleyard/testing/decider.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import {
  FEE_LIMITS,
  type FeesEvent,
  type FeesState,
  type FeeTable,
  FIRST_FEES,
  feesAfter,
  feesDecider,
  feesOn,
  feeTableProblem,
} from './fee-tables.ts';

const test = suite('fee tables');
const given = deciderSpec(feesDecider);

/** Noon in Sydney on 30 September 2026. */
const AT = Date.UTC(2026, 8, 30, 2);
const DEARER: FeeTable = { ...FIRST_FEES, cattle: { ...FIRST_FEES.cattle, sireCentsPerHead: 4_500 } };

const set = (from: string, seen = 0, table = DEARER) =>
  ({ at: AT, body: { type: 'set', from, table, reason: 'Board of 29 September', seen } }) as const;
const withdraw = (from: string, seen: number, at = AT) =>
  ({ at, body: { type: 'withdraw', from, reason: 'Typed twice', seen } }) as const;
const wasSet = (from: string, table = DEARER): FeesEvent => ({
  type: 'FeesSet',
  data: { at: AT, from, table, reason: 'Board of 29 September' },
});

test('fees begin tomorrow at the earliest, in the zone of the sales', () => {
  given().when(set('2026-10-01')).leadsTo(wasSet('2026-10-01'));
  for (const from of ['2026-09-30', '2025-01-01', '2026-02-30', 'soon'])
    given().when(set(from)).isRefused('fees-in-force');
  // 23:30 in Sydney is still 30 September, half an hour later it is October.
  const late = Date.UTC(2026, 8, 30, 13, 30);
  given()
    .when({ ...set('2026-10-01'), at: late })
    .leadsTo({ ...wasSet('2026-10-01'), data: { ...wasSet('2026-10-01').data, at: late } } as FeesEvent);
  given()
    .when({ ...set('2026-10-01'), at: late + 3_600_000 })
    .isRefused('fees-in-force');
});

test('an upcoming table can be replaced or withdrawn, one in force cannot', () => {
  given(wasSet('2026-10-01')).when(set('2026-10-01', 1)).leadsTo();
  given(wasSet('2026-10-01', FIRST_FEES)).when(set('2026-10-01', 1)).leadsTo(wasSet('2026-10-01'));
  given(wasSet('2026-10-01'))
    .when(withdraw('2026-10-01', 1))
    .leadsTo({ type: 'FeesWithdrawn', data: { at: AT, from: '2026-10-01', reason: 'Typed twice' } });
  const dayAfter = AT + 86_400_000;
  given(wasSet('2026-10-01'))
    .when(withdraw('2026-10-01', 1, dayAfter))
    .isRefused('fees-in-force');
  given().when(withdraw('2026-10-01', 0)).isRefused('no-fee-table');
});

test('a change based on an older state is refused', () => {
  given(wasSet('2026-10-01')).when(set('2026-11-01', 0)).isRefused('fees-changed');
});

test('the table in force on a day is the latest that has begun; the first has the fees of the specification', () => {
  const state = [wasSet('2027-01-01', FIRST_FEES), wasSet('2026-10-01')].reduce<FeesState>(
    feesDecider.evolve,
    feesDecider.initial,
  );
  const days = ['2026-09-30', '2026-10-01', '2026-12-31', '2027-01-01'];
  assert.equal(
    days.map((day) => feesOn(state, day).from),
    [null, '2026-10-01', '2026-10-01', '2027-01-01'],
  );
  assert.is(feesOn(state, '2020-01-01').table, FIRST_FEES);
  assert.equal(
    feesAfter(state, '2026-10-01').map(({ from }) => from),
    ['2027-01-01'],
  );
});

test('the tiers of a table begin at 1 head and rise', () => {
  const tiers = (...heads: number[]) =>
    feeTableProblem({
      ...FIRST_FEES,
      sheepAndGoats: {
        ...FIRST_FEES.sheepAndGoats,
        tiers: heads.map((fromHead) => ({ fromHead, centsPerHead: 1 })),
      },
    })?.field ?? null;
  assert.is(feeTableProblem(FIRST_FEES), null);
  assert.equal(
    [tiers(1), tiers(2), tiers(1, 5, 5), tiers(1, 9, 3)],
    [
      null,
      'sheepAndGoats.tiers.0.fromHead',
      'sheepAndGoats.tiers.2.fromHead',
      'sheepAndGoats.tiers.2.fromHead',
    ],
  );
  assert.ok(FIRST_FEES.cattle.tiers.length <= FEE_LIMITS.tiers);
});

test.run();
