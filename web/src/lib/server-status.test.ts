import '@/test-support/dom.ts';
import { mock } from 'node:test';
import { suite } from '@saleyard/testing/suite.ts';
import { QueryObserver } from '@tanstack/react-query';
import { createElement } from 'react';
import * as assert from 'uvu/assert';
import { answers, handles, mockServer, unreachable } from '@/test-support/server.ts';

const { createQueryClient } = await import('./query-client.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { serverStatusQuery, useServerStatus } = await import('./server-status.ts');

/** Resolves when `holds` does; the clock that would wait for it is a fake one. */
async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const test = suite('state of the server');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers(answers('checkServer', { isLive: true, message: '' })));
test.after(() => server.close());

test('it is asked for every 20 s, and shown [A658]', async () => {
  let asked = 0;
  server.use(
    handles('get', 'checkServer', () => {
      asked += 1;
      return { isLive: true, message: `answer ${asked}` };
    }),
  );
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    renderScreen(createElement(() => useServerStatus()?.message ?? null));
    const shown = (text: string) => eventually(() => document.body.textContent?.includes(text) === true);
    await shown('answer 1');
    mock.timers.tick(20_000 - 1);
    assert.is(asked, 1);
    mock.timers.tick(1);
    await shown('answer 2');
    mock.timers.tick(20_000);
    await shown('answer 3');
  } finally {
    mock.timers.reset();
  }
});

test('an answer that does not come changes nothing', async () => {
  const client = createQueryClient(() => {});
  const watched = new QueryObserver(client, serverStatusQuery);
  const stop = watched.subscribe(() => {});
  await watched.refetch();
  server.use(unreachable('checkServer'));
  await watched.refetch();
  assert.equal(watched.getCurrentResult().data, { isLive: true, message: '' });
  server.resetHandlers(answers('checkServer', { isLive: false, message: 'Back at noon' }));
  await watched.refetch();
  assert.is(watched.getCurrentResult().data?.isLive, false);
  stop();
  client.clear();
});

test.run();
