import type { AudienceOrder, AudienceReport } from '../client/audience.ts';
import { type OverloadReport, type OverloadSize, runOverload } from '../overload/run-overload.ts';
import { BidContender, type BidRound, middleRound } from './bid-contender.ts';
import { Child } from './child.ts';
import type { Measured, Row } from './row.ts';
import { quantile } from './statistics.ts';
import { ROOM } from './storm.ts';

const SOCKETS = [64, 1_024];
const LOTS = 8;
const WARM_UP_MS = 6_000;
const ROUND_MS = 2_000;
const ROUNDS = 3;
/** How long a bid takes: this many bid, this many look on, and the pace in bids a second. */
const BIDDERS = 100;
const VIEWERS = 1_000;
const PER_SECOND = 500;
/** A third of the full overload: both servers are to be overloaded within one benchmark. */
const OVERLOAD: OverloadSize = {
  bidders: 600,
  readers: 50,
  dead: 0,
  lots: 300,
  warmBids: 60_000,
  stepMs: 4_000,
  peakMs: 5_000,
  quietMs: 4_000,
  overloadMs: 20_000,
  recoveryMs: 5_000,
  times: 3,
  visits: { bulk: 10, anonymous: 100, 'signed-in': 20, vital: 5, health: 1 },
};

/** The two servers, in this order. */
const BOTH = [{ libraryParts: false }, { libraryParts: true }] as const;
type Both<T> = [own: T, library: T];

const row = (
  what: string,
  [value, peerValue]: Both<number>,
  more: Pick<Row, 'unit'> & Partial<Row>,
): Row => ({
  bench: `own parts of the bid path, ${what}`,
  subject: 'with the own frame reader, bid pattern and answers',
  peer: 'without: `ws`, Ajv, JSON.stringify',
  value,
  peerValue,
  ratio: value / peerValue,
  target: null,
  ...more,
});

/** Starts both, and measures them in turns. The first round only warms up. */
async function inTurns(
  sockets: number,
  measure: (contender: BidContender) => Promise<BidRound>,
  viewers = 0,
): Promise<Both<BidRound[]>> {
  const contenders: BidContender[] = [];
  const audiences: Child<AudienceOrder, AudienceReport>[] = [];
  try {
    for (const parts of BOTH) {
      const one = await BidContender.start({ kind: 'saleyard', lots: LOTS, sockets, ...parts });
      contenders.push(one);
      if (viewers === 0) continue;
      const audience = new Child<AudienceOrder, AudienceReport>(
        new URL('../client/audience.ts', import.meta.url),
        'clients',
      );
      audiences.push(audience);
      audience.yieldToOthers();
      audience.send({ order: 'connect', kind: 'saleyard', port: one.port, sockets: viewers, room: ROOM });
      await audience.hear('connected');
    }
    for (const one of contenders) await one.saturate(WARM_UP_MS);
    const rounds: Both<BidRound[]> = [[], []];
    for (let n = 0; n <= ROUNDS; n += 1) {
      for (const [i, one] of contenders.entries()) {
        const round = await measure(one);
        if (n > 0) rounds[i]?.push(round);
      }
    }
    return rounds;
  } finally {
    for (const one of [...contenders, ...audiences]) one.end();
  }
}

const cpu = ({ cpuMicros }: BidRound): string => `${cpuMicros.toFixed(0)} µs`;

async function bidPath(sockets: number): Promise<Row> {
  const rounds = await inTurns(sockets, (contender) => contender.saturate(ROUND_MS));
  const [own, library] = rounds.map(middleRound) as Both<BidRound>;
  return row(`${sockets} sockets in one sale of ${LOTS} lots`, [own.perSecond, library.perSecond], {
    unit: 'round trips/s',
    note: `${cpu(own)} of server CPU each, without them ${cpu(library)}`,
  });
}

async function latency(): Promise<Row> {
  const rounds = await inTurns(BIDDERS, (contender) => contender.pace(PER_SECOND, ROUND_MS), VIEWERS);
  const p99 = (some: BidRound[]) =>
    quantile(Float64Array.from(some.flatMap(({ latencies }) => [...latencies])).sort(), 0.99);
  const [own, library] = rounds.map(p99) as Both<number>;
  return row(`${PER_SECOND} bids/s, p99`, [own, library], {
    unit: 'ms',
    better: 'less',
    note: `${BIDDERS} sockets bid, ${VIEWERS} look on`,
  });
}

/** An overload, or why it could not be completed. */
async function overloaded(parts: (typeof BOTH)[number]): Promise<OverloadReport | string> {
  try {
    return await runOverload(OVERLOAD, () => {}, parts);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function overload(): Promise<Row> {
  const own = await overloaded(BOTH[0]);
  const library = await overloaded(BOTH[1]);
  const good = (report: OverloadReport | string) =>
    typeof report === 'string' ? Number.NaN : report.overload.bidding.goodPerSecond;
  const described = (report: OverloadReport | string) =>
    typeof report === 'string'
      ? `not completed (${report})`
      : `${Math.round((100 * good(report)) / report.peak.perSecond)} % of its peak`;
  return row(`${OVERLOAD.times} times the capacity of each`, [good(own), good(library)], {
    unit: 'bids/s decided in time',
    note: `${described(own)}; without them ${described(library)}`,
  });
}

/**
 * The gain from the gateway's own frame reader, bid pattern and hand-built answers: the same server with them and
 * without, under the same clients. They are kept for as long as this shows a gain.
 */
export async function benchOwnParts(): Promise<Measured> {
  const rows: Row[] = [];
  for (const sockets of SOCKETS) rows.push(await bidPath(sockets));
  rows.push(await latency());
  rows.push(await overload());
  return { rows };
}
