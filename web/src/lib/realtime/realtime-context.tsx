import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { deviceNow, noteServerTime } from '@/lib/clock.ts';
import { jitter } from '@/lib/jitter.ts';
import { useMe } from '@/lib/session.ts';
import type { Connection } from './connection.ts';
import { type Identity, Realtime } from './realtime.ts';

const RealtimeContext = createContext<Realtime | null>(null);

const browserRealtime = (identity: Identity): Realtime =>
  new Realtime({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/realtime`,
    now: deviceNow,
    random: jitter,
    noteServerTime,
    identity,
  });

/**
 * Opens the live connection for everything inside it, as whoever is signed in; another person gets another
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
  const realtime = useMemo(() => (known ? create({ userId }) : null), [create, known, userId]);
  useEffect(() => realtime?.start(), [realtime]);
  if (realtime === null) return null;
  return <RealtimeContext.Provider value={realtime}>{children}</RealtimeContext.Provider>;
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
