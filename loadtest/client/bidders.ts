import { LoadSocket } from './load-socket.ts';

/** What the process that starts bidders tells them, and hears from them. */
export type BiddersOrder =
  /** `room`: null for a server that only echoes. */
  | { order: 'connect'; port: number; sockets: number; room: string | null; lots: number }
  /** Bid in a closed loop: each socket sends its next bid when the last is answered. */
  | { order: 'run'; ms: number };
export type BiddersReport =
  | { report: 'connected' }
  | { report: 'ran'; roundTrips: number; accepted: number; seconds: number; p50Ms: number; p99Ms: number };

const START_CENTS = 30_000;
const INCREMENT_CENTS = 100;

const ANSWER = Buffer.from('{"id":');
const ACCEPTED = Buffer.from('"outcome":"accepted"');

type Bidder = { socket: LoadSocket; lot: number; sentAt: number; answered: () => void };

const bidders: Bidder[] = [];
/** Increments above the start of each lot's newest bid: everyone bids above everyone, whoever they are. */
let steps: number[] = [];
let sent = 0;
let running = false;
let roundTrips = 0;
let accepted = 0;
let latencies: number[] = [];

function bid(bidder: Bidder): void {
  sent += 1;
  const step = (steps[bidder.lot] ?? 0) + 1;
  steps[bidder.lot] = step;
  const cents = START_CENTS + INCREMENT_CENTS * step;
  bidder.sentAt = performance.now();
  bidder.socket.send(
    `[{"id":${sent},"channel":"bids","event":"bid","data":{"bid":{"lot":"lot-${bidder.lot + 1}","cents":${cents}},"commandId":"command-${process.pid}-${sent}"}}]`,
  );
}

function answered(bidder: Bidder, payload: Buffer): void {
  // An answer stands first in its frame; a frame of updates only is none.
  if (payload.compare(ANSWER, 0, ANSWER.length, 1, 1 + ANSWER.length) !== 0) return;
  if (!running) {
    bidder.answered();
    return;
  }
  roundTrips += 1;
  latencies.push(performance.now() - bidder.sentAt);
  if (payload.includes(ACCEPTED)) accepted += 1;
  bid(bidder);
}

async function connect({ port, sockets, room, lots }: BiddersOrder & { order: 'connect' }): Promise<void> {
  steps = Array.from({ length: lots }, () => 0);
  for (let n = 0; n < sockets; n += 1) {
    const socket = await LoadSocket.connect({
      port,
      path: '/realtime',
      headers: { cookie: `user=bidder-${n}` },
    });
    const bidder: Bidder = { socket, lot: n % lots, sentAt: 0, answered: () => {} };
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

async function run(ms: number): Promise<void> {
  roundTrips = 0;
  accepted = 0;
  latencies = [];
  running = true;
  const began = performance.now();
  for (const bidder of bidders) bid(bidder);
  await new Promise((resolve) => setTimeout(resolve, ms));
  const seconds = (performance.now() - began) / 1000;
  const counted = { roundTrips, accepted };
  // The last bid of each is answered before the next round begins.
  const settled = bidders.map(
    (bidder) =>
      new Promise<void>((resolve) => {
        bidder.answered = resolve;
      }),
  );
  running = false;
  await Promise.all(settled);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  const report: BiddersReport = { report: 'ran', ...counted, seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
  process.send?.(report);
}

process.on('message', (message: BiddersOrder) => {
  void (message.order === 'connect' ? connect(message) : run(message.ms));
});
