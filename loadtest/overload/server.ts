import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openAuctionHost } from '@saleyard/command-api/engine/auction-host.ts';
import type { EngineLimits } from '@saleyard/command-api/engine/limits.ts';
import { startRelay } from '@saleyard/command-api/relay/relay.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import type { GatewayCounters } from '@saleyard/gateway/http/create-gateway.ts';
import { SHEDDING_LIMITS, type SheddingLimits } from '@saleyard/gateway/shedding/work.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { projectionsRoutes } from '@saleyard/projections/projections-routes.ts';
import { startProjections } from '@saleyard/projections/projector.ts';
import { collectGarbage } from '../bench/collect-garbage.ts';
import { loadedGateway, openLoadedSale, UNLIMITED, userOf } from '../bench/loaded-server.ts';

/** Limits that replace the server's own. */
export type ServerLimits = { engine?: Partial<EngineLimits>; shedding?: Partial<SheddingLimits> };

/** Messages between the run and its server. */
export type ServerOrder =
  | { order: 'start'; folder: string; lots: number; limits: ServerLimits }
  /** `collected`: after a garbage collection, which stops the server for a moment. */
  | { order: 'sample'; collected?: boolean }
  | { order: 'stop' };
export type ServerReport =
  | { report: 'listening'; port: number }
  | { report: 'sample'; sample: ServerSample }
  | { report: 'stopped' };

/** The server at a moment. Bytes; `privateBytes` without what it only maps of its stores' files. */
export type ServerSample = {
  cpuMs: number;
  rssBytes: number;
  privateBytes: number;
  heapBytes: number;
  /** Buffers and the like, outside of the heap. */
  externalBytes: number;
  /**
   * The most commands that waited for a decision, looked at every ms where the engine's limits are replaced; else 0.
   */
  mostWaiting: number;
  counters: GatewayCounters;
};

/** ms between two looks at how many commands wait. */
const POLL_MS = 1;

/** A server of every role but sign-in: a cookie may name any person. */
async function start({ folder, lots, limits }: ServerOrder & { order: 'start' }) {
  const clock = systemClock;
  const log = await openLmdbEventLog({ chained: CHAINED, folder: path.join(folder, 'log') });
  const documents = await openLmdbDocuments({ folder: path.join(folder, 'documents'), clock });
  const bus = createEmbeddedBus({ clock });
  const leases = new EmbeddedLeases(clock).join('overload');
  const ending = new AbortController();
  const { signal } = ending;
  const relay = startRelay({ log, bus, clock, leases, signal });
  const projections = startProjections({ log, documents, clock, signal });
  const host = await openAuctionHost({
    log,
    bus,
    clock,
    documents,
    leases,
    directory: { mayBid: () => true, termsDueSince: () => null },
    ...(limits.engine && { limits: limits.engine }),
  });
  let mostWaiting = 0;
  const looking =
    limits.engine &&
    setInterval(() => {
      mostWaiting = Math.max(mostWaiting, host.health().waiting);
    }, POLL_MS);
  await openLoadedSale(host, lots);
  const gateway = loadedGateway({
    log,
    bus,
    leases,
    routes: projectionsRoutes({
      projections,
      documents,
      clock,
      viewerOf: (request) => {
        const user = userOf(request.headers.cookie);
        return user === null ? null : { _id: user, role: null, status: 'approved-buyer' };
      },
      personOf: async () => null,
    }),
    perMinute: {
      reads: { person: UNLIMITED, address: UNLIMITED },
      changes: { person: UNLIMITED, address: UNLIMITED },
    },
    sheddingLimits: { ...SHEDDING_LIMITS, ...limits.shedding },
  });
  const { port } = await gateway.listen(0, '127.0.0.1');
  return {
    port,
    counters: () => gateway.counters(),
    mostWaiting: () => mostWaiting,
    async stop(): Promise<void> {
      clearInterval(looking);
      await gateway.close();
      await host.close();
      ending.abort();
      await Promise.all([relay.ended, projections.stopped]);
      await leases.close();
      await bus.close();
      await log.close();
      await documents.close();
    },
  };
}

/** Anonymous memory where the kernel reports it; elsewhere all resident memory. */
function privateBytes(): number {
  try {
    const kib = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return Number(kib) * 1_024;
  } catch {
    return process.memoryUsage.rss();
  }
}

let running: Awaited<ReturnType<typeof start>> | undefined;

const report = (message: ServerReport): void => void process.send?.(message);

async function obey(message: ServerOrder): Promise<void> {
  if (message.order === 'start') {
    running = await start(message);
    report({ report: 'listening', port: running.port });
  } else if (message.order === 'stop') {
    await running?.stop();
    report({ report: 'stopped' });
  } else if (running !== undefined) {
    if (message.collected) collectGarbage();
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, external } = process.memoryUsage();
    const sample: ServerSample = {
      cpuMs: (user + system) / 1_000,
      rssBytes: rss,
      privateBytes: privateBytes(),
      heapBytes: heapUsed,
      externalBytes: external,
      mostWaiting: running.mostWaiting(),
      counters: running.counters(),
    };
    report({ report: 'sample', sample });
  }
}

process.on('message', (message: ServerOrder) => void obey(message));
process.on('disconnect', () => process.exit());
