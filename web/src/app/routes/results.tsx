import { Navigate, Outlet } from 'react-router';
import { useServerStatus } from '@/lib/server-status.ts';

/** Results, while the server says that sales are running. */
export function Results() {
  const server = useServerStatus();
  return server && !server.isLive ? <Navigate to="/main/upcoming" replace /> : <Outlet />;
}
