import { Suspense } from 'react';
import { UpcomingScreen } from '@/features/sales/upcoming/upcoming-screen.tsx';
import { lazyPart } from '@/lib/lazy-part.ts';

// The list is read and shown first; the live connection follows in a chunk of its own.
const ConnectedUpdates = lazyPart(async () => (await import('@/app/live-updates.tsx')).ConnectedUpdates);

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
