import type { LotBody } from '@saleyard/contract/lots.ts';
import type { KindType } from '@saleyard/domain/auction/terms.ts';
import { bell, between, type Random, whole } from './random.ts';

/** Sheep are weighed by their drafts: one in five, and every prime lamb. Percent of the head. */
const SHEEP_WEIGHED_PERCENT = 20;
/** At most this many head of a lot are weighed: more would not make the histogram any truer. */
const MOST_WEIGHED = 160;
/** How many in a hundred lots of cattle walk over scales in their paddock, and of goats are weighed at all. */
const OPTIWEIGH_SHARE = 0.18;
const GOATS_WEIGHED_SHARE = 0.6;
/** How far one head is from its mob: the deviation of its weight as a part of the average. */
const HEAD_SPREAD = 0.055;
/** No head is further from the average than this many deviations: the others were drafted off. */
const DRAFTED_AT = 2.4;
/** Curfew weight: what is left after a night off feed. */
const CURFEW_SHARE = 0.95;
/** Days between two averages of walk-over scales. */
const OPTIWEIGH_STEP_DAYS = 3;
const DAY_MS = 24 * 3_600_000;

const to = (value: number, step: number): number => Math.round(Math.round(value / step) * step * 100) / 100;
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const averageOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Heads of a mob, each by how far it is from the average, in deviations. */
const drafted = (random: Random, count: number): number[] =>
  Array.from({ length: count }, () => clamp(bell(random), -DRAFTED_AT, DRAFTED_AT));

/** A lot's weights as they follow from those of its heads. kg. */
function weightsOf(weights: readonly number[]) {
  const average = averageOf(weights);
  return {
    weightAverageKg: to(average, 0.1),
    weightCurfewKg: to(average * CURFEW_SHARE, 0.1),
    weightMinKg: Math.min(...weights),
    weightMaxKg: Math.max(...weights),
  };
}

/** How many head of a lot are weighed one by one. */
function countWeighed(random: Random, kind: KindType, { count, stockCategory }: LotBody): number {
  if (kind === 'goat' && random() >= GOATS_WEIGHED_SHARE) return 0;
  const isWhole = kind === 'cattle' || stockCategory === 'Prime Lambs';
  return Math.min(MOST_WEIGHED, isWhole ? count : Math.ceil((count * SHEEP_WEIGHED_PERCENT) / 100));
}

/** Every head on the scales once, each with its fat score: the heavier is the fatter. */
function weighed(random: Random, kind: KindType, lot: LotBody, average: number): Partial<LotBody> {
  const count = countWeighed(random, kind, lot);
  if (count === 0) return {};
  const step = kind === 'cattle' ? 1 : 0.1;
  const condition = between(random, 2.2, 3.4);
  const heads = drafted(random, count).map((distance) => ({
    weightLive: to(average * (1 + distance * HEAD_SPREAD), step),
    fatScore: clamp(Math.round(condition + distance * 0.45 + bell(random) * 0.35), 1, 5),
  }));
  return { heads, ...weightsOf(heads.map(({ weightLive }) => weightLive)) };
}

/** A mob that walks over scales on its way to water: what it gained until the sale, and its head on the last day. */
function walkedOver(random: Random, average: number, liveAt: number, count: number): Partial<LotBody> {
  const days = whole(random, 20, 32);
  const gain = between(random, 0.55, 1.15);
  const first = liveAt - days * OPTIWEIGH_STEP_DAYS * DAY_MS;
  const entry = average - gain * (days - 1) * OPTIWEIGH_STEP_DAYS;
  let weight = entry;
  const points = Array.from({ length: days }, (_, index) => {
    // Feed comes and goes with the rain: the gain swings over some weeks.
    const today = gain * (1 + 0.5 * Math.sin(index / 3.5)) + bell(random) * 0.12;
    if (index > 0) weight += today * OPTIWEIGH_STEP_DAYS;
    const date = new Date(first + index * OPTIWEIGH_STEP_DAYS * DAY_MS).toISOString().slice(0, 10);
    return { date, weight: to(weight, 0.1), averageDailyGain: to(today, 0.01) };
  });
  const weights = drafted(random, Math.min(MOST_WEIGHED, count)).map((distance) =>
    to(weight * (1 + distance * HEAD_SPREAD), 0.5),
  );
  return {
    optiweighAllowed: true,
    optiweigh: { days: points, weights },
    mobEntryWeight: to(entry, 0.1),
    weightGain: to(averageOf(points.map(({ averageDailyGain }) => averageDailyGain)), 0.01),
    ...weightsOf(weights),
  };
}

/**
 * The lot with how its head were weighed and scored, as its kind is assessed; its weights follow from theirs.
 * `liveAt`: when its sale goes live, ms.
 */
export function assessed(random: Random, kind: KindType, lot: LotBody, liveAt: number): LotBody {
  const average = lot.weightAverageKg ?? null;
  // Lambs that are sold over the hooks are weighed there.
  if (kind === 'sheep-abblamb' || average === null) return lot;
  return kind === 'cattle' && random() < OPTIWEIGH_SHARE
    ? { ...lot, ...walkedOver(random, average, liveAt, lot.count) }
    : { ...lot, ...weighed(random, kind, lot, average) };
}
