import { systemClock } from '@saleyard/platform/clock/system-clock.ts';

/** The middle value. NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** The value below which a share of sorted values lies. NaN of none. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** How many ms some work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const begin = systemClock.monotonic();
  await work();
  return systemClock.monotonic() - begin;
}

/**
 * The median ms of each kind of work, over `rounds` rounds after a first one that warms up. All take turns, and another
 * goes first each round, so that none always follows the same one.
 */
export async function mediansInTurns<K extends string>(
  work: Readonly<Record<K, () => unknown>>,
  rounds: number,
): Promise<Record<K, number>> {
  const names = Object.keys(work) as K[];
  const times = new Map<K, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] as K;
      const ms = await timed(work[name]);
      if (round > 0) times.get(name)?.push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<K, number>;
}
