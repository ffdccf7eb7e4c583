import { ROOM } from '../bench/storm.ts';
import { LoadSocket } from '../client/load-socket.ts';
import { bidAnswers, decidedSeq, newestSeq } from './answers.ts';
import { type Spread, spreadOf } from './spread.ts';

/** Messages between the run and the process of the bidders. */
export type BiddersOrder =
  | { order: 'connect'; port: number; bidders: number; readers: number; lots: number }
  /** Each of `active` bidders sends its next bid when the last is answered. */
  | { order: 'closed'; active: number; ms: number }
  /** Bids come at their times, whether or not any is answered. */
  | { order: 'open'; perSecond: number; ms: number }
  /** Sockets that join, ask for the whole sale again and again, and never read. */
  | { order: 'dead'; sockets: number }
  | { order: 'acknowledged' };
export type BiddersReport =
  | { report: 'connected' }
  | { report: 'bid'; bidding: Bidding }
  /** The newest command that was sent; commands are numbered from 1, and named `commandName`. */
  | { report: 'acknowledged'; sent: number; decided: number[]; notPlaced: number[] };

/** The result of a period of bidding. */
export type Bidding = {
  seconds: number;
  /** Bids sent in it, decided in time in it, and turned away in it, at a second. */
  sentPerSecond: number;
  goodPerSecond: number;
  turnedAwayPerSecond: number;
  /** Decided in each second, in time. */
  goodBySecond: number[];
  /** Of the bids that were decided, from when they were sent. */
  answer: Spread;
  /** Of rejected bids: how long the answer took. */
  turnedAway: Spread;
  /** Decided, but later than a bidder waits. */
  late: number;
  unanswered: number;
  /** From when a bid was sent to when a reader saw it, or something newer. */
  seen: Spread;
  /** How late this process itself was in sending, at most (ms): it is as late in receiving answers. */
  ownDelayMs: number;
};

export const commandName = (number: number): string => `overload-${String(number).padStart(8, '0')}`;

/** A later decision is of no use to the bidder and does not count as in time. ms. */
const IN_TIME_MS = 2_000;
const START_CENTS = 30_000;
const INCREMENT_CENTS = 100;
/** Lots that are bid for, as at the end of a sale, one lot after the other; the others are only watched. */
const BID_LOTS = 12;
/** ms between two steps of a paced storm. */
const STEP_MS = 4;
/** One bid in this many milliseconds is watched until every reader has seen it. */
const PROBE_EVERY_MS = 50;
/** ms after the end in which answers are still waited for. */
const DRAIN_MS = 30_000;
/** ms between two requests of a dead socket for the whole sale; the gateway takes five a second. */
const DEAD_REQUESTS_EVERY_MS = 250;
const CONNECTING_AT_ONCE = 50;

type Sent = { at: number; number: number };
type Probe = { sentAt: number; number: number; seq: number | null; unseen: Set<Reader> };
type Reader = { seq: number; at: number };

const bidders: LoadSocket[] = [];
const readers: Reader[] = [];
const underWay = new Map<number, Sent>();
const decided: number[] = [];
const notPlaced: number[] = [];
let steps: number[] = [];
let sent = 0;
let probes: Probe[] = [];
let probedAt = 0;

/** The present counts, if any. */
let counting: {
  began: number;
  good: number;
  goodBySecond: number[];
  away: number;
  sent: number;
  late: number;
  answers: number[];
  awayAfter: number[];
  seen: number[];
  ownDelayMs: number;
} | null = null;
let answered: (bidder: number) => void = () => {};

const now = (): number => performance.now();

function bid(bidder: number, at: number): void {
  sent += 1;
  const lot = sent % steps.length;
  const step = (steps[lot] ?? 0) + 1;
  steps[lot] = step;
  underWay.set(sent, { at, number: sent });
  if (counting) counting.sent += 1;
  if (readers.length > 0 && at - probedAt >= PROBE_EVERY_MS) {
    probedAt = at;
    probes.push({ sentAt: at, number: sent, seq: null, unseen: new Set(readers) });
  }
  const cents = START_CENTS + INCREMENT_CENTS * step;
  const data = `{"bid":{"lot":"lot-${lot + 1}","cents":${cents}},"commandId":"${commandName(sent)}"}`;
  bidders[bidder]?.send(`[{"id":${sent},"channel":"bids","event":"bid","data":${data}}]`);
}

function heard(bidder: number, frame: Buffer): void {
  for (const { id, outcome, isDecided } of bidAnswers(frame)) {
    const known = underWay.get(id);
    if (known === undefined) continue;
    underWay.delete(id);
    const took = now() - known.at;
    if (isDecided) decided.push(id);
    else if (outcome !== 'unknown') notPlaced.push(id);
    probeAnswered(id, outcome === 'accepted' ? decidedSeq(frame, id) : null);
    if (counting) count(isDecided, took);
    answered(bidder);
  }
}

function count(isDecided: boolean, took: number): void {
  if (counting === null) return;
  if (!isDecided) {
    counting.away += 1;
    counting.awayAfter.push(took);
    return;
  }
  counting.answers.push(took);
  if (took > IN_TIME_MS) {
    counting.late += 1;
    return;
  }
  counting.good += 1;
  const second = Math.floor((now() - counting.began) / 1_000);
  counting.goodBySecond[second] = (counting.goodBySecond[second] ?? 0) + 1;
}

/** Only what was accepted is shown to readers. */
function probeAnswered(id: number, seq: number | null): void {
  const probe = probes.find(({ number }) => number === id);
  if (probe === undefined) return;
  probe.seq = seq;
  if (seq === null) probes = probes.filter((other) => other !== probe);
  else for (const reader of probe.unseen) if (reader.seq >= seq) see(probe, reader, reader.at);
}

function see(probe: Probe, reader: Reader, at: number): void {
  probe.unseen.delete(reader);
  counting?.seen.push(Math.max(0, at - probe.sentAt));
  if (probe.unseen.size === 0) probes = probes.filter((other) => other !== probe);
}

function readerSaw(reader: Reader, frame: Buffer): void {
  const seq = newestSeq(frame);
  if (seq <= reader.seq) return;
  reader.seq = seq;
  reader.at = now();
  for (const probe of [...probes]) {
    if (probe.seq !== null && seq >= probe.seq && probe.unseen.has(reader)) see(probe, reader, reader.at);
  }
}

const join = (socket: LoadSocket): void =>
  socket.send(JSON.stringify([{ id: 0, channel: 'bids', event: 'join-auction', data: { _id: ROOM } }]));

async function inside(port: number, user: string | null): Promise<LoadSocket> {
  const socket = await LoadSocket.connect({
    port,
    path: '/realtime',
    ...(user !== null && { headers: { cookie: `user=${user}` } }),
  });
  socket.onClose = () => {
    throw new Error('the server closed a socket that reads');
  };
  await new Promise<void>((resolve) => {
    socket.onMessage = () => resolve();
    join(socket);
  });
  return socket;
}

let port = 0;

async function connect(order: BiddersOrder & { order: 'connect' }): Promise<void> {
  port = order.port;
  steps = Array.from({ length: Math.min(BID_LOTS, order.lots) }, () => 0);
  for (let n = 0; n < order.bidders; n += CONNECTING_AT_ONCE) {
    const some = Array.from({ length: Math.min(CONNECTING_AT_ONCE, order.bidders - n) }, (_, i) => n + i);
    await Promise.all(
      some.map(async (place) => {
        const socket = await inside(port, `bidder-${place}`);
        bidders[place] = socket;
        socket.onMessage = (frame) => heard(place, frame);
      }),
    );
  }
  for (let n = 0; n < order.readers; n += 1) {
    const socket = await inside(port, null);
    const reader: Reader = { seq: -1, at: 0 };
    socket.onMessage = (frame) => readerSaw(reader, frame);
    readers.push(reader);
  }
  report({ report: 'connected' });
}

async function dead(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const headers = { cookie: `user=dead-${n}` };
    const socket = await LoadSocket.connect({ port, path: '/realtime', headers });
    socket.pause();
    join(socket);
    setInterval(() => join(socket), DEAD_REQUESTS_EVERY_MS).unref();
  }
  report({ report: 'connected' });
}

function begin(): NonNullable<typeof counting> {
  probes = [];
  const fresh = { good: 0, away: 0, sent: 0, late: 0, ownDelayMs: 0 };
  counting = { began: now(), ...fresh, goodBySecond: [], answers: [], awayAfter: [], seen: [] };
  return counting;
}

async function end(counted: NonNullable<typeof counting>): Promise<void> {
  const ended = now();
  const seconds = (ended - counted.began) / 1_000;
  const inIt = { good: counted.good, away: counted.away, sent: counted.sent };
  answered = () => {};
  while (underWay.size > 0 && now() - ended < DRAIN_MS)
    await new Promise((resolve) => setTimeout(resolve, 20));
  counting = null;
  const unanswered = underWay.size;
  underWay.clear();
  report({
    report: 'bid',
    bidding: {
      seconds,
      sentPerSecond: inIt.sent / seconds,
      goodPerSecond: inIt.good / seconds,
      turnedAwayPerSecond: inIt.away / seconds,
      goodBySecond: Array.from({ length: Math.floor(seconds) }, (_, n) => counted.goodBySecond[n] ?? 0),
      answer: spreadOf(counted.answers),
      turnedAway: spreadOf(counted.awayAfter),
      seen: spreadOf(counted.seen),
      late: counted.late,
      unanswered,
      ownDelayMs: counted.ownDelayMs,
    },
  });
}

async function closed(active: number, ms: number): Promise<void> {
  const counted = begin();
  answered = (bidder) => bid(bidder, now());
  for (let bidder = 0; bidder < Math.min(active, bidders.length); bidder += 1) bid(bidder, now());
  await new Promise((resolve) => setTimeout(resolve, ms));
  await end(counted);
}

async function open(perSecond: number, ms: number): Promise<void> {
  const counted = begin();
  const total = Math.round((perSecond * ms) / 1_000);
  const dueAt = (n: number) => counted.began + (n * 1_000) / perSecond;
  for (let n = 0; n < total; ) {
    const at = now();
    counted.ownDelayMs = Math.max(counted.ownDelayMs, at - dueAt(n) - STEP_MS);
    for (; n < total && dueAt(n) <= at; n += 1) bid(n % bidders.length, now());
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  await end(counted);
}

function report(message: BiddersReport): void {
  process.send?.(message);
}

process.on('message', (message: BiddersOrder) => {
  switch (message.order) {
    case 'connect':
      return void connect(message);
    case 'closed':
      return void closed(message.active, message.ms);
    case 'open':
      return void open(message.perSecond, message.ms);
    case 'dead':
      return void dead(message.sockets);
    case 'acknowledged':
      return report({ report: 'acknowledged', sent, decided, notPlaced });
  }
});
process.on('disconnect', () => process.exit());
