import { bell, pick, type Random, whole } from '@saleyard/app/sample-data/random.ts';
import type { LatePress, Press } from '../plan.ts';
import type { Arrivals } from './fit.ts';

/** The load on a sale. */
export type PressOrder = {
  bidders: number;
  lots: number;
  /** Bids and raises planned in all, more or less; those who lead already leave out their raises. */
  presses: number;
  /** From going live to the first deadline. */
  seconds: number;
  random: Random;
};

/** How long a sale is in which people take the time they took in the recording; in a shorter one all go faster. */
const UNHURRIED_SECONDS = 600;
/** Of a sale's length at most so much is its level end, as people's reaction allows. */
const MOST_KNEE = 0.1;
/** Visits that begin with an auto-bid. In the recording all bids were maxima; here buttons are pressed as well. */
const AUTO_BID_SHARE = 0.25;
/** The choice on the bid button, and how often each is made. Not fitted: the recording has maxima only. */
const STEPS = [1, 1, 1, 1, 1, 1, 1, 2, 2, 5, 10] as const;
/** Raises of one visit; the law has no end of its own. */
const RAISES_LIMIT = 12;
/** ms after a deadline at which a late press is sent, at least and at most. */
const LATE_MS = [5, 250] as const;
/** ms. No raise follows faster: the client's own guard against a second press. */
const GUARD_MS = 800;

/**
 * What each bidder does and when, drawn from the fitted pattern: one list for each bidder, in order of time.
 * The same random numbers give the same presses.
 */
export function pressesOf(arrivals: Arrivals, order: PressOrder): Press[][] {
  const { bidders, lots, presses, seconds, random } = order;
  const pace = Math.min(1, seconds / UNHURRIED_SECONDS);
  const visits = Math.max(1, Math.round((presses * (1 - arrivals.raiseAgain)) / (1 + arrivals.answered)));
  const weights = Array.from({ length: lots }, () => gamma(arrivals.popularity, random));
  const visitors: number[][] = Array.from({ length: lots }, () => []);
  const plans: Press[][] = Array.from({ length: bidders }, () => []);

  const visit = (lot: number, atMs: number): void => {
    const before = visitors[lot] as number[];
    const known = before.length > 0 && random() < arrivals.returning;
    const bidder = known ? pick(random, before) : whole(random, 0, bidders - 1);
    before.push(bidder);
    const by = random() < AUTO_BID_SHARE ? 'autoBid' : 'bid';
    // A maximum is as many increments above the price as the challenges of one increment that it must outbid.
    const steps =
      by === 'bid' ? pick(random, STEPS) : 1 + geometric(1 / (1 + arrivals.withstands), random, RAISES_LIMIT);
    plans[bidder]?.push({ atMs: Math.round(atMs), lot, by, steps, raisesMs: raises(arrivals, pace, random) });
  };

  for (let n = 0; n < visits; n += 1) {
    const lot = weighted(weights, random);
    const atMs = (seconds - remainingSeconds(arrivals, seconds, random)) * 1_000;
    visit(lot, atMs);
    if (random() >= arrivals.answered) continue;
    const answerMs = atMs - Math.log(1 - random()) * arrivals.answerGapSeconds * pace * 1_000;
    if (answerMs < seconds * 1_000) visit(lot, answerMs);
  }
  for (const plan of plans) plan.sort((a, b) => a.atMs - b.atMs);
  return plans;
}

/** One press of each bidder is too late, by the smallest time that the clocks can distinguish. Not fitted. */
export const latePressesOf = ({ bidders, lots, random }: PressOrder): LatePress[] =>
  Array.from({ length: bidders }, () => ({
    lot: whole(random, 0, lots - 1),
    afterMs: whole(random, ...LATE_MS),
  }));

/** How long before the end a visit begins. */
export function remainingSeconds(
  { alpha, kneeSeconds }: Pick<Arrivals, 'alpha' | 'kneeSeconds'>,
  seconds: number,
  random: Random,
): number {
  const knee = Math.min(kneeSeconds / seconds, MOST_KNEE);
  const share = random();
  const withinKnee = knee ** alpha;
  const part = share < withinKnee ? (share / withinKnee) * knee : share ** (1 / alpha);
  return part * seconds;
}

/** ms to wait before each raise of a visit, counted from the answer before it. */
function raises(arrivals: Arrivals, pace: number, random: Random): number[] {
  const count = geometric(1 - arrivals.raiseAgain, random, RAISES_LIMIT);
  return Array.from({ length: count }, () => {
    const gap = Math.exp(arrivals.raiseGapMu + arrivals.raiseGapSigma * bell(random));
    return Math.round(Math.max(GUARD_MS, gap * pace * 1_000));
  });
}

/** Failures before the first success. */
function geometric(success: number, random: Random, most: number): number {
  let failures = 0;
  while (failures < most && random() >= success) failures += 1;
  return failures;
}

function weighted(weights: readonly number[], random: Random): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return weights.length - 1;
}

/** A gamma distributed number of a shape of at least 1 (Marsaglia and Tsang). */
function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = bell(random);
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    if (Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
