import { NOTIFICATION_TEXT_MOST, NOTIFICATION_TONES } from '@saleyard/domain/notification/notification.ts';

import * as Type from 'typebox';
import { NOTIFICATIONS_SHOWN } from '../limits.ts';
import { Notification, SHOWN } from '../notifications.ts';
import { operations, READ, UNDECIDED, WRITE } from '../operation.ts';
import {
  CommandId,
  givenMs,
  list,
  ms,
  oneOf,
  orNull,
  Page,
  pageSize,
  strictObject,
  text,
} from '../schema.ts';

/** A banner as staff see it, also after it ended. */
const StaffNotification = strictObject({ ...SHOWN, endedAt: orNull(ms('when staff ended it')) });

export const notificationOperations = operations({
  notifications: {
    ...READ,
    path: '/api/v1/notifications',
    summary: 'Current notifications',
    more: `The newest first. A page shows the first ${NOTIFICATIONS_SHOWN} that its person has not closed (\`closedNotifications\` of \`users/me\`).`,
    answer: strictObject({ notifications: list(Notification) }),
  },
  staffNotifications: {
    ...READ,
    path: '/api/v1/staff/notifications',
    summary: 'All notifications, past ones included',
    who: 'staff',
    query: strictObject({ page: Page, limit: pageSize(25) }),
    paged: true,
    answer: strictObject({ notifications: list(StaffNotification) }),
  },
  showNotification: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/notifications',
    summary: 'Show a notification to everybody',
    who: 'admin',
    body: strictObject({
      text: text(NOTIFICATION_TEXT_MOST, 1),
      tone: oneOf(...NOTIFICATION_TONES),
      until: Type.Optional(givenMs('until when it is shown; left out: until it is ended')),
      commandId: Type.Optional(CommandId),
    }),
    status: 201,
    answer: strictObject({ _id: Type.String() }),
    errors: UNDECIDED,
  },
  endNotification: {
    ...WRITE,
    method: 'post',
    path: '/api/v1/staff/notifications/{notification}/end',
    summary: 'End a notification',
    who: 'admin',
    body: strictObject({ commandId: Type.Optional(CommandId) }),
    answer: strictObject({ endedAt: orNull(ms('when it was ended')) }),
    errors: ['not-found', ...UNDECIDED],
  },
});
