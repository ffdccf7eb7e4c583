import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_LIMITS } from '@saleyard/command-api/engine/limits.ts';
import { openAuction } from '@saleyard/command-api/engine/opening.ts';
import { NO_PARTS, SNAPSHOTS, saveSnapshot } from '@saleyard/command-api/engine/snapshot.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import { AuctionFold } from '@saleyard/domain/auction/evolve.ts';
import { auctionStream } from '@saleyard/domain/auction/ids.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { appendAll, busyEvents } from './busy-sale.ts';
import { appendToEmmett, emmettWants, openEmmett } from './emmett-peer.ts';
import type { Measured, Row } from './row.ts';
import { mediansInTurns } from './statistics.ts';

const AUCTION = 'long-sale';
const LOTS = 1_000;
const COMMANDS = 97_000;
/** Events that came after the snapshot: as many as the engine lets come before it makes another. */
const TAIL = ENGINE_LIMITS.snapshotEvery;
const ROUNDS = 5;
/** emmett's own parameters of one statement hold no more. */
const EMMETT_EVENTS = 1_000;

/**
 * Opens a sale of about 100,000 events as the engine does when it takes a sale up: from the log alone, every event read,
 * proven by its hash and folded; and from a snapshot and what came after it. Beside `JSON.parse` of the same records,
 * and emmett reading and folding the same events from its SQLite store.
 */
export async function benchOpening(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-opening-'));
  const clock = systemClock;
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const [without, withSnapshot] = [
    await openLmdbDocuments({ folder: join(folder, 'without'), clock }),
    await openLmdbDocuments({ folder: join(folder, 'with'), clock }),
  ];
  try {
    const events = busyEvents({ name: 'lot', lots: LOTS, commands: COMMANDS, bidders: 400 });
    const stream = auctionStream(AUCTION);
    const sources = { log, clock, limits: ENGINE_LIMITS };
    for (const documents of [without, withSnapshot]) await documents.declare([{ name: SNAPSHOTS }]);
    const early = await appendAll(log, stream, events.slice(0, -TAIL));
    const { loaded } = await openAuction({ ...sources, documents: without }, AUCTION);
    await saveSnapshot(withSnapshot, AUCTION, loaded, NO_PARTS);
    await appendAll(log, stream, events.slice(-TAIL), early);
    const records: string[] = [];
    for await (const batch of log.read(stream)) records.push(...batch.map((event) => JSON.stringify(event)));

    const emmett = emmettWants() === null ? await openEmmett(join(folder, 'emmett.db')) : null;
    for (let from = 0; emmett !== null && from < events.length; from += EMMETT_EVENTS) {
      await appendToEmmett(emmett, stream, events.slice(from, from + EMMETT_EVENTS));
    }
    const opened = async (documents: typeof without, from: 'log' | 'snapshot') => {
      const { loaded, snapshotVersion } = await openAuction({ ...sources, documents }, AUCTION);
      const isRight = loaded.state.version === events.length && snapshotVersion > 0 === (from === 'snapshot');
      if (!isRight) throw new Error(`opened at ${loaded.state.version}, from ${snapshotVersion}`);
    };
    const ms = await mediansInTurns(
      {
        log: () => opened(without, 'log'),
        snapshot: () => opened(withSnapshot, 'snapshot'),
        parse: () => {
          for (const record of records) JSON.parse(record);
        },
        emmett: async () => {
          await emmett?.aggregateStream(stream, {
            initialState: () => new AuctionFold(),
            evolve(fold, event) {
              fold.apply(event as AuctionEvent);
              return fold;
            },
          });
        },
      },
      ROUNDS,
    );
    const theirs = emmett === null ? Number.NaN : ms.emmett;
    const row = (from: string, value: number, peer: string, peerValue: number, note: string): Row => ({
      bench: `open a sale of ${events.length} events`,
      subject: `engine, from ${from}`,
      peer,
      value,
      peerValue,
      unit: 'ms',
      ratio: value / peerValue,
      target: null,
      better: 'less',
      note,
    });
    const notRun = emmett === null ? `not run: ${emmettWants()}` : 'reading its events and the same folding';
    const tail = `${events.length - TAIL} events in the snapshot, ${TAIL} after it`;
    return {
      rows: [
        row('the log alone', ms.log, 'JSON.parse of the same records', ms.parse, `${LOTS} lots`),
        row('the log alone', ms.log, "emmett's SQLite store, aggregateStream", theirs, notRun),
        row('snapshot and tail', ms.snapshot, 'engine, from the log alone', ms.log, tail),
      ],
    };
  } finally {
    await without.close();
    await withSnapshot.close();
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
