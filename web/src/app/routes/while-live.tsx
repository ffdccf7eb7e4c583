import { Suspense } from 'react';
import { Navigate, Outlet } from 'react-router';
import { paths } from '@/config/paths.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useServerStatus } from '@/lib/server-status.ts';

// What was read is shown first; the live connection follows in a chunk of its own.
const ConnectedUpdates = lazyPart(async () => (await import('@/app/live-updates.tsx')).ConnectedUpdates);

/** Screens that are open while the server says that sales are running. */
export function WhileLive() {
  const server = useServerStatus();
  return server && !server.isLive ? <Navigate to={paths.upcoming} replace /> : <Outlet />;
}

/** Screens whose prices and times are live: one connection for all of them. */
export function Connected() {
  return (
    <>
      <Suspense fallback={null}>
        <ConnectedUpdates />
      </Suspense>
      <Outlet />
    </>
  );
}
