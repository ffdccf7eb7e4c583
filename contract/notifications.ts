import { NOTIFICATION_TONES } from '@saleyard/domain/notification/notification.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { ms, oneOf, orNull, strictObject } from './schema.ts';

/** Notifications in one answer: when some are dismissed, the next ones are shown. */
export const NOTIFICATIONS_ANSWERED = 50;

export const SHOWN = {
  _id: Type.String(),
  text: Type.String(),
  tone: oneOf(...NOTIFICATION_TONES),
  shownAt: ms('since when it is shown'),
  until: orNull(ms('until when it is shown; null: until staff end it')),
};

/** A banner that everybody sees. */
export const Notification = strictObject(SHOWN);

export type Notification = Static<typeof Notification>;
