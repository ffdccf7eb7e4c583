import { progress as progressBar } from '@clack/prompts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import type { Command } from 'commander';
import { reportFailure } from '../rebuild/command.ts';
import { settings } from '../server/settings.ts';
import { type CheckPart, type CheckProgress, checkStores } from './check.ts';

/** Adds `saleyard check` to the command line. It exits with 0 when all is well, and 1 when anything is not. */
export function checkCommand(program: Command): void {
  program
    .command('check')
    .description(
      'verify everything that is stored: files, hash chains, index, read models, snapshots; what runs on it must be stopped',
    )
    .option('--data <folder>', 'the data folder')
    .action(async ({ data }: { data?: string }) => {
      const config = settings({ data, role: 'all' });
      await reportFailure('check', async () => {
        const watcher = process.stderr.isTTY ? bar() : { onProgress: () => {}, end: () => {} };
        const logger = createLogger({ level: 'silent' });
        const { events, documents, snapshots, problems } = await checkStores({
          config,
          clock: systemClock,
          logger,
          onProgress: watcher.onProgress,
        }).finally(watcher.end);
        for (const problem of problems) process.stdout.write(`${problem}\n`);
        const checked = `${events} events, ${documents} documents of read models, ${snapshots} snapshots`;
        const verdict = problems.length === 0 ? 'all is well' : `${problems.length} found`;
        process.stdout.write(`Checked ${checked}: ${verdict}\n`);
        if (problems.length > 0) process.exitCode = 1;
      });
    });
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
