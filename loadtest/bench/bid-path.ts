import type { BiddersOrder, BiddersReport } from '../client/bidders.ts';
import type { BidServerOrder, BidServerReport } from './bid-path-server.ts';
import { Child } from './child.ts';
import type { Row } from './row.ts';
import { ROOM } from './storm.ts';

const SOCKETS = [64, 256];
const LOTS = 8;
const ROUND_MS = 1_500;
const ROUNDS = 3;
/** The least share of a bare echo's round trips. */
const TARGET = 0.5;

type Round = { perSecond: number; acceptedShare: number; p50Ms: number; p99Ms: number; cpuShare: number };

type Contender = { round(): Promise<Round>; end(): void };

async function contender(kind: 'saleyard' | 'echo', sockets: number): Promise<Contender> {
  const server = new Child<BidServerOrder, BidServerReport>(new URL('./bid-path-server.ts', import.meta.url));
  const bidders = new Child<BiddersOrder, BiddersReport>(new URL('../client/bidders.ts', import.meta.url));
  server.tell({ order: 'start', kind, lots: LOTS });
  const { port } = await server.hear('listening');
  bidders.tell({ order: 'connect', port, sockets, room: kind === 'echo' ? null : ROOM, lots: LOTS });
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
      const cpuShare = ((await cpu()) - before) / 1000 / seconds;
      return {
        perSecond: roundTrips / seconds,
        acceptedShare: accepted / roundTrips,
        p50Ms,
        p99Ms,
        cpuShare,
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

async function compare(sockets: number): Promise<Row> {
  const contenders: Contender[] = [];
  try {
    contenders.push(await contender('saleyard', sockets), await contender('echo', sockets));
    const rounds: Round[][] = [[], []];
    for (let n = 0; n <= ROUNDS; n += 1) {
      for (const [i, one] of contenders.entries()) {
        const round = await one.round();
        // The first round warms up.
        if (n > 0) rounds[i]?.push(round);
      }
    }
    const [ours, echo] = [middle(rounds[0] ?? []), middle(rounds[1] ?? [])];
    const share = Math.round(ours.acceptedShare * 100);
    return {
      bench: `bid path, ${sockets} sockets in one sale of ${LOTS} lots`,
      subject: 'bid over WebSocket, decided, on disk, answered; all sockets see every update',
      peer: 'bare ws echo',
      value: ours.perSecond,
      peerValue: echo.perSecond,
      unit: 'round trips/s',
      ratio: ours.perSecond / echo.perSecond,
      target: TARGET,
      note: `${share} % accepted; p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms (echo ${echo.p50Ms.toFixed(1)}, ${echo.p99Ms.toFixed(1)}); server CPU ${ours.cpuShare.toFixed(2)} (echo ${echo.cpuShare.toFixed(2)})`,
    };
  } finally {
    for (const one of contenders) one.end();
  }
}

/** How many bids go from a socket to the disk and back, beside a server that only echoes, under the same client. */
export async function benchBidPath(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const sockets of SOCKETS) rows.push(await compare(sockets));
  return rows;
}
