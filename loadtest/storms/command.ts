import path from 'node:path';
import { progress } from '@clack/prompts';
import {
  NotRunnable,
  npmCommand,
  numberBetween,
  runNpmCommand,
  wholeBetween,
} from '@saleyard/app/command-line.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { findK6, K6_INSTALL } from './k6-process.ts';
import { STORM_NAMES, type StormName } from './plan.ts';
import { verdictLabel } from './report/page.ts';
import type { StormReport } from './report/report.ts';
import { runStorm } from './run-storm.ts';
import { MOST, SCENARIOS, type StormSize } from './scenarios.ts';
import { FAILURE_KINDS } from './verdict/failures.ts';

/** Not on a terminal: a line for each new stage, and one after each of these many ms of the same. */
const LINE_MS = 10_000;

type Options = Partial<StormSize> & {
  seed: number;
  out?: string;
  url?: string;
  data?: string;
  email: string;
  password: string;
  from?: string;
};

const storms = STORM_NAMES.map((name) => `  ${name.padEnd(16)} ${SCENARIOS[name].what}`).join('\n');

const program = npmCommand('storm')
  .description('Storms a sale with k6, audits every outcome, and leaves a report in a folder.')
  .argument('<name>', STORM_NAMES.join(', '))
  .option('--bidders <n>', 'people who bid', wholeBetween(1, MOST.bidders))
  .option('--spectators <n>', 'viewers who are not signed in', wholeBetween(0, MOST.spectators))
  .option('--visitors <n>', 'people who look around over REST', wholeBetween(0, MOST.visitors))
  .option('--lots <n>', 'lots of the sale', wholeBetween(1, MOST.lots))
  .option('--minutes <n>', 'how long the lots are live', numberBetween(0.1, MOST.minutes))
  .option(
    '--seed <n>',
    'of what bidders do and when; the same seed, the same plan',
    wholeBetween(0, Number.MAX_SAFE_INTEGER),
    1,
  )
  .option('--out <folder>', 'where the report is left (a folder of its own under artifacts/storms)')
  .option('--url <origin>', 'a running server to storm, instead of one of its own')
  .option('--data <folder>', 'with --url: its data folder, where the audit reads the log')
  .option('--email <email>', 'with --url: a staff account of it', 'staff@saleyard.test')
  .option('--password <password>', 'with --url: its password', 'saleyard1')
  .option('--from <addresses>', "with --url: this machine's addresses to come from, as k6 takes them")
  .addHelpText(
    'after',
    `\nStorms:\n${storms}\n\nIt exits with 0 when the storm was right and every threshold held, 1 when not, 2 when it could not be run.`,
  );

program.action(async (name: string, options: Options) => {
  if (!isStorm(name)) throw new NotRunnable(`there is no storm ${name}; there are ${STORM_NAMES.join(', ')}`);
  const { url, data, email, password, from } = options;
  if ((url === undefined) !== (data === undefined)) {
    throw new NotRunnable(
      '--url and --data go together: a storm ends by asking the log, wherever the server is',
    );
  }
  const k6 = findK6();
  if (k6 === undefined) throw new NotRunnable(`k6 is needed: ${K6_INSTALL}`);
  const folder = path.resolve(options.out ?? path.join('artifacts', 'storms', `${name}-${stamp()}`));
  const shown = watcher();
  const report = await runStorm({
    name,
    size: sizeOf(name, options),
    seed: options.seed,
    k6,
    clock: systemClock,
    target:
      url !== undefined && data !== undefined
        ? { url: new URL(url).origin, data, staff: { email, password } }
        : null,
    ...(from !== undefined && { from }),
    folder,
    onProgress: shown.onProgress,
  }).finally(shown.end);
  console.log(durationText(report, folder));
  process.exitCode = report.right && report.thresholds.every(({ held }) => held) ? 0 : 1;
});

const isStorm = (name: string): name is StormName => (STORM_NAMES as readonly string[]).includes(name);

function sizeOf(name: StormName, options: Options): StormSize {
  const own = SCENARIOS[name];
  const { bidders = own.bidders, spectators = own.spectators, visitors = own.visitors } = options;
  const { lots = own.lots, minutes = own.minutes } = options;
  return { bidders, spectators, visitors, lots, minutes };
}

/** "20260102-030405", by UTC. */
const stamp = (): string =>
  new Date(systemClock.now()).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');

function durationText(report: StormReport, folder: string): string {
  const { figures, bids } = report;
  const lines = [`${report.name}: ${verdictLabel(report)}`];
  for (const { kind, count, examples } of report.faults) {
    lines.push(
      `  ${count} × ${FAILURE_KINDS[kind]}`,
      ...examples.slice(0, 3).map((example) => `    ${example}`),
    );
  }
  for (const { metric, holds, measured } of report.thresholds.filter(({ held }) => !held)) {
    lines.push(
      `  missed: ${metric} ${holds}, measured ${measured === null ? 'nothing' : measured.toPrecision(4)}`,
    );
  }
  lines.push(
    `  ${bids.accepted} bids accepted, ${bids.refused} refused, ${bids.notTaken} not taken, ${bids.settledAgain} settled by asking again; ${figures.peakBidsPerSecond} in the busiest second`,
  );
  if (figures.answer) lines.push(`  bid answer ${spread(figures.answer.p50, figures.answer.p99)}`);
  if (figures.lag) lines.push(`  seen by viewers ${spread(figures.lag['p(50)'], figures.lag['p(99)'])}`);
  if (figures.resume) lines.push(`  back after a drop ${spread(figures.resume.p50, figures.resume.p99)}`);
  if (figures.page)
    lines.push(`  ${figures.page.count} pages, ${spread(figures.page.p50, figures.page.p99)}`);
  lines.push(`  ${path.join(folder, 'report.html')}`);
  return lines.join('\n');
}

const spread = (p50: number, p99: number): string => `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;

/** A bar on a terminal, elsewhere a line from time to time. */
function watcher(): { onProgress(what: string, done: number, of: number): void; end(): void } {
  let stage = '';
  let printedAt = Number.NEGATIVE_INFINITY;
  let bar: ReturnType<typeof progress> | undefined;
  let shown = 0;
  return {
    onProgress(what, done, of) {
      const [of_stage = what] = what.split(':');
      const isNew = of_stage !== stage;
      stage = of_stage;
      if (process.stderr.isTTY) {
        if (isNew) {
          bar?.stop();
          bar = progress({ max: Math.max(1, of), output: process.stderr });
          bar.start(what);
          shown = 0;
        }
        bar?.advance(done - shown, what);
        shown = done;
        return;
      }
      if (!isNew && systemClock.monotonic() - printedAt < LINE_MS) return;
      printedAt = systemClock.monotonic();
      console.error(what);
    },
    end: () => bar?.stop(),
  };
}

await runNpmCommand(program);
