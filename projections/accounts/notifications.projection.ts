import type { NotificationTone } from '@saleyard/domain/notification/notification.ts';
import type { ProjectionOf } from '../projection.ts';

export const NOTIFICATIONS = 'notifications';

/** A notification. Times in ms. */
export type NotificationDocument = {
  text: string;
  tone: NotificationTone;
  shownAt: number;
  until: number | null;
  endedAt: number | null;
  isEnded: boolean;
};

/** Every notification, also those that ended. */
export const notificationsProjection: ProjectionOf<'notification'> = {
  name: 'notifications',
  version: 1,
  collections: [
    {
      name: NOTIFICATIONS,
      indexes: [{ keys: { isEnded: 1, shownAt: -1 } }, { keys: { shownAt: -1 } }],
    },
  ],
  of: 'notification',
  project({ id, after }) {
    if (after === null) return [];
    const { text, tone, shownAt, until, endedAt } = after;
    const document = {
      text,
      tone,
      shownAt,
      until,
      endedAt,
      isEnded: endedAt !== null,
    } satisfies NotificationDocument;
    return [{ op: 'put', collection: NOTIFICATIONS, id, document }];
  },
};
