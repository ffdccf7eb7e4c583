import { once } from 'node:events';
import { connect, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { subjects } from '@saleyard/contract/commands.ts';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { createTrustedProxyHeaders } from '../http/trusted-proxy-headers.ts';
import { Client } from '../test-support/client.ts';
import { lotTerms, type RunningSale, runningSale } from '../test-support/running-sale.ts';
import { LIVE_LIMITS, type LiveLimits } from './live-limits.ts';

const test = suite('limits of the live side', { limitMs: 20_000 });

const limited = (over: Partial<LiveLimits>) => ({ gateway: { limits: { ...LIVE_LIMITS, ...over } } });

const refusedStatus = (connecting: Promise<Client>): Promise<unknown> =>
  connecting.then(
    () => 'accepted',
    (error: { status?: number }) => error.status,
  );

async function soon(reached: () => boolean): Promise<void> {
  for (let n = 0; n < 12_000 && !reached(); n += 1) await wait(5);
  assert.ok(reached());
}

test('[G1] a message over 16 KiB closes its socket with 1009, one of 16 KiB does not', async () => {
  const sale = await runningSale();
  const client = await Client.connect(sale.port);
  const frame = (bytes: number) => {
    const empty = JSON.stringify([{ id: 1, channel: 'x', event: '', data: {} }]).length;
    return JSON.stringify([{ id: 1, channel: 'x', event: 'y'.repeat(bytes - empty), data: {} }]);
  };
  client.ws.send(frame(16 * 1024));
  assert.is((await client.until(({ id }) => id === 1)).error?.code, 'unknown-message');
  client.ws.send(frame(16 * 1024 + 1));
  assert.is((await client.untilClosed()).code, 1009);
  await sale.stop();
});

test('[G1] a message in more than 16 fragments closes its socket', async () => {
  const sale = await runningSale();
  const send = async (fragments: number) => {
    const client = await Client.connect(sale.port);
    const text = JSON.stringify([{ id: 1, channel: 'bids', event: 'login', data: {} }]);
    for (let n = 0; n < fragments; n += 1) {
      client.ws.send(n === 0 ? text : ' ', { fin: n === fragments - 1 });
    }
    return client;
  };
  const taken = await send(16);
  assert.is((await taken.until(({ id }) => id === 1)).error?.code, 'not-signed-in');
  const refused = await send(17);
  assert.is((await refused.untilClosed()).code, 1008);
  await sale.stop();
});

test('[G2] more than 20 messages a second are answered rate-limited, a flood closes its socket', async () => {
  const sale = await runningSale();
  const client = await Client.connect(sale.port);
  const logins = (count: number) =>
    JSON.stringify(
      Array.from({ length: count }, (_, n) => ({ id: n, channel: 'bids', event: 'login', data: {} })),
    );
  client.ws.send(logins(30));
  await client.until(({ id }) => id === 29);
  const codes = client.seen.map(({ error }) => error?.code);
  assert.is(codes.filter((code) => code === 'not-signed-in').length, 20);
  assert.is(codes.filter((code) => code === 'rate-limited').length, 10);
  client.ws.send(logins(250));
  assert.is((await client.untilClosed()).code, 1008);
  await sale.stop();
});

test('[G2] more than 5 bids a second are refused before they reach the engine', async () => {
  const sale = await runningSale();
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await jane.join(sale.auction);
  // In one frame, so that no time passes between them.
  const bids = [101, 102, 103, 104, 105, 106, 107].map((id, n) => ({
    id,
    channel: 'bids',
    event: 'bid',
    data: { bid: { lot: 'lot-1', cents: 30_500 + 500 * n }, commandId: `command-${id}` },
  }));
  jane.ws.send(JSON.stringify(bids));
  const answers = await Promise.all(bids.map(({ id }) => jane.until((seen) => seen.id === id)));
  assert.is(answers.filter(({ data }) => data?.outcome === 'accepted').length, 5);
  assert.is(answers.filter(({ error }) => error?.code === 'rate-limited').length, 2);
  assert.is(sale.state().lots[0]?.bidCount, 5);
  await sale.stop();
});

test('[G2] a person has 5 bids a second over all their sockets, another person at the same address too', async () => {
  const clock = new ManualClock(systemClock.now());
  const sale = await runningSale({ clock });
  const [one, two, bob] = await Promise.all(
    ['jane', 'jane', 'bob'].map((user) => Client.connect(sale.port, { user })),
  );
  assert.ok(one && two && bob);
  const bids = (client: Client, count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await client.bid('nowhere', 1)).error?.code));
  const codes = [...(await bids(one, 3)), ...(await bids(two, 3))];
  assert.is(codes.filter((code) => code === 'unknown-lot').length, 5);
  assert.is(codes.at(-1), 'rate-limited');
  // Nor does a new socket have bids of its own.
  const three = await Client.connect(sale.port, { user: 'jane' });
  assert.equal(await bids(three, 1), ['rate-limited']);
  assert.equal(await bids(bob, 5), Array(5).fill('unknown-lot'));
  clock.advanceBy(200);
  assert.equal(await bids(three, 1), ['unknown-lot']);
  const stopping = sale.stop();
  clock.advanceBy(LIVE_LIMITS.closeHandshakeMs);
  await stopping;
});

test('[G7] what can’t be understood is answered, naming the field, and the socket stays', async () => {
  const sale = await runningSale();
  const client = await Client.connect(sale.port);
  client.ws.send('not json');
  client.ws.send(Buffer.from([1, 2, 3]));
  client.ws.send(
    '[{"id":5,"channel":"bids","event":"bid","data":{"bid":{"lot":"a","cents":-1},"commandId":"command-1"}}]',
  );
  const wrong = await client.until(({ id }) => id === 5);
  assert.is(wrong.error?.code, 'invalid-request');
  assert.match(wrong.error?.message ?? '', /data\.bid\.cents/);
  assert.is(client.seen.filter(({ id }) => id === null).length, 2);
  assert.is(client.closed, null);
  await sale.stop();
});

test('[G8] so many sockets a session, so many an address', async () => {
  const bySession = await runningSale(limited({ socketsPerSession: 2 }));
  const jane = { user: 'jane' };
  const [first] = [await Client.connect(bySession.port, jane), await Client.connect(bySession.port, jane)];
  assert.is(await refusedStatus(Client.connect(bySession.port, jane)), 429);
  assert.is(await refusedStatus(Client.connect(bySession.port, { user: 'bob' })), 'accepted');
  first.close();
  await first.untilClosed();
  await soon(() => bySession.gateway.counters().sockets === 2);
  assert.is(await refusedStatus(Client.connect(bySession.port, jane)), 'accepted');
  await bySession.stop();

  const byAddress = await runningSale(limited({ socketsPerAddress: 1 }));
  assert.is(await refusedStatus(Client.connect(byAddress.port)), 'accepted');
  assert.is(await refusedStatus(Client.connect(byAddress.port)), 429);
  await byAddress.stop();
});

test('[G8] the addresses of one IPv6 network count as one, and an IPv4 address in IPv6 notation as itself', async () => {
  const sale = await runningSale({
    gateway: {
      limits: { ...LIVE_LIMITS, socketsPerAddress: 1 },
      proxyHeaders: createTrustedProxyHeaders({ key: null, proxies: 1, secure: false }),
    },
  });
  const from = (forwardedFor: string) => refusedStatus(Client.connect(sale.port, { forwardedFor }));
  assert.is(await from('2001:db8:1:200::1'), 'accepted');
  for (const other of ['2001:db8:1:200::2', '2001:db8:1:2ff:a:b:c:d'])
    assert.is(await from(other), 429, other);
  assert.is(await from('2001:db8:1:300::1'), 'accepted');
  assert.is(await from('192.0.2.1'), 'accepted');
  assert.is(await from('::ffff:192.0.2.1'), 429);
  assert.is(await from('::ffff:192.0.2.2'), 'accepted');
  await sale.stop();
});

test('[G8] so many auctions a socket', async () => {
  const sale = await runningSale(limited({ auctionsPerSocket: 1 }));
  const client = await Client.connect(sale.port);
  await client.join(sale.auction);
  assert.is((await client.join('another')).error?.code, 'rate-limited');
  assert.is((await client.ask('bids', 'leave-auction', { _id: sale.auction })).error, undefined);
  assert.is(sale.gateway.counters().rooms, 0);
  await sale.stop();
});

/** Joins over a new socket, which is closed again; resolves to the code of the refusal. */
async function joinOnce(sale: RunningSale, from: { user?: string; forwardedFor?: string }) {
  const client = await Client.connect(sale.port, from);
  const { error } = await client.join(sale.auction);
  client.ws.terminate();
  return error?.code ?? 'joined';
}

test('[G8] so many joins a person and an address, over ever new sockets', async () => {
  const sale = await runningSale({
    gateway: {
      limits: { ...LIVE_LIMITS, joinsOfPerson: 3, joinsPerPerson: 0, joinsOfAddress: 4, joinsPerAddress: 0 },
      proxyHeaders: createTrustedProxyHeaders({ key: null, proxies: 1, secure: false }),
    },
  });
  const from = async (times: number, who: { user?: string; forwardedFor?: string }) => {
    const codes: string[] = [];
    for (let n = 0; n < times; n += 1) codes.push(await joinOnce(sale, who));
    return codes.map((code) => (code === 'joined' ? '+' : code === 'rate-limited' ? '-' : code)).join('');
  };
  const inRoom = await Client.connect(sale.port, { user: 'bob', forwardedFor: '2001:db8:1:200::1' });
  assert.is((await inRoom.join(sale.auction)).error, undefined);
  assert.is(await from(3, { forwardedFor: '2001:db8:1:200::1' }), '+++');
  assert.is(await from(2, { forwardedFor: '2001:db8:1:2ff::9' }), '+-', 'a network is one address');
  assert.is(await from(1, { forwardedFor: '2001:db8:1:300::1' }), '+');
  // People who are signed in have rates of their own, wherever they are.
  assert.is(await from(3, { user: 'jane', forwardedFor: '2001:db8:1:200::1' }), '+++');
  assert.is(await from(1, { user: 'jane', forwardedFor: '192.0.2.1' }), '-');
  // Bids in a room that was joined go on, also while another join is refused.
  assert.is(await from(3, { user: 'bob', forwardedFor: '192.0.2.1' }), '++-');
  assert.is((await inRoom.join(sale.auction, 0)).error?.code, 'rate-limited');
  assert.is((await inRoom.bid('lot-1', 30_500)).data.outcome, 'accepted');
  await sale.stop();
});

test('[G8] 300 visitors of one Wi-Fi come back at once, in 20 sales each', async () => {
  const sale = await runningSale(limited({ joinsPerAddress: 0 }));
  const sales = LIVE_LIMITS.auctionsPerSocket;
  const comeBack = async () => {
    const client = await Client.connect(sale.port);
    const joins = Array.from({ length: sales }, (_, n) => ({
      id: n,
      channel: 'bids',
      event: 'join-auction',
      data: { _id: n === 0 ? sale.auction : `other-${n}` },
    }));
    client.ws.send(JSON.stringify(joins));
    return Promise.all(
      joins.map(async (join) => (await client.until(({ id }) => id === join.id)).error?.code),
    );
  };
  const codes = (await Promise.all(Array.from({ length: 300 }, comeBack))).flat();
  assert.is(codes.filter((code) => code === undefined).length, 300);
  assert.is(codes.filter((code) => code === 'not-found').length, 300 * (sales - 1));
  assert.is(await joinOnce(sale, {}), 'rate-limited', 'one more than was saved up');
  await sale.stop();
});

test('[G18] a foreign Origin is refused at the upgrade', async () => {
  const sale = await runningSale({ gateway: { ownOrigins: ['https://saleyard.example'] } });
  const from = (origin: string) => refusedStatus(Client.connect(sale.port, { origin }));
  assert.is(await from('https://evil.example'), 403);
  assert.is(await from('null'), 403);
  assert.is(await from(`http://127.0.0.1:${sale.port + 1}`), 403);
  assert.is(await from(`http://127.0.0.1:${sale.port}`), 403);
  assert.is(await from('http://saleyard.example'), 403);
  assert.is(await from('https://saleyard.example:8443'), 403);
  assert.is(await from('https://saleyard.example'), 'accepted');
  await sale.stop();
  const local = await runningSale();
  const at = (origin: string) => refusedStatus(Client.connect(local.port, { origin }));
  assert.is(await at(`http://127.0.0.1:${local.port}`), 'accepted');
  assert.is(await at(`https://127.0.0.1:${local.port}`), 403);
  await local.stop();
});

test('[G6] the sockets of a revoked session close within five seconds, others stay', async () => {
  const clock = new ManualClock(systemClock.now());
  const sale = await runningSale({ clock });
  const [jane, bob] = await Promise.all([
    Client.connect(sale.port, { user: 'jane' }),
    Client.connect(sale.port, { user: 'bob' }),
  ]);
  sale.revoked.add('session-of-jane');
  clock.advanceBy(LIVE_LIMITS.revokedMs);
  assert.equal(await jane.untilClosed(), { code: 1008, reason: 'session-revoked' });
  assert.is(bob.closed, null);
  const stopping = sale.stop();
  clock.advanceBy(LIVE_LIMITS.closeHandshakeMs);
  await stopping;
});

test('[G6] the sockets of a session that ends close as soon as the bus says so', async () => {
  const clock = new ManualClock(systemClock.now());
  const sale = await runningSale({ clock });
  const [jane, bob] = await Promise.all([
    Client.connect(sale.port, { user: 'jane' }),
    Client.connect(sale.port, { user: 'bob' }),
  ]);
  sale.bus.publish(subjects.sessionEnded, { sessionId: 'session-of-jane' });
  assert.equal(await jane.untilClosed(), { code: 1008, reason: 'session-revoked' });
  assert.is(bob.closed, null);
  const stopping = sale.stop();
  clock.advanceBy(LIVE_LIMITS.closeHandshakeMs);
  await stopping;
});

/** The head of an upgrade to `path`, in a text. */
const upgrade = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('[G28] the connection of a refused upgrade is closed, if its client closes its own half or not', async () => {
  const sale = await runningSale();
  const kinds: [string, { after?: string; ends?: boolean }][] = [
    [upgrade('/nowhere'), {}],
    [`${upgrade('/nowhere')}abc`, { ends: true }],
    [upgrade('/nowhere'), { after: 'x'.repeat(100), ends: true }],
    [upgrade('/nowhere'), { after: 'x'.repeat(200_000) }],
    [upgrade('/realtime', 'Origin: http://evil.example\r\n'), {}],
    // `ws` refuses these itself.
    [upgrade('/realtime').replace('Version: 13', 'Version: 3'), { after: 'xyz' }],
    [upgrade('/realtime').replace('GET', 'PUT'), {}],
  ];
  const clients = await Promise.all(
    kinds.map(async ([head, { after, ends }]) => {
      const client = connect({ port: sale.port, host: '127.0.0.1', allowHalfOpen: true });
      client.on('error', () => {});
      client.write(head);
      const [answer] = (await once(client, 'data')) as [Buffer];
      assert.match(String(answer), /^HTTP\/1\.1 4/);
      if (after !== undefined) client.write(after);
      if (ends) client.end();
      return client;
    }),
  );
  while ((await connectionsOf(sale.gateway.server)) > 0) await wait(20);
  for (const client of clients) client.destroy();
  await sale.stop();
});

test('[G5] a socket silent for two pings is gone, one that answers stays', async () => {
  const sale = await runningSale(limited({ pingMs: 600 }));
  const answering = await Client.connect(sale.port);
  const dead = connect(sale.port, '127.0.0.1');
  dead.write(upgrade('/realtime'));
  dead.resume();
  await once(dead, 'close');
  await wait(600);
  assert.is(answering.closed, null);
  assert.is(sale.gateway.counters().sockets, 1);
  await sale.stop();
});

/** A sale whose every update is large: many lots, all frozen and resumed. */
async function wideSale(over: Partial<LiveLimits>, lots = 200): Promise<RunningSale> {
  return runningSale({
    ...limited(over),
    lots: Array.from({ length: lots }, (_, n) => lotTerms(`lot-${n + 1}`)),
  });
}

async function freezeAndResume(sale: RunningSale, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await sale.command({ type: 'freeze', reason: `r${n}` });
    await wait(22);
    await sale.command({ type: 'resume', reason: `r${n}` });
    await wait(22);
  }
}

test('[G4] a socket that never reads slows nobody, is passed by, and gets a snapshot when it drains', async () => {
  const sale = await wideSale({ waitingBytesClose: 64 * 1024 * 1024 });
  const reader = await Client.connect(sale.port);
  const stuck = await Client.connect(sale.port);
  await reader.join(sale.auction);
  await stuck.join(sale.auction);
  stuck.ws.pause();
  // However slowly a loaded machine sends, updates eventually stop queueing.
  while (sale.gateway.counters().skipped === 0) await freezeAndResume(sale, 2);
  await sale.command({ type: 'freeze', reason: 'last' });
  const last = sale.state().version - 1;
  await reader.until(({ seq }) => seq === last);
  const from = stuck.seen.length;
  stuck.ws.resume();
  const snapshot = await stuck.until(({ event }) => event === 'snapshot', from);
  assert.is(snapshot.seq, last);
  assert.is(snapshot.data.lots.length, 200);
  await sale.command({ type: 'resume', reason: 'on' });
  await stuck.until(({ event, seq }) => event === 'lot-update' && seq === last + 1, from);
  const seqs = stuck.seen.filter(({ seq }) => seq !== undefined).map(({ seq }) => seq ?? 0);
  assert.equal(
    seqs,
    [...seqs].sort((a, b) => a - b),
  );
  await sale.stop();
});

test('[G4] a socket in which too much waits is closed with 1013', async () => {
  const sale = await wideSale({ waitingBytes: 1024, waitingBytesClose: 2 * 1024 });
  const stuck = await Client.connect(sale.port);
  await stuck.join(sale.auction);
  stuck.ws.pause();
  while (sale.gateway.counters().sockets > 0 && sale.gateway.counters().skipped === 0) {
    await freezeAndResume(sale, 2);
  }
  // Its answers still queue, until there are too many.
  const login = JSON.stringify(
    Array.from({ length: 15 }, (_, n) => ({ id: n, channel: 'bids', event: 'login', data: {} })),
  );
  while (sale.gateway.counters().sockets > 0) {
    stuck.ws.send(login);
    await wait(60);
  }
  await sale.stop();
});

test('[G4] a socket that is behind for too long is closed with 1013', async () => {
  const sale = await wideSale({
    waitingBytesClose: 64 * 1024 * 1024,
    waitingMsClose: 500,
    closeHandshakeMs: 60_000,
  });
  const stuck = await Client.connect(sale.port);
  await stuck.join(sale.auction);
  stuck.ws.pause();
  while (sale.gateway.counters().skipped === 0) await freezeAndResume(sale, 2);
  // Closed within a second of its deadline, after everything that is pending for it.
  await wait(1_700);
  stuck.ws.resume();
  assert.equal(await stuck.untilClosed(), { code: 1013, reason: 'slow-consumer' });
  await sale.stop();
});

test('[G4] a snapshot of any length is no reason to close', async () => {
  const sale = await wideSale({}, 2_500);
  const client = await Client.connect(sale.port);
  await client.join(sale.auction);
  const snapshot = await client.until(({ event }) => event === 'snapshot');
  assert.is(snapshot.data.lots.length, 2_500);
  assert.ok((client.frames.find((frame) => frame.includes('"snapshot"')) ?? '').length > 1024 * 1024);
  await wait(100);
  assert.is(client.closed, null);
  await sale.stop();
});

test('a clock that stands still lets rates fill only when it moves', async () => {
  const clock = new ManualClock(systemClock.now());
  const sale = await runningSale({ clock });
  const jane = await Client.connect(sale.port, { user: 'jane' });
  await Promise.all([1, 2, 3, 4, 5].map(() => jane.bid('nowhere', 1)));
  assert.is((await jane.bid('nowhere', 1)).error?.code, 'rate-limited');
  clock.advanceBy(200);
  assert.is((await jane.bid('nowhere', 1)).error?.code, 'unknown-lot');
  // Stopping waits on the clock for sockets that don't close by themselves.
  const stopping = sale.stop();
  clock.advanceBy(LIVE_LIMITS.closeHandshakeMs);
  await stopping;
});

test('[G26] a client of another protocol version is closed with 4000, one of this version or of none is served', async () => {
  const sale = await runningSale();
  const other = await Client.connect(sale.port, { query: '?protocol=2' });
  assert.equal(await other.untilClosed(), { code: 4000, reason: 'reload' });
  assert.equal(other.frames, []);
  for (const query of ['?protocol=1', '?since=3', '']) {
    const own = await Client.connect(sale.port, { query });
    assert.is((await own.ask('bids', 'login')).error?.code, 'not-signed-in', query);
    own.ws.terminate();
  }
  await sale.stop();
});

test.run();
