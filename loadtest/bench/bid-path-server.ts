import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openAuctionHost } from '@saleyard/command-api/engine/auction-host.ts';
import { startRelay } from '@saleyard/command-api/relay/relay.ts';
import { CHAINED } from '@saleyard/domain/streams.ts';
import { STEADY_SHEDDING } from '@saleyard/gateway/shedding/work.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { openLmdbDocuments } from '@saleyard/platform/documents/lmdb-documents.ts';
import { openLmdbEventLog } from '@saleyard/platform/event-log/lmdb-event-log.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { open } from 'lmdb';
import { WebSocketServer } from 'ws';
import { loadedGateway, openLoadedSale } from './loaded-server.ts';

/** `stored-echo`: echoes a message once bare LMDB has it on disk, which is the minimum that any bid must wait for. */
export type BidServerKind = 'saleyard' | 'echo' | 'stored-echo';

/** Messages between the benchmark and its server. `log`: a folder that has one; null for an empty one. */
export type BidServerOrder =
  | { order: 'start'; kind: BidServerKind; lots: number; log: string | null }
  | { order: 'cpu' };
export type BidServerReport = { report: 'listening'; port: number } | { report: 'cpu'; ms: number };

/** The approximate size of a bid's event on disk, in bytes. */
const STORED_BYTES = 600;

/** Echoes each message when `stored` resolves. */
async function echo(stored: (data: Buffer) => Promise<unknown> | null): Promise<number> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      const answer = () => socket.send(data, { binary: isBinary });
      const under = stored(data as Buffer);
      if (under === null) answer();
      else void under.then(answer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  return (server.address() as AddressInfo).port;
}

function storedEcho(): Promise<number> {
  const db = open<Buffer, number>({
    path: path.join(ownFolder(), 'bare'),
    encoding: 'binary',
    overlappingSync: false,
  });
  let key = 0;
  return echo((data) => {
    const value = Buffer.alloc(STORED_BYTES);
    data.copy(value);
    key += 1;
    return db.put(key, value);
  });
}

function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleyard-bid-path-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function saleyard(lots: number, logFolder: string | null): Promise<number> {
  const clock = systemClock;
  const folder = ownFolder();
  const log = await openLmdbEventLog({ chained: CHAINED, folder: logFolder ?? path.join(folder, 'log') });
  const documents = await openLmdbDocuments({ folder: path.join(folder, 'documents'), clock });
  const bus = createEmbeddedBus({ clock });
  const leases = new EmbeddedLeases(clock).join('bench');
  startRelay({ log, bus, clock, leases, signal: new AbortController().signal });
  const directory = { mayBid: () => true, termsDueSince: () => null };
  const host = await openAuctionHost({ log, bus, clock, documents, leases, directory });
  await openLoadedSale(host, lots);
  const gateway = loadedGateway({ log, bus, leases, sheddingLimits: STEADY_SHEDDING });
  const { port } = await gateway.listen(0, '127.0.0.1');
  return port;
}

function started({ kind, lots, log }: BidServerOrder & { order: 'start' }): Promise<number> {
  if (kind === 'saleyard') return saleyard(lots, log);
  return kind === 'echo' ? echo(() => null) : storedEcho();
}

process.on('message', (message: BidServerOrder) => {
  if (message.order === 'start') {
    void started(message).then((port) =>
      process.send?.({ report: 'listening', port } satisfies BidServerReport),
    );
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ report: 'cpu', ms: (user + system) / 1000 } satisfies BidServerReport);
});
process.on('disconnect', () => process.exit());
