import type { AudienceOrder, AudienceReport } from '../client/audience.ts';
import { Child } from './child.ts';
import type { ServerKind, ServerOrder, ServerReport } from './fanout-server.ts';
import type { Measured, Row } from './row.ts';
import { ROOM } from './storm.ts';

/** Sockets of one process, all idle. */
const SOCKETS = 10_000;
const LOTS = 20;
/** KiB of resident memory that an idle socket may take. */
const TARGET_KIB = 20;
/** ms in which the server settles before a measurement. */
const REST_MS = 1_500;
/** ms that all may take to connect. */
const CONNECT_MS = 90_000;

/** Per socket, in KiB: what the process grew by, and how much of it is live in the heap. `wholeMiB`: the process. */
type Cost = { resident: number; heap: number; wholeMiB: number };

async function costOf(kind: ServerKind): Promise<Cost> {
  const server = new Child<ServerOrder, ServerReport>(
    new URL('./fanout-server.ts', import.meta.url),
    'server',
  );
  const audience = new Child<AudienceOrder, AudienceReport>(
    new URL('../client/audience.ts', import.meta.url),
    'clients',
  );
  const look = async () => {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    server.send({ order: 'memory' });
    return server.hear('memory');
  };
  try {
    server.send({ order: 'start', kind, lots: LOTS, bids: 0 });
    const { port } = await server.hear('listening');
    const before = await look();
    audience.send({ order: 'connect', kind, port, sockets: SOCKETS, room: ROOM });
    await audience.hear('connected', CONNECT_MS);
    const after = await look();
    const each = (of: 'residentBytes' | 'heapBytes') => (after[of] - before[of]) / SOCKETS / 1024;
    return {
      resident: each('residentBytes'),
      heap: each('heapBytes'),
      wholeMiB: after.residentBytes / 2 ** 20,
    };
  } finally {
    audience.end();
    server.end();
  }
}

/**
 * The cost of an idle socket: the growth of one process's resident memory, per socket, from none to 10,000, garbage
 * included. At the gateway all have joined one sale and were sent its snapshot; of Socket.IO they are in one room.
 */
export async function benchIdleMemory(): Promise<Measured> {
  const ours = await costOf('saleyard');
  const ws = await costOf('ws');
  const socketIo = await costOf('socket.io');
  const note = ({ heap, wholeMiB }: Cost) =>
    `${heap.toFixed(1)} KiB of it live in the heap; the whole process is ${wholeMiB.toFixed(0)} MiB`;
  const row = (peer: string, peerValue: number, target: number | null, said: string): Row => ({
    bench: `memory of an idle socket, ${SOCKETS} in one process`,
    subject: 'gateway, all in one sale',
    peer,
    value: ours.resident,
    peerValue,
    unit: 'KiB resident each',
    ratio: ours.resident / peerValue,
    target,
    better: 'less',
    note: said,
  });
  return {
    rows: [
      row('the most that is allowed', TARGET_KIB, 1, note(ours)),
      row('bare ws, in no room', ws.resident, null, `peer: ${note(ws)}`),
      row('Socket.IO, all in one room', socketIo.resident, null, `peer: ${note(socketIo)}`),
    ],
  };
}
