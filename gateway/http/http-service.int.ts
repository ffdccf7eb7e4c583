import { request } from 'node:http';
import { connect } from 'node:net';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import express from 'express';
import * as assert from 'uvu/assert';
import { createHttpService, STOP_MS, type StopState, statusRoutes } from './http-service.ts';

const test = suite('an HTTP service');

/** A service with a manual clock. `slow`: answers the pending request. */
async function started(drainMs: number) {
  const clock = new ManualClock();
  const slow: (() => void)[] = [];
  const state: StopState = { stopping: false };
  const app = express();
  statusRoutes(app, state, async () => ({ ready: true }));
  app.get('/slow', (_request, response) => {
    slow.push(() => response.send('done'));
  });
  app.get('/quick', (_request, response) => void response.send('done'));
  const service = createHttpService({ handler: app, clock, state, drainMs });
  const { port } = await service.listen(0, '127.0.0.1');
  return { service, clock, slow, base: `http://127.0.0.1:${port}` };
}

const ask = (url: string): Promise<{ status: number; text: string; connection: string }> =>
  new Promise((resolve, reject) => {
    request(url, { agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, connection: response.headers.connection ?? '' }),
      );
    })
      .on('error', reject)
      .end();
  });

test('[G23] it says that it stops before it takes nothing new, and still answers meanwhile', async () => {
  const { service, clock, base } = await started(600);
  assert.is((await ask(`${base}/readyz`)).status, 200);
  const closed = service.close();
  const ready = await ask(`${base}/readyz`);
  assert.equal([ready.status, ready.text, ready.connection], [503, 'stopping', 'close']);
  assert.is((await ask(`${base}/quick`)).text, 'done');
  clock.advanceBy(600);
  await closed;
  await ask(`${base}/quick`).then(
    () => assert.unreachable(),
    () => {},
  );
});

test('[G12] what is under way is answered before it ends', async () => {
  const { service, slow, base } = await started(0);
  const asked = ask(`${base}/slow`);
  while (slow.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const closed = service.close();
  slow[0]?.();
  assert.is((await asked).text, 'done');
  await closed;
});

test('[G12] connections that were upgraded are cut too when the time is over', async () => {
  const { service, clock, base } = await started(0);
  const upgraded = new Promise<void>((resolve) => service.server.on('upgrade', () => resolve()));
  const client = connect({ port: Number(new URL(base).port), host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await upgraded;
  let isClosed = false;
  const closed = service.close().then(() => {
    isClosed = true;
  });
  while (!isClosed) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    clock.advanceBy(STOP_MS);
  }
  await closed;
  client.destroy();
});

test.run();
