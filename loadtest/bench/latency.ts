import type { AudienceOrder, AudienceReport } from '../client/audience.ts';
import { BidContender, type BidRound } from './bid-contender.ts';
import { Child } from './child.ts';
import type { AppendOrder, AppendReport } from './paced-append.ts';
import type { Curve, Measured, Row } from './row.ts';
import { quantile } from './statistics.ts';
import { ROOM } from './storm.ts';

/** Viewers and bidders. */
const VIEWERS = 1_000;
const BIDDERS = 100;
/** Bids a second of the target, and a rate so low that each bid finds the server idle. */
const PER_SECOND = 500;
const IDLE_PER_SECOND = 40;
const LOTS = 8;
const ROUND_MS = 4_000;
const ROUNDS = 3;
const WARM_UP_MS = 8_000;
/** p99 of a bid at `PER_SECOND`, at most this many times that of a bare durable append at the same rate. */
const TARGET = 5;
/** Shares at which a spread is drawn. */
const SHARES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999];

/** All answers of some rounds, the fastest first. */
const pooled = (rounds: readonly (readonly number[])[]): Float64Array =>
  Float64Array.from(rounds.flat()).sort();

const curveOf = (label: string, sorted: Float64Array): Curve => ({
  label,
  points: SHARES.map((share) => ({ share, ms: quantile(sorted, share) })),
});

/**
 * How long a bid takes from its socket to the disk and back, while a thousand watch: when idle, at 500 a
 * second, and when all bidders bid as fast as they are answered. Beside it, in turns and on the same core, durable
 * appends of as many bytes at the same rate, without any server.
 */
export async function benchLatency(): Promise<Measured> {
  const appends = new Child<AppendOrder, AppendReport>(
    new URL('./paced-append.ts', import.meta.url),
    'server',
  );
  const viewers = new Child<AudienceOrder, AudienceReport>(
    new URL('../client/audience.ts', import.meta.url),
    'clients',
  );
  const contenders: BidContender[] = [];
  try {
    const ours = await BidContender.start({ kind: 'saleyard', lots: LOTS, sockets: BIDDERS });
    contenders.push(ours);
    const echo = await BidContender.start({ kind: 'stored-echo', lots: LOTS, sockets: BIDDERS });
    contenders.push(echo);
    // The watchers share their cores with the measured clients.
    viewers.yieldToOthers();
    viewers.send({ order: 'connect', kind: 'saleyard', port: ours.port, sockets: VIEWERS, room: ROOM });
    await viewers.hear('connected');

    const appended = async (to: 'lmdb' | 'file') => {
      appends.send({ order: 'pace', to, perSecond: PER_SECOND, ms: ROUND_MS });
      return (await appends.hear('paced')).latencies;
    };
    const bids = async (round: Promise<BidRound>) => (await round).latencies;
    const work = {
      idle: () => bids(ours.pace(IDLE_PER_SECOND, ROUND_MS)),
      paced: () => bids(ours.pace(PER_SECOND, ROUND_MS)),
      lmdb: () => appended('lmdb'),
      file: () => appended('file'),
      echo: () => bids(echo.pace(PER_SECOND, ROUND_MS)),
      saturated: () => bids(ours.saturate(ROUND_MS)),
    };
    const names = Object.keys(work) as (keyof typeof work)[];
    const rounds = new Map(names.map((name) => [name, [] as (readonly number[])[]]));
    // As many as it takes until the code that will be measured is compiled, which is done on the same core.
    for (const one of [ours, echo]) await one.saturate(WARM_UP_MS);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of names) {
        const latencies = await work[name]();
        // The first round warms up as well: other code runs at each pace.
        if (round > 0) rounds.get(name)?.push(latencies);
      }
    }
    const all = (name: keyof typeof work) => pooled(rounds.get(name) ?? []);
    return { rows: rowsOf(all), curves: curvesOf(all) };
  } finally {
    for (const one of contenders) one.end();
    appends.end();
    viewers.end();
  }
}

type Name = 'idle' | 'paced' | 'lmdb' | 'file' | 'echo' | 'saturated';

function rowsOf(all: (name: Name) => Float64Array): Row[] {
  const row = (
    what: string,
    share: number,
    ours: Name,
    peer: { name: Name; said: string },
    target: number | null,
  ): Row => {
    const value = quantile(all(ours), share);
    const peerValue = quantile(all(peer.name), share);
    return {
      bench: `latency of a bid, ${what}, p${share * 100}`,
      subject: 'bid over WebSocket, decided, on disk, answered',
      peer: peer.said,
      value,
      peerValue,
      unit: 'ms',
      ratio: value / peerValue,
      target,
      better: 'less',
      note: `${all(ours).length} bids from ${BIDDERS} sockets, ${VIEWERS} viewers`,
    };
  };
  const lmdb = { name: 'lmdb', said: `bare LMDB put at ${PER_SECOND}/s` } as const;
  const file = { name: 'file', said: `file append and fdatasync at ${PER_SECOND}/s: the limit` } as const;
  const echo = { name: 'echo', said: `ws echo of what bare LMDB has on disk, at ${PER_SECOND}/s` } as const;
  return [
    row('idle', 0.5, 'idle', lmdb, null),
    row('idle', 0.99, 'idle', lmdb, null),
    row(`${PER_SECOND} bids/s`, 0.5, 'paced', lmdb, null),
    row(`${PER_SECOND} bids/s`, 0.99, 'paced', lmdb, TARGET),
    row(`${PER_SECOND} bids/s`, 0.99, 'paced', file, null),
    row(`${PER_SECOND} bids/s`, 0.99, 'paced', echo, null),
    row('saturated', 0.5, 'saturated', lmdb, null),
    row('saturated', 0.99, 'saturated', lmdb, null),
  ];
}

const curvesOf = (all: (name: Name) => Float64Array): Curve[] => [
  curveOf('bid, idle', all('idle')),
  curveOf(`bid, ${PER_SECOND}/s`, all('paced')),
  curveOf('bid, saturated', all('saturated')),
  curveOf(`bare LMDB put, ${PER_SECOND}/s`, all('lmdb')),
];
