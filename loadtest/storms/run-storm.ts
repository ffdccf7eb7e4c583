import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { auditAuction } from '@saleyard/app/audit/audit.ts';
import { ServerProcess } from '@saleyard/app/client/server-process.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { foldersIn } from '@saleyard/app/server/stores.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { localAddresses } from './addresses.ts';
import { divideCores, pin } from './cores.ts';
import { JournalTail } from './journal-tail.ts';
import { K6Process, k6Version } from './k6-process.ts';
import type { StormName } from './plan.ts';
import { type Prepared, prepare } from './prepare/prepare.ts';
import { ProcessWatch } from './process-watch.ts';
import { readJournal } from './read-journal.ts';
import { makeFigures } from './report/figures.ts';
import { reportPage } from './report/page.ts';
import type { StormReport } from './report/report.ts';
import { SCENARIOS, type StormSize } from './scenarios.ts';
import { checkStorm, type Stormed } from './verdict/check.ts';
import type { FoundFailure } from './verdict/failures.ts';
import { checkThresholds, type K6Summary } from './verdict/thresholds.ts';

/** ms between looks at the journal while k6 is at work. */
const POLL_MS = 1_000;
/** ms k6 may take beyond the plan's end; then it is ended, and the storm has failed. */
const K6_GRACE_MS = 60_000;

/** How k6 reports that a script has thrown; it continues with its other users. */
const SCRIPT_ERROR = /\w*Error: .*\n?.*file:\/\/.*/;

/** A running server to storm, by staff of it, and the data folder in which its log can be read. */
type Target = { url: string; data: string; staff: { email: string; password: string } };

export type StormOptions = {
  name: StormName;
  size: StormSize;
  seed: number;
  k6: string;
  clock: Clock;
  /** null: a server of its own, on a folder that is thrown away. */
  target: Target | null;
  /** Addresses to come from (`--local-ips` of k6); left out: as many of this machine's as are needed. */
  from?: string;
  /** Where the report is left; made when it is not there. */
  folder: string;
  onProgress: (what: string, done: number, of: number) => void;
};

/**
 * Runs one storm from preparing to verdict, and leaves `report.html`, `report.json` and `journal.ndjson` in its
 * folder. @throws Refused when the server does not let it be prepared; Error when k6 or the server does not start
 */
export async function runStorm(options: StormOptions): Promise<StormReport> {
  const { target, onProgress } = options;
  if (target !== null) return storm(options, target, undefined);
  onProgress('starting a server', 0, 1);
  const server = await ServerProcess.withAccounts();
  try {
    const staff = { email: 'staff@saleyard.test', password: DEMO_PASSWORD };
    return await storm(options, { url: server.url, data: server.folder, staff }, server.pid);
  } finally {
    await server.destroy();
  }
}

async function storm(options: StormOptions, target: Target, pid: number | undefined): Promise<StormReport> {
  const { name, size, seed, clock, folder, k6, onProgress } = options;
  await mkdir(folder, { recursive: true });
  // The plan holds sessions: it lies in a folder of this account alone, and goes when k6 is done.
  const secret = await mkdtemp(path.join(tmpdir(), 'saleyard-storm-'));
  const summaryFile = path.join(secret, 'summary.json');
  const journalFile = path.join(folder, 'journal.ndjson');
  const watches: Record<string, ProcessWatch> = {};
  // Before anything of ours is at work.
  const loadBefore = loadavg()[0] ?? 0;
  try {
    // Accounts are opened with every core; only then is each kept to its own.
    const prepared = await prepare({ ...target, name, size, seed, clock, summaryFile, onProgress });
    const cores = pid === undefined ? null : divideCores();
    if (pid !== undefined && cores !== null) pin(pid, cores.server);
    if (pid !== undefined) watches['server'] = new ProcessWatch(pid, clock);
    const planFile = path.join(secret, 'plan.json');
    await writeFile(planFile, JSON.stringify(prepared.plan), { mode: 0o600 });
    await rm(journalFile, { force: true });

    const localIps = options.from ?? localAddresses(target.url, size);
    const run = new K6Process({ k6, planFile, journalFile, localIps, cores: cores?.clients });
    if (run.pid !== undefined) watches['k6'] = new ProcessWatch(run.pid, clock);
    const began = clock.now();
    const end = await awaitK6(run, prepared, journalFile, clock, onProgress);

    onProgress('asking the audit', 0, 1);
    const journal = await readJournal(journalFile);
    const stormed = stormedBy(prepared, size);
    const { checked, audit } = await askLog(target.data, journal, stormed);
    const summary = await readSummary(summaryFile);
    const figures = makeFigures({ journal, logged: checked.logged, stormed, began, watches });
    const faults: FoundFailure[] = [...checked.faults];
    if (!audit.proven) {
      faults.unshift({ kind: 'audit', count: 1, examples: [audit.difference?.what ?? 'not proven'] });
    }
    if (end.problem !== null) faults.push({ kind: 'run', count: 1, examples: [end.problem] });
    const report: StormReport = {
      name,
      what: SCENARIOS[name].what,
      size,
      seed,
      at: new Date(began).toISOString(),
      seconds: Math.round((clock.now() - began) / 1_000),
      machine: { ...machine(k6, cores !== null), loadBefore },
      ownServer: pid !== undefined,
      right: faults.length === 0,
      faults,
      audit: {
        number: audit.auction.number,
        proven: audit.proven,
        events: audit.events,
        headHash: audit.headHash,
        decidedAgain: audit.decidedAgain,
        sold: audit.totals.sold,
        lots: audit.totals.lots,
      },
      bids: checked.bids,
      views: checked.views,
      thresholds: checkThresholds(SCENARIOS[name].thresholds, summary, figures.lag),
      figures,
    };
    await writeFile(path.join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
    await writeFile(path.join(folder, 'report.html'), reportPage(report));
    return report;
  } finally {
    for (const watch of Object.values(watches)) watch.stop();
    await rm(secret, { recursive: true, force: true });
  }
}

/** Waits for k6, and reports the progress of the storm. `problem`: why it did not run as planned, or null. */
async function awaitK6(
  run: K6Process,
  { plan }: Prepared,
  journalFile: string,
  clock: Clock,
  onProgress: StormOptions['onProgress'],
): Promise<{ problem: string | null }> {
  const tail = new JournalTail(journalFile);
  const began = clock.now();
  const last = plan.browseUntil - began;
  let late = false;
  const stop = () => run.kill();
  process.once('exit', stop);
  try {
    for (;;) {
      const ended = await Promise.race([run.ended, after(clock, POLL_MS)]);
      if (ended !== undefined) {
        if (late) return { problem: 'k6 did not end in time, and was ended' };
        const broken = SCRIPT_ERROR.exec(ended.output)?.[0];
        if (broken !== undefined) return { problem: `a client's script broke: ${broken.slice(0, 500)}` };
        if (ended.code === 0 || ended.crossed) return { problem: null };
        return { problem: `k6 ended with ${ended.code}: ${ended.output.trim().slice(-1_500)}` };
      }
      const { bids, inside, pages } = tail.read();
      const seen = [`${inside} in the room`, `${bids} bids`, ...(pages > 0 ? [`${pages} pages`] : [])];
      onProgress(`storming: ${seen.join(', ')}`, Math.min(last, clock.now() - began), last);
      if (clock.now() > plan.leaveBy + K6_GRACE_MS) {
        late = true;
        run.kill();
      }
    }
  } finally {
    process.off('exit', stop);
    tail.close();
  }
}

const after = (clock: Clock, ms: number) =>
  new Promise<undefined>((resolve) => clock.after(ms, () => resolve(undefined)));

function stormedBy({ plan, clock }: Prepared, size: StormSize): Stormed {
  const named = (what: string, count: number) =>
    Array.from({ length: count }, (_, place) => `${what} ${place}`);
  return {
    sale: plan.sale,
    accounts: plan.bidders.map(({ account }) => account),
    clients: [
      ...named('bidder', size.bidders),
      ...named('spectator', size.spectators),
      ...named('visitor', size.visitors),
    ],
    clock,
  };
}

/** Reads the log, beside the server that still holds it. */
async function askLog(data: string, journal: Awaited<ReturnType<typeof readJournal>>, stormed: Stormed) {
  const log = await openLmdbEventLog({ chained: CHAINED, folder: foldersIn(data).log, readOnly: true });
  try {
    const audit = await auditAuction({ log, auctionId: stormed.sale.id });
    const checked = await checkStorm(log.read(auctionStream(stormed.sale.id)), journal, stormed);
    return { audit, checked };
  } finally {
    await log.close();
  }
}

/** k6's own figures; none if it failed before it could report them. */
async function readSummary(file: string): Promise<K6Summary> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as K6Summary;
  } catch {
    return { metrics: {} };
  }
}

function machine(k6: string, apart: boolean): Omit<StormReport['machine'], 'loadBefore'> {
  const [cpu] = cpus();
  return {
    cores: availableParallelism(),
    cpu: cpu?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    k6: k6Version(k6),
    commit: commit(),
    apart,
  };
}

function commit(): string | null {
  try {
    const cwd = import.meta.dirname;
    const output = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.toString().trim();
  } catch {
    return null;
  }
}
