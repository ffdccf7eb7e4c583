import type { UserUpdate } from '@saleyard/contract/realtime.ts';
import type { Me } from '@saleyard/contract/rest.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery } from '@/lib/session.ts';
import { useRealtime } from './realtime-context.tsx';

/** The person as an update of theirs leaves them: status, type, stock types and watch list. */
export function updatedMe(me: Me, update: UserUpdate): Me {
  const { status, type, stockTypes, approvedStockTypes, watchList } = update;
  return {
    ...me,
    ...(status !== undefined && { status }),
    ...(type !== undefined && { type }),
    ...(stockTypes !== undefined && { stockTypes }),
    ...(approvedStockTypes !== undefined && { approvedStockTypes }),
    ...(watchList !== undefined && { watchList2: watchList }),
  };
}

/** Patches who we are from the server's updates, without a reload. */
export function useUserUpdates(): void {
  const client = useQueryClient();
  const realtime = useRealtime();
  useEffect(() => {
    const updates = realtime.pushes('user').subscribe((pushes) => {
      client.setQueryData<Me | null>(meQuery.queryKey, (me) =>
        me ? pushes.reduce((known, { data }) => updatedMe(known, data), me) : me,
      );
    });
    return () => updates.unsubscribe();
  }, [client, realtime]);
}
