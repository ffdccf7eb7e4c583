import { Outlet } from 'react-router';
import { NoPermission } from '../../components/states.tsx';
import { RealtimeProvider } from '../../lib/realtime/realtime-context.tsx';
import { isStaff, readsAsStaff, useMe } from '../../lib/session.ts';
import { LiveUpdates } from '../live-updates.tsx';

/** Scheduling and clerking: for staff alone. */
export function StaffOnly() {
  if (!isStaff(useMe())) return <NoPermission>Only staff schedule and run sales.</NoPermission>;
  return <Outlet />;
}

/** The staff desk's door: staff, and auditors to read; everyone else is told that it is not theirs. */
export function Staff() {
  const me = useMe();
  if (!readsAsStaff(me))
    return <NoPermission>The staff desk is where sales are scheduled and run.</NoPermission>;
  return (
    <RealtimeProvider>
      <LiveUpdates />
      <Outlet />
    </RealtimeProvider>
  );
}
