import type { Command } from 'commander';
import { hasData, reportNoLog } from '../audit/stores.ts';
import { openRebuildStores, rebuildWatched, reportFailure } from '../rebuild/command.ts';
import { dropBesideLog } from '../rebuild/rebuild.ts';
import { acceptLostFiles } from '../server/file-store.ts';
import { beginAnotherLog, continuityOf, LogNotContinued, noteLog } from '../server/log-continuity.ts';
import { settings } from '../server/settings.ts';
import { placesOf } from '../server/stores.ts';

type Options = { data?: string; acceptLoss?: boolean; acceptLostFiles?: boolean };

/** Adds `saleyard restore` to the command line. It exits with 1 as long as the log is not the one of the rest. */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description(
      'say whether the event log is the one that the rest of the data belongs to; what runs on it must be stopped',
    )
    .option('--data <folder>', 'the data folder')
    .option(
      '--accept-loss',
      'go on with the log as it is: what is missing stays lost, every read model is made again, and everyone signs in again',
    )
    .option(
      '--accept-lost-files',
      'go on with other files: pictures and documents that are not there stay lost; the next command-api or projections that starts decides which files all must have',
    )
    .action(async ({ data, acceptLoss = false, acceptLostFiles: isFilesLoss = false }: Options) => {
      const config = settings({ data, role: 'all' });
      if (!hasData(config)) return reportNoLog('restore', config);
      await reportFailure('restore', async () => {
        const stores = await openRebuildStores(config);
        try {
          if (isFilesLoss) await acceptLostFiles(stores.secrets);
          const found = await continuityOf(stores);
          const sentence = new LogNotContinued(found, placesOf(config));
          if (found.kind === 'continued') {
            process.stdout.write(`Nothing is missing: ${sentence.message}\n`);
            return;
          }
          const isLoss = found.kind !== 'other-read-models';
          if (!acceptLoss || !isLoss) throw sentence;
          // The note about the lost log stays until everything matches this log: an interrupted restore is repeated.
          await beginAnotherLog(stores);
          await dropBesideLog(stores.documents, { sessions: true });
          await rebuildWatched(stores);
          const { position } = await noteLog(stores);
          process.stdout.write(
            found.kind === 'no-keys' || found.kind === 'other-keys'
              ? `Going on with this log, which ends at position ${position}, and with other keys\n`
              : found.kind === 'old-secrets'
                ? `Going on with this log, which ends at position ${position}, and with the older secrets\n`
                : `Going on with this log, which ends at position ${position}; the other had reached ${found.reached}\n`,
          );
        } finally {
          await stores.close();
        }
      });
    });
}
