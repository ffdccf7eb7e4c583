import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { subjects } from '@saleyard/contract/commands.ts';
import { STEADY_SHEDDING } from '@saleyard/gateway/shedding/work.ts';
import { createEmbeddedBus } from '@saleyard/platform/bus/embedded-bus.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import type { RecordedEvent } from '@saleyard/platform/event-log/port.ts';
import { EmbeddedLeases } from '@saleyard/platform/leases/embedded-leases.ts';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { collectGarbage } from './collect-garbage.ts';
import { loadedGateway } from './loaded-server.ts';
import { ROOM, type Storm, storm } from './storm.ts';

/** `ws`: accepts sockets and never sends anything. */
export type ServerKind = 'saleyard' | 'socket.io' | 'ws';

/** Messages between the benchmark and its server. */
export type ServerOrder =
  | { order: 'start'; kind: ServerKind; lots: number; bids: number }
  | { order: 'storm'; from: number; to: number; perSecond: number }
  | { order: 'cpu' }
  /** How much memory is in use: as it is, and once garbage is collected. */
  | { order: 'memory' };
export type ServerReport =
  | { report: 'listening'; port: number; seqs: readonly number[] }
  | { report: 'sent' }
  | { report: 'cpu'; ms: number }
  | { report: 'memory'; residentBytes: number; collectedBytes: number; heapBytes: number };

/** ms between two steps of a paced storm. */
const STEP_MS = 5;

type Running = { port: number; send(n: number): void; sendMany(from: number, to: number): void };

function report(message: ServerReport): void {
  process.send?.(message);
}

async function saleyard({ before, events }: Storm): Promise<Running> {
  const bus = createEmbeddedBus({ clock: systemClock });
  let sent = 0;
  const gateway = loadedGateway({
    // The log holds what was sent: a gateway that reads it never sees more than the bus brought.
    log: {
      async *read(_stream: string, { from = 0 } = {}) {
        yield [...before, ...events.slice(0, sent)].filter(
          ({ revision }) => revision >= from,
        ) as RecordedEvent[];
      },
    },
    bus,
    leases: new EmbeddedLeases(systemClock).join(null),
    sheddingLimits: STEADY_SHEDDING,
  });
  const { port } = await gateway.listen(0, '127.0.0.1');
  const sendMany = (from: number, to: number) => {
    sent = to;
    bus.publish(subjects.streamEvents('auction', ROOM), events.slice(from, to));
  };
  return { port, sendMany, send: (n) => sendMany(n, n + 1) };
}

async function socketIo({ updates }: Storm): Promise<Running> {
  const server = createServer();
  const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
  io.on('connection', (socket) => {
    void socket.join(ROOM);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const send = (n: number) => {
    io.to(ROOM).emit('lot-update', updates[n]);
  };
  const sendMany = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) send(n);
  };
  return { port: (server.address() as AddressInfo).port, send, sendMany };
}

async function bareWs(): Promise<Running> {
  const server = createServer();
  new WebSocketServer({ server, perMessageDeflate: false });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  return { port: (server.address() as AddressInfo).port, send: () => {}, sendMany: () => {} };
}

const START = { saleyard, 'socket.io': socketIo, ws: bareWs };

/** Sends updates [from, to) at a steady pace, by the clock rather than by counting turns. */
function pace(running: Running, from: number, to: number, perSecond: number): void {
  const began = performance.now();
  let sent = from;
  const step = () => {
    const due = Math.min(to, from + Math.ceil(((performance.now() - began + STEP_MS) * perSecond) / 1000));
    if (due > sent) running.sendMany(sent, due);
    sent = due;
    if (sent < to) setTimeout(step, STEP_MS);
    else report({ report: 'sent' });
  };
  step();
}

function reportMemory(): void {
  const residentBytes = process.memoryUsage.rss();
  // Objects freed by a first run may release more, which only the second finds.
  collectGarbage();
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  report({ report: 'memory', residentBytes, collectedBytes: rss, heapBytes: heapUsed });
}

let running: Running | undefined;

process.on('message', (message: ServerOrder) => {
  if (message.order === 'start') {
    const made = storm(message.lots, message.bids);
    void START[message.kind](made).then((started) => {
      running = started;
      report({ report: 'listening', port: started.port, seqs: made.updates.map(({ seq }) => seq) });
    });
  } else if (message.order === 'storm' && running !== undefined) {
    pace(running, message.from, message.to, message.perSecond);
  } else if (message.order === 'cpu') {
    const { user, system } = process.cpuUsage();
    report({ report: 'cpu', ms: (user + system) / 1000 });
  } else if (message.order === 'memory') reportMemory();
});
process.on('disconnect', () => process.exit());
