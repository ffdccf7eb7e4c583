/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { mockServer, refuses } from '@/test-support/server.ts';

const { fireEvent, screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { RealtimeProvider } = await import('./realtime-provider.tsx');

const test = suite('the live connection of a page', { limitMs: 20_000 });
const server = mockServer();
const { WebSocket: known } = globalThis;
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.after(() => {
  globalThis.WebSocket = known;
  server.close();
});

test('[A634] a page that a visitor leaves says so by a beacon; one that the browser keeps says nothing', async () => {
  server.use(refuses('get', 'users/me', 401));
  const sockets: FakeSocket[] = [];
  globalThis.WebSocket = FakeSocket.recordedIn(sockets);
  const beacons: unknown[] = [];
  navigator.sendBeacon = (address, body) => {
    beacons.push([String(address), JSON.parse(String(body))]);
    return true;
  };
  renderScreen(
    <RealtimeProvider>
      <p>page</p>
    </RealtimeProvider>,
  );
  await screen.findByText('page');
  await waitFor(() => assert.is(sockets[0]?.asked('connect-anonymous-user').length, 1));
  const [asked] = sockets[0]?.asked('connect-anonymous-user') ?? [];
  sockets[0]?.deliver([{ id: asked?.id, data: { _id: 'v1' } }]);
  await new Promise((resolve) => setTimeout(resolve));
  const leave = (persisted: boolean) =>
    fireEvent(window, Object.assign(new Event('pagehide'), { persisted }));
  leave(true);
  assert.equal(beacons, []);
  leave(false);
  assert.equal(beacons, [['/api/v1/delete-anonymous-user', { id: 'v1' }]]);
});

test.run();
