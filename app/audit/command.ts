import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { progress as progressBar } from '@clack/prompts';
import { isPractice } from '@saleyard/domain/auction/ids.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { type EventLog, EventLogCorrupt, EventLogInUse } from '@saleyard/platform/event-log/port.ts';
import { DATA_FILE } from '@saleyard/platform/lmdb/checked-file.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import type { Command } from 'commander';
import { settings } from '../server/settings.ts';
import { foldersIn, openDocuments, openLog, openLogBeside } from '../server/stores.ts';
import { type AuditProgress, auditAuction, UnknownAuction } from './audit.ts';
import type { AuditReport, LotReport } from './report.ts';
import { differenceLines, lotsText, reportText } from './text.ts';

/** A command that takes no longer than this shows no progress. ms. */
const QUIET_MS = 1_000;

type Options = { data?: string; json?: boolean; lot?: string; bidder?: string };

/**
 * Adds `saleyard audit` to the command line. It exits with 0 when the auction is proven, 1 when an event differs
 * (and names the first), 2 for invalid arguments (no such auction, lot, bidder or data folder), and 3 when the log
 * could not be read.
 */
export function auditCommand(program: Command): void {
  program
    .command('audit')
    .description('replay an auction from the log and prove its outcome, lot by lot; also while Saleyard runs')
    .argument('<number>', 'the number of the auction; of a practice sale its id, practice-…')
    .option('--data <folder>', 'the data folder')
    .option('--json', 'the whole report, every bid ladder included, as JSON')
    .option('--lot <number>', "one lot's bid ladder with the rule that decided each step")
    .option('--bidder <paddle>', 'what one bidder did, by paddle or account id, lot by lot')
    .action(async (number: string, options: Options) => {
      const config = settings({ data: options.data, role: 'all' });
      const asked = isPractice(number) ? { auctionId: number } : { number: Number(number) };
      if (!isPractice(number) && !/^[1-9]\d{0,14}$/.test(number))
        return fail(2, `${number} is not the number of an auction`);
      if (config.eventStoreUrl === null && !existsSync(join(foldersIn(config.data).log, DATA_FILE)))
        return fail(2, `there is no event log in ${config.data}`);
      const watch = watcher(systemClock);
      try {
        const stores = await openStores(config);
        try {
          const report = await auditAuction({ ...stores, ...asked }, watch.onProgress);
          watch.end();
          print(report, options);
        } finally {
          await stores.close();
        }
      } catch (error) {
        watch.end();
        if (error instanceof UnknownAuction) return fail(2, error.message);
        if (!(error instanceof EventLogCorrupt)) throw error;
        fail(3, `the log could not be read: ${error.message}`);
      }
    });
}

function fail(code: 1 | 2 | 3, problem: string): void {
  process.stderr.write(`saleyard audit: ${problem}\n`);
  process.exitCode = code;
}

type Stores = { log: EventLog; documents?: Documents; close(): Promise<void> };

/** The log and the snapshots; beside a running Saleyard that holds the data folder, the log alone, to read. */
async function openStores(config: Config): Promise<Stores> {
  const outside = { clock: systemClock, logger: createLogger({ level: 'warn' }) };
  let log: EventLog;
  try {
    log = await openLog(config, outside);
  } catch (error) {
    if (!(error instanceof EventLogInUse)) throw error;
    const read = await openLogBeside(config);
    return { log: read, close: () => read.close() };
  }
  const documents = await openDocuments(config, outside);
  const close = async (): Promise<void> => {
    await documents.close();
    await log.close();
  };
  return { log, documents, close };
}

function print(report: AuditReport, { json, lot: number, bidder }: Options): void {
  const { difference, auction } = report;
  const account = bidder === undefined ? undefined : accountOf(report, bidder);
  if (bidder !== undefined && account === undefined && difference === null) {
    fail(2, `no bidder ${bidder} in auction no. ${auction.number}`);
    return;
  }
  const lots = account === undefined ? report.lots : report.lots.flatMap((lot) => lotOf(lot, account));
  const lot = lots.find((one) => one.number === number);
  if (number !== undefined && lot === undefined && difference === null) {
    const who = bidder === undefined ? '' : ` with a bid of ${bidder}`;
    fail(2, `no lot ${number}${who} in auction no. ${auction.number}`);
    return;
  }
  const chosen = lot === undefined ? lots : [lot];
  const isWhole = lot === undefined && account === undefined;
  const text = isWhole ? reportText(report) : lotsText(report, chosen);
  process.stdout.write(json ? `${JSON.stringify({ ...report, lots: chosen }, null, 2)}\n` : `${text}\n`);
  if (difference === null) return;
  const isUnreadable = difference.found === 'damaged';
  const verdict = isUnreadable ? 'could not be read' : 'not proven';
  fail(isUnreadable ? 3 : 1, `${verdict}\n${differenceLines(difference).join('\n')}`);
}

/** The account of a bidder's paddle, or the account itself; undefined when it did nothing in the sale. */
function accountOf({ lots }: AuditReport, bidder: string): string | undefined {
  for (const { ladder } of lots) {
    for (const { actor } of ladder) {
      if (actor.kind === 'user' && (actor.paddle === bidder || actor.id === bidder)) return actor.id;
    }
  }
  return undefined;
}

/** The lot with the steps of one bidder, also those that others entered for them; none where there are none. */
function lotOf(lot: LotReport, account: string): LotReport[] {
  const ladder = lot.ladder.filter(
    ({ actor, bidder, what }) => actor.id === account || (bidder === account && what !== 'closed'),
  );
  return ladder.length === 0 ? [] : [{ ...lot, ladder }];
}

const DOING = {
  finding: 'Finding the auction',
  verifying: 'Following the chain of hashes',
  deciding: 'Deciding every command again',
} as const;

/** A progress bar on a terminal, once it has taken a second; else nothing. */
function watcher(clock: Clock): { onProgress(progress: AuditProgress): void; end(): void } {
  const began = clock.monotonic();
  let shown: { bar: ReturnType<typeof progressBar>; doing: AuditProgress['doing']; done: number } | undefined;
  return {
    onProgress({ doing, done, total }) {
      if (!process.stderr.isTTY || clock.monotonic() - began < QUIET_MS) return;
      if (shown?.doing !== doing) {
        shown?.bar.stop(DOING[shown.doing]);
        const bar = progressBar({ max: total, output: process.stderr });
        bar.start(DOING[doing]);
        shown = { bar, doing, done: 0 };
      }
      shown.bar.advance(done - shown.done, `${DOING[doing]}: ${done} of ${total} events`);
      shown.done = done;
    },
    end() {
      shown?.bar.stop(DOING[shown.doing]);
      shown = undefined;
    },
  };
}
