import type { Decider } from '../decider.ts';

export const NOTIFICATION = 'notification-';

/** The severity of a notification. */
export const NOTIFICATION_TONES = ['info', 'warning'] as const;
export type NotificationTone = (typeof NOTIFICATION_TONES)[number];

/** Most characters of a notification's text. */
export const NOTIFICATION_TEXT_MOST = 300;

/**
 * What happened to a notification. Storage formats. `at`, `until`: ms since the epoch; `until` null: it is shown until
 * staff end it.
 */
export type NotificationEvent =
  | {
      type: 'NotificationShown';
      data: { at: number; text: string; tone: NotificationTone; until: number | null };
    }
  | { type: 'NotificationEnded'; data: { at: number } };

/** null before it is shown. */
export type NotificationState = {
  readonly text: string;
  readonly tone: NotificationTone;
  readonly shownAt: number;
  readonly until: number | null;
  /** When staff ended it; null: they have not. */
  readonly endedAt: number | null;
} | null;

export type NotificationCommandBody =
  | { type: 'show'; text: string; tone: NotificationTone; until: number | null }
  | { type: 'end' };

/**
 * `until-past`: it would never be shown. `not-shown`, `already-shown`: no notification, or already one, has this id.
 */
export type NotificationRefusal = { code: 'until-past' | 'not-shown' | 'already-shown' };

/** A banner that everybody sees until it ends. Ending it twice changes nothing. */
export const notificationDecider: Decider<
  NotificationState,
  NotificationCommandBody,
  NotificationEvent,
  NotificationRefusal
> = {
  initial: null,
  decide(state, { at, body }) {
    if (body.type === 'end') {
      if (state === null) return { outcome: 'refused', code: 'not-shown' };
      if (state.endedAt !== null) return { outcome: 'accepted', events: [] };
      return { outcome: 'accepted', events: [{ type: 'NotificationEnded', data: { at } }] };
    }
    if (state !== null) return { outcome: 'refused', code: 'already-shown' };
    const { text, tone, until } = body;
    if (until !== null && until <= at) return { outcome: 'refused', code: 'until-past' };
    return {
      outcome: 'accepted',
      events: [{ type: 'NotificationShown', data: { at, text, tone, until } }],
    };
  },
  evolve(state, { type, data }) {
    if (type === 'NotificationShown') {
      const { text, tone, at, until } = data;
      return { text, tone, shownAt: at, until, endedAt: null };
    }
    return state === null ? state : { ...state, endedAt: data.at };
  },
};
