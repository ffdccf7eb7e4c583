import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { createTrustedProxyHeaders } from '../http/trusted-proxy-headers.ts';
import { FORWARD_LIMITS } from './forward-limits.ts';
import { type Forwarded, Forwarder } from './forwarder.ts';
import { Upstreams } from './upstreams.ts';

const test = suite('forwarding', { limitMs: 20_000 });

const KEY = 'k'.repeat(32);

/** A process behind the edge proxy. `answers`: its handler for everything but /readyz. */
type Behind = {
  origin: string;
  seen: IncomingMessage[];
  ready: boolean;
  /** What is unavailable, as `/readyz` reports it. */
  why: string;
  /** Closes every connection and stops listening, like a killed process. */
  kill(): Promise<void>;
  /** Listens again on the same port. */
  revive(): Promise<void>;
};

async function behind(answers: RequestListener): Promise<Behind> {
  const sockets = new Set<Socket>();
  const process: Behind = {
    origin: '',
    seen: [],
    ready: true,
    why: 'stopping',
    async kill() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    async revive() {
      server = begin();
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    },
  };
  const begin = (): Server =>
    createServer((incoming, response) => {
      if (incoming.url === '/readyz') {
        response.writeHead(process.ready ? 200 : 503).end(process.ready ? 'ready' : process.why);
        return;
      }
      process.seen.push(incoming);
      answers(incoming, response);
    }).on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  let server = begin();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  process.origin = `http://127.0.0.1:${port}`;
  running.push(() => (server.listening ? process.kill() : Promise.resolve()));
  return process;
}

const running: (() => Promise<void> | void)[] = [];
test.afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

const sayings =
  (text: string): RequestListener =>
  (incoming, response) => {
    incoming.resume();
    incoming.on('end', () => response.end(text));
  };

/** An edge proxy in front of them, and the outcome of each request. */
async function proxyTo(...origins: string[]) {
  const upstreams = new Upstreams({ origins, clock: systemClock });
  const proxyHeaders = createTrustedProxyHeaders({ key: KEY, proxies: 0, secure: false });
  const outcomes: Forwarded[] = [];
  const forwarder = new Forwarder({
    upstreams,
    proxyHeaders,
    onForwarded: (outcome) => outcomes.push(outcome),
  });
  const server = createServer((incoming, response) => {
    proxyHeaders.establish(incoming);
    void forwarder.forward(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(() => {
    server.closeAllConnections();
    server.close();
    forwarder.close();
  });
  return { upstreams, outcomes, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const until = async (what: () => boolean): Promise<void> => {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
};

const codeOf = async (response: Response): Promise<unknown> => {
  const { errors } = (await response.json()) as { errors: { code: string }[] };
  return [response.status, errors[0]?.code, Number(response.headers.get('retry-after')) > 0];
};

test('[G23] what was asked and answered passes unchanged, under the headers that are ours to write', async () => {
  const inner = await behind((incoming, response) => {
    response.setHeader('Set-Cookie', ['a=1; HttpOnly', 'b=2']);
    response.setHeader('x-saleyard-position', '7');
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ url: incoming.url, headers: incoming.headers }));
  });
  const { base } = await proxyTo(inner.origin);
  const answer = await fetch(`${base}/api/v1/lots/%2e%2e/x?a=1&b=?`, {
    headers: {
      cookie: 'saleyard=s:1',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-saleyard-door': 'guess',
    },
  });
  assert.is(answer.status, 201);
  assert.equal(answer.headers.getSetCookie(), ['a=1; HttpOnly', 'b=2']);
  assert.is(answer.headers.get('x-saleyard-position'), '7');
  const { url, headers } = (await answer.json()) as { url: string; headers: Record<string, string> };
  assert.is(url, '/api/v1/x?a=1&b=?');
  assert.is(headers['cookie'], 'saleyard=s:1');
  assert.match(headers['x-forwarded-for'] ?? '', /^(::ffff:)?127\.0\.0\.1$/);
  assert.is(headers['x-forwarded-host'], new URL(base).host);
  assert.is(headers['host'], new URL(base).host);
  assert.is(headers['x-saleyard-door'], KEY);
});

test('[G23] a body streams through as it comes, and the answer does', async () => {
  let heard = 0;
  const inner = await behind((incoming, response) => {
    incoming.on('data', (chunk: Buffer) => {
      heard += chunk.length;
      response.write(`${heard};`);
    });
    incoming.on('end', () => response.end('end'));
  });
  const { base } = await proxyTo(inner.origin);
  const half = Buffer.alloc(400_000, 'x');
  const received = await new Promise<string>((resolve, reject) => {
    const asked = request(`${base}/upload`, { method: 'POST' }, (response) => {
      let text = '';
      // The first half is answered before the second is sent, so neither waits for the whole.
      response.once('data', () => asked.end(half));
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () => resolve(text));
    });
    asked.on('error', reject);
    asked.write(half);
  });
  assert.ok(received.endsWith('end'));
  assert.is(heard, 800_000);
});

test('[G23] what surely reached nobody goes to the next, a write with its whole body too', async () => {
  const dead = await behind(sayings('never'));
  const alive = await behind((incoming, response) => incoming.pipe(response));
  const { base, upstreams, outcomes } = await proxyTo(dead.origin, alive.origin);
  await until(() => upstreams.ready === 2);
  await dead.kill();
  const body = JSON.stringify({ bid: 'x'.repeat(100_000) });
  for (let n = 0; n < 4; n += 1) {
    const answer = await fetch(`${base}/write`, { method: 'POST', body });
    assert.equal([answer.status, await answer.text()], [200, body]);
  }
  assert.equal(outcomes, ['answered', 'answered', 'answered', 'answered']);
  assert.is(dead.seen.length, 0);
  await dead.revive();
  await until(() => upstreams.ready === 2);
});

test('[G23] a read that was lost on the way is asked once more, of another', async () => {
  const dying = await behind((incoming) => incoming.socket.destroy());
  const alive = await behind(sayings('here'));
  const { base, upstreams } = await proxyTo(dying.origin, alive.origin);
  await until(() => upstreams.ready === 2);
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => (await fetch(`${base}/read`)).text()),
  );
  assert.equal(answers, Array(6).fill('here'));
  assert.ok(dying.seen.length > 0);
});

test('[G23] a write whose answer was lost may have acted: unknown, and sent to nobody else', async () => {
  const dying = await behind((incoming) => {
    incoming.resume();
    incoming.on('end', () => incoming.socket.destroy());
  });
  const other = await behind(sayings('never'));
  const { base, upstreams, outcomes } = await proxyTo(dying.origin, other.origin);
  await until(() => upstreams.ready === 2);
  while (dying.seen.length === 0) {
    const answer = await fetch(`${base}/write`, { method: 'PUT', body: '{}' });
    if (dying.seen.length > 0) assert.equal(await codeOf(answer), [503, 'unknown', true]);
    else await answer.arrayBuffer();
  }
  assert.is(outcomes.at(-1), 'lost');
  assert.is(other.seen.length, outcomes.length - 1);
});

test('[G23] a missing process is answered as unavailable, and is asked again when it is back', async () => {
  const only = await behind(sayings('back'));
  const { base, upstreams, outcomes } = await proxyTo(only.origin);
  await until(() => upstreams.ready === 1);
  await only.kill();
  assert.equal(await codeOf(await fetch(`${base}/read`)), [503, 'unavailable', true]);
  assert.equal(await codeOf(await fetch(`${base}/write`, { method: 'POST' })), [503, 'unavailable', true]);
  assert.equal(outcomes, ['unavailable', 'unavailable']);
  await only.revive();
  await until(() => upstreams.ready === 1);
  assert.is(await (await fetch(`${base}/read`)).text(), 'back');
});

test('[G23] one that says that it is not ready is sent nothing', async () => {
  const [stopping, staying] = [await behind(sayings('1')), await behind(sayings('2'))];
  const { base, upstreams } = await proxyTo(stopping.origin, staying.origin);
  stopping.ready = false;
  await until(() => upstreams.ready === 1 && upstreams.all.every(({ isReady }) => isReady !== undefined));
  for (let n = 0; n < 5; n += 1) await (await fetch(`${base}/read`)).arrayBuffer();
  assert.equal([stopping.seen.length, staying.seen.length], [0, 5]);
});

test('[G23] while no process has the bus, all still serve what they can without it', async () => {
  const [one, other] = [await behind(sayings('1')), await behind(sayings('2'))];
  const { base, upstreams } = await proxyTo(one.origin, other.origin);
  await until(() => upstreams.ready === 2);
  Object.assign(one, { ready: false, why: 'bus' });
  await until(() => upstreams.ready === 1);
  for (let n = 0; n < 4; n += 1) assert.is(await (await fetch(`${base}/read`)).text(), '2');
  Object.assign(other, { ready: false, why: 'documents, bus' });
  await until(() => upstreams.ready === 0);
  for (let n = 0; n < 4; n += 1) assert.is(await (await fetch(`${base}/read`)).text(), '1');
  one.why = 'clock, bus';
  await until(() => upstreams.pick('requests', new Set()) === undefined);
  assert.equal(await codeOf(await fetch(`${base}/read`)), [503, 'unavailable', true]);
});

test('[G23] an answer that breaks off is cut, never made to look complete', async () => {
  const breaking = await behind((incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('half an ans');
    setTimeout(() => incoming.socket.destroy(), 50);
  });
  const { base, outcomes } = await proxyTo(breaking.origin);
  const answer = await fetch(`${base}/read`);
  assert.is(answer.status, 200);
  await answer.text().then(
    () => assert.unreachable('the answer looked complete'),
    () => {},
  );
  await until(() => outcomes.length > 0);
  assert.equal(outcomes, ['broken']);
});

test('[G23] a client that disconnects midway does not count against an upstream', async () => {
  const slow = await behind(() => {});
  const { base, upstreams, outcomes } = await proxyTo(slow.origin);
  await until(() => upstreams.ready === 1);
  const leaving = new AbortController();
  const asked = fetch(`${base}/read`, { signal: leaving.signal }).catch(() => {});
  await until(() => slow.seen.length === 1);
  leaving.abort();
  await asked;
  await until(() => outcomes.length > 0);
  assert.equal([outcomes, upstreams.ready, upstreams.all[0]?.requests], [['left'], 1, 0]);
});

test('a body too long to be kept is sent once', async () => {
  const dead = await behind(sayings('never'));
  const { base, upstreams, outcomes } = await proxyTo(dead.origin, 'http://127.0.0.1:9');
  await until(() => upstreams.ready === 1);
  const large = Buffer.alloc(FORWARD_LIMITS.bodyKeptBytes * 3, 'x');
  assert.is(await (await fetch(`${base}/upload`, { method: 'POST', body: large })).text(), 'never');
  assert.equal(outcomes, ['answered']);
});

test.run();
