import type { AddressInfo } from 'node:net';
import { CLIENT_TIMES } from '@saleyard/contract/limits.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { BehaviorSubject, filter, firstValueFrom, NEVER, Subject } from 'rxjs';
import * as assert from 'uvu/assert';
import { WebSocket, WebSocketServer } from 'ws';
import type { BidMachine, BidStep } from '@/lib/bidding/bid-machine.ts';
import { BidStore } from '@/lib/bidding/bid-store.ts';
import { examplePublicAuction as exampleAuction, exampleLot } from '@/test-support/example-sales.ts';
import { Realtime, type RealtimeNotice } from './realtime.ts';

type Sent = { id: number; channel: string; event: string; data: Record<string, unknown> };

/** A server that answers joins, and by default bids; it records every request. */
class TinyServer {
  readonly heard: Sent[] = [];
  readonly sockets = new Set<WebSocket>();
  /** The socket that was opened first, open or closed. */
  first: WebSocket | undefined;
  onBid: (message: Sent, answer: (body: object) => void, socket: WebSocket) => void = (message, answer) =>
    answer({ data: decision(message) });
  answersJoins = true;
  refusesLogin = false;
  readonly #server: WebSocketServer;

  constructor(port = 0) {
    this.#server = new WebSocketServer({ port, host: '127.0.0.1' });
    this.#server.on('connection', (socket) => {
      this.sockets.add(socket);
      this.first ??= socket;
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('message', (data) => {
        for (const message of JSON.parse(String(data)) as Sent[]) this.#take(message, socket);
      });
    });
  }

  async listening(): Promise<number> {
    if (!this.#server.address()) await new Promise((done) => this.#server.once('listening', done));
    return (this.#server.address() as AddressInfo).port;
  }

  named(event: string): Sent[] {
    return this.heard.filter((message) => message.event === event);
  }

  push(...messages: object[]): void {
    for (const socket of this.sockets) socket.send(JSON.stringify(messages));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    await new Promise((done) => this.#server.close(done));
  }

  #take(message: Sent, socket: WebSocket): void {
    this.heard.push(message);
    const answer = (body: object) => socket.send(JSON.stringify([{ id: message.id, ...body }]));
    if (message.event === 'bid') this.onBid(message, answer, socket);
    else if (message.event === 'login' && this.refusesLogin)
      answer({ error: { code: 'unauthorized', message: 'no' } });
    else if (message.event === 'connect-anonymous-user') answer({ data: { _id: 'v1' } });
    else if (message.event !== 'join-auction') answer({ data: {} });
    else if (this.answersJoins)
      answer({
        data: {
          _id: message.data._id,
          seq: 7,
          mode: 'changes',
          paddle: null,
          serverTime: Date.now() + 5_000,
        },
      });
  }
}

const decision = (message: Sent) => ({
  outcome: 'accepted',
  lot: (message.data.bid as { lot: string }).lot,
  currentBidCents: (message.data.bid as { cents: number }).cents,
  leading: true,
  finishAt: null,
  seq: 9,
});

/** ms that no test waits for: a machine that stood still for a while has neither missed a connect nor lost a socket. */
const LONG_MS = 600_000;
const times = { connectTimeoutMs: LONG_MS, reconnectMinMs: 30, reconnectMaxMs: 60 };
const heartbeat = { silentMs: LONG_MS, deadMs: LONG_MS };

const until = async (what: string, check: () => boolean) => {
  for (let waited = 0; !check(); waited += 5) {
    if (waited > 45_000) throw new Error(`never: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
};

function client(port: number, more: Partial<ConstructorParameters<typeof Realtime>[0]> = {}) {
  const online = new BehaviorSubject(true);
  const visible = new Subject<void>();
  const notices: RealtimeNotice[] = [];
  const realtime = new Realtime({
    url: `ws://127.0.0.1:${port}/realtime`,
    now: () => Date.now(),
    random: () => 0.5,
    identity: { userId: 'u1' },
    online,
    visible,
    WebSocketCtor: WebSocket as unknown as typeof globalThis.WebSocket,
    times,
    heartbeat,
    ...more,
  });
  realtime.notices.subscribe((notice) => notices.push(notice));
  return { realtime, online, visible, notices, stop: realtime.start() };
}

const live = (realtime: Realtime) =>
  firstValueFrom(realtime.connection.pipe(filter(({ state }) => state === 'Live')));

const membership = (since: () => number | null = () => null) => ({
  auction: 'a1',
  since,
  joined: () => {},
  refused: () => {},
});

/** Runs bids over a connection as the live room does, and keeps each step that a lot's bid comes to. */
function bidder(realtime: Realtime) {
  const steps: BidStep['step'][] = [];
  const ended: BidMachine[] = [];
  const bidStore = new BidStore({
    ask: (bid) => realtime.bid(bid),
    now: () => Date.now(),
    ended: (_lot, machine) => ended.push(machine),
  });
  bidStore.watch(() => {
    const { step } = bidStore.of('l1').bid;
    if (steps.at(-1) !== step) steps.push(step);
  });
  realtime.notices.subscribe(({ kind }) => kind === 'reconnected' && bidStore.askAgain());
  const bid = async (cents: number, commandId: string): Promise<BidStep> => {
    const before = ended.length;
    bidStore.input('l1', {
      type: 'press',
      cents,
      at: Date.now(),
      movedAt: null,
      lotAt: null,
      commandId,
      way: 'one',
      reasons: [],
    });
    await until(`the end of ${commandId}`, () => ended.length > before);
    return (ended.at(-1) as BidMachine).bid;
  };
  return { bidStore, steps, bid };
}

/** The guard between two presses on a lot is over. */
const afterGuard = () => new Promise((done) => setTimeout(done, CLIENT_TIMES.bidGuardMs));

const test = suite('realtime over a real socket');
let server: TinyServer;
let port: number;
let stop: () => void = () => {};

test.beforeEach(async () => {
  server = new TinyServer();
  port = await server.listening();
});
test.afterEach(async () => {
  stop();
  await server.close();
});

test('signs in, joins, and receives pushes by channel, a frame at a time', async () => {
  const opened = client(port);
  stop = opened.stop;
  const frames: number[] = [];
  opened.realtime.pushes('bids').subscribe((pushes) => frames.push(pushes.length));
  opened.realtime.join(membership());
  await live(opened.realtime);
  assert.equal(
    server.heard.map(({ channel, event, data }) => [channel, event, data._id].join(' ').trim()).sort(),
    ['bids join-auction a1', 'bids login', 'user connect-user u1'], // [A678] [A688]
  );
  server.push(
    { channel: 'bids', event: 'lot-update', auction: 'a1', seq: 8, data: exampleLot() },
    { channel: 'bids', event: 'auction-update', auction: 'a1', seq: 8, data: exampleAuction() },
    { channel: 'user', event: 'user-update', data: {} },
  );
  await until('a frame', () => frames.length > 0);
  assert.equal(frames, [2]);
});

test('a frame that is no frame is dropped, the connection stays', async () => {
  const opened = client(port);
  stop = opened.stop;
  opened.realtime.join(membership());
  await live(opened.realtime);
  for (const socket of server.sockets) for (const rubbish of ['{', '7', '[1,null,{}]']) socket.send(rubbish);
  await new Promise((done) => setTimeout(done, 50));
  assert.is(opened.realtime.connection.value.state, 'Live');
  assert.is(server.sockets.size, 1);
});

test('a dropped or cleanly closed socket is opened again and resumes from the newest revision', async () => {
  const opened = client(port);
  stop = opened.stop;
  let since: number | null = null;
  opened.realtime.join(membership(() => since));
  await live(opened.realtime);
  since = 41;
  for (const socket of server.sockets) socket.terminate();
  await until('a second join', () => server.named('join-auction').length === 2);
  since = 42;
  for (const socket of server.sockets) socket.close(1012);
  await until('a third join', () => server.named('join-auction').length === 3);
  await live(opened.realtime);
  assert.equal(
    server.named('join-auction').map(({ data }) => data.since),
    [undefined, 41, 42],
  );
  assert.equal(
    opened.notices.map(({ kind }) => kind),
    ['connected', 'reconnected', 'reconnected'],
  );
});

test('becoming visible reads again at once', async () => {
  const opened = client(port);
  stop = opened.stop;
  opened.realtime.join(membership());
  await live(opened.realtime);
  opened.visible.next();
  await until('the resume', () => server.named('join-auction').length === 2);
});

test('a silence is broken by a heartbeat, again and again', async () => {
  const opened = client(port, { heartbeat: { ...heartbeat, silentMs: 150 } });
  stop = opened.stop;
  opened.realtime.join(membership());
  await until('two heartbeats', () => server.named('join-auction').length >= 3);
});

test('a socket that no longer answers is closed and opened again', async () => {
  const opened = client(port, { heartbeat: { silentMs: 100, deadMs: 200 } });
  stop = opened.stop;
  opened.realtime.join(membership());
  await live(opened.realtime);
  server.answersJoins = false;
  await until('the first socket is gone', () => server.first?.readyState === WebSocket.CLOSED);
  server.answersJoins = true;
  await live(opened.realtime);
});

test('a bid is answered by its decision, and its answer comes after the pushes of its frame', async () => {
  const opened = client(port);
  stop = opened.stop;
  opened.realtime.join(membership());
  await live(opened.realtime);
  const order: string[] = [];
  opened.realtime.pushes('bids').subscribe(() => order.push('push'));
  server.onBid = (message, _answer, socket) =>
    socket.send(
      JSON.stringify([
        { id: message.id, data: decision(message) },
        { channel: 'bids', event: 'lot-update', auction: 'a1', seq: 9, data: exampleLot() },
      ]),
    );
  const { bid, steps } = bidder(opened.realtime);
  await bid(500, 'command-1');
  order.push('decided');
  assert.equal(steps, ['sending', 'taken']);
  assert.equal(order, ['push', 'decided']);
});

test('a bid made while not connected is offline, and is never sent afterwards', async () => {
  const opened = client(port);
  stop = opened.stop;
  const { bid } = bidder(opened.realtime);
  assert.equal(await bid(500, 'too-early-1'), { step: 'offline', cents: 500 });
  opened.realtime.join(membership());
  await live(opened.realtime);
  opened.online.next(false);
  assert.is(opened.realtime.connection.value.state, 'Offline');
  await afterGuard();
  assert.equal(await bid(500, 'offline-1'), { step: 'offline', cents: 500 });
  opened.online.next(true);
  await live(opened.realtime);
  await new Promise((done) => setTimeout(done, 100));
  assert.is(server.named('bid').length, 0);
});

test('a bid in flight when the socket drops is unknown, and sent again once under the same commandId', async () => {
  // Asked again because the connection is back: the time for it does not come here.
  const opened = client(port);
  stop = opened.stop;
  opened.realtime.join(membership());
  await live(opened.realtime);
  server.onBid = (_message, _answer, socket) => {
    server.onBid = (message, answer) => answer({ data: decision(message) });
    socket.terminate();
  };
  const { bidStore, bid, steps } = bidder(opened.realtime);
  assert.is((await bid(500, 'in-flight-1')).step, 'taken');
  assert.equal(
    opened.notices.map(({ kind }) => kind),
    ['connected', 'reconnected'],
  );
  assert.equal(steps, ['sending', 'unknown', 'taken']);
  assert.equal(
    server.named('bid').map(({ data }) => [data.commandId, data.bid]),
    [
      ['in-flight-1', { lot: 'l1', cents: 500 }],
      ['in-flight-1', { lot: 'l1', cents: 500 }],
    ],
  );
  assert.not(bidStore.inDoubt);
});

test("a bid that the server answers 'unknown' is sent again; a refusal before the engine is final", async () => {
  const opened = client(port);
  stop = opened.stop;
  opened.realtime.join(membership());
  await live(opened.realtime);
  server.onBid = (_message, answer) => {
    server.onBid = (message, then) => then({ data: decision(message) });
    answer({ error: { code: 'unknown', message: 'checking' } });
  };
  const { bid } = bidder(opened.realtime);
  assert.is((await bid(500, 'in-doubt-1')).step, 'taken');
  server.onBid = (_message, answer) => {
    server.onBid = (_again, turnAway) => {
      server.onBid = (message, then) => then({ data: decision(message) });
      turnAway({ error: { code: 'unknown-lot', message: 'the auction could not be joined again' } });
    };
    answer({ error: { code: 'unknown', message: 'checking' } });
  };
  await afterGuard();
  assert.is((await bid(500, 'in-doubt-2')).step, 'taken', 'what turns the question away is no outcome');
  server.onBid = (_message, answer) => answer({ error: { code: 'rate-limited', message: 'slow down' } });
  await afterGuard();
  assert.equal(await bid(600, 'limited-1'), {
    step: 'refused',
    cents: 600,
    code: 'rate-limited',
    message: 'slow down',
    decision: null,
  });
});

test('a refused login and a connect that takes too long are reported', async () => {
  server.refusesLogin = true;
  const opened = client(port);
  await until('the refusal', () => opened.notices.some(({ kind }) => kind === 'login-refused'));
  opened.stop();
  const { createServer } = await import('node:net');
  const deaf = createServer(() => {});
  await new Promise<void>((done) => deaf.listen(0, '127.0.0.1', done));
  const waiting = client((deaf.address() as AddressInfo).port, {
    times: { ...times, connectTimeoutMs: 400 },
  });
  await until('the timeout', () => waiting.notices.some(({ kind }) => kind === 'connect-timeout'));
  waiting.stop();
  deaf.close();
});

test('a server of another protocol version is reported once, and never connected to again', async () => {
  const opened = client(port, { visible: NEVER });
  stop = opened.stop;
  await live(opened.realtime);
  for (const socket of server.sockets) socket.close(4000, 'reload');
  await until('the notice', () => opened.notices.some(({ kind }) => kind === 'outdated'));
  assert.is(opened.realtime.connection.value.state === 'Live', false);
  await new Promise((done) => setTimeout(done, times.reconnectMaxMs * 4));
  assert.is(server.sockets.size, 0);
  assert.is(opened.notices.filter(({ kind }) => kind === 'outdated').length, 1);
});

test('a visitor connects as one and never signs in', async () => {
  const leaving = new Subject<void>();
  const gone: string[] = [];
  const goodbye = (visitor: string) => void gone.push(visitor);
  const opened = client(port, { identity: { userId: null }, visible: NEVER, leaving, goodbye });
  stop = opened.stop;
  opened.realtime.join(membership());
  await live(opened.realtime);
  assert.equal(server.heard.map(({ event }) => event).sort(), ['connect-anonymous-user', 'join-auction']);
  for (const socket of server.sockets) socket.terminate();
  await until('the reconnect', () => server.named('connect-anonymous-user').length === 2);
  assert.equal(
    server.named('connect-anonymous-user').map(({ channel, data }) => [channel, data]),
    // [A704]
    [
      ['anonymous-user', {}],
      ['anonymous-user', { _id: 'v1' }],
    ],
  );
  await live(opened.realtime);
  leaving.next();
  assert.equal(gone, ['v1']);
  opened.stop();
  await until('the goodbye', () => server.named('disconnect-anonymous-user').length === 1);
  const [last] = server.named('disconnect-anonymous-user');
  assert.equal([last?.channel, last?.data], ['anonymous-user', { _id: 'v1' }]); // [A705]
});

test.run();
