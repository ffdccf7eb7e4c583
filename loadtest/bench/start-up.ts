import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSaleyard } from '@saleyard/app/client/server-process.ts';
import { rebuild } from '@saleyard/app/rebuild/rebuild.ts';
import { startServer } from '@saleyard/app/server/server.ts';
import { foldersIn } from '@saleyard/app/server/stores.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { type Config, readConfig } from '@saleyard/platform/config/config.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { createLogger } from '@saleyard/platform/logging/logger.ts';
import { fillLog } from './busy-sale.ts';
import type { Measured, Row } from './row.ts';
import { mediansInTurns, timed } from './statistics.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const EACH_SALE = 10_000;
const ROUNDS = 9;
/** The large log's time, at most this many times the small one's. */
const TARGET = 1.2;

const logger = createLogger({ level: 'error' });

/** A data folder with accounts, this many events in finished sales, and the read models made of them. */
export async function grow(data: string, least: number): Promise<{ config: Config; events: number }> {
  const seeded = await runSaleyard(data, 'seed');
  if (seeded.code !== 0) throw new Error(`seed failed: ${seeded.output}`);
  const folders = foldersIn(data);
  const log = await openLmdbEventLog({ chained: CHAINED, folder: folders.log });
  const documents = await openLmdbDocuments({ folder: folders.read, clock: systemClock });
  const events = await fillLog(log, { events: least, eachEvents: EACH_SALE });
  await rebuild({ log, documents });
  await documents.close();
  await log.close();
  const result = readConfig({ SALEYARD_DATA: data, SALEYARD_PORT: '0' });
  if (result.outcome === 'invalid') throw new Error(JSON.stringify(result.problems));
  return { config: result.config, events };
}

/** ms from opening the stores until every role has answered: a page of results, a lot to bid on, an account. */
async function startedIn(config: Config): Promise<number> {
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  const ms = await timed(async () => {
    server = await startServer({ config, logger });
    const read = async (path: string): Promise<Record<string, { _id: string }[]>> => {
      const answer = await fetch(`http://127.0.0.1:${server?.port}/api/v1/${path}`);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return ((await answer.json()) as { data: Record<string, { _id: string }[]> }).data;
    };
    const sale = (await read('auctions?state=closed&limit=1'))['auctions']?.[0];
    const lot = (await read(`auctions/${sale?._id}/lots?limit=1`))['lots']?.[0];
    const found = await server.sales.lotOf(lot?._id ?? '');
    if (found?.auction !== sale?._id) throw new Error('the lot was not found');
    await server.accounts.directory.account('nobody');
  });
  await server?.close();
  return ms;
}

/**
 * Starting Saleyard on a log of 10 thousand and on one of 1 million events, in one process, all roles. The read models
 * and the index of open auctions are there, as a stop leaves them.
 */
export async function benchStartUp(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-start-'));
  try {
    const small = await grow(join(folder, 'small'), SMALL);
    const large = await grow(join(folder, 'large'), LARGE);
    // The first start in a process loads and compiles what the others use.
    for (const { config } of [small, large]) await startedIn(config);
    const ms = { small: [] as number[], large: [] as number[] };
    await mediansInTurns(
      {
        small: async () => void ms.small.push(await startedIn(small.config)),
        large: async () => void ms.large.push(await startedIn(large.config)),
      },
      ROUNDS,
    );
    const middle = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
    const [value, peerValue] = [middle(ms.large), middle(ms.small)];
    const row: Row = {
      bench: `start on a log of ${large.events} events`,
      subject: 'all roles, until each has answered',
      peer: `the same, log of ${small.events} events`,
      value,
      peerValue,
      unit: 'ms',
      ratio: value / peerValue,
      target: TARGET,
      better: 'less',
      note: 'without the start of Node itself',
    };
    return { rows: [row] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
