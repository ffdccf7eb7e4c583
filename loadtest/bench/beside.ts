import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ServerProcess } from '@saleyard/app/client/server-process.ts';
import { Session } from '@saleyard/app/client/session.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { foldersIn } from '@saleyard/app/server/stores.ts';
import { HEADERS } from '@saleyard/contract/operation.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { newId } from '@saleyard/platform/ids/ids.ts';
import { NICE } from '@saleyard/platform/workers/priority.ts';
import { fillLog } from './busy-sale.ts';
import { LIVE_BIDS, type LiveBids, openLiveBids, schedule, shown } from './live-bids.ts';
import { noisyPng } from './noisy-png.ts';
import type { Measured, Row } from './row.ts';
import { quantile } from './statistics.ts';

const ONLOOKERS = 1_000;
const LOTS = 600;
/** ms in which what was begun beside the bids is finished. */
const SETTLE_MS = 8_000;
const ROUNDS = 1;
/** What is done beside the bids, each by this many at once. */
const BESIDE = { reads: 24, searches: 8, uploads: 20, pdfs: 12 } as const;
/** Heads of the draft that is saved, and ms between two saves. */
const HEADS = 2_000;
const SAVE_EVERY_MS = 2_000;
/** ms after an answer that work was shed, at most: the time in the answer, or less where a person has no patience. */
const SHED_MS = 1_000;
const HOUR_SECONDS = 3_600;
/** p99 of bids beside everything, at most this many times that of bids alone. */
const TARGET = 1.5;

/** px of an uploaded picture. */
const PICTURE = { width: 1_200, height: 900 };
const UPCOMING_MS = 240 * HOUR_SECONDS * 1_000;
/** Events of the log that is rebuilt meanwhile, by `saleyard rebuild` on a folder of its own. */
const REBUILT = { events: 20_000, eachEvents: 5_000 };

const SALEYARD = fileURLToPath(new URL('../../app/bin/saleyard.js', import.meta.url));
const run = promisify(execFile);

type Counted = Record<keyof typeof BESIDE | 'saves' | 'rebuilds' | 'shed', number>;

type Place = { server: ServerProcess; auction: string; rebuilt: string };

/** Everything but bids, until `signal` ends it. Answers what was done. `rebuilt`: a data folder. */
async function work({ server, auction, rebuilt }: Place, signal: AbortSignal): Promise<Counted> {
  const counted: Counted = { reads: 0, searches: 0, uploads: 0, pdfs: 0, saves: 0, rebuilds: 0, shed: 0 };
  const signIn = (name: string) => Session.signIn(server.url, `${name}@saleyard.test`, DEMO_PASSWORD);
  const [staff, seller, buyer] = [await signIn('staff'), await signIn('seller'), await signIn('buyer2')];
  const [guest, both] = [await signIn('guest'), await signIn('both')];
  const picture = noisyPng(PICTURE);
  const call = async (kind: keyof Counted, as: Session, path: string, init: RequestInit = {}) => {
    const { headers, ...rest } = init;
    const own = { cookie: as.cookie, origin: server.url, [HEADERS.platform]: 'web', ...headers };
    const response = await fetch(`${server.url}/api/v1/${path}`, { ...rest, headers: own, signal });
    await response.arrayBuffer();
    if (response.ok) counted[kind] += 1;
    else if (response.status === 503 || response.status === 429) {
      counted.shed += 1;
      const asked = Number(response.headers.get('retry-after') ?? 1) * 1_000;
      await wait(Math.min(asked, SHED_MS), undefined, { signal });
    } else throw new Error(`${path} was answered ${response.status}`);
  };
  const upload = { method: 'POST', body: picture, headers: { 'content-type': 'image/png' } };
  const jobs: Record<keyof typeof BESIDE, () => Promise<void>> = {
    reads: () => call('reads', guest, `auctions/${auction}/lots?mode=live`),
    searches: () => call('searches', buyer, `auctions/${auction}/lots?limit=10&page=1&q=angus%20gunnedah`),
    uploads: () => call('uploads', staff, 'staff/pictures', upload),
    pdfs: () => call('pdfs', both, `print/auctions/${auction}/auction-summary`),
  };
  const untilEnd = async (job: () => Promise<void>): Promise<void> => {
    try {
      while (!signal.aborted) await job();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const upcoming = await schedule(staff, 1, UPCOMING_MS);
  // Its page follows a little later.
  await shown(staff, upcoming._id);
  const begun = await seller.call<{ _id: string }>('POST', `auctions/${upcoming._id}/lots`, {
    lot: { count: HEADS },
    commandId: newId(),
  });
  let saved = 0;
  const save = async (): Promise<void> => {
    saved += 1;
    const heads = Array.from({ length: HEADS }, (_, n) => ({ weightLive: 300 + ((n * saved) % 97) }));
    const body = JSON.stringify({ lot: { heads }, commandId: newId() });
    const init = { method: 'PUT', body, headers: { 'content-type': 'application/json' } };
    await call('saves', seller, `auctions/${upcoming._id}/lots/${begun._id}`, init);
    await wait(SAVE_EVERY_MS, undefined, { signal });
  };
  const rebuild = async (): Promise<void> => {
    await run(process.execPath, [SALEYARD, 'rebuild', '--data', rebuilt], { signal });
    counted.rebuilds += 1;
  };
  await Promise.all([
    ...Object.entries(BESIDE).flatMap(([kind, count]) =>
      Array.from({ length: count }, () => untilEnd(jobs[kind as keyof typeof BESIDE])),
    ),
    untilEnd(save),
    untilEnd(rebuild),
  ]);
  return counted;
}

/** A process for each core that only computes, at a nice value: what the system makes of a busy machine. */
class Computing {
  readonly nice: number;
  readonly latencies: number[] = [];
  readonly #processes = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );

  /** They wait until they are needed. A process that has lowered its own priority can't give them a higher one. */
  constructor(nice: number) {
    this.nice = nice;
    for (const { pid } of this.#processes) if (pid !== undefined) setPriority(pid, nice);
    this.#signal('SIGSTOP');
  }

  async beside(measure: () => Promise<readonly number[]>): Promise<void> {
    this.#signal('SIGCONT');
    try {
      this.latencies.push(...(await measure()));
    } finally {
      this.#signal('SIGSTOP');
    }
  }

  end(): void {
    this.#signal('SIGKILL');
  }

  #signal(signal: NodeJS.Signals): void {
    for (const one of this.#processes) one.kill(signal);
  }
}

/**
 * Bids at 500 a second while a thousand look on, alone and beside everything else that people do, in turns, on a server
 * as `saleyard start` runs it.
 */
export async function benchBeside(): Promise<Measured> {
  const server = await ServerProcess.withAccounts();
  const rebuilt = await mkdtemp(path.join(tmpdir(), 'saleyard-bench-beside-'));
  // As much as the machine has, with the priority of bids and with that of background work.
  const computing = [0, NICE.background].map((nice) => new Computing(nice));
  let bids: LiveBids | undefined;
  try {
    await run(process.execPath, [SALEYARD, 'seed', '--data', rebuilt]);
    const log = await openLmdbEventLog({ chained: CHAINED, folder: foldersIn(rebuilt).log });
    await fillLog(log, REBUILT);
    await log.close();
    const live = await openLiveBids(server, { lots: LOTS, onlookers: ONLOOKERS });
    bids = live;
    const alone: number[] = [];
    const beside: number[] = [];
    const done: Counted[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const latencies = await live.bid();
      const ending = new AbortController();
      const working = work({ server, auction: live.auction, rebuilt }, ending.signal);
      // It begins with people who sign in.
      await Promise.race([wait(3_000), working]);
      const busy = await Promise.race([
        live.bid(),
        working.then(() => Promise.reject(new Error('the work ended'))),
      ]);
      ending.abort();
      done.push(await working);
      // What it began is finished before bids are alone again.
      await wait(SETTLE_MS);
      // The first round warms up.
      if (round === 0) continue;
      alone.push(...latencies);
      beside.push(...busy);
      for (const each of computing) await each.beside(() => live.bid());
    }
    const isLive = await live.isLive();
    for (const all of [alone, beside, ...computing.map(({ latencies }) => latencies)])
      all.sort((a, b) => a - b);
    const total = (kind: keyof Counted) => done.reduce((sum, one) => sum + one[kind], 0);
    const kinds = ['reads', 'searches', 'uploads', 'pdfs', 'saves', 'rebuilds', 'shed'] as const;
    const said = kinds.map((kind) => `${total(kind)} ${kind}`).join(', ');
    const row = (share: number, target: number | null): Row => {
      const [value, peerValue] = [quantile(beside, share), quantile(alone, share)];
      return {
        bench: `bids at ${LIVE_BIDS.perSecond}/s beside everything else, p${share * 100}`,
        subject:
          'bid over WebSocket, decided, on disk, answered, beside reads, searches, uploads, PDFs, saves and a rebuild',
        peer: 'the same without them',
        value,
        peerValue,
        unit: 'ms',
        ratio: value / peerValue,
        target,
        better: 'less',
        note: `${LIVE_BIDS.bidders} bidders, ${ONLOOKERS} onlookers, ${LOTS} lots; ${isLive ? 'the sale stayed live' : 'THE SALE FROZE'}; in ${ROUNDS + 1} rounds ${said}`,
      };
    };
    const limits = computing.map(({ nice, latencies }): Row => {
      const [value, peerValue] = [quantile(beside, 0.99), quantile(latencies, 0.99)];
      return {
        ...row(0.99, null),
        peer: `the same beside ${availableParallelism()} processes that only compute, at nice ${nice}`,
        peerValue,
        ratio: value / peerValue,
      };
    });
    return { rows: [row(0.5, null), row(0.99, TARGET), ...limits] };
  } finally {
    bids?.end();
    for (const each of computing) each.end();
    await server.destroy();
    await rm(rebuilt, { recursive: true, force: true });
  }
}
