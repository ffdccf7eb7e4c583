import { progress as progressBar } from '@clack/prompts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { hasData, reportNoLog } from '../audit/stores.ts';
import { reportFailure } from '../rebuild/command.ts';
import { settings } from '../server/settings.ts';
import { AUDITED_SALES, type SalesAudited } from './audit-sample.ts';
import { type CheckPart, type CheckProgress, checkStores } from './check.ts';

/** Adds `saleyard check` to the command line. It exits with 0 when all is well, and 1 when anything is not. */
export function checkCommand(program: Command): void {
  program
    .command('check')
    .description(
      'verify everything that is stored: files, hash chains, index, read models, snapshots, and audit a sample of sales; what runs on it must be stopped',
    )
    .option('--data <folder>', 'the data folder')
    .option('--sales <count>', 'how many sales to audit, or all', salesOption, AUDITED_SALES)
    .action(async ({ data, sales: most }: { data?: string; sales: number }) => {
      const config = settings({ data, role: 'all' });
      if (!hasData(config)) return reportNoLog('check', config);
      await reportFailure('check', async () => {
        const watcher = process.stderr.isTTY ? bar() : { onProgress: () => {}, end: () => {} };
        const logger = createLogger({ level: 'silent' });
        const { events, documents, snapshots, sales, problems } = await checkStores({
          config,
          clock: systemClock,
          logger,
          sales: most,
          onProgress: watcher.onProgress,
        }).finally(watcher.end);
        for (const problem of problems) process.stdout.write(`${problem}\n`);
        for (const line of salesLines(sales)) process.stdout.write(`${line}\n`);
        const checked = `${events} events, ${documents} documents of read models, ${snapshots} snapshots`;
        const verdict = problems.length === 0 ? 'all is well' : `${problems.length} found`;
        process.stdout.write(`Checked ${checked}: ${verdict}\n`);
        if (problems.length > 0) process.exitCode = 1;
      });
    });
}

/** A count of sales, or `all`. @throws InvalidArgumentError */
function salesOption(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a number, or all.');
  return Number(text);
}

/** Which sales were audited, and which were not. */
function salesLines({ audited, notAudited, notDecided }: SalesAudited): string[] {
  const of = audited.length + notAudited.length;
  const lines = [`Audited ${audited.length} of ${of} sales; practice sales are not audited`];
  if (notDecided > 0)
    lines.push(`Not decided again in them: ${notDecided} refused commands that the log does not hold`);
  if (notAudited.length > 0) lines.push(`Not audited: ${notAudited.join(', ')}`);
  return lines;
}

/** For people: a bar for each part. */
function bar(): { onProgress(progress: CheckProgress): void; end(): void } {
  let shown: { bar: ReturnType<typeof progressBar>; part: CheckPart; done: number } | undefined;
  return {
    onProgress({ part, done, total }) {
      if (shown?.part !== part) {
        shown?.bar.stop(`Checked ${shown.part}`);
        const begun = progressBar({ max: Math.max(1, total), output: process.stderr });
        begun.start(`Checking ${part}`);
        shown = { bar: begun, part, done: 0 };
      }
      shown.bar.advance(Math.max(0, done - shown.done), `Checking ${part}: ${done} of ${total}`);
      shown.done = Math.max(shown.done, done);
    },
    end() {
      shown?.bar.stop(`Checked ${shown.part}`);
      shown = undefined;
    },
  };
}
