import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import express from 'express';
import * as assert from 'uvu/assert';
import { createHttpService } from './http-service.ts';
import { slowTransfers, TRANSFER_LIMITS } from './slow-transfers.ts';

const test = suite('slow transfers', { limitMs: 30_000 });

const LONG = 'x'.repeat(24 * 1024 * 1024);

/**
 * A service with a manual clock. It reads bodies, and answers with either one word or a very large text. `begun`: the
 * connections of the watched requests, in order.
 */
async function started() {
  const clock = new ManualClock();
  const begun: Socket[] = [];
  const app = express()
    .use(slowTransfers(clock), (request, _response, next) => {
      begun.push(request.socket);
      next();
    })
    .post('/body', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
      response.send(`${(request.body as Buffer).length} bytes`);
    })
    .post('/refused', (_request, response) => void response.status(503).send('refused'))
    .get('/long', (_request, response) => void response.send(LONG));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { clock, server, begun, port: (server.address() as AddressInfo).port };
}

type Connection = { socket: Socket; text(): string; closed(): boolean };

async function connected(port: number, head: string): Promise<Connection> {
  let text = '';
  let closed = false;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('close', () => {
    closed = true;
  });
  await once(socket, 'connect');
  socket.write(head);
  return { socket, text: () => text, closed: () => closed };
}

const head = (bytes: number) =>
  `POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}\r\n\r\n`;

test('the body of a refused request is not received, and its sender reads the refusal', async () => {
  const { clock, server, begun, port } = await started();
  const refused = (bytes: number) => head(bytes).replace('/body', '/refused');
  const long = await connected(port, refused(64 * 1024 * 1024));
  const piece = Buffer.alloc(1024 * 1024);
  for (let n = 0; n < 64; n += 1) long.socket.write(piece);
  await until(() => long.text().includes('503'));
  assert.match(long.text(), /refused$/);
  await pause(200);
  const received = begun[0]?.bytesRead ?? Number.POSITIVE_INFINITY;
  assert.ok(received < 8 * 1024 * 1024, `${received} bytes were received`);
  clock.advanceBy(TRANSFER_LIMITS.lingerMs);
  await until(() => long.closed());
  // A short one is, and its connection goes on.
  const short = await connected(port, `${refused(2)}ok${refused(2)}ok`);
  await until(() => short.text().split('503').length === 3);
  clock.advanceBy(TRANSFER_LIMITS.lingerMs);
  assert.not(short.closed());
  short.socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5);
}

/** Sends and reads at the minimum rate, one second's bytes at a time. A client that was cut off stops. */
async function sendSteadily({ socket, closed }: Connection, receiver: Socket): Promise<void> {
  const received = receiver.bytesRead + TRANSFER_LIMITS.bytesPerSecond;
  if (!socket.destroyed) socket.write('b'.repeat(TRANSFER_LIMITS.bytesPerSecond));
  await until(() => receiver.bytesRead >= received || receiver.destroyed || closed());
}

test('[G28] a body that comes too slowly is answered 408, and its connection ends', async () => {
  const { clock, server, begun, port } = await started();
  const opened: Connection[] = [];
  for (const [n, sent] of ['abc', '', ''].entries()) {
    opened.push(await connected(port, `${head(100_000)}${sent}`));
    await until(() => begun.length > n);
  }
  const [idle, drips, steady] = opened as [Connection, Connection, Connection];
  for (let second = 0; second < 8; second += 1) {
    if (!drips.socket.destroyed) drips.socket.write('a');
    await sendSteadily(steady, begun[2] as Socket);
    clock.advanceBy(1_000);
  }
  for (const slow of [idle, drips]) {
    await until(slow.closed);
    assert.match(slow.text(), /^HTTP\/1\.1 408 /);
    assert.match(slow.text(), /"code":"too-slow"/);
    assert.match(slow.text(), /Connection: close/i);
  }
  assert.not(steady.closed(), 'a steady sender is served');
  steady.socket.write('b'.repeat(100_000 - 8 * TRANSFER_LIMITS.bytesPerSecond));
  await until(() => steady.text().includes('100000 bytes'));
  steady.socket.destroy();
  server.closeAllConnections();
  server.close();
});

test('[G28] a body has an end, however steadily it comes', async () => {
  const { clock, server, begun, port } = await started();
  const endless = await connected(port, head(1_000_000));
  await until(() => begun.length > 0);
  for (let ms = 0; ms <= TRANSFER_LIMITS.bodyMs; ms += 1_000) {
    assert.not(begun[0]?.destroyed, `not cut after ${ms} ms`);
    await sendSteadily(endless, begun[0] as Socket);
    clock.advanceBy(1_000);
  }
  await until(endless.closed);
  assert.match(endless.text(), /^HTTP\/1\.1 408 /);
  server.closeAllConnections();
  server.close();
});

test('[G28] who does not read an answer is cut', async () => {
  const { clock, server, port } = await started();
  const deaf = await connected(port, 'GET /long HTTP/1.1\r\nHost: a\r\n\r\n');
  deaf.socket.pause();
  const listening = await connected(port, 'GET /long HTTP/1.1\r\nHost: a\r\n\r\n');
  await until(() => listening.text().length > LONG.length);
  const [count] = [await connections(server)];
  assert.is(count, 2);
  const longest = TRANSFER_LIMITS.unreadMs + (LONG.length / TRANSFER_LIMITS.bytesPerSecond) * 1_000;
  clock.advanceBy(TRANSFER_LIMITS.unreadMs);
  clock.advanceBy(longest + 2_000);
  while ((await connections(server)) > 1) await pause(5);
  assert.not(listening.closed());
  deaf.socket.destroy();
  listening.socket.destroy();
  server.close();
});

const connections = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

test('[G28] headers have a time of their own', async () => {
  const service = createHttpService({ handler: express(), clock: systemClock, state: { stopping: false } });
  const { headersTimeout, requestTimeout } = service.server;
  assert.equal(
    [headersTimeout, requestTimeout],
    [TRANSFER_LIMITS.headersMs, TRANSFER_LIMITS.headersMs + TRANSFER_LIMITS.bodyMs],
  );
  const { port } = await service.listen(0, '127.0.0.1');
  const slow = await connected(port, 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  await until(slow.closed);
  assert.match(slow.text(), /^HTTP\/1\.1 408 /);
  await service.close();
});

test.run();
