import { Navigate, Outlet } from 'react-router';
import { paths } from '@/config/paths.ts';
import { useServerStatus } from '@/lib/server-status.ts';

/** Screens that are open while the server says that sales are running. */
export function WhileLive() {
  const server = useServerStatus();
  return server && !server.isLive ? <Navigate to={paths.upcoming} replace /> : <Outlet />;
}
