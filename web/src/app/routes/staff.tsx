import { Outlet } from 'react-router';
import { LiveUpdates } from '@/app/live-updates.tsx';
import { isStaff, readsAsStaff } from '@/lib/session.ts';
import { useHeldMe } from '@/ui/held-page.tsx';
import { RealtimeProvider } from '@/ui/notices/realtime-provider.tsx';
import { NoPermission, Page } from '@/ui/page.tsx';

function NotYours({ children }: { children: string }) {
  return (
    <Page title="Staff Desk">
      <NoPermission>{children}</NoPermission>
    </Page>
  );
}

/** Scheduling, clerking and kept messages: for staff alone. */
export function StaffOnly() {
  if (!isStaff(useHeldMe())) return <NotYours>Only staff open this page.</NotYours>;
  return <Outlet />;
}

/** Guards the pages of staff: staff may work there and auditors read; everyone else sees that it is not theirs. */
export function Staff() {
  const me = useHeldMe();
  if (!readsAsStaff(me)) return <NotYours>The staff desk is where sales are scheduled and run.</NotYours>;
  return (
    <RealtimeProvider>
      <LiveUpdates />
      <Outlet />
    </RealtimeProvider>
  );
}
