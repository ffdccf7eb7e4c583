import type { Reminder, ReminderKind } from '@saleyard/domain/account/events.ts';
import type { Documents, Stored } from '@saleyard/platform/documents/port.ts';
import { REMINDED, type RemindedDocument, reminderKey } from './reminders.projection.ts';

/** Accounts read at a time. */
const PAGE = 200;

/** The accounts with a reminder, in pages. */
export async function* remindedOf(
  documents: Documents,
  kind: ReminderKind,
  reminder: Reminder,
): AsyncGenerator<string> {
  const wants = reminderKey(kind, reminder);
  for (let after = ''; ; ) {
    const filter = { wants, _id: { $gt: after } };
    const found: Stored<RemindedDocument>[] = await documents.find(REMINDED, filter, {
      sort: { _id: 1 },
      limit: PAGE,
    });
    for (const { _id } of found) yield _id;
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE) return;
    after = last._id;
  }
}
