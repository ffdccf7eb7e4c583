import {
  REMINDER_KINDS,
  REMINDERS,
  type Reminder,
  type ReminderKind,
} from '@saleyard/domain/account/events.ts';
import { type AccountState, isActive } from '@saleyard/domain/account/state.ts';
import type { Projection } from '../projection.ts';

export const REMINDED = 'reminded';

/** The key of a reminder for a kind of stock, as documents store it. */
export const reminderKey = (kind: ReminderKind, reminder: Reminder): string => `${kind}:${reminder}`;

/** The text reminders an account chose. Accounts with none have no document. */
export type RemindedDocument = { wants: readonly string[] };

function wantsOf(state: AccountState): readonly string[] {
  if (state === null || !isActive(state)) return [];
  return REMINDER_KINDS.flatMap((kind) =>
    REMINDERS.filter((reminder) => state.smsReminders[kind][reminder]).map((reminder) =>
      reminderKey(kind, reminder),
    ),
  );
}

/** The chosen reminders of accounts. When a sale opens, an index finds the accounts to remind. */
export const remindersProjection: Projection = {
  name: 'reminders',
  version: 1,
  collections: [{ name: REMINDED, indexes: [{ keys: { wants: 1 } }] }],
  of: 'account',
  project({ id, before, after }) {
    const [had, wants] = [wantsOf(before), wantsOf(after)];
    if (had.join() === wants.join()) return [];
    if (wants.length === 0) return [{ op: 'delete', collection: REMINDED, id }];
    return [{ op: 'put', collection: REMINDED, id, document: { wants } satisfies RemindedDocument }];
  },
};
