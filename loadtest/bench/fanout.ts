import { natsServerWants } from '@saleyard/testing/servers/nats-server.ts';
import type { AudienceOrder, AudienceReport } from '../client/audience.ts';
import { Child } from './child.ts';
import type { ServerOrder, ServerReport } from './fanout-server.ts';
import { NatsPeer } from './nats-peer.ts';
import type { Measured, Row } from './row.ts';
import { median } from './statistics.ts';
import { ROOM, storm } from './storm.ts';

/** Everyone in one room. */
const SOCKETS = 1_000;
/** Lots that are bid on, turn by turn. */
const LOTS = 20;
/** Updates a second: a hundred bids a second on each lot. */
const PER_SECOND = 2_000;
/** Updates of one round. Socket.IO needs so long for each that it gets fewer. */
const UPDATES = 2_000;
const SOCKET_IO_UPDATES = 150;
const ROUNDS = 3;
const TARGET_SOCKET_IO = 5;
const TARGET_NATS = 2;

/** The counts of a round. */
const MEANING = {
  carried: 'the socket holds that state or a newer one',
  sent: 'as messages of their own; what conflation spares is not counted',
} as const;

/** One round: what the server's processor time brought. */
type Round = {
  /** Lot updates × sockets that hold that state or a newer one, per second of the server's processor. */
  carried: number;
  /** Lot updates × sockets that were sent as messages of their own, per second of the server's processor. */
  sent: number;
};

type Contender = { round(): Promise<Round>; end(): void | Promise<void> };

const audience = () =>
  new Child<AudienceOrder, AudienceReport>(new URL('../client/audience.ts', import.meta.url), 'clients');

async function node(kind: 'saleyard' | 'socket.io', updates: number): Promise<Contender> {
  const server = new Child<ServerOrder, ServerReport>(
    new URL('./fanout-server.ts', import.meta.url),
    'server',
  );
  const sockets = audience();
  server.send({ order: 'start', kind, lots: LOTS, bids: updates * (ROUNDS + 1) });
  const { port, seqs } = await server.hear('listening');
  sockets.send({ order: 'connect', kind, port, sockets: SOCKETS, room: ROOM });
  await sockets.hear('connected');
  let from = 0;
  const cpu = async () => {
    server.send({ order: 'cpu' });
    return (await server.hear('cpu')).ms;
  };
  return {
    async round() {
      const to = from + updates;
      sockets.send({ order: 'await', seq: seqs[to - 1] ?? 0 });
      const before = await cpu();
      server.send({ order: 'storm', from, to, perSecond: PER_SECOND });
      from = to;
      const { messages } = await sockets.hear('complete');
      const seconds = ((await cpu()) - before) / 1000;
      return { carried: (updates * SOCKETS) / seconds, sent: (messages * SOCKETS) / seconds };
    },
    end() {
      sockets.end();
      server.end();
    },
  };
}

async function nats(): Promise<Contender | null> {
  const server = await NatsPeer.start();
  if (server === null) return null;
  const sockets = audience();
  sockets.send({ order: 'connect', kind: 'nats', port: server.port, sockets: SOCKETS, room: ROOM });
  await sockets.hear('connected');
  const { updates } = storm(LOTS, UPDATES * (ROUNDS + 1));
  let from = 0;
  return {
    async round() {
      const to = from + UPDATES;
      sockets.send({ order: 'await', seq: updates[to - 1]?.seq ?? 0 });
      const before = server.cpuMs();
      await paced(from, to, (n) => server.publish(ROOM, JSON.stringify(updates[n])));
      from = to;
      const { messages } = await sockets.hear('complete');
      const seconds = (server.cpuMs() - before) / 1000;
      return { carried: (UPDATES * SOCKETS) / seconds, sent: (messages * SOCKETS) / seconds };
    },
    async end() {
      sockets.end();
      await server.end();
    },
  };
}

async function paced(from: number, to: number, send: (n: number) => void): Promise<void> {
  const began = performance.now();
  for (let sent = from; sent < to; ) {
    const due = Math.min(to, from + Math.ceil(((performance.now() - began + 5) * PER_SECOND) / 1000));
    for (; sent < due; sent += 1) send(sent);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The rounds of each contender, turn by turn, so that changes of the machine's load affect all of them. */
async function measure(contenders: readonly Contender[]): Promise<Round[]> {
  const rounds: Round[][] = contenders.map(() => []);
  for (let n = 0; n <= ROUNDS; n += 1) {
    for (const [i, contender] of contenders.entries()) {
      const round = await contender.round();
      // The first round warms up.
      if (n > 0) rounds[i]?.push(round);
    }
  }
  return rounds.map((of) => ({
    carried: median(of.map(({ carried }) => carried)),
    sent: median(of.map(({ sent }) => sent)),
  }));
}

/**
 * How many lot updates a second of the server's processor brings to a thousand sockets in a storm of bids. An
 * update counts as brought when the socket holds that state or a newer one.
 */
export async function benchFanout(): Promise<Measured> {
  const contenders: Contender[] = [];
  try {
    contenders.push(await node('saleyard', UPDATES), await node('socket.io', SOCKET_IO_UPDATES));
    const natsServer = await nats();
    if (natsServer !== null) contenders.push(natsServer);
    const [ours, socketIo, natsRound] = await measure(contenders);
    if (ours === undefined || socketIo === undefined) throw new Error('not measured');
    const wants = natsServerWants();
    const peers = [
      { peer: 'Socket.IO, emitting each update', theirs: socketIo, target: TARGET_SOCKET_IO },
      {
        peer: 'nats-server over WebSocket',
        theirs: natsRound ?? { carried: Number.NaN, sent: Number.NaN },
        target: TARGET_NATS,
      },
    ];
    const rows = (['carried', 'sent'] as const).flatMap((kind) =>
      peers.map(({ peer, theirs, target }): Row => {
        const isRun = Number.isFinite(theirs[kind]);
        return {
          bench: `fan-out, ${PER_SECOND} updates/s on ${LOTS} lots to ${SOCKETS} sockets, ${kind}`,
          subject: 'gateway',
          peer,
          value: ours[kind],
          peerValue: theirs[kind],
          unit: 'updates × sockets per CPU second',
          ratio: ours[kind] / theirs[kind],
          target: kind === 'carried' ? target : null,
          note: isRun ? MEANING[kind] : `not run: ${wants}`,
        };
      }),
    );
    return { rows };
  } finally {
    for (const contender of contenders) await contender.end();
  }
}
