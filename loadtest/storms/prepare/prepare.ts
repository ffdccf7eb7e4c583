import { Session } from '@saleyard/app/client/session.ts';
import { seededRandom, seedOf } from '@saleyard/app/sample-data/random.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { RECORDED_ARRIVALS } from '../arrivals/fitted.ts';
import { latePressesOf, pressesOf } from '../arrivals/presses.ts';
import type { StormName, StormPlan } from '../plan.ts';
import { SCENARIOS, type StormSize } from '../scenarios.ts';
import { openBidders } from './accounts.ts';
import { scheduleClosedSale, scheduleSale } from './sales.ts';

/** ms k6 has to start, and a sale to be catalogued, before the first client comes in. */
const START_MS = 4_000;
/** ms between the last client's coming in and the sale's going live. */
const SETTLED_MS = 2_000;
/** ms a sale may go on after its first deadline, while late bids extend it; then all clients disconnect. */
const OVERTIME_MS = 60_000;
/** Calls that measure the server's clock: the fastest is the most precise. */
const CLOCK_CALLS = 7;

export type Preparation = {
  name: StormName;
  size: StormSize;
  url: string;
  staff: { email: string; password: string };
  seed: number;
  clock: Clock;
  summaryFile: string;
  onProgress: (what: string, done: number, of: number) => void;
};

export type Prepared = {
  plan: StormPlan;
  /** The server's clock minus ours, ms, and by how much that may be wrong. */
  clock: { offsetMs: number; errorMs: number };
  staff: Session;
};

/**
 * Makes what a storm needs through the public interface: accounts that may bid, each signed in, a sale, and the plan of
 * who does what and when. @throws Refused when the server does not let it
 */
export async function prepare(preparation: Preparation): Promise<Prepared> {
  const { name, size, url, seed, clock, summaryFile, onProgress } = preparation;
  const scenario = SCENARIOS[name];
  const staff = await Session.signIn(url, preparation.staff.email, preparation.staff.password);
  const sessions = await openBidders(url, staff, size.bidders, (done) =>
    onProgress('opening accounts', done, size.bidders),
  );
  const measured = await measureClock(staff, clock);

  const seconds = size.minutes * 60;
  const order = {
    bidders: size.bidders,
    lots: size.lots,
    presses: size.bidders * scenario.pressesPerMinute * size.minutes,
    seconds,
    random: seededRandom(seedOf('presses', name, String(seed))),
  };
  const presses = pressesOf(RECORDED_ARRIVALS, order);
  const latePresses = latePressesOf(order);

  const saleRandom = seededRandom(seedOf('lots', name, String(seed)));
  const rampMs = Math.min(scenario.rampSeconds, seconds / 3) * 1_000;
  const liveAt = Math.round(clock.now() + START_MS + rampMs + SETTLED_MS);
  const serverTime = (ours: number) => Math.round(ours + measured.offsetMs);
  const held =
    size.visitors > 0 ? await scheduleClosedSale(staff, serverTime(clock.now()), saleRandom) : null;
  const sale = await scheduleSale(staff, {
    title: `Storm: ${name}`,
    lots: size.lots,
    liveAt: serverTime(liveAt),
    seconds,
    random: saleRandom,
  });

  const plan: StormPlan = {
    name,
    url,
    clockOffsetMs: measured.offsetMs,
    sale: { id: sale._id, number: sale.searchNumber, lots: sale.lots, liveAt },
    closedSale: held && { number: held.searchNumber, lots: held.lots },
    bidders: sessions.map(({ id, cookie }, place) => ({
      account: id,
      cookie,
      presses: presses[place] ?? [],
      latePress: latePresses[place] ?? { lot: 0, afterMs: 0 },
    })),
    spectators: size.spectators,
    visitors: size.visitors,
    rampMs,
    browseUntil: liveAt + seconds * 1_000,
    leaveBy: liveAt + seconds * 1_000 + OVERTIME_MS,
    drops: scenario.drops.map((part) => Math.round(liveAt + part * seconds * 1_000)),
    thresholds: byMetric(scenario.thresholds),
    summaryFile,
  };
  return { plan, clock: measured, staff };
}

/** What k6 itself measures; how late views are is known only when the log is read. */
function byMetric(thresholds: readonly { metric: string; holds: string }[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { metric, holds } of thresholds) {
    if (metric === 'view_lag') continue;
    found[metric] = [...(found[metric] ?? []), holds];
  }
  return found;
}

async function measureClock(staff: Session, clock: Clock): Promise<Prepared['clock']> {
  let best = { offsetMs: 0, errorMs: Number.POSITIVE_INFINITY };
  for (let call = 0; call < CLOCK_CALLS; call += 1) {
    const asked = clock.now();
    const { serverTime } = await staff.call<{ serverTime: number }>('GET', 'server-time');
    const answered = clock.now();
    // Both clocks have whole milliseconds.
    const errorMs = (answered - asked) / 2 + 1;
    if (errorMs < best.errorMs) best = { offsetMs: serverTime - (asked + answered) / 2, errorMs };
  }
  return best;
}
