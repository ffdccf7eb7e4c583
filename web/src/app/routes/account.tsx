import { Navigate } from 'react-router';
import { paths } from '@/config/paths.ts';
import { useServerStatus } from '@/lib/server-status.ts';
import { Connected } from './while-live.tsx';

/** A person's own pages, while the server says that sales are running. A change of status reaches them without a reload. */
export function Account() {
  const server = useServerStatus();
  return server && !server.isLive ? <Navigate to={paths.upcoming} replace /> : <Connected />;
}
