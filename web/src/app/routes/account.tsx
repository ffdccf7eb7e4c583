import { Suspense } from 'react';
import { Navigate, Outlet } from 'react-router';
import { paths } from '@/config/paths.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useServerStatus } from '@/lib/server-status.ts';

// The live connection follows in a chunk of its own: a change of status reaches these pages without a reload.
const ConnectedUpdates = lazyPart(async () => (await import('@/app/live-updates.tsx')).ConnectedUpdates);

/** A person's own pages, while the server says that sales are running. */
export function Account() {
  const server = useServerStatus();
  if (server && !server.isLive) return <Navigate to={paths.upcoming} replace />;
  return (
    <>
      <Suspense fallback={null}>
        <ConnectedUpdates />
      </Suspense>
      <Outlet />
    </>
  );
}
