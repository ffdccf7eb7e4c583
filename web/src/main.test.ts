import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, handles, mockServer } from '@/test-support/server.ts';

const { default: userEvent } = await import('@testing-library/user-event');
const { configure, screen, waitFor } = await import('@testing-library/react');
configure({ asyncUtilTimeout: 50_000 });

// The offline cache is loaded when a browser is idle. Only a built page can run it.
globalThis.requestIdleCallback = () => 0;

const test = suite('the page as a browser opens it', { limitMs: 60_000 });
const server = mockServer(
  http.get('http://saleyard.test/api/v1/users/me', ({ request }) =>
    request.headers.has('authorization')
      ? HttpResponse.json({ data: { user: person() } })
      : HttpResponse.json({ errors: [] }, { status: 401 }),
  ),
  handles('get', 'server-time', () => ({ serverTime: Date.now() })),
  answers('checkServer', { isLive: true, message: '' }),
  answers('notifications', { notifications: [] }),
  answers('users/me/search-alerts', { alerts: [], changedAt: 0 }),
  answers('auctions', { auctions: [] }),
  // The sale of the result is never read.
  handles('get', 'auctions/7', () => new Promise(() => undefined)),
);
test.before(() => {
  server.listen({ onUnhandledRequest: 'error' });
  globalThis.WebSocket = FakeSocket.recordedIn([]);
});
test.after(() => server.close());

test('[A055] a result that an old address behind # names is gone to after sign-in', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  history.replaceState(null, '', '/#/sign-in?auction-result=Cattle/7');
  await import('./main.tsx');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
  assert.is(location.pathname, '/sign-in');
  await user.type(screen.getByLabelText('Password'), 'paddock7');
  await user.click(screen.getByRole('button', { name: 'login now' }));
  await waitFor(() => assert.is(location.pathname, '/main/results/Cattle/7'));
});

test.run();
