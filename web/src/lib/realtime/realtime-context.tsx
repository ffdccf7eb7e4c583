import type { Me } from '@saleyard/contract/accounts.ts';
import type { UserUpdate } from '@saleyard/contract/realtime.ts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { readAlertsUntil } from '@/lib/saved-searches.ts';
import { meQuery } from '@/lib/session.ts';
import type { Connection, Realtime } from './realtime.ts';

/** The live connection of the screens inside it; `RealtimeProvider` in `ui/` opens it. */
export const RealtimeContext = createContext<Realtime | null>(null);

/** The live connection. @throws outside a RealtimeProvider. */
export function useRealtime(): Realtime {
  const realtime = useContext(RealtimeContext);
  if (realtime === null) throw new Error('useRealtime needs a RealtimeProvider around it');
  return realtime;
}

/** How the live connection is; renders again when that changes, and each second the data ages. */
export function useConnection(): Connection {
  const realtime = useRealtime();
  const watch = useMemo(
    () => (changed: () => void) => {
      const watching = realtime.connection.subscribe(changed);
      return () => watching.unsubscribe();
    },
    [realtime],
  );
  return useSyncExternalStore(watch, () => realtime.connection.value);
}

/** Members that a person has under the same name as their update. */
const SAME_NAMES = [
  'status',
  'type',
  'isRequestedAsBuyer',
  'isRequestedAsSeller',
  'requestedAt',
  'stockTypes',
  'approvedStockTypes',
] as const;

/** The person as their last update describes them: status, type, requests, stock types and watch list. */
function updatedMe(me: Me, update: UserUpdate): Me {
  const { watchList } = update;
  const known = SAME_NAMES.filter((name) => update[name] !== undefined).map((name) => [name, update[name]]);
  return { ...me, ...Object.fromEntries(known), ...(watchList !== undefined && { watchList2: watchList }) };
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
      const alertsAt = pushes.reduce((newest, { data }) => Math.max(newest, data.alertsAt ?? 0), 0);
      if (alertsAt > 0) void readAlertsUntil(client, alertsAt);
    });
    updates.add(
      realtime.notices.subscribe(({ kind }) => {
        const { state } = realtime.connection.value;
        const isUnpushed = kind === 'refetch' && state !== 'Live' && state !== 'Slow';
        if (isUnpushed) void client.invalidateQueries({ queryKey: meQuery.queryKey });
      }),
    );
    return () => updates.unsubscribe();
  }, [client, realtime]);
}
