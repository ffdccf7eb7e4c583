import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { createElement } from 'react';
import * as assert from 'uvu/assert';
import { answers, handles, mockServer, unreachable } from '@/test-support/server.ts';

const { act, screen } = await import('@testing-library/react');
const { QueryObserver, timeoutManager } = await import('@tanstack/react-query');
const { createQueryClient } = await import('./query-client.ts');
const { renderScreen } = await import('@/test-support/render.tsx');
const { serverStatusQuery, useServerStatus } = await import('./server-status.ts');

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
  const intervals = new Map<number, { ms: number; fire: () => void }>();
  timeoutManager.setTimeoutProvider<number>({
    setTimeout: (fire, ms) => Number(setTimeout(fire, ms)),
    clearTimeout: (id) => clearTimeout(id),
    setInterval: (fire, ms) => {
      const id = intervals.size + 1;
      intervals.set(id, { ms, fire });
      return id;
    },
    clearInterval: (id) => void intervals.delete(Number(id)),
  });
  renderScreen(createElement(() => useServerStatus()?.message ?? null));
  for (const answer of ['answer 1', 'answer 2', 'answer 3']) {
    assert.ok(await screen.findByText(answer));
    const [[id, { ms, fire }], ...more] = [...intervals] as [[number, { ms: number; fire: () => void }]];
    assert.equal([ms, more], [20_000, []]);
    intervals.delete(id);
    act(fire);
  }
});

test('an answer that does not come changes nothing', async () => {
  const client = createQueryClient();
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
