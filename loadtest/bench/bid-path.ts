import type { BiddersOrder, BiddersReport } from '../client/bidders.ts';
import type { BidServerKind, BidServerOrder, BidServerReport } from './bid-path-server.ts';
import { Child } from './child.ts';
import type { Row } from './row.ts';
import { ROOM } from './storm.ts';

const SOCKETS = [64, 256, 1_024];
const LOTS = 8;
const ROUND_MS = 1_500;
const ROUNDS = 3;
/** The least share of a bare echo's round trips. */
const TARGET = 0.5;

type Round = {
  perSecond: number;
  acceptedShare: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the server, all its threads, per round trip. */
  cpuMicros: number;
};

type Contender = { round(): Promise<Round>; end(): void };

async function contender(kind: BidServerKind, sockets: number): Promise<Contender> {
  const server = new Child<BidServerOrder, BidServerReport>(new URL('./bid-path-server.ts', import.meta.url));
  const bidders = new Child<BiddersOrder, BiddersReport>(new URL('../client/bidders.ts', import.meta.url));
  server.tell({ order: 'start', kind, lots: LOTS });
  const { port } = await server.hear('listening');
  bidders.tell({ order: 'connect', port, sockets, room: kind === 'saleyard' ? ROOM : null, lots: LOTS });
  await bidders.hear('connected');
  const cpu = async () => {
    server.tell({ order: 'cpu' });
    return (await server.hear('cpu')).ms;
  };
  return {
    async round() {
      const before = await cpu();
      bidders.tell({ order: 'run', ms: ROUND_MS });
      const { roundTrips, accepted, seconds, p50Ms, p99Ms } = await bidders.hear('ran');
      const cpuMicros = (((await cpu()) - before) * 1000) / roundTrips;
      return {
        perSecond: roundTrips / seconds,
        acceptedShare: accepted / roundTrips,
        p50Ms,
        p99Ms,
        cpuMicros,
      };
    },
    end() {
      bidders.end();
      server.end();
    },
  };
}

const middle = (rounds: readonly Round[]): Round => {
  const sorted = [...rounds].sort((a, b) => a.perSecond - b.perSecond);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) throw new Error('not measured');
  return found;
};

const KINDS = ['saleyard', 'echo', 'stored-echo'] as const satisfies readonly BidServerKind[];

const shown = ({ p50Ms, p99Ms, cpuMicros }: Round): string =>
  `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${cpuMicros.toFixed(0)} µs of server CPU each`;

async function compare(sockets: number): Promise<Row[]> {
  const contenders: Contender[] = [];
  try {
    for (const kind of KINDS) contenders.push(await contender(kind, sockets));
    const rounds: Round[][] = KINDS.map(() => []);
    for (let n = 0; n <= ROUNDS; n += 1) {
      for (const [i, one] of contenders.entries()) {
        const round = await one.round();
        // The first round warms up.
        if (n > 0) rounds[i]?.push(round);
      }
    }
    const [ours, echo, storedEcho] = KINDS.map((_, i) => middle(rounds[i] ?? [])) as [Round, Round, Round];
    const accepted = Math.round(ours.acceptedShare * 100);
    const row = (peer: string, theirs: Round, target: number | null): Row => ({
      bench: `bid path, ${sockets} sockets in one sale of ${LOTS} lots`,
      subject: 'bid over WebSocket, decided, on disk, answered; all sockets see every update',
      peer,
      value: ours.perSecond,
      peerValue: theirs.perSecond,
      unit: 'round trips/s',
      ratio: ours.perSecond / theirs.perSecond,
      target,
      note: `${accepted} % accepted; ${shown(ours)} (peer: ${shown(theirs)})`,
    });
    return [
      row('bare ws echo', echo, TARGET),
      row('ws echo of what bare LMDB has on disk: the limit of this disk', storedEcho, null),
    ];
  } finally {
    for (const one of contenders) one.end();
  }
}

/**
 * How many bids go from a socket to the disk and back, beside a server that only echoes and one that echoes what
 * it has stored, under the same client.
 */
export async function benchBidPath(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const sockets of SOCKETS) rows.push(...(await compare(sockets)));
  return rows;
}
