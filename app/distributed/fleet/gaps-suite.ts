import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { CrowdTold, Without } from './crowd-orders-suite.ts';

/** Something done to the fleet, with when it was done and when it was whole again, in ms since the epoch. */
export type Blow = { what: string; at: number; wholeAt: number };

/** Does something, and notes when it began and when it was over. */
export async function blow(blows: Blow[], what: string, strike: () => Promise<void>): Promise<void> {
  const at = systemClock.now();
  await strike();
  blows.push({ what, at, wholeAt: systemClock.now() });
}

/** The blow that fell last before a moment, and how long before. */
export function lastBefore(blows: readonly Blow[], moment: number): string {
  const last = blows.findLast(({ at }) => at <= moment);
  return last === undefined ? 'before all' : `${seconds(moment - last.at)} after ${last.what}`;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** What people noticed of each blow, as lines of a table. */
export function tellGaps(blows: readonly Blow[], told: CrowdTold): string {
  const answers = told.bids
    .filter(({ outcome }) => outcome === 'accepted' || outcome === 'refused')
    .map(({ answeredAt }) => answeredAt)
    .sort((a, b) => a - b);
  const rows = blows.map(({ what, at, wholeAt }, n) => {
    // What ends after the next blow was its doing: everything was whole before it fell.
    const next = blows[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    const within = (to: number): boolean => to >= at && to < next;
    let unanswered = 0;
    for (const [n, to] of answers.entries()) {
      const from = answers[n - 1] ?? to;
      if (within(to)) unanswered = Math.max(unanswered, to - from);
    }
    const waits = told.bids
      .filter(({ answeredAt }) => within(answeredAt))
      .map(({ sentAt, answeredAt }) => answeredAt - sentAt);
    const of = (withouts: readonly Without[]): Map<number, number> => {
      const longest = new Map<number, number>();
      for (const { person, from, to } of withouts) {
        if (within(to)) longest.set(person, Math.max(longest.get(person) ?? 0, to - from));
      }
      return longest;
    };
    const stills = [...of(told.stills).values()].sort((a, b) => a - b);
    const aways = [...of(told.aways).values()].sort((a, b) => a - b);
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
