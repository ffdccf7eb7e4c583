import type { Threshold } from '../plan.ts';

/** k6's own summary, as far as thresholds need it. */
export type K6Summary = { metrics: Record<string, { values: Record<string, number> }> };

/** `measured`: null when nothing was measured, which never holds. Times in ms, rates as shares of 1. */
export type CheckedThreshold = Threshold & { measured: number | null; held: boolean };

/** How late views were: each accepted bid as seen by each client group's last socket, ms. */
export type Lag = { 'p(50)': number; 'p(95)': number; 'p(99)': number; max: number; count: number };

const FORM = /^(p\(\d+\)|rate|max)<(\d+(?:\.\d+)?)$/;

/** Holds what was measured against each threshold. @throws RangeError for one that can't be read */
export function checkThresholds(
  thresholds: readonly Threshold[],
  summary: K6Summary,
  lag: Lag | null,
): CheckedThreshold[] {
  return thresholds.map((threshold) => {
    const [, part, most] = FORM.exec(threshold.holds) ?? [];
    if (part === undefined) throw new RangeError(`${threshold.holds} is not a threshold`);
    const values: Record<string, number> =
      threshold.metric === 'view_lag' ? { ...lag } : (summary.metrics[threshold.metric]?.values ?? {});
    const measured = values[part] ?? null;
    return { ...threshold, measured, held: measured !== null && measured < Number(most) };
  });
}
