import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@saleyard/app/sample-data/random.ts';
import { notRun, suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { type Arrivals, fitArrivals } from './fit.ts';
import { RECORDED_ARRIVALS } from './fitted.ts';
import { latePressesOf, pressesOf, remainingSeconds } from './presses.ts';
import { type RecordedLot, readRecordedLots } from './recorded-bids.ts';

const FILE = fileURLToPath(new URL('../../../../shared/data/recorded-bids.csv', import.meta.url));
/** How far a fitted number may be from the one it is compared with, as a share of it. */
const near = (found: number, expected: number, share: number, what: string) =>
  assert.ok(
    Math.abs(found - expected) <= share * Math.abs(expected),
    `${what}: ${found}, not about ${expected}`,
  );

const test = suite('how bids arrive');

/** Lots made by the law itself: what is fitted must be what they were made of. */
function madeLots(law: Arrivals, lots: number, visits: number): RecordedLot[] {
  const random = seededRandom(7);
  const durationSeconds = 604_800;
  return Array.from({ length: lots }, (_, lot) => {
    const bids: RecordedLot['bids'] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      let seconds = durationSeconds - remainingSeconds(law, durationSeconds, random);
      bids.push({ bidder: `b${lot}-${visit}`, maxCents: visit, seconds });
      while (random() < law.raiseAgain && seconds + 20 < durationSeconds) {
        seconds += 20;
        bids.push({ bidder: `b${lot}-${visit}`, maxCents: visit, seconds });
      }
    }
    bids.sort((a, b) => a.seconds - b.seconds);
    return { name: `l${lot}`, openingCents: 1, finalCents: 1, durationSeconds, bids, winner: '' };
  });
}

test('a fit finds the law that made the bids', () => {
  for (const law of [RECORDED_ARRIVALS, { ...RECORDED_ARRIVALS, alpha: 0.7, raiseAgain: 0.5 }]) {
    const fitted = fitArrivals(madeLots(law, 1_500, 8));
    near(fitted.alpha, law.alpha, 0.05, 'alpha');
    near(fitted.raiseAgain, law.raiseAgain, 0.08, 'raises');
    near(fitted.raiseGapMu, Math.log(20), 0.001, 'gap');
  }
});

test('presses follow the law: so many, in time, most at the end, the same for the same seed', () => {
  const order = { bidders: 50, lots: 20, presses: 4_000, seconds: 120 };
  const plans = pressesOf(RECORDED_ARRIVALS, { ...order, random: seededRandom(3) });
  assert.equal(plans, pressesOf(RECORDED_ARRIVALS, { ...order, random: seededRandom(3) }));
  assert.is(plans.length, 50);
  const all = plans.flat();
  assert.ok(all.every(({ atMs, lot }) => atMs >= 0 && atMs <= 120_000 && lot >= 0 && lot < 20));
  assert.ok(plans.every((plan) => plan.every(({ atMs }, n) => n === 0 || atMs >= (plan[n - 1]?.atMs ?? 0))));
  near(all.length + all.flatMap(({ raisesMs }) => raisesMs).length, 4_000, 0.05, 'presses');
  const last = all.filter(({ atMs }) => atMs >= 108_000).length;
  near(last / all.length, 0.1 ** RECORDED_ARRIVALS.alpha, 0.08, 'share in the last tenth');
  near(all.filter(({ by }) => by === 'autoBid').length / all.length, 0.25, 0.15, 'auto-bids');
});

test('each bidder comes late once, after the deadline', () => {
  const order = { bidders: 300, lots: 5, presses: 1, seconds: 60, random: seededRandom(3) };
  const late = latePressesOf(order);
  assert.is(late.length, 300);
  assert.ok(late.every(({ lot, afterMs }) => lot >= 0 && lot < 5 && afterMs >= 5 && afterMs <= 250));
});

test('no bids cannot be fitted', () => {
  assert.throws(() => fitArrivals([]), /no bids/);
});

if (!existsSync(FILE)) {
  notRun('fitting the recorded bids again', 'put recorded-bids.csv into ../shared/data');
} else {
  test('the recorded bids, fitted again, give the numbers that are kept', () => {
    const fitted = fitArrivals(readRecordedLots(FILE));
    for (const [name, kept] of Object.entries(RECORDED_ARRIVALS) as [keyof Arrivals, number][]) {
      near(fitted[name], kept, 0.01, name);
    }
  });
}

test.run();
