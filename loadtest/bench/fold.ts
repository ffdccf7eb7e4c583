import { fold } from '@saleyard/domain/auction/evolve.ts';
import { runScript } from '@saleyard/domain/auction/script-run.ts';
import { busySale } from './busy-sale.ts';
import type { Measured } from './row.ts';

const LOTS = 1_000;
const EVENTS = 100_000;
const BIDDERS = 400;
/** Each side is measured this many times, in turn; the best of each counts, after a warm-up. */
const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
/** Folding may not be slower than reading the same events' JSON. */
const FOLD_TARGET = 1;
/** Plain bids that one core must decide in a second. */
const DECISIONS_TARGET = 100_000;

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
export async function benchFold(): Promise<Measured> {
  const script = busySale({ name: 'lot', lots: LOTS, commands: EVENTS, bidders: BIDDERS });
  const { events } = runScript(script);
  const text = JSON.stringify(events);
  const [folded = 0, parsed = 0, decided = 0] = bestRates([
    { per: events.length, work: () => void fold(events) },
    { per: events.length, work: () => void JSON.parse(text) },
    { per: script.commands.length, work: () => void runScript(script) },
  ]);
  const size = `${events.length} events of ${LOTS} lots, ${(text.length / 1e6).toFixed(1)} MB of JSON`;
  const rows = [
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
  return { rows };
}
