import { progress as progressBar } from '@clack/prompts';
import { isPractice } from '@saleyard/domain/auction/ids.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Config } from '@saleyard/platform/config/config.ts';
import { EventLogCorrupt, EventLogDamaged, EventLogUnavailable } from '@saleyard/platform/event-log/port.ts';
import type { Command } from 'commander';
import { settings } from '../server/settings.ts';
import { type AuditProgress, auditAuction, identified, UnknownAuction } from './audit.ts';
import { biddersNamed, readPeople } from './people.ts';
import type { AuditReport, LotReport } from './report.ts';
import { isOf } from './steps.ts';
import { hasLog, openSecretsToRead, readSnapshot, withLog } from './stores.ts';
import { differenceLines, lotsText, reportText } from './text.ts';

/** A command that takes no longer than this shows no progress. ms. */
const QUIET_MS = 1_000;

type Options = { data?: string; json?: boolean; lot?: string; bidder?: string };

/**
 * Adds `saleyard audit` to the command line. It exits with 0 when the auction is proven, 1 when an event differs
 * (and names the first), 2 for invalid arguments (no such auction, lot, bidder or data folder), and 3 when the log
 * could not be read. It writes nothing, and may be used while Saleyard runs.
 */
export function auditCommand(program: Command): void {
  program
    .command('audit')
    .description('replay an auction from the log and prove its outcome, lot by lot; also while Saleyard runs')
    .argument('<number>', 'the number of the auction; of a practice sale its id, practice-…')
    .option('--data <folder>', 'the data folder')
    .option('--json', 'the whole report, every bid ladder included, as JSON')
    .option('--lot <number>', "one lot's bid ladder with the rule that decided each step")
    .option(
      '--bidder <who>',
      'what one bidder did, by paddle, account id, e-mail address or name, lot by lot; floor or vendor for theirs',
    )
    .action(async (number: string, options: Options) => {
      const config = settings({ data: options.data, role: 'all' });
      const asked = isPractice(number) ? { auctionId: number } : { number: Number(number) };
      if (!isPractice(number) && !/^[1-9]\d{0,14}$/.test(number))
        return fail(2, `${number} is not the number of an auction`);
      if (!hasLog(config)) return fail(2, `there is no event log in ${config.data}`);
      const watch = watcher(systemClock);
      try {
        const report = await audited(config, asked, watch.onProgress);
        watch.end();
        print(report, options);
      } catch (error) {
        watch.end();
        if (error instanceof UnknownAuction) return fail(2, error.message);
        if (!UNREADABLE.some((kind) => error instanceof kind)) throw error;
        fail(3, `the log could not be read: ${(error as Error).message}`);
      }
    });
}

/** Errors of a log that could not be read. */
export const UNREADABLE = [EventLogCorrupt, EventLogDamaged, EventLogUnavailable] as const;

/** The audit of a sale of the configured stores, with the names of its people. */
async function audited(
  config: Config,
  asked: { number: number } | { auctionId: string },
  onProgress: (progress: AuditProgress) => void,
): Promise<AuditReport> {
  const auctionId = await withLog(config, (log) => identified({ log, ...asked }, onProgress));
  const snapshot = await readSnapshot(config, auctionId);
  const secrets = await openSecretsToRead(config);
  try {
    return await withLog(config, async (log) => {
      const report = await auditAuction({ log, auctionId, ...(snapshot && { snapshot }) }, onProgress);
      return { ...report, people: await readPeople({ log, secrets }, report, reportUnnamed) };
    });
  } finally {
    await secrets.close();
  }
}

const reportUnnamed = (account: string, why: string): void => {
  process.stderr.write(
    `saleyard audit: account ${account} has no name here, which is no part of the proof: ${why}\n`,
  );
};

function fail(code: 1 | 2 | 3, problem: string): void {
  process.stderr.write(`saleyard audit: ${problem}\n`);
  process.exitCode = code;
}

/** Prints the report, or the lots and bidder of it that are wanted; the exit code is that of the whole sale. */
function print(report: AuditReport, { json, lot: number, bidder: who }: Options): void {
  const { difference, auction } = report;
  const named = who === undefined ? [] : biddersNamed(report, who);
  if (named.length > 1) {
    const each = named.map(({ shown }) => shown).join(', ');
    fail(2, `${who} may be ${each}: name one by paddle or e-mail address`);
    return;
  }
  const bidder = named[0]?.bidder;
  if (who !== undefined && bidder === undefined && difference === null) {
    fail(2, `no bidder ${who} in auction no. ${auction.number}`);
    return;
  }
  const lots = bidder === undefined ? report.lots : report.lots.flatMap((lot) => lotOf(lot, bidder));
  const lot = lots.find((one) => one.number === number);
  if (number !== undefined && lot === undefined && difference === null) {
    const of = who === undefined ? '' : ` with a bid of ${who}`;
    fail(2, `no lot ${number}${of} in auction no. ${auction.number}`);
    return;
  }
  const chosen = lot === undefined ? lots : [lot];
  const isWhole = lot === undefined && bidder === undefined;
  const text = isWhole ? reportText(report) : lotsText(report, chosen);
  process.stdout.write(json ? `${JSON.stringify({ ...report, lots: chosen }, null, 2)}\n` : `${text}\n`);
  if (difference === null) return;
  const isUnreadable = difference.found === 'damaged';
  const verdict = isUnreadable ? 'could not be read' : 'not proven';
  fail(isUnreadable ? 3 : 1, `${verdict}\n${differenceLines(difference).join('\n')}`);
}

/** The lot with the steps of one bidder, also those of others for, to or against them; none where there are none. */
function lotOf(lot: LotReport, bidder: string): LotReport[] {
  const ladder = lot.ladder.filter((step) => isOf(step, bidder));
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
