import type { AccountEvent } from '@saleyard/domain/account/events.ts';
import { idOf, STREAMS } from '@saleyard/domain/streams.ts';
import accountNoticeMail, { type AccountNotice } from '@saleyard/mails/account-notice.mail.ts';
import { MAIL_LATE_MS, type MailOnceParts, mailOnce } from './mail-once.ts';
import type { EventsOfProcess } from './process-backlog.ts';
import type { ProcessManager } from './process-manager.ts';

const NOTICES: Readonly<Record<string, AccountNotice>> = {
  RoleChanged: 'role',
  SecondFactorReset: 'second-factor',
  AccountSuspended: 'suspended',
  AccountRestored: 'restored',
};

export const EVENTS_OF_ACCOUNT_NOTICES: EventsOfProcess<'account-notices'> = {
  name: 'account-notices',
  streams: [STREAMS.account.prefix],
  concerns: ({ type, meta }, now) => Object.hasOwn(NOTICES, type) && now - meta.at < MAIL_LATE_MS,
};

/** Mails a person what an administrator did to their account. Closing it mails before the address is deleted. */
export const accountNotices = (
  parts: MailOnceParts & { siteOrigin: string },
): ProcessManager<'account-notices'> => ({
  ...EVENTS_OF_ACCOUNT_NOTICES,
  async act({ id, type, stream, data }) {
    const what = NOTICES[type];
    const account = idOf(STREAMS.account, stream);
    const person = await parts.directory.personOf(account);
    if (what === undefined || !person?.email) return;
    const { role = null } = data as Partial<Extract<AccountEvent, { type: 'RoleChanged' }>['data']>;
    const mail = accountNoticeMail({ origin: parts.siteOrigin, firstName: person.firstName, what, role });
    await mailOnce(parts, { id, account, to: person.email, ...mail }, 'an e-mail about an account');
  },
});
