import { ServerProcess } from '@saleyard/app/client/server-process.ts';
import { Session } from '@saleyard/app/client/session.ts';
import { DEMO_PASSWORD } from '@saleyard/app/demo/demo-accounts.ts';
import { foldersIn } from '@saleyard/app/server/stores.ts';
import type { SaleAudit } from '@saleyard/contract/audit.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { LIVE_BIDS, openLiveBids } from './live-bids.ts';
import type { Measured, Row } from './row.ts';
import { quantile } from './statistics.ts';
import { storeBusySale } from './stored-sale.ts';

const SIZE = { lots: 1_000, commands: 100_000, bidders: 400 };
/** The number of the first stored sale. */
const NUMBER = 9_001;
const START_AT = Date.UTC(2026, 5, 1);
/** Rounds that are measured; one before them warms up. Each audits a sale of its own, which no audit has read before. */
const ROUNDS = 1;
const LIVE = { lots: 200, onlookers: 200 };
/** p99 of bids beside an audit, at most this many times that of bids alone. */
const TARGET = 1.5;

/** Bids at 500 a second alone, and while an auditor opens the audit of a sale of 100,000 bids, in turns. */
export async function benchAuditBeside(): Promise<Measured> {
  const server = await ServerProcess.withAccounts();
  try {
    await server.end('SIGTERM');
    const log = await openLmdbEventLog({ chained: CHAINED, folder: foldersIn(server.folder).log });
    for (let n = 0; n <= ROUNDS; n += 1) {
      const sale = {
        auction: `stored-${n}`,
        searchNumber: NUMBER + n,
        startAt: START_AT,
        name: `stored-${n}`,
      };
      await storeBusySale(log, { ...sale, ...SIZE });
    }
    await log.close();
    await server.start();
    const live = await openLiveBids(server, LIVE);
    try {
      const auditor = await Session.signIn(server.url, 'auditor@saleyard.test', DEMO_PASSWORD);
      const alone: number[] = [];
      const beside: number[] = [];
      const seconds: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const quiet = await live.bid();
        const begun = systemClock.monotonic();
        const auditing = auditor
          .call<SaleAudit>('GET', `staff/auctions/${NUMBER + round}/audit`)
          .then((audit) => ({ audit, took: systemClock.monotonic() - begun }));
        // Bids go on for as long as the audit does.
        const busy: number[] = [];
        let isDone = false;
        const ended = auditing.finally(() => {
          isDone = true;
        });
        while (!isDone) busy.push(...(await live.bid()));
        const { audit, took } = await ended;
        if (audit.verdict !== 'proven') throw new Error(`the stored sale is ${audit.verdict}`);
        if (round === 0) continue;
        alone.push(...quiet);
        beside.push(...busy);
        seconds.push(took / 1_000);
      }
      const isLive = await live.isLive();
      for (const all of [alone, beside]) all.sort((a, b) => a - b);
      const row = (share: number, target: number | null): Row => {
        const [value, peerValue] = [quantile(beside, share), quantile(alone, share)];
        return {
          bench: `bids at ${LIVE_BIDS.perSecond}/s beside an audit, p${share * 100}`,
          subject: 'bid over WebSocket, decided, on disk, answered, while a sale of 100,000 bids is audited',
          peer: 'the same without the audit',
          value,
          peerValue,
          unit: 'ms',
          ratio: value / peerValue,
          target,
          better: 'less',
          note: `${LIVE_BIDS.bidders} bidders, ${LIVE.onlookers} onlookers; ${isLive ? 'the sale stayed live' : 'THE SALE FROZE'}; the audits took ${seconds.map((one) => one.toFixed(0)).join(' and ')} s`,
        };
      };
      return { rows: [row(0.5, null), row(0.99, TARGET)] };
    } finally {
      live.end();
    }
  } finally {
    await server.destroy();
  }
}
