import { serverOperations } from '@saleyard/contract/operations/server.ts';
import {
  PRACTICE_PARAMETER,
  PROTOCOL_PARAMETER,
  PROTOCOL_VERSION,
} from '@saleyard/contract/realtime-protocol.ts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { filter, fromEvent } from 'rxjs';
import { deviceNow, noteServerTime } from '@/lib/clock.ts';
import { useOnlineState } from '@/lib/online-state.ts';
import { jitter } from '@/lib/random.ts';
import { type Identity, Realtime } from '@/lib/realtime/realtime.ts';
import { RealtimeContext } from '@/lib/realtime/realtime-context.tsx';
import { REST_CALLS } from '@/lib/realtime/rest-calls.ts';
import type { RestCalls } from '@/lib/realtime/rest-fallback.ts';
import { useMe } from '@/lib/session.ts';
import { OutdatedNotice } from './outdated-notice.tsx';

/** The address of the live connection. */
const addressFor = ({ practises }: Identity): string => {
  const parameters = new URLSearchParams({ [PROTOCOL_PARAMETER]: String(PROTOCOL_VERSION) });
  if (practises) parameters.set(PRACTICE_PARAMETER, '1');
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/realtime?${parameters}`;
};

const browserRealtime = (identity: Identity, rest: RestCalls): Realtime =>
  new Realtime({
    url: addressFor(identity),
    now: deviceNow,
    random: jitter,
    noteServerTime,
    identity,
    rest,
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
 * connection. `practiser`: the person of the practice sale inside, who need not be signed in; `calls`: what is called
 * without a socket. `create` replaces the browser's own (tests).
 */
export function RealtimeProvider({
  create = browserRealtime,
  practiser = null,
  calls = REST_CALLS,
  children,
}: {
  create?: (identity: Identity, rest: RestCalls) => Realtime;
  practiser?: string | null;
  calls?: RestCalls;
  children: ReactNode;
}) {
  const me = useMe();
  const known = me !== undefined;
  const userId = me?._id ?? null;
  useOnlineState(userId);
  const realtime = useMemo(() => {
    if (!known) return null;
    return create(practiser === null ? { userId } : { userId: practiser, practises: true }, calls);
  }, [create, known, userId, practiser, calls]);
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
