import { Agent, request } from 'node:http';
import { ROOM } from '../bench/storm.ts';
import { type Spread, spreadOf } from './spread.ts';

/** Kinds of requests other than bids: those that may be shed, and those that never are. */
export const VISITS = {
  bulk: { path: `/api/v1/auctions/${ROOM}/lots?mode=live`, cookie: null },
  anonymous: { path: `/api/v1/auctions/${ROOM}/lots?limit=20`, cookie: null },
  'signed-in': { path: '/api/v1/users/me/bids', cookie: 'user=bidder-1' },
  vital: { path: '/api/v1/checkServer', cookie: null },
  health: { path: '/healthz', cookie: null },
} as const;
export type Visit = keyof typeof VISITS;
const KINDS = Object.keys(VISITS) as Visit[];

/** The results of one kind of request. `busyWithoutRetry`: 503s without a Retry-After. */
export type Visited = {
  asked: number;
  served: number;
  busy: number;
  busyWithoutRetry: number;
  failed: number;
  answer: Spread;
};
export type Visiting = Record<Visit, Visited> & {
  /** How late this process itself was in asking, at most (ms): answers may be as much later as they seem. */
  ownDelayMs: number;
};

/** Messages between the run and the process of the visitors. */
export type VisitorsOrder =
  /** Requests come at their times, of each kind this many a second. */
  { order: 'visit'; port: number; perSecond: Readonly<Record<Visit, number>>; ms: number };
export type VisitorsReport = { report: 'visited'; visiting: Visiting };

/** Timeout of a request, in ms. */
const LIMIT_MS = 10_000;
const STEP_MS = 10;

/** As many connections as are needed: nobody waits behind somebody else's request. */
const agent = new Agent({ keepAlive: true });

type Counted = Omit<Visited, 'answer'> & { times: number[] };

function ask(port: number, visit: Visit, counted: Counted): Promise<void> {
  const { path, cookie } = VISITS[visit];
  counted.asked += 1;
  const began = performance.now();
  return new Promise((resolve) => {
    const failed = () => {
      counted.failed += 1;
      resolve();
    };
    const asked = request(
      {
        port,
        path,
        agent,
        host: '127.0.0.1',
        timeout: LIMIT_MS,
        headers: { platform: 'web', ...(cookie !== null && { cookie }) },
      },
      (response) => {
        response.on('error', failed);
        response.on('end', () => {
          if (response.statusCode === 200) {
            counted.served += 1;
            counted.times.push(performance.now() - began);
          } else if (response.statusCode === 503) {
            counted.busy += 1;
            if (!(Number(response.headers['retry-after']) >= 1)) counted.busyWithoutRetry += 1;
          } else counted.failed += 1;
          resolve();
        });
        response.resume();
      },
    );
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.on('error', failed);
    asked.end();
  });
}

async function visit({ port, perSecond, ms }: VisitorsOrder): Promise<Visiting> {
  const counted = {} as Record<Visit, Counted>;
  for (const kind of KINDS)
    counted[kind] = { asked: 0, served: 0, busy: 0, busyWithoutRetry: 0, failed: 0, times: [] };
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  let ownDelayMs = 0;
  let looked = 0;
  for (let passed = 0; passed < ms; passed = performance.now() - began) {
    ownDelayMs = Math.max(ownDelayMs, passed - looked - STEP_MS);
    looked = passed;
    for (const kind of KINDS) {
      while (counted[kind].asked < (passed * perSecond[kind]) / 1_000) {
        const one = ask(port, kind, counted[kind]);
        underWay.add(one);
        void one.then(() => underWay.delete(one));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  await Promise.all(underWay);
  const found = { ownDelayMs } as Visiting;
  for (const kind of KINDS) {
    const { times, ...counts } = counted[kind];
    found[kind] = { ...counts, answer: spreadOf(times) };
  }
  return found;
}

process.on('message', (order: VisitorsOrder) => {
  void visit(order).then((visiting) =>
    process.send?.({ report: 'visited', visiting } satisfies VisitorsReport),
  );
});
process.on('disconnect', () => process.exit());
