import type { Me } from '@saleyard/contract/accounts.ts';
import { PROTOCOL_PARAMETER, PROTOCOL_VERSION, type UserUpdate } from '@saleyard/contract/realtime.ts';
import { serverOperations } from '@saleyard/contract/server.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { filter, fromEvent } from 'rxjs';
import { OutdatedNotice } from '@/components/outdated-notice.tsx';
import { deviceNow, noteServerTime } from '@/lib/clock.ts';
import { useOnlineState } from '@/lib/online-state.ts';
import { jitter } from '@/lib/random.ts';
import { readAlertsUntil } from '@/lib/saved-searches.ts';
import { meQuery, useMe } from '@/lib/session.ts';
import { type Connection, type Identity, Realtime } from './realtime.ts';

const RealtimeContext = createContext<Realtime | null>(null);

const browserRealtime = (identity: Identity): Realtime =>
  new Realtime({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/realtime?${PROTOCOL_PARAMETER}=${PROTOCOL_VERSION}`,
    now: deviceNow,
    random: jitter,
    noteServerTime,
    identity,
    leaving: pageUnloaded(),
    goodbye: (visitor) => {
      navigator.sendBeacon(serverOperations.anonymousLeft.path, JSON.stringify({ id: visitor }));
    },
  });

/** A page that the browser keeps, to go back to, is not left. */
const pageUnloaded = () =>
  fromEvent<PageTransitionEvent>(window, 'pagehide').pipe(filter(({ persisted }) => !persisted));

/**
 * Opens the live connection for everything inside it, as the person who is signed in; another person gets another
 * connection. `create` replaces the browser's own (tests).
 */
export function RealtimeProvider({
  create = browserRealtime,
  children,
}: {
  create?: (identity: Identity) => Realtime;
  children: ReactNode;
}) {
  const me = useMe();
  const known = me !== undefined;
  const userId = me?._id ?? null;
  useOnlineState(userId);
  const realtime = useMemo(() => (known ? create({ userId }) : null), [create, known, userId]);
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    const watching = realtime?.notices.subscribe(({ kind }) => {
      if (kind === 'outdated') setOutdated(true);
    });
    const stop = realtime?.start();
    return () => {
      stop?.();
      watching?.unsubscribe();
    };
  }, [realtime]);
  if (realtime === null) return null;
  return (
    <RealtimeContext.Provider value={realtime}>
      {isOutdated && <OutdatedNotice />}
      {children}
    </RealtimeContext.Provider>
  );
}

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

/** The person as an update of theirs leaves them: status, type, requests, stock types and watch list. */
function updatedMe(me: Me, update: UserUpdate): Me {
  const { status, type, stockTypes, approvedStockTypes, watchList } = update;
  const { isRequestedAsBuyer, isRequestedAsSeller } = update;
  return {
    ...me,
    ...(status !== undefined && { status }),
    ...(type !== undefined && { type }),
    ...(isRequestedAsBuyer !== undefined && { isRequestedAsBuyer }),
    ...(isRequestedAsSeller !== undefined && { isRequestedAsSeller }),
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
      const alertsAt = pushes.reduce((newest, { data }) => Math.max(newest, data.alertsAt ?? 0), 0);
      if (alertsAt > 0) void readAlertsUntil(client, alertsAt);
    });
    return () => updates.unsubscribe();
  }, [client, realtime]);
}
