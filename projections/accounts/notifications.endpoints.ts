import { NOTIFICATIONS_ANSWERED } from '@saleyard/contract/notifications.ts';
import { notificationOperations } from '@saleyard/contract/operations/notifications.ts';
import { type Endpoint, endpoint } from '@saleyard/http/endpoint.ts';
import type { Clock } from '@saleyard/platform/clock/port.ts';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import { NOTIFICATIONS, type NotificationDocument } from './notifications.projection.ts';

/** Notifications read at most to find those whose time is not over. */
const LOOKED_AT = 200;

const shown = ({ _id, text, tone, shownAt, until }: Stored<NotificationDocument>) => ({
  _id,
  text,
  tone,
  shownAt,
  until,
});

/** Notifications that everybody reads now, and what staff showed before. */
export function notificationEndpoints(documents: Documents, clock: Pick<Clock, 'now'>): Endpoint[] {
  return [
    endpoint(notificationOperations.notifications, async () => {
      const found = await documents.find<NotificationDocument>(
        NOTIFICATIONS,
        { isEnded: false },
        { sort: { shownAt: -1 }, limit: LOOKED_AT },
      );
      const now = clock.now();
      const open = found.filter(({ until }) => until === null || until > now);
      return { data: { notifications: open.slice(0, NOTIFICATIONS_ANSWERED).map(shown) } };
    }),
    endpoint(notificationOperations.staffNotifications, async ({ query: { page, limit } }) => {
      const [found, total] = await Promise.all([
        documents.find<NotificationDocument>(
          NOTIFICATIONS,
          {},
          {
            sort: { shownAt: -1 },
            limit,
            skip: (page - 1) * limit,
          },
        ),
        documents.count(NOTIFICATIONS, {}),
      ]);
      const notifications = found.map((one) => ({ ...shown(one), endedAt: one.endedAt }));
      return { data: { notifications }, paging: { page, limit, total } };
    }),
  ];
}
