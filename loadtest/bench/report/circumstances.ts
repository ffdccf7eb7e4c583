import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { CORES } from '../child.ts';

/** The conditions of a run, in words. */
export type Circumstances = { date: string; commit: string; machine: string; load: string; minutes: string };

/** Cores that may be busy before a run; with more, its numbers depend as much on other processes. */
const CALM = 0.3;

/** Checks the machine before a run. Call the returned function when the run is over. */
export function beforeRun(): () => Circumstances {
  const began = systemClock.now();
  const [busy = 0] = loadavg();
  const isCalm = busy <= CALM * availableParallelism();
  const [cpu] = cpus();
  const measured = measuredCommit();
  const cores =
    CORES === null ? 'not divided between servers and clients' : 'divided between servers and clients';
  return () => ({
    date: new Date(began).toISOString().slice(0, 10),
    commit: measured,
    machine: `${availableParallelism()} cores (${cores}) of ${cpu?.model.trim() ?? 'an unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
    load: `${busy.toFixed(2)} processes${isCalm ? '' : '; **the machine was busy with other work, so absolute numbers are too low and the ratios are rough**'}`,
    minutes: ((systemClock.now() - began) / 60_000).toFixed(1),
  });
}

/** The commit that is measured, in Markdown, and whether it was changed. */
export function measuredCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ':!docs') !== '';
    return `\`${git('rev-parse', '--short', 'HEAD')}\`${isChanged ? ' and changes not committed' : ''}`;
  } catch {
    return 'unknown';
  }
}
