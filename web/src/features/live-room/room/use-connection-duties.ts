import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useRealtime } from '../../../lib/realtime/realtime-context.tsx';
import { useServerStatus } from '../../../lib/server-status.ts';

/**
 * What the connection asks of the page: a refused login signs out, a connect that timed out loads the page again
 * (never while a bid is being settled, whose id would be lost), and a server that is not live ends the room.
 */
export function useConnectionDuties(): void {
  const realtime = useRealtime();
  const navigate = useNavigate();
  const server = useServerStatus();
  useEffect(() => {
    const notices = realtime.notices.subscribe(({ kind }) => {
      if (kind === 'login-refused') void navigate('/log-out');
      if (kind === 'connect-timeout' && navigator.onLine && !realtime.settling) location.reload();
    });
    return () => notices.unsubscribe();
  }, [realtime, navigate]);
  const closed = server?.isLive === false;
  useEffect(() => {
    if (closed) void navigate('/');
  }, [closed, navigate]);
}
