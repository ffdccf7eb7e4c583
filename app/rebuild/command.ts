import { progress as progressBar } from '@clack/prompts';
import { createPersonSearch } from '@saleyard/command-api/accounts/person-search.ts';
import { pause } from '@saleyard/platform/clock/pause.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import { EventLogCorrupt, EventLogDamaged, EventLogInUse } from '@saleyard/platform/event-log/port.ts';
import type { Leases } from '@saleyard/platform/leases/port.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { SecretDamaged } from '@saleyard/platform/secrets/port.ts';
import { PROJECTIONS_LEASE } from '@saleyard/projections/projector.ts';
import type { SearchKeysOf } from '@saleyard/projections/runner/stream-folds.ts';
import type { Command } from 'commander';
import { hasData, reportNoLog } from '../audit/stores.ts';
import { openNodes } from '../server/engines.ts';
import { continueLog, LogNotContinued, type LogStores, noteLog } from '../server/log-continuity.ts';
import { settings } from '../server/settings.ts';

import { openDocuments, openLog, openSecrets, placesOf } from '../server/stores.ts';
import { dropBesideLog, RebuildFailed, type RebuildProgress, rebuild } from './rebuild.ts';

/** The stores that a rebuild reads and writes. */
export type RebuildStores = LogStores & { searchKeysOf?: SearchKeysOf; close(): Promise<void> };

/** ms after which a process that made the read models and died is known to be gone. */
const GONE_MS = 3_000;
/** How often it is tried to be the one who makes them, in ms. */
const TRY_EVERY_MS = 200;

/**
 * The log, the read store and the secrets that the configuration names: by URL, or in the data folder. Projections
 * that run stand by until they are closed.
 * @throws RebuildFailed when one of them is making the read models; EventLogInUse while Saleyard runs on the folder
 */
export async function openRebuildStores(config: Config): Promise<RebuildStores> {
  const outside = { config, clock: systemClock, logger: createLogger({ level: 'warn' }), metrics: null };
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0).reverse()) await one.close();
  };
  try {
    const log = await openLog(config, outside);
    opened.push(log);
    const documents = await openDocuments(config, outside);
    opened.push(documents);
    const secrets = await openSecrets(config);
    opened.push(secrets);
    const search = await createPersonSearch(secrets);
    const nodes = await openNodes(outside);
    opened.push(nodes);
    const leases = await nodes.join('projections', true);
    opened.push(leases);
    await takeTurn(leases);
    return { log, documents, secrets, searchKeysOf: (account) => search.keysOf(account), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Becomes the one who makes the read models. @throws RebuildFailed */
async function takeTurn(leases: Leases): Promise<void> {
  for (let waited = 0; !(await leases.claim(PROJECTIONS_LEASE)); waited += TRY_EVERY_MS) {
    const holder = leases.holderOf(PROJECTIONS_LEASE);
    if (waited >= GONE_MS)
      throw new RebuildFailed(`${holder ?? 'another process'} makes them; stop it first`);
    await pause(systemClock, TRY_EVERY_MS);
  }
}

/** Adds `saleyard rebuild` to the command line. It exits with 1 when the read models could not be made again. */
export function rebuildCommand(program: Command): void {
  program
    .command('rebuild')
    .description(
      'drop every read model and fold it again from the event log; what makes them must be stopped',
    )
    .option('--data <folder>', 'the data folder')
    .action(async ({ data }: { data?: string }) => {
      const config = settings({ data, role: 'all' });
      if (!hasData(config)) return reportNoLog('rebuild', config);
      await reportFailure('rebuild', async () => {
        const stores = await openRebuildStores(config);
        try {
          const found = await continueLog(stores, placesOf(config), { mayReplaceReadModels: true });
          if (found.kind === 'other-read-models') await dropBesideLog(stores.documents, { sessions: false });
          await rebuildWatched(stores);
          await noteLog(stores);
        } finally {
          await stores.close();
        }
      });
    });
}

/** Runs a command; an expected failure becomes one line and exit code 1. */
export async function reportFailure(command: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isExpected = EXPECTED.some((kind) => error instanceof kind);
    if (!isExpected) throw error;
    process.stderr.write(`saleyard ${command}: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

const EXPECTED = [
  EventLogInUse,
  EventLogDamaged,
  EventLogCorrupt,
  RebuildFailed,
  LogNotContinued,
  SecretDamaged,
];

/** Makes every read model again, with its progress on a terminal, and one line at the end. */
export async function rebuildWatched({ close: _, ...stores }: RebuildStores): Promise<void> {
  const watcher = process.stdout.isTTY ? bar() : lines();
  try {
    const done = await rebuild(stores, watcher.onProgress);
    watcher.done(`${done.events} events in ${done.seconds.toFixed(1)} s, ${perSecond(done)} events/s`);
  } catch (error) {
    watcher.failed();
    throw error;
  }
}

type Watcher = {
  onProgress(progress: RebuildProgress): void;
  done(summary: string): void;
  failed(): void;
};

const perSecond = ({ events, seconds }: RebuildProgress): number =>
  Math.round(events / Math.max(seconds, 0.001));

/** For people: a bar that fills as the log is folded. */
function bar(): Watcher {
  let shown: ReturnType<typeof progressBar> | undefined;
  let at = 0;
  return {
    onProgress(progress) {
      const { position, last, events } = progress;
      if (shown === undefined) {
        shown = progressBar({ max: last + 1 });
        shown.start('Folding the event log');
      }
      shown.advance(position + 1 - at, `${events} events, ${perSecond(progress)} events/s`);
      at = position + 1;
    },
    done: (summary) => shown?.stop(`Read models rebuilt: ${summary}`),
    failed: () => shown?.error('The read models are not complete'),
  };
}

/** For files and pipes: one line at the end. */
function lines(): Watcher {
  return {
    onProgress: () => {},
    done: (summary) => process.stdout.write(`Read models rebuilt: ${summary}\n`),
    failed: () => {},
  };
}
