import { EVENTS_OF_ACCOUNT_NOTICES } from './account-notices.ts';
import { EVENTS_OF_ALERT_MAILS } from './alert-mails.ts';
import { EVENTS_OF_CATALOGUED_LISTINGS } from './catalogued-listings.ts';
import { EVENTS_OF_CORRECTION_MAILS } from './correction-mails.ts';
import { EVENTS_OF_EMAIL_CONFIRMATIONS } from './email-confirmations.ts';
import { EVENTS_OF_ENDED_ACCOUNTS } from './ended-accounts.ts';
import type { ProcessManager } from './process-manager.ts';
import { EVENTS_OF_SALE_MESSAGE_MAILS } from './sale-message-mails.ts';
import { EVENTS_OF_SALE_REMINDERS } from './sale-reminders.ts';
import { EVENTS_OF_SCHEDULE_MAILS } from './schedule-mails.ts';
import { EVENTS_OF_SEARCH_ALERTS } from './search-alerts.ts';
import { EVENTS_OF_VENDOR_MAILS } from './vendor-mails.ts';

/** The events of every process manager. A rebuild uses this to make their backlogs. */
export const PROCESS_EVENTS = [
  EVENTS_OF_ACCOUNT_NOTICES,
  EVENTS_OF_ALERT_MAILS,
  EVENTS_OF_CATALOGUED_LISTINGS,
  EVENTS_OF_CORRECTION_MAILS,
  EVENTS_OF_EMAIL_CONFIRMATIONS,
  EVENTS_OF_ENDED_ACCOUNTS,
  EVENTS_OF_SALE_MESSAGE_MAILS,
  EVENTS_OF_SALE_REMINDERS,
  EVENTS_OF_SCHEDULE_MAILS,
  EVENTS_OF_SEARCH_ALERTS,
  EVENTS_OF_VENDOR_MAILS,
] as const;

/** The process managers of the command role: exactly one for each of `PROCESS_EVENTS`, by name. */
export type ProcessManagers = {
  readonly [Name in (typeof PROCESS_EVENTS)[number]['name']]: ProcessManager<Name>;
};
