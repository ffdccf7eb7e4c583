import { setTimeout as wait } from 'node:timers/promises';
import { LoadSocket } from './load-socket.ts';

/** Messages between bidders and the process that starts them. */
export type BiddersOrder =
  /**
   * `room`: null for a server that only echoes. `lots`: how many, or their ids. `cookies`: of signed-in people, one for
   * each socket; left out, the server takes a cookie that names anyone.
   */
  | {
      order: 'connect';
      port: number;
      sockets: number;
      room: string | null;
      lots: number | readonly string[];
      cookies?: readonly string[];
      /** Left out: 100. */
      incrementCents?: number;
    }
  /** Bid in a closed loop: each socket sends its next bid when the last is answered. */
  | { order: 'run'; ms: number }
  /** Bid this many times a second, whether or not the last is answered, each socket in its turn. */
  | { order: 'pace'; perSecond: number; ms: number };
export type BiddersReport =
  | { report: 'connected' }
  /** `latencies`: of each bid from its sending to its answer, in ms, the shortest first. */
  | { report: 'ran'; roundTrips: number; accepted: number; seconds: number; latencies: number[] };

const START_CENTS = 30_000;
let incrementCents = 100;

const ANSWER = Buffer.from('{"id":');
const ACCEPTED = Buffer.from('"outcome":"accepted"');

/** ms between two looks at what is due in a paced run. */
const STEP_MS = 1;

/** `sentAt`: of the bids that are not answered yet, the oldest first. */
type Bidder = { socket: LoadSocket; lot: number; sentAt: number[]; answered: () => void };

const bidders: Bidder[] = [];
let lotIds: readonly string[] = [];
/** Increments above the start of each lot's newest bid: everyone bids above everyone else. */
let steps: number[] = [];
let sent = 0;
/** `again`: an answered bid is followed by the next. */
let running: 'no' | 'again' | 'paced' = 'no';
let roundTrips = 0;
let accepted = 0;
let latencies: number[] = [];

function bid(bidder: Bidder): void {
  sent += 1;
  const step = (steps[bidder.lot] ?? 0) + 1;
  steps[bidder.lot] = step;
  const cents = START_CENTS + incrementCents * step;
  bidder.sentAt.push(performance.now());
  bidder.socket.send(
    `[{"id":${sent},"channel":"bids","event":"bid","data":{"bid":{"lot":"${lotIds[bidder.lot]}","cents":${cents}},"commandId":"command-${process.pid}-${sent}"}}]`,
  );
}

function answered(bidder: Bidder, payload: Buffer): void {
  // Answers come first in their frame; a frame of updates only has none.
  if (payload.compare(ANSWER, 0, ANSWER.length, 1, 1 + ANSWER.length) !== 0) return;
  if (running === 'no' || bidder.sentAt.length === 0) {
    for (let at = 1; at > 0; at = payload.indexOf(ANSWER, at + 1)) bidder.sentAt.shift();
    bidder.answered();
    return;
  }
  const now = performance.now();
  for (let at = 1; at > 0 && bidder.sentAt.length > 0; ) {
    roundTrips += 1;
    latencies.push(now - (bidder.sentAt.shift() ?? now));
    // An answer that is not the last ends where the next begins.
    const next = bidder.sentAt.length === 0 ? -1 : payload.indexOf(ANSWER, at + 1);
    const outcome = payload.indexOf(ACCEPTED, at);
    if (outcome >= 0 && (next < 0 || outcome < next)) accepted += 1;
    at = next;
  }
  if (running === 'again') bid(bidder);
}

async function connect({
  port,
  sockets,
  room,
  lots,
  cookies,
  incrementCents: increment = incrementCents,
}: BiddersOrder & { order: 'connect' }): Promise<void> {
  lotIds = typeof lots === 'number' ? Array.from({ length: lots }, (_, n) => `lot-${n + 1}`) : lots;
  steps = lotIds.map(() => 0);
  incrementCents = increment;
  for (let n = 0; n < sockets; n += 1) {
    const socket = await LoadSocket.connect({
      port,
      path: '/realtime',
      headers: { cookie: cookies?.[n] ?? `user=bidder-${n}` },
    });
    const bidder: Bidder = { socket, lot: n % lotIds.length, sentAt: [], answered: () => {} };
    bidders.push(bidder);
    socket.onMessage = (payload) => answered(bidder, payload);
    socket.onClose = () => {
      throw new Error('the server closed a socket');
    };
    if (room === null) continue;
    await new Promise<void>((resolve) => {
      bidder.answered = resolve;
      socket.send(JSON.stringify([{ id: 0, channel: 'bids', event: 'join-auction', data: { _id: room } }]));
    });
  }
  process.send?.({ report: 'connected' } satisfies BiddersReport);
}

/** Runs `work` and reports on what was answered while it lasted. */
async function run(how: 'again' | 'paced', work: () => Promise<void>): Promise<void> {
  roundTrips = 0;
  accepted = 0;
  latencies = [];
  running = how;
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const counted = { roundTrips, accepted };
  // The last bids are answered before the next round begins.
  const settled = bidders
    .filter(({ sentAt }) => sentAt.length > 0)
    .map(
      (bidder) =>
        new Promise<void>((resolve) => {
          bidder.answered = () => {
            if (bidder.sentAt.length === 0) resolve();
          };
        }),
    );
  running = 'no';
  await Promise.all(settled);
  latencies.sort((a, b) => a - b);
  process.send?.({ report: 'ran', ...counted, seconds, latencies } satisfies BiddersReport);
}

async function again(ms: number): Promise<void> {
  for (const bidder of bidders) bid(bidder);
  await wait(ms);
}

async function pace({ perSecond, ms }: BiddersOrder & { order: 'pace' }): Promise<void> {
  const began = performance.now();
  for (let placed = 0; ; await wait(STEP_MS)) {
    const passed = Math.min(ms, performance.now() - began);
    for (; placed < (passed * perSecond) / 1000; placed += 1) {
      const bidder = bidders[placed % bidders.length];
      if (bidder !== undefined) bid(bidder);
    }
    if (passed >= ms) return;
  }
}

process.on('message', (message: BiddersOrder) => {
  if (message.order === 'connect') void connect(message);
  else if (message.order === 'run') void run('again', () => again(message.ms));
  else void run('paced', () => pace(message));
});
process.on('disconnect', () => process.exit());
