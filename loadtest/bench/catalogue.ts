import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuild } from '@saleyard/app/rebuild/rebuild.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { LOTS } from '@saleyard/projections/lots/lots.projection.ts';
import { listLots, type StoredLot } from '@saleyard/projections/lots/lots.queries.ts';
import { fillLog } from './busy-sale.ts';
import { openReadStores } from './read-stores.ts';
import type { Measured, Row } from './row.ts';
import { mediansInTurns } from './statistics.ts';

const PAGE_LOTS = 24;
/** Pages of one round. */
const PAGES = 200;
const ROUNDS = 7;

/** The dearest lots that were sold or passed in, the second page. */
const QUERY = { state: 'closed', page: 2, sortField: 'currentBidCents', sortDirection: 'desc' } as const;

/** Reads this many pages of a sale's catalogue, one after the other. */
export async function readPages(documents: Documents, auction: string, pages: number): Promise<void> {
  for (let page = 0; page < pages; page += 1) {
    const { lots, total } = await listLots(documents, auction, QUERY, PAGE_LOTS);
    if (lots.length !== PAGE_LOTS || total !== 200) throw new Error(`${lots.length} of ${total} lots`);
  }
}

/** The same page from an array: the baseline without storage. */
function pageOfArray(lots: readonly StoredLot[]): number {
  const found = lots.filter(({ state }) => state === 'closed');
  found.sort((a, b) => (b.currentBidCents ?? 0) - (a.currentBidCents ?? 0) || a.order - b.order);
  return found.slice(PAGE_LOTS, 2 * PAGE_LOTS).length;
}

/**
 * Reads a page of a sale's catalogue as the read side does for a visitor: 24 of 200 lots, filtered, sorted and counted.
 * From the embedded store and from MongoDB, beside the same done to an array in memory.
 */
export async function benchCatalogue(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-catalogue-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const stores = await openReadStores();
  const { embedded, mongo, mongoIs } = stores;
  try {
    await fillLog(log, { events: 20_000, eachEvents: 5_000 });
    await rebuild({ log, documents: embedded.documents });
    if (mongo !== null) await rebuild({ log, documents: mongo.documents });
    const auction = 'sale-1';
    const inMemory = await embedded.documents.find<StoredLot>(LOTS, { auction });
    const ms = await mediansInTurns(
      {
        embedded: () => readPages(embedded.documents, auction, PAGES),
        mongo: () => mongo && readPages(mongo.documents, auction, PAGES),
        array: () => {
          for (let page = 0; page < PAGES; page += 1) pageOfArray(inMemory);
        },
      },
      ROUNDS,
    );
    const rate = (of: number) => (PAGES * 1000) / of;
    const row = (subject: string, value: number, peer: string, peerValue: number, note?: string): Row => ({
      bench: `catalogue page, ${PAGE_LOTS} of 200 lots`,
      subject,
      peer,
      value,
      peerValue,
      unit: 'pages/s',
      ratio: value / peerValue,
      target: null,
      ...(note !== undefined && { note }),
    });
    const fromMongo = mongo === null ? Number.NaN : rate(ms.mongo);
    return {
      rows: [
        row(
          'embedded store (LMDB)',
          rate(ms.embedded),
          'filter, sort and slice of an array in memory',
          rate(ms.array),
        ),
        row('MongoDB store', fromMongo, 'embedded store (LMDB)', rate(ms.embedded), mongoIs),
      ],
    };
  } finally {
    await stores.close();
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
