import type { Me } from '@saleyard/contract/accounts.ts';
import { NOTIFICATIONS_SHOWN } from '@saleyard/contract/limits.ts';
import type { Notification } from '@saleyard/contract/notifications.ts';
import { accountOperations } from '@saleyard/contract/operations/accounts.ts';
import { notificationOperations } from '@saleyard/contract/operations/notifications.ts';
import { CLOSED_NOTIFICATIONS_KEPT } from '@saleyard/domain/account/state.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './api-client.ts';
import { meQuery, useMe } from './session.ts';
import { useStoredValue } from './stored-value.ts';

/** Notifications for everybody are asked for as often. ms. */
const ASKED_EVERY_MS = 60_000;
const CLOSED_HERE = 'saleyard-closed-notifications';

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => (await call(notificationOperations.notifications, { signal })).notifications,
  refetchInterval: ASKED_EVERY_MS,
  retry: false,
});

const NONE: readonly Notification[] = [];

const NONE_CLOSED: string[] = [];

/**
 * The newest notifications that are not closed, five at most, and how one is closed: for good with the person who is
 * signed in, in this browser for a visitor.
 */
export function useNotifications(): { shown: readonly Notification[]; close: (id: string) => void } {
  const client = useQueryClient();
  const me = useMe();
  const { data = NONE } = useQuery(notificationsQuery);
  const [closedHere, setClosedHere] = useStoredValue(CLOSED_HERE, NONE_CLOSED);
  const put = (id: string) =>
    client.setQueryData<Me | null>(
      meQuery.queryKey,
      (now) => now && { ...now, closedNotifications: [...now.closedNotifications, id] },
    );
  const keep = useMutation({
    mutationFn: (id: string) =>
      call(accountOperations.changeMe, { body: { user: { closedNotifications: [id] } } }),
    // Not the `user` of the answer: answers to other presses may have come before it.
    onSuccess: (_, id) => put(id),
  });
  const closed = new Set(me ? me.closedNotifications : closedHere);
  const close = (id: string): void => {
    if (!me) {
      setClosedHere([...closedHere.filter((one) => one !== id), id].slice(-CLOSED_NOTIFICATIONS_KEPT));
      return;
    }
    put(id);
    keep.mutate(id);
  };
  return { shown: data.filter(({ _id }) => !closed.has(_id)).slice(0, NOTIFICATIONS_SHOWN), close };
}
