import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '../src/app/providers.tsx';
import { createQueryClient } from '../src/lib/query-client.ts';

/**
 * Renders a screen as the product does, at `path`, on a cache of its own. Reads are not tried again, so that a
 * failure is shown at once. `went` tells where the screen navigated to.
 */
export function renderScreen(screen: ReactNode, { path = '/' }: { path?: string } = {}) {
  cleanup();
  const client = createQueryClient(() => {});
  client.setDefaultOptions({
    queries: { networkMode: 'always', retry: false },
    mutations: { networkMode: 'always', retry: false },
  });
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [path] });
  const view = render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { ...view, client, went: () => `${router.state.location.pathname}${router.state.location.search}` };
}
