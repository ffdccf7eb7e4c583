import type { Values } from './forms/field.ts';
import { headWeights, type ShownDescription, weighedHeads } from './forms/lot-view.ts';

/** Head by weight: from `startWeight` up to but excluding `endWeight`, which only the last bin includes. kg. */
export type WeightCount = {
  readonly startWeight: number;
  readonly endWeight: number;
  readonly count: number;
};

/**
 * Heads that were weighed, and scored for fat. Weights in kg; null without a head. `scores`: the share of each score.
 */
export type Assessment = {
  readonly counts: readonly WeightCount[];
  readonly minWeight: number | null;
  readonly maxWeight: number | null;
  readonly averageWeight: number | null;
  readonly scores: readonly { readonly score: number; readonly percent: number }[];
};

export const NO_ASSESSMENT: Assessment = {
  counts: [],
  minWeight: null,
  maxWeight: null,
  averageWeight: null,
  scores: [],
};

/** About this many bins make a readable histogram. */
const BINS = 8;
const FAT_SCORES = [1, 2, 3, 4, 5] as const;

/** The width of a bin: 1, 2 or 5 times a power of ten. kg. */
function binWidth(least: number, most: number): number {
  const rough = Math.max((most - least) / BINS, 0.1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const times = [1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10;
  return times * power;
}

const rounded = (kg: number): number => Math.round(kg * 100) / 100;

/** Heads by their weights (kg), in bins of one width without a gap. */
export function weightCounts(weights: readonly number[]): WeightCount[] {
  if (weights.length === 0) return [];
  const [least, most] = [Math.min(...weights), Math.max(...weights)];
  const width = binWidth(least, most);
  const first = Math.floor(least / width + 1e-9);
  const bins = Math.max(1, Math.floor(most / width + 1e-9) - first + 1);
  const counts = new Array<number>(bins).fill(0);
  for (const weight of weights) {
    const bin = Math.min(bins - 1, Math.floor(weight / width + 1e-9) - first);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, bin) => ({
    startWeight: rounded((first + bin) * width),
    endWeight: rounded((first + bin + 1) * width),
    count,
  }));
}

/** Weights (kg) as an assessment states them, without scores. */
export function weightsAssessed(weights: readonly number[]): Assessment {
  if (weights.length === 0) return NO_ASSESSMENT;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return {
    counts: weightCounts(weights),
    minWeight: Math.min(...weights),
    maxWeight: Math.max(...weights),
    averageWeight: rounded(sum / weights.length),
    scores: [],
  };
}

const numberOf = (values: Values, name: string): number | null => {
  const value = values[name];
  return typeof value === 'number' ? value : null;
};

/**
 * The assessment from a lot's rows of weighed head. Fat scores come from the rows; a form with the share of each
 * score (`fatScore1` to `fatScore5`, in percent) keeps them in its details.
 */
export function assessmentOf(
  shown: Pick<ShownDescription, 'details' | 'heads' | 'countWeighed' | 'optiweighAllowed'> | null,
): Assessment {
  const details = shown?.details ?? {};
  const scored = weighedHeads(shown)
    .map((head) => numberOf(head, 'fatScore'))
    .filter((score) => score !== null);
  const scores = FAT_SCORES.flatMap((score) => {
    const stated = numberOf(details, `fatScore${score}`);
    if (stated !== null) return [{ score, percent: stated }];
    const count = scored.filter((one) => one === score).length;
    return count === 0 ? [] : [{ score, percent: rounded((count * 100) / scored.length) }];
  });
  return { ...weightsAssessed(headWeights(shown)), scores };
}
