import { request } from 'node:http';
import { ManualClock } from '@saleyard/platform/clock/manual-clock.ts';
import { suite } from '@saleyard/testing/suite.ts';
import express from 'express';
import * as assert from 'uvu/assert';
import { createHttpService, type StopState, statusRoutes } from './http-service.ts';

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

test.run();
