import { BidContender, type BidRound, middleRound } from './bid-contender.ts';
import type { BidServerKind } from './bid-path-server.ts';
import type { Measured, Row } from './row.ts';

const SOCKETS = [64, 256, 1_024];
const LOTS = 8;
const ROUND_MS = 1_500;
/** Warm-up: a server that runs for weeks is not measured while its code is still being compiled. */
const WARM_UP_MS = 6_000;
const ROUNDS = 3;
/** The least share of a bare echo's round trips. */
const TARGET = 0.5;

const KINDS = ['saleyard', 'echo', 'stored-echo'] as const satisfies readonly BidServerKind[];

const shown = ({ p50Ms, p99Ms, cpuMicros }: BidRound): string =>
  `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${cpuMicros.toFixed(0)} µs of server CPU each`;

async function compare(sockets: number): Promise<Row[]> {
  const contenders: BidContender[] = [];
  try {
    for (const kind of KINDS) contenders.push(await BidContender.start({ kind, sockets, lots: LOTS }));
    const rounds: BidRound[][] = KINDS.map(() => []);
    for (const one of contenders) await one.saturate(WARM_UP_MS);
    for (let n = 0; n < ROUNDS; n += 1) {
      for (const [i, one] of contenders.entries()) rounds[i]?.push(await one.saturate(ROUND_MS));
    }
    const [ours, echo, storedEcho] = KINDS.map((_, i) => middleRound(rounds[i] ?? [])) as [
      BidRound,
      BidRound,
      BidRound,
    ];
    const accepted = Math.round(ours.acceptedShare * 100);
    const row = (peer: string, theirs: BidRound, target: number | null): Row => ({
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
export async function benchBidPath(): Promise<Measured> {
  const rows: Row[] = [];
  for (const sockets of SOCKETS) rows.push(...(await compare(sockets)));
  return { rows };
}
