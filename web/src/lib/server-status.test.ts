import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { QueryObserver } from '@tanstack/react-query';
import * as assert from 'uvu/assert';
import { answers, mockServer, unreachable } from '@/test-support/server.ts';

const { createQueryClient } = await import('./query-client.ts');
const { serverStatusQuery } = await import('./server-status.ts');

const test = suite('state of the server');
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => server.resetHandlers(answers('checkServer', { isLive: true, message: '' })));
test.after(() => server.close());

test('it is asked for every 20 s, and an answer that does not come changes nothing [A658]', async () => {
  const client = createQueryClient(() => {});
  const watched = new QueryObserver(client, serverStatusQuery);
  const stop = watched.subscribe(() => {});
  assert.is(watched.options.refetchInterval, 20_000);
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
