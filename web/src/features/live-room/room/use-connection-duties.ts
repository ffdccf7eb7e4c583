import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths.ts';
import { useRealtime } from '@/lib/realtime/realtime-context.tsx';

/**
 * What the connection asks of the page: a refused login signs out, and a connect that timed out loads the page
 * again (never while a bid is being settled, whose id would be lost).
 */
export function useConnectionDuties(): void {
  const realtime = useRealtime();
  const navigate = useNavigate();
  useEffect(() => {
    const notices = realtime.notices.subscribe(({ kind }) => {
      if (kind === 'login-refused') void navigate(paths.logOut);
      if (kind === 'connect-timeout' && navigator.onLine && !realtime.settling) location.reload();
    });
    return () => notices.unsubscribe();
  }, [realtime, navigate]);
}
