/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import * as assert from 'uvu/assert';
import { person } from '@/test-support/example-person.ts';
import { FakeSocket } from '@/test-support/fake-socket.ts';
import { answers, mockServer, refuses } from '@/test-support/server.ts';

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

/** Opens a page. `answer`: answers the message that says whose page it is; `beacons`: what the browser was asked to send. */
async function openPage() {
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
  const answer = async (event: string, _id: string) => {
    await waitFor(() => assert.is(sockets.at(-1)?.asked(event).length, 1));
    const [asked] = sockets.at(-1)?.asked(event) ?? [];
    sockets.at(-1)?.deliver([{ id: asked?.id, data: { _id } }]);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const leave = (persisted: boolean) =>
    fireEvent(window, Object.assign(new Event('pagehide'), { persisted }));
  return { beacons, answer, leave };
}

test('[A634] a page that a visitor leaves says so by a beacon; one that the browser keeps says nothing', async () => {
  server.resetHandlers(refuses('get', 'users/me', 401));
  const { beacons, answer, leave } = await openPage();
  await answer('connect-anonymous-user', 'v1');
  leave(true);
  assert.equal(beacons, []);
  leave(false);
  assert.equal(beacons, [['/api/v1/delete-anonymous-user', { id: 'v1' }]]);
});

test('[A634] a page that a person who is signed in leaves sends no beacon', async () => {
  server.resetHandlers(answers('users/me', { user: person() }));
  const { beacons, answer, leave } = await openPage();
  await answer('connect-user', 'u1');
  leave(false);
  assert.equal(beacons, []);
});

test.run();
