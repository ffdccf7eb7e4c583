import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { REALTIME_LIMITS } from '@saleyard/contract/limits.ts';
import { API, type Operation } from '@saleyard/contract/operation.ts';
import { bidOperations } from '@saleyard/contract/operations/bids.ts';
import type { Route } from '@saleyard/http/endpoint.ts';
import { systemClock } from '@saleyard/platform/clock/system-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import express, { type RequestHandler } from 'express';
import * as assert from 'uvu/assert';
import { Client } from '../test-support/client.ts';
import { type RunningSale, runningSale } from '../test-support/running-sale.ts';
import { CLIENT_LIMITS, KeyedSemaphore } from './client-limits.ts';

const test = suite('limits of a client', { limitMs: 30_000 });

test('so many of each name, and a permit is released once', () => {
  const semaphore = new KeyedSemaphore();
  const [first, second] = [semaphore.tryAcquire('a', 2), semaphore.tryAcquire('a', 2)];
  assert.ok(first && second);
  assert.is(semaphore.tryAcquire('a', 2), null);
  assert.ok(semaphore.tryAcquire('b', 2));
  first?.();
  first?.();
  assert.ok(semaphore.tryAcquire('a', 2));
  assert.is(semaphore.tryAcquire('a', 2), null);
});

const operation = (method: Operation['method'], path: string): Operation => ({
  id: path,
  method,
  path: `${API}${path}`,
  summary: path,
  side: 'command-api',
  who: 'anyone',
  shed: 'never',
});

/**
 * A sale with one write that receives a body, and one read that answers when released. `bodies`: how many bodies
 * began to arrive.
 */
async function saleWithRoutes() {
  const held: (() => void)[] = [];
  const begun = { bodies: 0 };
  const json = express.json();
  const receive: RequestHandler = (request, response, next) => {
    begun.bodies += 1;
    json(request, response, next);
  };
  const done: RequestHandler = (_request, response) => void response.json({ data: {} });
  const routes: Route[] = [
    { operation: operation('post', '/write'), receive, handler: done },
    {
      operation: operation('get', '/held'),
      async handler(_request, response) {
        await new Promise<void>((resolve) => held.push(resolve));
        response.json({ data: {} });
      },
    },
    { operation: operation('get', '/read'), handler: done },
    { operation: bidOperations.setAutoBid, handler: done },
  ];
  return { sale: await runningSale({ gateway: { routes } }), held, begun };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

type From = { user?: string; address?: string };

/** Sends a raw request; returns its status, or its progress so far. */
function raw({ port }: RunningSale, { user, address = '127.0.0.1' }: From, target: string, body = '') {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: address });
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const cookie = user === undefined ? '' : `Cookie: user=${user}\r\n`;
  const type = body === '' ? '' : 'Content-Type: application/json\r\n';
  socket.write(
    `${target.replace(' ', ` ${API}`)} HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site: same-origin\r\n${cookie}${type}${body}`,
  );
  const status = async (): Promise<number> => {
    while (!/\r\n\r\n/.test(text)) await pause(5);
    return Number(text.slice(9, 12));
  };
  return { socket, status, text: () => text };
}

/** Retries while the client has too many requests in flight: the server notices a finished request a moment later. */
async function onceAdmitted(ask: () => ReturnType<typeof raw>): Promise<number> {
  for (;;) {
    const { socket, status } = ask();
    const answered = await status();
    socket.destroy();
    if (answered !== 429) return answered;
  }
}

const HALF = 'Content-Length: 100\r\n\r\n{"a":';
const WHOLE = 'Content-Length: 2\r\n\r\n{}';
const NONE = '\r\n';

test('[G27] a client receives so many bodies at a time; others, and what else it does, are not kept waiting', async () => {
  const { sale, begun } = await saleWithRoutes();
  const slow = Array.from({ length: CLIENT_LIMITS.bodies }, () =>
    raw(sale, { user: 'guest' }, 'POST /write', HALF),
  );
  while (begun.bodies < slow.length) await pause(5);
  const over = raw(sale, { user: 'guest', address: '127.0.0.9' }, 'POST /write', WHOLE);
  assert.is(await over.status(), 429, 'the account counts, wherever it is');
  assert.match(over.text(), /Retry-After: 1/i);
  for (const other of [{ user: 'jane' }, {}, { address: '127.0.0.9' }])
    assert.is(await raw(sale, other, 'POST /write', WHOLE).status(), 200, JSON.stringify(other));
  const read = raw(sale, { user: 'guest' }, 'GET /read', NONE);
  assert.is(await read.status(), 200);
  slow[0]?.socket.destroy();
  assert.is(await onceAdmitted(() => raw(sale, { user: 'guest' }, 'POST /write', WHOLE)), 200);
  for (const { socket } of slow) socket.destroy();
  await sale.stop();
});

test('[G27] a body that is not there takes no place of those that all share', async () => {
  const { sale, begun } = await saleWithRoutes();
  const slow = Array.from({ length: 300 }, (_, n) =>
    raw(sale, { address: `127.0.1.${1 + (n % 30)}` }, 'POST /write', HALF),
  );
  while (begun.bodies < slow.length) await pause(5);
  assert.is(await raw(sale, {}, 'POST /write', WHOLE).status(), 200);
  for (const { socket } of slow) socket.destroy();
  await sale.stop();
});

test('[G27] a client has so many requests under way', async () => {
  const { sale, held } = await saleWithRoutes();
  const guest = { user: 'guest' };
  const under = Array.from({ length: CLIENT_LIMITS.requests }, () => raw(sale, guest, 'GET /held', NONE));
  while (held.length < CLIENT_LIMITS.requests) await pause(5);
  assert.is(await raw(sale, guest, 'GET /read', NONE).status(), 429);
  assert.is(await raw(sale, guest, 'POST /write', WHOLE).status(), 429);
  assert.is(await raw(sale, { address: '127.0.0.9' }, 'GET /read', NONE).status(), 200);
  assert.is(await raw(sale, { user: 'jane' }, 'GET /read', NONE).status(), 200);
  for (const answer of held) answer();
  for (const { status } of under) assert.is(await status(), 200);
  for (const { socket } of under) socket.destroy();
  assert.is(await onceAdmitted(() => raw(sale, guest, 'GET /read', NONE)), 200);
  await sale.stop();
});

test('[G27] 300 visitors of one Wi-Fi who come at once all get in, and all get their answer', async () => {
  const { sale, held } = await saleWithRoutes();
  const visitors = await Promise.all(
    upTo(300).map(async () => {
      const visitor = await Client.connect(sale.port);
      assert.is((await visitor.join(sale.auction)).error, undefined);
      return visitor;
    }),
  );
  const reads = upTo(300).map(() => raw(sale, {}, 'GET /held', NONE));
  const other = raw(sale, { address: '127.0.0.9' }, 'GET /read', NONE);
  while (held.length < CLIENT_LIMITS.requests) await pause(5);
  assert.is(await other.status(), 200, 'others are not kept waiting');
  assert.is(held.length, CLIENT_LIMITS.requests);
  // Each answer lets the next one in.
  for (let answered = 0; answered < reads.length; answered += 1) {
    while (held[answered] === undefined) await pause(1);
    held[answered]?.();
  }
  for (const { status } of reads) assert.is(await status(), 200);
  for (const { socket } of [...reads, other]) socket.destroy();
  for (const { ws } of visitors) ws.terminate();
  await sale.stop();
});

test('[G2] a person sets auto-bids over REST as often as they may bid over a socket', async () => {
  const { sale } = await saleWithRoutes();
  const set = (user: string, address: string) =>
    raw(sale, { user, address }, 'PUT /users/me/autobids', WHOLE).status();
  const rate = REALTIME_LIMITS.bidsPerSecond;
  const began = systemClock.now();
  const statuses: number[] = [];
  // On a slow machine one second may not hold more than the limit, so it repeats.
  while (!statuses.includes(429)) {
    statuses.push(...(await Promise.all(upTo(rate * 4).map((n) => set('jane', `127.0.1.${n + 1}`)))));
  }
  const seconds = Math.floor((systemClock.now() - began) / 1_000) + 1;
  const done = statuses.filter((status) => status === 200).length;
  assert.ok(
    statuses.every((status) => status === 200 || status === 429),
    statuses.join(),
  );
  assert.ok(done >= rate && done <= rate * seconds, `${done} of ${statuses.length} in ${seconds} s`);
  assert.is(await set('joe', '127.0.1.1'), 200, 'nobody else is concerned');
  await sale.stop();
});

test.run();
