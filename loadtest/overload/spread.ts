import { quantile } from '../bench/statistics.ts';

/** How long something took, of many times. ms; of none, 0. */
export type Spread = { count: number; p50Ms: number; p99Ms: number };

export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => (sorted.length === 0 ? 0 : quantile(sorted, share));
  return { count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}
