import { IS_PLANTED } from '@saleyard/testing/tier.ts';
import type { QueryClient } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Providers } from '@/app/providers.tsx';
import { endSession } from '@/app/routes/guards.ts';
import { whenUnauthorized } from '@/lib/api-client.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { leaveScreens, screenOpened } from './open-screens.ts';

configure({
  /** ms that what must appear may take on a loaded machine, within the limit of a test; a planted bug mostly keeps it away. */
  asyncUtilTimeout: IS_PLANTED ? 15_000 : 50_000,
  // The message alone: printing the page fails in this DOM, and what was awaited would then never end.
  getElementError: (message) => new Error(message ?? 'not found'),
});

/** `endsSession`: a call that is refused as unauthorized ends the session, as in the product. */
type Opened = { path?: string; state?: unknown; endsSession?: boolean };

/** Renders a screen as `renderRoutes` does, at any path. */
export const renderScreen = (screen: ReactNode, opened?: Opened) =>
  renderRoutes(() => [{ path: '*', element: screen }], opened);

/**
 * Renders routes as the product does, at `path`, on a cache of its own. Reads are not tried again, so that a
 * failure is shown at once. `went` records where the screen navigated to, `came` how: 'POP' for not at all.
 */
export function renderRoutes(
  routesOf: (client: QueryClient) => RouteObject[],
  { path = '/', state, endsSession = false }: Opened = {},
) {
  leaveScreens();
  const client = createQueryClient();
  whenUnauthorized((error) => {
    if (endsSession) endSession(client, router, error);
  });
  client.setDefaultOptions({
    queries: { networkMode: 'always', retry: false, gcTime: 2_000 },
    // What is read and written is soon forgotten: the timers of minutes would keep the process.
    mutations: { networkMode: 'always', retry: false, gcTime: 0 },
  });
  const router = createMemoryRouter(routesOf(client), {
    initialEntries: [state === undefined ? path : { pathname: path, state }],
  });
  const view = render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  screenOpened(() => {
    cleanup();
    router.dispose();
    client.clear();
  });
  return {
    ...view,
    client,
    went: () => `${router.state.location.pathname}${router.state.location.search}`,
    came: () => router.state.historyAction,
  };
}
