import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepLastSeen } from '@/lib/last-seen/last-seen.ts';
import { AppOffers } from './app-offers.tsx';
import { LastSeenMark } from './last-seen-mark.tsx';

/** What pages have for when there is no connection. It comes once they are shown, and shows nothing as long as all is well. */
export function OfflineCache() {
  const client = useQueryClient();
  useEffect(() => {
    const stop = keepLastSeen(client);
    return () => void stop();
  }, [client]);
  return (
    <>
      <LastSeenMark />
      <AppOffers />
    </>
  );
}
