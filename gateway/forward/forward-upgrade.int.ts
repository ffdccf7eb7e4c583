import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { WebSocket, WebSocketServer } from 'ws';
import { createTrustedProxyHeaders } from '../http/trusted-proxy-headers.ts';
import { FORWARD_LIMITS } from './forward-limits.ts';
import { forwardUpgrade } from './forward-upgrade.ts';
import { Upstreams } from './upstreams.ts';

const test = suite('forwarding sockets', { limitMs: 20_000 });

const KEY = 'k'.repeat(32);
const running: (() => Promise<void> | void)[] = [];
test.afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

const until = async (what: () => boolean): Promise<void> => {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** A gateway that echoes each message. */
async function gateway() {
  const seen: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.end('ready'));
  const live = new WebSocketServer({ noServer: true });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket, head) => {
    seen.push(request);
    live.handleUpgrade(request, socket, head, (ws) => ws.on('message', (said) => ws.send(`${said}`)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const kill = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  running.push(kill);
  return { seen, live, kill, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function proxyTo(...origins: string[]) {
  return proxyWithin(FORWARD_LIMITS, origins);
}

async function proxyWithin(limits: Record<'connectMs' | 'answerMs' | 'leaveMs', number>, origins: string[]) {
  const upstreams = new Upstreams({ origins, clock: systemClock });
  const proxyHeaders = createTrustedProxyHeaders({ key: KEY, proxies: 0, secure: false });
  const server = createServer();
  server.on('upgrade', (request, client, head) => {
    proxyHeaders.establish(request);
    forwardUpgrade({ upstreams, proxyHeaders, limits }, request, client, head);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(() => {
    server.close();
    upstreams.close();
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/realtime`;
  return { url, upstreams, server };
}

/** A client: what it received, and how it was closed. */
function client(url: string, headers: Record<string, string> = {}) {
  const ws = new WebSocket(url, { headers });
  const state = { heard: [] as string[], ended: '' };
  ws.on('message', (said) => state.heard.push(String(said)));
  ws.on('unexpected-response', (_request, response) => {
    state.ended = `refused ${response.statusCode} ${response.headers['retry-after']}`;
    response.resume();
  });
  ws.on('close', (code) => {
    state.ended ||= `closed ${code}`;
  });
  ws.on('error', () => {});
  return { ws, state, opened: new Promise<void>((resolve) => ws.once('open', () => resolve())) };
}

test('[G23] a socket goes to a gateway as it came, large and small, under our own headers', async () => {
  const inner = await gateway();
  const { url } = await proxyTo(inner.origin);
  const { ws, state, opened } = client(url, {
    'X-Forwarded-For': '6.6.6.6',
    'X-Saleyard-Door': 'guess',
    cookie: 'saleyard=1',
    origin: 'http://saleyard.example',
  });
  await opened;
  const large = 'x'.repeat(3_000_000);
  for (const said of ['small', large]) ws.send(said);
  await until(() => state.heard.length === 2);
  assert.equal(state.heard, ['small', large]);
  const [request] = inner.seen;
  assert.is(request?.url, '/realtime');
  assert.equal(
    [request?.headers['cookie'], request?.headers['origin'], request?.headers['x-saleyard-door']],
    ['saleyard=1', 'http://saleyard.example', KEY],
  );
  assert.match(String(request?.headers['x-forwarded-for']), /^(::ffff:)?127\.0\.0\.1$/);
  assert.is(request?.headers.host, new URL(url).host);
  ws.close();
});

test('[G23] sockets spread over gateways; one that is dead is skipped, and nobody there is said so', async () => {
  const [one, two] = [await gateway(), await gateway()];
  const { url, upstreams } = await proxyTo(one.origin, two.origin);
  await until(() => upstreams.ready === 2);
  const first = [client(url), client(url), client(url), client(url)];
  await Promise.all(first.map(({ opened }) => opened));
  assert.equal([one.live.clients.size, two.live.clients.size], [2, 2]);
  await one.kill();
  await until(() => first.filter(({ state }) => state.ended !== '').length === 2);
  const later = [client(url), client(url)];
  await Promise.all(later.map(({ opened }) => opened));
  assert.is(two.live.clients.size, 4);
  assert.equal(
    upstreams.all.map(({ sockets }) => sockets),
    [0, 4],
  );
  await two.kill();
  await until(() => [...first, ...later].every(({ state }) => state.ended !== ''));
  const refused = client(url);
  await until(() => refused.state.ended !== '');
  assert.is(refused.state.ended, 'refused 503 5');
});

test('[G12] what a gateway says as it lets people go reaches them, and who leaves is gone there too', async () => {
  const inner = await gateway();
  const { url } = await proxyTo(inner.origin);
  const [closing, leaving, torn] = [client(url), client(url), client(url)];
  await Promise.all([closing.opened, leaving.opened, torn.opened]);
  leaving.ws.terminate();
  // Like a phone that loses its network: no close, only a reset.
  (torn.ws as unknown as { _socket: Socket })._socket.resetAndDestroy();
  await until(() => inner.live.clients.size === 1);
  for (const ws of inner.live.clients) ws.close(1012, 'restarting');
  await until(() => closing.state.ended !== '');
  assert.is(closing.state.ended, 'closed 1012');
});

/** Connections to the proxy that send an upgrade; those that end close their half. */
function upgradesAt(url: string, ends: readonly boolean[]): Socket[] {
  const { port } = new URL(url);
  return ends.map((isEnding) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    socket.write('GET /realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nabc');
    if (isEnding) socket.end();
    return socket;
  });
}

const hasConnections = (server: Server): Promise<boolean> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count > 0)));

test('[G28] connections that are refused, that no gateway answers, or that end half are closed', async () => {
  const limits = { ...FORWARD_LIMITS, answerMs: 100, leaveMs: 100 };
  // Takes upgrades, and never answers.
  const hung = createServer((_request, response) => response.end('ready'));
  const taken: Socket[] = [];
  hung.on('upgrade', (_request, socket: Socket) => taken.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve));
  running.push(() => {
    for (const socket of taken) socket.destroy();
    hung.close();
  });
  const origin = `http://127.0.0.1:${(hung.address() as AddressInfo).port}`;
  const slow = await proxyWithin(limits, [origin]);
  const lasting = await proxyWithin({ ...limits, answerMs: 600_000 }, [origin]);
  const none = await proxyWithin(limits, []);
  const clients = [
    ...upgradesAt(slow.url, [false, true]),
    ...upgradesAt(lasting.url, [true]),
    ...upgradesAt(none.url, [false, true]),
  ];
  running.push(() => {
    for (const socket of clients) socket.destroy();
  });
  await until(() => taken.length === 3);
  for (const { server } of [slow, lasting, none])
    while (await hasConnections(server)) await new Promise((resolve) => setTimeout(resolve, 10));
});

test.run();
