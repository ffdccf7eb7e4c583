import type { RecordedBid, RecordedLot } from './recorded-bids.ts';

/**
 * How bids come to a lot, in a few numbers.
 * - Sniping: the share of visits that begin within the last part x of an auction is x^`alpha`, a law without a
 *   scale, so that it holds for a sale of minutes as for one of days. Within the last `kneeSeconds` people are no
 *   faster any more, and visits come evenly.
 * - Wars: a visit is one bidder's run of bids on a lot, each within `RUN_SECONDS` of the one before. After each bid
 *   the bidder raises again with probability `raiseAgain`, after a time whose logarithm (of seconds) has mean
 *   `raiseGapMu` and deviation `raiseGapSigma`.
 * - Flurries: with probability `answered` a visit draws another bidder within `FLURRY_SECONDS`, `answerGapSeconds`
 *   later on average.
 * - Auto-bids: a leading maximum withstands `withstands` challenges on average before it is passed.
 * - Lots differ: their numbers of bids spread as a gamma distribution of shape `popularity` does; a visit is by
 *   somebody who was there before with probability `returning`.
 */
export type Arrivals = {
  alpha: number;
  kneeSeconds: number;
  raiseAgain: number;
  raiseGapMu: number;
  raiseGapSigma: number;
  answered: number;
  answerGapSeconds: number;
  withstands: number;
  popularity: number;
  returning: number;
};

/** A bidder who comes back to the same lot within this long, with nobody between, is still at the same visit. */
const RUN_SECONDS = 60;
/** A visit that begins within this long of another bidder's bid is an answer to it. */
const FLURRY_SECONDS = 300;
/** The end of an auction, where visits are near each other without being answers: flurries are not looked for. */
const BUSY_SECONDS = 3_600;
/** Knees that are tried; the likeliest is taken. */
const KNEES = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300] as const;

type Visit = { bidder: string; bids: readonly RecordedBid[] };

/** A lot's bids as visits, in order. */
function visitsOf(bids: readonly RecordedBid[]): Visit[] {
  const visits: { bidder: string; bids: RecordedBid[] }[] = [];
  for (const bid of bids) {
    const visit = visits.at(-1);
    const before = visit?.bids.at(-1);
    const goesOn = before?.bidder === bid.bidder && bid.seconds - before.seconds <= RUN_SECONDS;
    if (goesOn) visit?.bids.push(bid);
    else visits.push({ bidder: bid.bidder, bids: [bid] });
  }
  return visits;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const variance = (values: readonly number[]): number => {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** 2));
};

/**
 * Fits the pattern to recorded auctions, by maximum likelihood where it has a closed form (`alpha`, the runs and
 * their gaps), by the likeliest of `KNEES`, and by moments for the rest. @throws RangeError when there are no bids
 */
export function fitArrivals(lots: readonly RecordedLot[]): Arrivals {
  const held = lots.map(({ durationSeconds, bids }) => ({ durationSeconds, bids, visits: visitsOf(bids) }));
  const bids = held.reduce((sum, lot) => sum + lot.bids.length, 0);
  const visits = held.reduce((sum, lot) => sum + lot.visits.length, 0);
  if (bids === 0) throw new RangeError('no bids to fit');

  const starts = held.flatMap(({ durationSeconds, visits: own }) =>
    own.map((visit) => ({ remaining: durationSeconds - (visit.bids[0]?.seconds ?? 0), durationSeconds })),
  );
  const gaps = held.flatMap(({ visits: own }) => own.flatMap((visit) => gapsOf(visit.bids)));
  const logs = gaps.map((gap) => Math.log(Math.max(1, gap)));
  const flurry = flurriesOf(held);
  const counts = lots.map((lot) => lot.bids.length);
  const bidders = lots.reduce((sum, lot) => sum + new Set(lot.bids.map(({ bidder }) => bidder)).size, 0);

  return {
    ...fitEnd(starts),
    raiseAgain: (bids - visits) / bids,
    raiseGapMu: mean(logs),
    raiseGapSigma: Math.sqrt(variance(logs)),
    ...flurry,
    withstands: withstoodBy(lots),
    popularity: mean(counts) ** 2 / (variance(counts) - mean(counts)),
    returning: 1 - bidders / visits,
  };
}

const gapsOf = (bids: readonly RecordedBid[]): number[] =>
  bids.slice(1).map((bid, index) => bid.seconds - (bids[index]?.seconds ?? 0));

type Start = { remaining: number; durationSeconds: number };

/** The knee and the power that make the recorded beginnings likeliest. */
function fitEnd(starts: readonly Start[]): Pick<Arrivals, 'alpha' | 'kneeSeconds'> {
  let best = { alpha: Number.NaN, kneeSeconds: 0, likelihood: Number.NEGATIVE_INFINITY };
  for (const kneeSeconds of KNEES) {
    // Below the knee the density is level: there a visit counts as if it were at the knee.
    const logs = starts.map(({ remaining, durationSeconds }) =>
      Math.log(Math.min(1, Math.max(remaining, kneeSeconds) / durationSeconds)),
    );
    const within = starts.filter(({ remaining }) => remaining < kneeSeconds).length;
    // The density is alpha·x^(alpha−1) above the knee and k^(alpha−1) below it, so only those above bring alpha.
    const sum = logs.reduce((total, log) => total + log, 0);
    const alpha = -(starts.length - within) / sum;
    const likelihood = (starts.length - within) * Math.log(alpha) + (alpha - 1) * sum;
    if (likelihood > best.likelihood) best = { alpha, kneeSeconds, likelihood };
  }
  return { alpha: best.alpha, kneeSeconds: best.kneeSeconds };
}

/** Visits that begin soon after another bidder's bid, outside the busy end of an auction. */
function flurriesOf(
  lots: readonly { durationSeconds: number; visits: readonly Visit[] }[],
): Pick<Arrivals, 'answered' | 'answerGapSeconds'> {
  const waits: number[] = [];
  let followed = 0;
  for (const { durationSeconds, visits } of lots) {
    for (const [index, visit] of visits.entries()) {
      const before = visits[index - 1];
      const began = visit.bids[0]?.seconds ?? 0;
      if (before === undefined || durationSeconds - began <= BUSY_SECONDS) continue;
      followed += 1;
      const wait = began - (before.bids.at(-1)?.seconds ?? 0);
      if (before.bidder !== visit.bidder && wait <= FLURRY_SECONDS) waits.push(wait);
    }
  }
  return { answered: waits.length / followed, answerGapSeconds: mean(waits) };
}

/** Challenges by others that a leading maximum answered, for each maximum that led. */
function withstoodBy(lots: readonly RecordedLot[]): number {
  let withstood = 0;
  let leads = 0;
  for (const { bids } of lots) {
    let leader: RecordedBid | undefined;
    for (const bid of bids) {
      if (leader !== undefined && bid.maxCents <= leader.maxCents) {
        if (bid.bidder !== leader.bidder) withstood += 1;
        continue;
      }
      if (bid.bidder !== leader?.bidder) leads += 1;
      leader = bid;
    }
  }
  return withstood / leads;
}
