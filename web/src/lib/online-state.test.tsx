/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { HttpResponse, http } from 'msw';
import * as assert from 'uvu/assert';
import { mockServer, refuses } from '@/test-support/server.ts';

const { act, fireEvent, screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { Toasts } = await import('@/ui/toasts.tsx');
const { useOnlineState } = await import('./online-state.ts');

const test = suite('online state', { limitMs: 20_000 });
const server = mockServer();
const { warn } = console;
let logged: unknown[][] = [];
test.before(() => server.listen({ onUnhandledRequest: 'error' }));
test.beforeEach(() => {
  logged = [];
  console.warn = (...said) => void logged.push(said);
});
test.after(() => {
  console.warn = warn;
  server.close();
});

function Page({ user }: { user: string | null }) {
  useOnlineState(user);
  return <p>page</p>;
}

const look = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  fireEvent(document, new Event('visibilitychange'));
};

test('a page that is hidden and looked at again says so; a visitor’s says nothing', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put('http://saleyard.test/api/v1/onlineState', async ({ request }) => {
      sent.push(((await request.json()) as { state: string }).state);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderScreen(<Page user={null} />);
  look('hidden');
  renderScreen(<Page user="u1" />);
  look('hidden');
  await waitFor(() => assert.equal(sent, ['ONLINE']));
  look('visible');
  await waitFor(() => assert.equal(sent, ['ONLINE', 'ACTIVE'])); // [A632]
  assert.equal(logged, []);
});

test('one that cannot say so logs it, and shows nothing [A738]', async () => {
  server.use(refuses('put', 'onlineState', 500));
  renderScreen(
    <>
      <Page user="u1" />
      <Toasts />
    </>,
  );
  const shown = document.body.textContent;
  look('hidden');
  await waitFor(() => assert.is(logged.length, 1));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  assert.is(document.body.textContent, shown);
  assert.equal([screen.queryByRole('dialog'), screen.queryByRole('alert')], [null, null]);
  assert.ok(screen.getByText('page'));
});

test.run();
