import { lazy, Suspense } from 'react';
import { UpcomingScreen } from '@/features/sales/upcoming/upcoming-screen.tsx';

// The list is read and shown first; the live connection follows in a chunk of its own.
const ConnectedUpdates = lazy(async () => ({
  default: (await import('@/app/live-updates.tsx')).ConnectedUpdates,
}));

export function Upcoming() {
  return (
    <>
      <Suspense fallback={null}>
        <ConnectedUpdates />
      </Suspense>
      <UpcomingScreen />
    </>
  );
}
