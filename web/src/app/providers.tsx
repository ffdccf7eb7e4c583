import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FirstRender, FirstRenderContext } from '@/lib/first-render.ts';

/** What every screen is in: the cache of server state, and what the server rendered the page with. */
export function Providers({
  client,
  first = null,
  children,
}: {
  client: QueryClient;
  first?: FirstRender | null;
  children: ReactNode;
}) {
  return (
    <FirstRenderContext value={first}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </FirstRenderContext>
  );
}
