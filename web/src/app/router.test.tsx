/** @jsxRuntime automatic */
import '@/test-support/dom.ts';
import { suite } from '@saleyard/testing/suite.ts';
import { isValidElement } from 'react';
import * as assert from 'uvu/assert';
import { exampleMe } from '@/test-support/example-sales.ts';
import { answers, mockServer } from '@/test-support/server.ts';

const { screen, waitFor } = await import('@testing-library/react');
const { renderScreen } = await import('@/test-support/render.tsx');
const { createQueryClient } = await import('@/lib/query-client.ts');
const { Route, Routes } = await import('react-router');
const { createRouter } = await import('./router.tsx');
const { WhileLive } = await import('./routes/while-live.tsx');

const test = suite('addresses while the server is not live', { limitMs: 30_000 });
const server = mockServer();
test.before(() => server.listen({ onUnhandledRequest: 'bypass' }));
test.after(() => server.close());

/** The routes of the product on an address of its own; what they lead to is a blank page. */
async function openAt(path: string): Promise<string> {
  window.history.replaceState(null, '', path);
  const product = createRouter(createQueryClient());
  await waitFor(() => assert.is(product.state.initialized, true));
  const branch = product.state.matches.map(({ route }) => route);
  product.dispose();
  const guard = branch.find(({ element }) => isValidElement(element) && element.type === WhileLive);
  assert.ok(guard, `${path} is guarded`);
  const { went } = renderScreen(
    <Routes>
      <Route element={guard.element}>
        <Route path={path} element={<p>the screen</p>} />
      </Route>
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { path },
  );
  await screen.findByText('elsewhere');
  return went();
}

test('[B018] [B019] catalogue and lot lead to the upcoming auctions', async () => {
  server.use(
    answers('users/me', { user: exampleMe() }),
    answers('checkServer', { isLive: false, message: 'Back at 9' }),
  );
  assert.is(await openAt('/main/upcoming/Cattle/1042'), '/main/upcoming');
  assert.is(await openAt('/main/upcoming/Cattle/1042/1'), '/main/upcoming');
});

test.run();
