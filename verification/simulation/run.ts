import { randomInt } from 'node:crypto';
import { progress } from '@clack/prompts';
import { NotRunnable, npmCommand, runNpmCommand, wholeBetween } from '@saleyard/app/command-line.ts';
import { Option } from 'commander';
import { type Outcome, simulate } from './simulation.ts';

/** Default virtual minutes of faults of one seed. */
const MINUTES = 2;
/** Default number of trace lines that `--trace` shows. */
const TRACE_LINES = 60;
const HIGHEST_SEED = 2 ** 31;

const program = npmCommand('simulate')
  .description(
    `Runs the write side and the live side in one process on simulated time,
network and disk, with faults that a seed decides, and checks all the way that
what must hold does. The same seed gives the same history.`,
  )
  .addOption(
    new Option('--seed <n>', 'run this seed').argParser(wholeBetween(0, HIGHEST_SEED)).conflicts('seeds'),
  )
  .option('--seeds <n>', 'run so many fresh seeds', wholeBetween(1, 1_000_000))
  .option('--long', 'run 1,000 fresh seeds')
  .option('--minutes <n>', 'virtual minutes of faults of each seed', wholeBetween(1, 1_000), MINUTES)
  .option(
    '--trace [lines]',
    'print the newest lines of the history of a seed, or of one that fails',
    wholeBetween(1, 5_000),
  )
  .addHelpText('after', '\nExit codes: 0 all held, 1 something did not hold, 2 wrong use.');

type Options = { seed?: number; seeds?: number; long?: true; minutes: number; trace?: number | true };

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** How to see a seed again. */
const again = (seed: number, minutes: number): string =>
  `npm run simulate -- --seed ${seed}${minutes === MINUTES ? '' : ` --minutes ${minutes}`}`;

function durationText({ seed, hash, violation, passedMs, events, commands, faults }: Outcome): string {
  const story = `seed ${seed}: ${seconds(passedMs)} s, ${commands} commands, ${events} events; faults: ${faults.join(', ') || 'none'}`;
  if (violation === null) return `${story}\nhash ${hash}`;
  return `${story}\nDID NOT HOLD at ${seconds(violation.at)} s: ${violation.invariant}\n${violation.what}`;
}

/** Runs seeds one after another; answers the first outcome that failed. */
async function runSeeds(seeds: Iterable<number>, count: number, minutes: number): Promise<Outcome | null> {
  const bar = process.stdout.isTTY ? progress({ max: count }) : undefined;
  bar?.start(`${count} seeds of ${minutes} minutes`);
  let done = 0;
  let virtualMs = 0;
  for (const seed of seeds) {
    const outcome = await simulate(seed, minutes);
    done += 1;
    virtualMs += outcome.passedMs;
    const received = `${done} of ${count} seeds, ${(virtualMs / 3_600_000).toFixed(1)} simulated hours`;
    if (outcome.violation !== null) {
      bar?.error(`seed ${seed} failed`);
      console.log(received);
      return outcome;
    }
    bar?.advance(1, received);
    if (bar === undefined && done % 100 === 0) console.log(received);
  }
  const received = `${count} seeds held, ${(virtualMs / 3_600_000).toFixed(1)} simulated hours`;
  if (bar === undefined) console.log(received);
  else bar.stop(received);
  return null;
}

function* fresh(count: number): Generator<number> {
  for (let n = 0; n < count; n += 1) yield randomInt(HIGHEST_SEED);
}

program.action(async ({ seed, seeds, long, minutes, trace }: Options) => {
  const lines = trace === true ? TRACE_LINES : (trace ?? 0);
  const count = seeds ?? (long ? 1_000 : undefined);
  if (count === undefined && seed === undefined)
    throw new NotRunnable('give --seed N, --seeds COUNT or --long');
  const outcome =
    count === undefined ? await simulate(seed ?? 0, minutes) : await runSeeds(fresh(count), count, minutes);
  if (outcome === null) return;
  const failed = outcome.violation !== null;
  const shown = outcome.trace(failed ? Math.max(lines, TRACE_LINES / 3) : lines);
  if (shown.length > 0) console.log(shown.join('\n'));
  console.log(durationText(outcome));
  if (failed) console.log(`to see it again: ${again(outcome.seed, minutes)} --trace`);
  process.exitCode = failed ? 1 : 0;
});

await runNpmCommand(program);
