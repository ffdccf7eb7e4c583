import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuild } from '@saleyard/app/rebuild/rebuild.ts';
import { auctionEvent } from '@saleyard/command-api/engine/opening.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import type { EventLog } from '@saleyard/platform/event-log/port.ts';
import { PROJECTIONS, READ_COLLECTIONS } from '@saleyard/projections/projector.ts';
import { fillLog } from './busy-sale.ts';
import { appendToEmmett, emmettWants, openEmmett } from './emmett-peer.ts';
import { openReadStores, type ReadStore } from './read-stores.ts';
import type { Measured, Row } from './row.ts';
import { mediansInTurns } from './statistics.ts';

const EVENTS = 100_000;
const EACH_SALE = 5_000;
const ROUNDS = 3;
/** Events emmett takes in one append, and hands out in one batch. */
const EMMETT_EVENTS = 1_000;

/** Reads the log to its end, folds every sale and stores nothing. */
async function foldAlone(log: EventLog): Promise<void> {
  const folds = new Map<string, AuctionFold>();
  for await (const item of log.subscribe()) {
    if (item.kind === 'caughtUp') return;
    for (const event of item.events) {
      const fold = folds.get(event.stream) ?? new AuctionFold();
      folds.set(event.stream, fold);
      fold.apply(auctionEvent(event));
    }
  }
}

/** emmett's store with the same events; returns a function that delivers them all to an empty handler. */
async function emmettFeed(log: EventLog, fileName: string): Promise<() => Promise<void>> {
  const emmett = await openEmmett(fileName);
  let events = 0;
  for await (const item of log.subscribe()) {
    if (item.kind === 'caughtUp') break;
    for (let from = 0; from < item.events.length; from += EMMETT_EVENTS) {
      const [first] = item.events;
      const some = item.events.slice(from, from + EMMETT_EVENTS);
      await appendToEmmett(emmett, first?.stream ?? '', some);
      events += some.length;
    }
  }
  let run = 0;
  return async () => {
    let left = events;
    run += 1;
    const consumer = emmett.consumer({ pulling: { batchSize: EMMETT_EVENTS } });
    consumer.processor({
      processorId: `bench-${run}`,
      stopAfter: () => left <= 0,
      eachMessage: () => {
        left -= 1;
      },
    });
    await consumer.start();
    await consumer.close();
  };
}

/** How many documents the read models of a store hold. */
async function documentsIn({ documents }: ReadStore): Promise<number> {
  let held = 0;
  for (const { name } of READ_COLLECTIONS) held += await documents.count(name, {});
  return held;
}

/**
 * Makes every read model again from a log of about 100,000 events of twenty sales. Beside folding the same log and
 * keeping nothing, which is the least that any projection does, and beside emmett's consumer of its SQLite store.
 */
export async function benchRebuild(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-rebuild-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const stores = await openReadStores();
  try {
    const events = await fillLog(log, { events: EVENTS, eachEvents: EACH_SALE });
    const feed = emmettWants() === null ? await emmettFeed(log, join(folder, 'emmett.db')) : null;
    const made = (store: ReadStore | null) => store && rebuild({ log, documents: store.documents });
    let mongoFailed: string | null = null;
    // Its limits of time are those of a running marketplace: on a machine that is too busy they are reached.
    const madeInMongo = async () => {
      if (mongoFailed !== null) return;
      await made(stores.mongo)?.catch((error: Error) => {
        mongoFailed = error.message;
      });
    };
    const ms = await mediansInTurns(
      {
        embedded: () => made(stores.embedded),
        mongo: madeInMongo,
        fold: () => foldAlone(log),
        emmett: () => feed?.(),
      },
      ROUNDS,
    );
    const modelsMade = `${PROJECTIONS.length} read models, ${await documentsIn(stores.embedded)} documents`;
    const rate = (of: number) => (events * 1000) / of;
    const row = (subject: string, value: number, peer: string, peerValue: number, note: string): Row => ({
      bench: `rebuild of all read models, ${events} events`,
      subject,
      peer,
      value,
      peerValue,
      unit: 'events/s',
      ratio: value / peerValue,
      target: null,
      note,
    });
    const folding = 'reading and folding the same log, keeping nothing';
    const embedded = 'embedded store (LMDB)';
    const theirs = feed === null ? Number.NaN : rate(ms.emmett);
    const handed =
      feed === null ? `not run: ${emmettWants()}` : 'it hands out events, and makes nothing of them';
    const isMongoRun = stores.mongo !== null && mongoFailed === null;
    const mongo = isMongoRun ? rate(ms.mongo) : Number.NaN;
    const mongoIs = mongoFailed === null ? stores.mongoIs : `came to no end: ${mongoFailed}`;
    return {
      rows: [
        row(embedded, rate(ms.embedded), folding, rate(ms.fold), modelsMade),
        row(embedded, rate(ms.embedded), "emmett's SQLite consumer", theirs, handed),
        row('MongoDB store', mongo, folding, rate(ms.fold), mongoIs),
      ],
    };
  } finally {
    await stores.close();
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
