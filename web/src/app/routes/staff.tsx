import { Outlet } from 'react-router';
import { NoPermission } from '../../components/states.tsx';
import { RealtimeProvider } from '../../lib/realtime/realtime-context.tsx';
import { isStaff, useMe } from '../../lib/session.ts';
import { LiveUpdates } from '../live-updates.tsx';

/** The staff desk's door: everyone else is told that it is not theirs. */
export function Staff() {
  const me = useMe();
  if (!isStaff(me)) return <NoPermission>The staff desk is where sales are scheduled and run.</NoPermission>;
  return (
    <RealtimeProvider>
      <LiveUpdates />
      <Outlet />
    </RealtimeProvider>
  );
}
