import { formatDateTime } from '@saleyard/domain/presentation/dates.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { ICON_SIZES, IconWifiOff } from '@/config/icons.ts';
import { isAway as isUnanswered } from '@/lib/api-error.ts';
import { setAway } from '@/lib/away.ts';
import { dropLastSeen, restoreLastSeen } from '@/lib/last-seen/last-seen.ts';
import { isKeptKey } from '@/lib/last-seen/what-is-kept.ts';
import { serverStatusQuery } from '@/lib/server-status.ts';
import { forgetPerson, isLastSeen, isPageHeld, meQuery, useMe } from '@/lib/session.ts';
import { useOnline } from '@/lib/window-events.ts';
import classes from './offline.module.css';

/** How often the server is asked for while it is away. ms. */
const ASK_AGAIN_MS = 5_000;

/** When the oldest of what this page shows of sales and lots was read; null: it shows nothing of them. */
function shownSince(client: QueryClient): number | null {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey, state }) => isKeptKey(queryKey) && !!state.data })
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
}

/** Everything that pages show is read again. Without a session, who was signed in is forgotten first. */
async function readAgain(client: QueryClient): Promise<void> {
  await client.refetchQueries(meQuery);
  const me = client.getQueryData(meQuery.queryKey);
  if (me === null) return forgetPerson(client);
  if (isLastSeen(me)) return;
  dropLastSeen(client);
  await client.invalidateQueries();
}

/**
 * Says that pages show what was last seen, and when, until all of it has been read again. While there is no connection,
 * brings back what this browser keeps, and tries to reach the server.
 */
export function LastSeenMark() {
  const client = useQueryClient();
  const online = useOnline();
  const me = useMe();
  const { revalidate } = useRevalidator();
  const since = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => shownSince(client),
  );
  const { error, isSuccess, dataUpdatedAt, errorUpdatedAt } = useQuery({
    ...serverStatusQuery,
    refetchInterval: ({ state }) => isUnanswered(state.error) && ASK_AGAIN_MS,
  });
  const isAway = !online || isUnanswered(error) || isLastSeen(me);
  useEffect(() => setAway(isAway), [isAway]);
  const [isStale, setStale] = useState(false);
  if (isAway && !isStale) setStale(true);
  const isReached = online && isSuccess && dataUpdatedAt > errorUpdatedAt;
  const reading = useRef(false);
  useEffect(() => {
    if (online) void client.refetchQueries(serverStatusQuery);
  }, [client, online]);
  useEffect(() => {
    const me = client.getQueryData(meQuery.queryKey);
    if (isAway && me) void restoreLastSeen(client, me._id);
  }, [client, isAway]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is a reason to try again.
  useEffect(() => {
    if (!isStale || !isReached || reading.current) return;
    reading.current = true;
    void readAgain(client).then(async () => {
      reading.current = false;
      if (isLastSeen(client.getQueryData(meQuery.queryKey))) return;
      setStale(false);
      if (isPageHeld()) return;
      // Pages that could not be opened are opened; who is signed in no longer goes to sign-in.
      await revalidate();
    });
  }, [client, isStale, isReached, dataUpdatedAt]);
  return (
    <>
      <div aria-live="assertive" className="sy-no-print">
        {!online && (
          <p className={classes['mark']}>
            <IconWifiOff size={ICON_SIZES.md} aria-hidden="true" />
            No Network Available
          </p>
        )}
      </div>
      {isStale && (
        <p className={classes['mark']} role="status">
          {since === null
            ? 'You are offline. This page needs a connection.'
            : `You are offline. This is what you last saw at ${formatDateTime(since)} Sydney.`}
        </p>
      )}
    </>
  );
}
