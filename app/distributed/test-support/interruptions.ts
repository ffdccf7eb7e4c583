import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Interruption, PoolRecord } from './client-pool-orders.ts';

/** Something done to the cluster, with when it was done and when it was whole again, in ms since the epoch. */
export type InjectedFailure = { what: string; at: number; wholeAt: number };

/** Does something, and notes when it began and when it was over. */
export async function injectFailure(
  failures: InjectedFailure[],
  what: string,
  strike: () => Promise<void>,
): Promise<void> {
  const at = systemClock.now();
  await strike();
  failures.push({ what, at, wholeAt: systemClock.now() });
}

/** The last interruption before a moment, and how long before. */
export function lastBefore(failures: readonly InjectedFailure[], moment: number): string {
  const last = failures.findLast(({ at }) => at <= moment);
  return last === undefined ? 'before all' : `${seconds(moment - last.at)} after ${last.what}`;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** The effect of each interruption on people, as lines of a table. */
export function interruptionTable(failures: readonly InjectedFailure[], record: PoolRecord): string {
  const answers = record.bids
    .filter(({ outcome }) => outcome === 'accepted' || outcome === 'refused')
    .map(({ answeredAt }) => answeredAt)
    .sort((a, b) => a - b);
  const rows = failures.map(({ what, at, wholeAt }, n) => {
    // What ends after the next blow was its doing: everything was whole before it fell.
    const next = failures[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    const within = (to: number): boolean => to >= at && to < next;
    let unanswered = 0;
    for (const [n, to] of answers.entries()) {
      const from = answers[n - 1] ?? to;
      if (within(to)) unanswered = Math.max(unanswered, to - from);
    }
    const waits = record.bids
      .filter(({ answeredAt }) => within(answeredAt))
      .map(({ sentAt, answeredAt }) => answeredAt - sentAt);
    const of = (withouts: readonly Interruption[]): Map<number, number> => {
      const longest = new Map<number, number>();
      for (const { person, from, to } of withouts) {
        if (within(to)) longest.set(person, Math.max(longest.get(person) ?? 0, to - from));
      }
      return longest;
    };
    const stills = [...of(record.stills).values()].sort((a, b) => a - b);
    const aways = [...of(record.aways).values()].sort((a, b) => a - b);
    return [
      what.padEnd(34),
      `back after ${seconds(wholeAt - at)}`,
      `nobody answered ${seconds(unanswered)}`,
      `longest wait of a bid ${seconds(Math.max(0, ...waits))}`,
      `views still ${seconds(median(stills))} (at most ${seconds(stills.at(-1) ?? 0)})`,
      `${aways.length} away ${seconds(median(aways))} (at most ${seconds(aways.at(-1) ?? 0)})`,
    ].join('; ');
  });
  return rows.join('\n');
}

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;
