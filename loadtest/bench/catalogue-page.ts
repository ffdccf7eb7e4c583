import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuild } from '@saleyard/app/rebuild/rebuild.ts';
import { API } from '@saleyard/contract/operation.ts';
import type { AuctionEvent } from '@saleyard/domain/auction/events.ts';
import type { LotTerms } from '@saleyard/domain/auction/terms.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { apiRouter } from '@saleyard/http/endpoint.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { Documents } from '@saleyard/platform/documents/port.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { projectionsRoutes } from '@saleyard/projections/projections-routes.ts';
import express from 'express';
import { appendAll, busyEvents } from './busy-sale.ts';
import { openReadStores } from './read-stores.ts';
import type { Measured, Row } from './row.ts';
import { median } from './statistics.ts';

const SALE = 'sale-large';
const LOTS = 2_000;
const PAGE_LOTS = 10;
/** The most ms of the server that one page may take, at the median. */
const LIMIT_MS = 30;
/** Pages that warm a store up, and those that are measured. */
const WARM = 30;
const PAGES = 200;
const ROUNDS = 5;

const BREEDS = ['Angus', 'Hereford', 'Charolais', 'Santa Gertrudis', 'Brahman', 'Murray Grey'];
const TOWNS = ['GUNNEDAH', 'DUBBO', 'WALCHA', 'ROMA', 'WARWICK', 'HAMILTON'];
const STATES = ['NSW', 'NSW', 'NSW', 'QLD', 'QLD', 'VIC'];
const COMMENTS = [
  'Quiet, well grown, drenched and vaccinated with 7 in 1. Ready for the feedlot or the paddock.',
  'Yard weaned for seven nights and educated to dogs and bikes. A very even line of one brand.',
];

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;

/** A lot as its seller describes it. */
const described = (terms: LotTerms, n: number): LotTerms => {
  const [breed, sex] = [pick(BREEDS, Math.floor(n / 3)), pick(['Steer(s)', 'Heifer(s)', 'Cow(s)'], n)];
  const picture = { thumbnail: `/${n}t.jpg`, url: `/${n}.jpg`, title: breed };
  const details = {
    title: `${breed} ${sex}`,
    breed,
    sex,
    stockCategory: pick(['Weaners', 'Yearlings', 'Aged'], n * 5),
    town: pick(TOWNS, n),
    state: pick(STATES, n),
    postcode: '2380',
    agentComment: pick(COMMENTS, n),
    ageMinMonths: 6 + (n % 30),
    ageMaxMonths: 8 + (n % 30),
    assessorType: 'Agent Assessed',
    weightAverageKg: 200 + ((n * 13) % 300),
    organic: n % 9 === 0,
  };
  return { ...terms, description: { kept: 'here', details, media: [picture, picture, picture] } };
};

/** An upcoming sale of lots with descriptions. */
function catalogued(): AuctionEvent[] {
  const kept: AuctionEvent[] = [];
  for (const event of busyEvents({ name: SALE, lots: LOTS, commands: 0, bidders: 1 })) {
    if (event.type === 'AuctionScheduled') kept.push(event);
    if (event.type === 'LotsCatalogued')
      kept.push({ ...event, data: { ...event.data, lots: event.data.lots.map(described) } });
  }
  return kept;
}

/** Pages as visitors read them: one further and further down, filtered and sorted, and the lots that have some words. */
const PAGES_READ: Readonly<Record<string, (n: number) => string>> = {
  'in order': (n) => `page=${1 + (n % (LOTS / PAGE_LOTS))}`,
  'filtered and sorted': (n) =>
    `page=${1 + (n % 9)}&breed=${pick(BREEDS, n)}&sex=Steer(s)&weightFrom=${200 + (n % 50)}&sortField=weight&sortDirection=desc`,
  'searched for words': (n) => `page=1&q=${pick(['quiet angus', 'here', 'dubbo age'], n)}`,
};

/** Serves the read side over HTTP, and measures how long the server is at each answer. */
async function serve(documents: Documents) {
  const times: number[] = [];
  const app = express();
  app.use((_, response, next) => {
    const begin = systemClock.monotonic();
    response.on('finish', () => times.push(systemClock.monotonic() - begin));
    next();
  });
  const projections = { waitFor: async () => true, status: () => ({ reached: 0 }) };
  const personOf = async () => null;
  app.use(
    API,
    apiRouter(
      projectionsRoutes({ projections, documents, clock: systemClock, personOf, viewerOf: () => null }),
    ),
  );
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}${API}/auctions/${SALE}/lots?limit=${PAGE_LOTS}&`;
  return {
    /** ms of the server for each of some pages. */
    async read(queryOf: (n: number) => string, pages: number): Promise<number[]> {
      times.length = 0;
      for (let n = 0; n < pages; n += 1) {
        const response = await fetch(base + queryOf(n));
        const { data } = (await response.json()) as { data: { lots: unknown[] } };
        if (data.lots.length !== PAGE_LOTS) throw new Error(`${data.lots.length} lots of ${queryOf(n)}`);
      }
      return [...times];
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The server's time for a page of 10 lots out of a catalogue of 2,000, from both stores in turns. */
export async function benchCataloguePage(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'saleyard-bench-catalogue-page-'));
  const log = await openLmdbEventLog({ chained: CHAINED, folder: join(folder, 'log') });
  const stores = await openReadStores();
  const { embedded, mongo, mongoIs } = stores;
  const servers: Awaited<ReturnType<typeof serve>>[] = [];
  try {
    await appendAll(log, `auction-${SALE}`, catalogued());
    for (const store of [embedded, mongo]) {
      if (store === null) continue;
      await rebuild({ log, documents: store.documents });
      servers.push(await serve(store.documents));
    }
    const rows: Row[] = [];
    for (const [name, queryOf] of Object.entries(PAGES_READ)) {
      const times = servers.map((): number[] => []);
      for (const server of servers) await server.read(queryOf, WARM);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [of, server] of servers.entries())
          times[of]?.push(...(await server.read(queryOf, PAGES / ROUNDS)));
      const [own = Number.NaN, fromMongo = Number.NaN] = times.map(median);
      const bench = `catalogue page, ${PAGE_LOTS} of ${LOTS} lots, ${name}`;
      const common = { bench, unit: 'ms', better: 'less' } as const;
      const subject = 'embedded store (LMDB)';
      rows.push(
        {
          ...common,
          subject,
          value: own,
          peer: 'the most that is allowed',
          peerValue: LIMIT_MS,
          ratio: own / LIMIT_MS,
          target: 1,
          note: 'of the server, from the request to its answer; the median',
        },
        {
          ...common,
          subject,
          value: own,
          peer: 'MongoDB store',
          peerValue: fromMongo,
          ratio: own / fromMongo,
          target: null,
          note: mongoIs,
        },
      );
    }
    return { rows };
  } finally {
    for (const server of servers) server.close();
    await stores.close();
    await log.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
