import { CONCERN_OF_ACCOUNT_NOTICES } from './account-notices.ts';
import { CONCERN_OF_ALERT_MAILS } from './alert-mails.ts';
import { CONCERN_OF_CATALOGUED_LISTINGS } from './catalogued-listings.ts';
import { CONCERN_OF_CORRECTION_MAILS } from './correction-mails.ts';
import { CONCERN_OF_EMAIL_CONFIRMATIONS } from './email-confirmations.ts';
import { CONCERN_OF_ENDED_ACCOUNTS } from './ended-accounts.ts';
import type { ProcessManager } from './process-manager.ts';
import { CONCERN_OF_SALE_MESSAGE_MAILS } from './sale-message-mails.ts';
import { CONCERN_OF_SALE_REMINDERS } from './sale-reminders.ts';
import { CONCERN_OF_SCHEDULE_MAILS } from './schedule-mails.ts';
import { CONCERN_OF_SEARCH_ALERTS } from './search-alerts.ts';
import { CONCERN_OF_VENDOR_MAILS } from './vendor-mails.ts';

/** The events of every process manager. A rebuild uses this to make their backlogs. */
export const CONCERNS = [
  CONCERN_OF_ACCOUNT_NOTICES,
  CONCERN_OF_ALERT_MAILS,
  CONCERN_OF_CATALOGUED_LISTINGS,
  CONCERN_OF_CORRECTION_MAILS,
  CONCERN_OF_EMAIL_CONFIRMATIONS,
  CONCERN_OF_ENDED_ACCOUNTS,
  CONCERN_OF_SALE_MESSAGE_MAILS,
  CONCERN_OF_SALE_REMINDERS,
  CONCERN_OF_SCHEDULE_MAILS,
  CONCERN_OF_SEARCH_ALERTS,
  CONCERN_OF_VENDOR_MAILS,
] as const;

/** The process managers of the command role: exactly one for each of `CONCERNS`, by name. */
export type ProcessManagers = {
  readonly [Name in (typeof CONCERNS)[number]['name']]: ProcessManager<Name>;
};
