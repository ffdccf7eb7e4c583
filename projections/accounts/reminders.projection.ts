import {
  REMINDER_KINDS,
  REMINDERS,
  type Reminder,
  type ReminderKind,
} from '@saleyard/domain/account/events.ts';
import { type AccountState, isActive } from '@saleyard/domain/account/state.ts';
import type { Projection } from '../projection.ts';

export const REMINDED = 'reminded';

/** A reminder of sales of a kind of stock, as it is in a document. */
export const reminderKey = (kind: ReminderKind, reminder: Reminder): string => `${kind}:${reminder}`;

/** Which text reminders an account wants. Accounts that want none have no document. */
export type RemindedDocument = { wants: readonly string[] };

function wantsOf(state: AccountState): readonly string[] {
  if (state === null || !isActive(state)) return [];
  return REMINDER_KINDS.flatMap((kind) =>
    REMINDERS.filter((reminder) => state.smsReminders[kind][reminder]).map((reminder) =>
      reminderKey(kind, reminder),
    ),
  );
}

/** Who wants to be reminded of what. A sale that opens finds its few by an index, among all accounts. */
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
