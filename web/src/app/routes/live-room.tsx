import { Navigate } from 'react-router';
import { LiveRoomRoute } from '@/features/live-room/live-room-route.tsx';
import { useServerStatus } from '@/lib/server-status.ts';

/** The live room, while the server says that sales are running. */
export function LiveRoom() {
  const server = useServerStatus();
  if (server && !server.isLive) return <Navigate to="/" replace />;
  return <LiveRoomRoute />;
}
