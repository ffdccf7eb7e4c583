import { fold } from '@saleyard/domain/auction/evolve.ts';
import { parseScript } from '@saleyard/domain/auction/script.ts';
import { runScript } from '@saleyard/domain/auction/script-run.ts';
import type { Row } from './row.ts';

const LOTS = 1_000;
const EVENTS = 100_000;
const BIDDERS = 400;
/** Each side is measured so many times, in turn; the best of each counts, after a warm-up. */
const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
/** Folding may not be slower than reading the same events' JSON. */
const FOLD_TARGET = 1;
/** Plain bids that one core must decide in a second. */
const DECISIONS_TARGET = 100_000;

/** A repeatable stream of whole numbers below `below` (a linear congruence; any spread will do). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/**
 * A timed sale of 1,000 lots over two hours: three manual bids to one auto-bid, most of them valid, lots fought
 * over unevenly, extended near the end.
 */
function busySale(): unknown {
  const next = numbers(7);
  const priceOf = new Array<number>(LOTS).fill(20_000);
  const commands = Array.from({ length: EVENTS }, (_, n) => {
    const place = Math.min(next(LOTS), next(LOTS));
    const cents = (priceOf[place] ?? 0) + 500 * (1 + next(3));
    const bid = { at: n * 72, lot: `lot-${place}`, bidder: `account-${next(BIDDERS)}` };
    if (n % 4 === 0) return { ...bid, type: 'autoBid', maxCents: cents + 500 * next(8) };
    priceOf[place] = cents;
    return { ...bid, type: 'bid', cents };
  });
  const lots = Array.from({ length: LOTS }, (_, place) => ({
    lot: `lot-${place}`,
    unit: 'head',
    count: 20 + (place % 60),
    startCents: 20_000,
    incrementCents: 500,
    reserveCents: place % 3 === 0 ? null : 30_000 + 500 * (place % 40),
  }));
  const times = { durationSeconds: 7_000, staggerSeconds: 1, staleTimeSeconds: 60 };
  return { auction: { type: 'simultaneous', ...times, lots }, commands };
}

/** Runs of `work` per second, the best of several, each side taking its turn. */
function bestRates(sides: readonly { per: number; work: () => void }[]): number[] {
  const best = sides.map(() => 0);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    sides.forEach(({ per, work }, side) => {
      const begun = performance.now();
      work();
      const rate = (per * 1000) / (performance.now() - begun);
      if (round >= 0) best[side] = Math.max(best[side] ?? 0, rate);
    });
  }
  return best;
}

/** Folds a sale of 1,000 lots and 100,000 events beside `JSON.parse` of the same events, and decides it again. */
export async function benchFold(): Promise<Row[]> {
  const read = parseScript(busySale());
  if (!read.ok) throw new Error(read.problem);
  const { script } = read;
  const { events } = runScript(script);
  const text = JSON.stringify(events);
  const [folded = 0, parsed = 0, decided = 0] = bestRates([
    { per: events.length, work: () => void fold(events) },
    { per: events.length, work: () => void JSON.parse(text) },
    { per: script.commands.length, work: () => void runScript(script) },
  ]);
  const size = `${events.length} events of ${LOTS} lots, ${(text.length / 1e6).toFixed(1)} MB of JSON`;
  return [
    {
      bench: 'fold a sale',
      subject: 'domain fold',
      peer: 'JSON.parse of the same events',
      value: Math.round(folded),
      peerValue: Math.round(parsed),
      unit: 'events/s',
      ratio: folded / parsed,
      target: FOLD_TARGET,
      note: size,
    },
    {
      bench: 'decide bids',
      subject: 'decide, fold and answer, one core',
      peer: 'the rate that is asked for',
      value: Math.round(decided),
      peerValue: DECISIONS_TARGET,
      unit: 'decisions/s',
      ratio: decided / DECISIONS_TARGET,
      target: 1,
      note: `${LOTS} lots`,
    },
  ];
}
