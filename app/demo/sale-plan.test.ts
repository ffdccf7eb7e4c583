import { AUCTION_TYPE_NAMES } from '@saleyard/domain/auction/types/auction-types.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type KnownSale, LEAD_MS, notTooLate, OVERLAP_MS, PERIOD_MS, planSales } from './sale-plan.ts';

const test = suite('demo timetable');
const HOUR_MS = 3_600_000;
const START = Date.UTC(2027, 3, 5, 22, 47);
/** A live sale of the demo has lots for this long; a feature sale too. */
const LENGTH_MS = PERIOD_MS + OVERLAP_MS;

type Sale = Omit<KnownSale, 'phase'>;

const phased = (sales: readonly Sale[], now: number): KnownSale[] =>
  sales.map((sale) => {
    const { openAt, liveAt } = sale;
    if (now < openAt) return { ...sale, phase: 'future' };
    if (now < liveAt) return { ...sale, phase: 'open' };
    return { ...sale, phase: now < liveAt + LENGTH_MS ? 'live' : 'closed' };
  });

const over = ({ liveAt }: Sale, now: number): boolean => now > liveAt + LENGTH_MS;

/** Checks `[from, to)` every ten seconds, and returns each moment at which something was missing. */
function lived(sales: Sale[], from: number, to: number): string[] {
  const missing: string[] = [];
  let standing = sales.filter((sale) => !over(sale, from));
  for (let now = from; now < to; now += 10_000) {
    for (const { feature: _feature, ...planned } of planSales(phased(standing, now), now)) {
      assert.ok(planned.openAt > now && planned.liveAt > planned.openAt, JSON.stringify(planned));
      sales.push(planned);
      standing.push(planned);
    }
    if (now === from) continue;
    standing = standing.filter((sale) => !over(sale, now));
    const known = phased(standing, now);
    for (const type of AUCTION_TYPE_NAMES) {
      for (const phase of ['future', 'open', 'live'] as const) {
        if (!known.some((sale) => sale.type === type && sale.phase === phase)) {
          missing.push(`${(now - from) / 1_000} s: no ${type} sale is ${phase}`);
        }
      }
    }
  }
  return missing;
}

test('ten seconds after a fresh start, and at any moment of three days, each type has every state', () => {
  const sales: Sale[] = [];
  assert.equal(lived(sales, START, START + 72 * HOUR_MS), []);
  const perDay = sales.length / 3;
  assert.ok(perDay < 250, `${perDay} sales a day`);
});

test('after the loss of any sale, no type lacks a state for longer than one check of the timetable', () => {
  const sales: Sale[] = [];
  lived(sales, START, START + HOUR_MS);
  const now = START + HOUR_MS;
  const standing = sales.filter((sale) => !over(sale, now));
  for (const lost of standing) {
    const left = standing.filter((sale) => sale !== lost);
    const missing = lived(left, now, now + HOUR_MS);
    assert.ok(missing.length <= 1, `${missing} without ${JSON.stringify(lost)}`);
  }
});

test('after an outage of any length all states are there again', () => {
  for (const hours of [0.4, 3, 11, 30]) {
    const sales: Sale[] = [];
    lived(sales, START, START + HOUR_MS);
    const back = START + (1 + hours) * HOUR_MS;
    assert.equal(lived(sales, back, back + 2 * HOUR_MS), [], `${hours} h`);
  }
});

test('a live sale that closes early is followed at once', () => {
  const sales: Sale[] = [];
  lived(sales, START, START + 60_000);
  const now = START + 90_000;
  const known = phased(sales, now).map((sale) =>
    sale.type === 'synchronous' && sale.phase === 'live' ? { ...sale, phase: 'closed' as const } : sale,
  );
  const planned = planSales(known, now);
  assert.is(planned.length, 1);
  assert.is(planned[0]?.type, 'synchronous');
  assert.ok((planned[0]?.liveAt ?? 0) - now < 10_000);
});

test('nothing is planned twice', () => {
  const sales: Sale[] = [];
  for (const { feature: _feature, ...planned } of planSales([], START)) sales.push(planned);
  assert.equal(planSales(phased(sales, START + 1), START + 1), []);
});

test('features are on the following days, for every type', () => {
  const features = planSales([], START).filter(({ feature }) => feature);
  assert.is(new Set(features.map(({ type }) => type)).size, AUCTION_TYPE_NAMES.length);
  assert.ok(new Set(features.map(({ liveAt }) => Math.floor(liveAt / (24 * HOUR_MS)))).size >= 3);
});

test('a sale whose turn comes late on a slow start is moved, and never opens before it can be catalogued', () => {
  const planned = planSales([], START);
  const latest = planned.map((sale) => notTooLate(sale, START));
  assert.equal(latest, planned, 'in time nothing is moved');
  for (const late of [1, 20_000, 5 * HOUR_MS]) {
    for (const sale of planned) {
      const moved = notTooLate(sale, START + late);
      assert.ok(moved.openAt >= START + late + LEAD_MS, `${moved.openAt}`);
      assert.is(moved.liveAt - moved.openAt, sale.liveAt - sale.openAt);
      if (sale.openAt >= START + late + LEAD_MS) assert.equal(moved, sale);
    }
  }
});

test.run();
